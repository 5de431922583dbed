"""Soak suite of several servers: kill, freeze and cut them off, while people play at all of them.

A seed names an order of faults. Tables are begun one after the other until the last of them is
over. Clients come back to any of the nodes with what they have seen, and play their games out.
Then all that they were told must be in the log, and all nodes show the same.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
import traceback
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import httpx
import msgspec

from pickomino.server.storage.sql_store import SqlStore
from soak.suites.kill_server import RULES, TABLES, Player, check_told, seated_table
from support.server.cluster import LONGEST, Cluster, small_disk
from support.server.daemons import RedisServer, postgres_in
from support.server.serving import LATE

FAULTS = 70
"""In each seed, beside those of the database as a whole; most take some seconds."""
KINDS = (
    *("freeze", "kill", "silent", "cut", "reset", "slow"),
    *("restart_redis", "flush", "cut_from_redis"),
)
OF_DATABASE = ("away", "full")
TURN_SECONDS = 25
"""Less than the database is away."""
GONE = (httpx.HTTPError, AssertionError, KeyError)
"""What comes of asking a node that is harmed for a table."""


class Nodes:
    """Servers that one can come to instead of another."""

    def __init__(self, cluster: Cluster, rng: random.Random) -> None:
        self.servers = cluster.servers
        self.rng = rng
        self.is_harmed = True
        """Whether faults are still to come."""

    def live(self, code: str, token: str, since: int):
        return self.rng.choice(self.servers).live(code, token, since)


class Wanderer(Player):
    """A person, or one who only watches, who comes back to any node."""

    excuses = (*LATE, "store_failed", "service_closed")

    def pause(self) -> float:
        return 0.1 if self.server.is_harmed else 0


class Plan(NamedTuple):
    """What happens in a run."""

    seed: int
    kinds: Sequence[str]
    """The faults, one after the other."""
    longest: float = LONGEST
    """Seconds that one of a node or a line lasts."""
    tables: Sequence[tuple[int, int]] = TABLES
    """People and bots of those that are played at the same time."""
    turns: int = 60
    """The most of a game."""


def check_seed(seed: int) -> int:
    """Play games through all faults; returns how many events their logs have."""
    kinds = [KINDS[number % len(KINDS)] for number in range(FAULTS)] + list(OF_DATABASE)
    random.Random(seed).shuffle(kinds)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        redis = RedisServer(folder).start()
        stack.callback(redis.stop)
        disk = stack.enter_context(small_disk())
        data = Path(tempfile.mkdtemp(prefix="pickomino-soak-"))
        address = stack.enter_context(postgres_in(data))
        if disk is not None:
            address = disk.moved(address, data)
        cluster = Cluster(address, redis, folder, bot_pause=0.02)
        cluster.disk = disk
        return check_on(cluster, Plan(seed, kinds))


def check_on(cluster: Cluster, plan: Plan) -> int:
    """Do the same with servers that are not started yet, and these faults."""
    try:
        cluster.start()
        players = asyncio.run(_play(cluster, plan))
        cluster.check_late_writes()
        return sum(_check(cluster, players, code) for code in {p.code for p in players})
    except BaseException as error:
        told = f"{traceback.format_exc()}\n{cluster.logs()}\n{asyncio.run(_lost_turns(cluster))}"
        raise AssertionError(told) from error
    finally:
        cluster.close()


async def _play(cluster: Cluster, plan: Plan) -> list[Player]:
    rng = random.Random(plan.seed)
    nodes = Nodes(cluster, random.Random(plan.seed))
    players: list[Player] = []
    async with asyncio.timeout(120 + 15 * len(plan.kinds)), asyncio.TaskGroup() as group:
        for people, bots in plan.tables:
            group.create_task(_tables(nodes, rng, (people, bots, plan.turns), players))
        for kind in plan.kinds:
            await asyncio.sleep(rng.uniform(0.1, 0.8))
            await cluster.harm(kind, rng, plan.longest)
        nodes.is_harmed = False
    return players


async def _tables(
    nodes: Nodes, rng: random.Random, size: tuple[int, int, int], players: list[Player]
) -> None:
    """Play one game after the other, and the last one out."""
    while nodes.is_harmed:
        try:
            code, tokens = await asyncio.to_thread(_seated, nodes, rng.choice(RULES), *size)
        except GONE:
            await asyncio.sleep(0.1)
            continue
        here = [Wanderer(nodes, code, token, rng.randrange(2**32)) for token in (*tokens, None)]
        players += here
        async with asyncio.TaskGroup() as group:
            for player in here:
                group.create_task(player.play())


def _seated(nodes: Nodes, rules: str, people: int, bots: int, turns: int) -> tuple[str, list[str]]:
    clock = {"turn_seconds": TURN_SECONDS, "turn_limit": turns}
    return seated_table(nodes.rng.choice(nodes.servers), rules, people, bots, **clock)


def _check(cluster: Cluster, players: list[Player], code: str) -> int:
    log = asyncio.run(_log(cluster, code))
    kinds = [entry["event"]["type"] for entry in log]
    assert "TakenOver" not in kinds, f"{code}: somebody who was there lost a turn"
    for server in cluster.servers:
        check_told(server, players, code, log)
    return len(log)


async def _lost_turns(cluster: Cluster) -> str:
    """Return what happened before somebody lost a turn."""
    query = (
        "SELECT before.room, before.entry FROM events JOIN events AS before USING (room)"
        " WHERE events.entry LIKE '%TakenOver%'"
        " AND before.version BETWEEN events.version - 12 AND events.version ORDER BY before.version"
    )
    return "\n".join(f"{room} {entry[:150]}" for room, entry in await cluster.asked(query))


async def _log(cluster: Cluster, code: str) -> list[dict]:
    key_file = str(cluster.servers[0].settings["key_file"])
    store = SqlStore(cluster.address, key_file=key_file)
    await store.open()
    try:
        return msgspec.to_builtins(await store.load(code))
    finally:
        await store.close()
