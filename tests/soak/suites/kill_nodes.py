"""Several servers: nodes are killed, frozen and disconnected while people play at all of them, a
stranger writes into their Redis, and attackers ask for pictures, watch, and read slowly.

A seed determines the order of the faults. Tables are started one after another until the last fault
is over. A calm follows, without faults but with attackers and forged messages, in which moves have
a time limit. Clients reconnect to any node with their last version, and finish their games. Then
everything they received must be in the log, and all nodes must show the same.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
import traceback
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import httpx
import msgspec

from pickomino.server.storage.sql_store import SqlStore
from soak.suites.kill_server import RULES, TABLES, Player, check_received, start_table
from soak.suites.siege import memory_of, percentile_95
from support.server.attackers import LIMITS, attacked
from support.server.cluster import MAX_FAULT_SECONDS, NODES, Cluster, small_disk
from support.server.daemons import RedisServer, run_postgres
from support.server.serving import ANN, BOT, LATE_CODES, Client

FAULTS = 80
"""Faults per seed, besides those of the whole database; most take a few seconds."""
KINDS = (
    *("freeze", "kill", "silent", "cut", "reset", "slow"),
    *("restart_redis", "flush", "cut_from_redis", "forge"),
)
DATABASE_FAULTS = ("away", "full")
CALM_SECONDS = 200.0
"""Of each seed; three seeds make ten minutes."""
RECOVERY_SECONDS = 5.0
"""After the last fault, until the calm begins."""
MAX_P95_SECONDS = 0.05
MAX_MEMORY = 400 * 2**20
"""Of one node."""
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
        """Whether the tables go on with new games."""
        self.is_calm = False
        self.waits: list[float] = []
        """How long each move took in the calm, among attackers."""
        self.waits_among_faults: list[float] = []

    def live(self, code: str, token: str, since: int):
        return self.rng.choice(self.servers).live(code, token, since)


class RoamingPlayer(Player):
    """A player or spectator who reconnects to any node."""

    excuses = (*LATE_CODES, "store_failed", "service_closed")

    def pause(self) -> float:
        return 0.1 if self.server.has_faults else 0

    async def ask(self, client: Client, command: dict) -> dict:
        begin = time.perf_counter()
        answer = await client.ask(**command)
        nodes = self.server
        waits = nodes.waits if nodes.is_calm else nodes.waits_among_faults
        waits.append(time.perf_counter() - begin)
        return answer


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
    calm_seconds: float = 0.0
    """How long moves are timed after the last fault."""
    is_timed: bool = False
    """Whether moves in the calm that take too long are a failure."""
    share: int = NODES
    """Each node gets one of so many parts of the attackers, but one of each kind."""


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
        cluster = Cluster(address, redis, folder, bot_pause=0.02, **LIMITS)
        cluster.disk = disk
        return check_on(cluster, Plan(seed, kinds, calm_seconds=CALM_SECONDS, is_timed=True))


def check_on(cluster: Cluster, plan: Plan) -> int:
    """Play games through the planned faults on a cluster that is not started yet."""
    try:
        cluster.start()
        players, summary = asyncio.run(_play(cluster, plan))
        cluster.check_late_writes()
        assert cluster.forged
        events = sum(_check(cluster, players, code) for code in {p.code for p in players})
        print(
            f"nodes: {summary}, {cluster.forged:,} forged messages; lost 0, forked 0 of {events:,}"
        )
    except BaseException as error:
        lost_turns = asyncio.run(_lost_turns(cluster))
        report = f"{traceback.format_exc()}\n{cluster.logs()}\n{lost_turns}"
        raise AssertionError(report) from error
    else:
        return events
    finally:
        cluster.close()


async def _play(cluster: Cluster, plan: Plan) -> tuple[list[Player], str]:
    """Return the players, and a summary of how long moves took."""
    rng = random.Random(plan.seed)
    nodes = Nodes(cluster, random.Random(plan.seed))
    players: list[Player] = []
    seconds = 120 + 15 * len(plan.kinds) + plan.calm_seconds
    async with (
        asyncio.timeout(seconds),
        _attacked_nodes(cluster, plan, seconds),
        asyncio.TaskGroup() as group,
    ):
        for people, bots in plan.tables:
            group.create_task(_play_tables(nodes, rng, (people, bots, plan.turns), players))
        for kind in plan.kinds:
            await asyncio.sleep(rng.uniform(0.1, 0.8))
            await cluster.inject_fault(kind, rng, plan.max_seconds)
        summary = await _measure(cluster, nodes, plan)
        nodes.has_faults = False
    return players, summary


@asynccontextmanager
async def _attacked_nodes(cluster: Cluster, plan: Plan, seconds: float) -> AsyncIterator[None]:
    """Attack all nodes, and one room."""
    code, _ = await asyncio.to_thread(cluster.servers[0].create, ANN, BOT, practice=True)
    async with AsyncExitStack() as stack:
        for server in cluster.servers:
            flood = attacked(server.port, code, plan.seed, seconds, plan.share)
            await stack.enter_async_context(flood)
        yield


async def _measure(cluster: Cluster, nodes: Nodes, plan: Plan) -> str:
    """Time moves among attackers and forged messages, but without faults; return a summary."""
    await asyncio.sleep(min(RECOVERY_SECONDS, plan.calm_seconds))
    nodes.is_calm = True
    end = time.monotonic() + plan.calm_seconds
    while time.monotonic() < end or not nodes.waits:
        await cluster.inject_fault("forge", nodes.rng, plan.max_seconds)
        await asyncio.sleep(0.1)
    nodes.is_calm = False
    memory = max(map(memory_of, cluster.servers))
    p95, among_faults = map(percentile_95, (nodes.waits, nodes.waits_among_faults))
    summary = (
        f"p95 {1000 * p95:.0f} ms of {len(nodes.waits):,} moves, among faults"
        f" {1000 * among_faults:.0f} ms of {len(nodes.waits_among_faults):,},"
        f" {memory >> 20} MiB a node"
    )
    assert memory < MAX_MEMORY, summary
    assert not plan.is_timed or p95 < MAX_P95_SECONDS, summary
    return summary


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
