"""Three servers that are killed, cut off or sent forged messages lose nothing, and agree."""

from soak.suites.kill_nodes import Plan, check_on
from support.server.attackers import LIMITS
from support.server.cluster import Cluster

KINDS = ("cut", "forge", "kill", "flush", "silent", "forge", "reset", "freeze")


def test_games_continue_while_nodes_fail(postgres, redis, tmp_path):
    cluster = Cluster(postgres, redis, tmp_path, bot_pause=0, **LIMITS)
    plan = Plan(seed=5, kinds=KINDS, max_seconds=1.0, tables=((2, 1),), turns=20, share=100)
    assert check_on(cluster, plan) > 100
