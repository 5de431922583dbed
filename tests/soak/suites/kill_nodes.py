"""Several servers: nodes are killed, frozen and disconnected while people play at all of them, and
a stranger writes into their Redis.

A seed determines the order of the faults. Tables are started one after another until the last fault
is over. Clients reconnect to any node with their last version, and finish their games. Then
everything they received must be in the log, and all nodes must show the same.
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
from soak.suites.kill_server import RULES, TABLES, Player, check_received, start_table
from support.server.cluster import MAX_FAULT_SECONDS, Cluster, small_disk
from support.server.daemons import RedisServer, run_postgres
from support.server.serving import LATE_CODES

FAULTS = 80
"""Faults per seed, besides those of the whole database; most take a few seconds."""
KINDS = (
    *("freeze", "kill", "silent", "cut", "reset", "slow"),
    *("restart_redis", "flush", "cut_from_redis", "forge"),
)
DATABASE_FAULTS = ("away", "full")
TURN_SECONDS = 25
"""Less than the database is away."""
NO_TABLE = (httpx.HTTPError, AssertionError, KeyError)
"""Errors of creating a table at a faulty node."""


class Nodes:
    """The nodes of a cluster; clients connect to any of them."""

    def __init__(self, cluster: Cluster, rng: random.Random) -> None:
        self.servers = cluster.servers
        self.rng = rng
        self.has_faults = True
        """Whether more faults will follow."""

    def live(self, code: str, token: str, since: int):
        return self.rng.choice(self.servers).live(code, token, since)


class RoamingPlayer(Player):
    """A player or spectator who reconnects to any node."""

    excuses = (*LATE_CODES, "store_failed", "service_closed")

    def pause(self) -> float:
        return 0.1 if self.server.has_faults else 0


class Plan(NamedTuple):
    """The faults and tables of a run."""

    seed: int
    kinds: Sequence[str]
    """The faults, one after another."""
    max_seconds: float = MAX_FAULT_SECONDS
    """The longest duration of a fault of a node or a connection."""
    tables: Sequence[tuple[int, int]] = TABLES
    """The numbers of people and bots at tables that are played at the same time."""
    turns: int = 60
    """The turn limit of a game."""


def check_seed(seed: int) -> int:
    """Play games through all faults; return the number of events in their logs."""
    kinds = [KINDS[number % len(KINDS)] for number in range(FAULTS)] + list(DATABASE_FAULTS)
    random.Random(seed).shuffle(kinds)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        redis = RedisServer(folder).start()
        stack.callback(redis.stop)
        disk = stack.enter_context(small_disk())
        data = Path(tempfile.mkdtemp(prefix="pickomino-soak-"))
        address = stack.enter_context(run_postgres(data))
        if disk is not None:
            address = disk.create_database(address, data)
        cluster = Cluster(address, redis, folder, bot_pause=0.02)
        cluster.disk = disk
        return check_on(cluster, Plan(seed, kinds))


def check_on(cluster: Cluster, plan: Plan) -> int:
    """Play games through the planned faults on a cluster that is not started yet."""
    try:
        cluster.start()
        players = asyncio.run(_play(cluster, plan))
        cluster.check_late_writes()
        assert bool(cluster.forged) == ("forge" in plan.kinds)
        return sum(_check(cluster, players, code) for code in {p.code for p in players})
    except BaseException as error:
        lost_turns = asyncio.run(_lost_turns(cluster))
        report = f"{traceback.format_exc()}\n{cluster.logs()}\n{lost_turns}"
        raise AssertionError(report) from error
    finally:
        cluster.close()


async def _play(cluster: Cluster, plan: Plan) -> list[Player]:
    rng = random.Random(plan.seed)
    nodes = Nodes(cluster, random.Random(plan.seed))
    players: list[Player] = []
    async with asyncio.timeout(120 + 15 * len(plan.kinds)), asyncio.TaskGroup() as group:
        for people, bots in plan.tables:
            group.create_task(_play_tables(nodes, rng, (people, bots, plan.turns), players))
        for kind in plan.kinds:
            await asyncio.sleep(rng.uniform(0.1, 0.8))
            await cluster.inject_fault(kind, rng, plan.max_seconds)
        nodes.has_faults = False
    return players


async def _play_tables(
    nodes: Nodes, rng: random.Random, size: tuple[int, int, int], players: list[Player]
) -> None:
    """Play one game after another until the faults are over, and finish the last one."""
    while nodes.has_faults:
        try:
            code, tokens = await asyncio.to_thread(_start_at_any, nodes, rng.choice(RULES), *size)
        except NO_TABLE:
            await asyncio.sleep(0.1)
            continue
        here = [
            RoamingPlayer(nodes, code, token, rng.randrange(2**32)) for token in (*tokens, None)
        ]
        players += here
        async with asyncio.TaskGroup() as group:
            for player in here:
                group.create_task(player.play())


def _start_at_any(
    nodes: Nodes, rules: str, people: int, bots: int, turns: int
) -> tuple[str, list[str]]:
    clock = {"turn_seconds": TURN_SECONDS, "turn_limit": turns}
    return start_table(nodes.rng.choice(nodes.servers), rules, people, bots, **clock)


def _check(cluster: Cluster, players: list[Player], code: str) -> int:
    log = asyncio.run(_log(cluster, code))
    kinds = [entry["event"]["type"] for entry in log]
    assert "TakenOver" not in kinds, f"{code}: a player who was present lost a turn"
    for server in cluster.servers:
        check_received(server, players, code, log)
    return len(log)


async def _lost_turns(cluster: Cluster) -> str:
    """Return the events before a player lost a turn."""
    query = (
        "SELECT before.room, before.entry FROM events JOIN events AS before USING (room)"
        " WHERE events.entry LIKE '%TakenOver%'"
        " AND before.version BETWEEN events.version - 12 AND events.version ORDER BY before.version"
    )
    return "\n".join(f"{room} {entry[:150]}" for room, entry in await cluster.fetch(query))


async def _log(cluster: Cluster, code: str) -> list[dict]:
    key_file = str(cluster.servers[0].settings["key_file"])
    store = SqlStore(cluster.address, key_file=key_file)
    await store.open()
    try:
        return msgspec.to_builtins(await store.load(code))
    finally:
        await store.close()
