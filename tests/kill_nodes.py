"""Soak suite of several servers: kill and freeze them, and stop their Redis, while people play.

A seed names a few games. Their clients come back to any of the nodes, with what they have seen, and
play their games out. Then all that they were told must be in the log, and all nodes show the same.
"""

from __future__ import annotations

import asyncio
import random
import signal
import tempfile
from pathlib import Path

import msgspec

from kill_server import RULES, TABLES, Player, check_told, seated_table
from pickomino.server.sql_store import SqlStore
from server.daemons import RedisServer, postgres_in
from server.serving import LATE, Server

NODES = 3
FAULTS = 60
"""In each seed; most take some seconds."""
KINDS = ("freeze", "kill", "redis")
LONGEST_FREEZE = 4.0
"""Long enough to be given up by the others."""


class Nodes:
    """Servers that one can come to instead of another."""

    def __init__(self, servers: list[Server], rng: random.Random) -> None:
        self.servers = servers
        self.rng = rng
        self.pause = 0.1
        """How long people think while faults are still to come."""

    def live(self, code: str, token: str, since: int):
        return self.rng.choice(self.servers).live(code, token, since)


class Wanderer(Player):
    """A person who comes back to any node."""

    excuses = (*LATE, "store_failed", "service_closed")

    def pause(self) -> float:
        return self.server.pause


def check_seed(seed: int, faults: int = FAULTS) -> int:
    """Play some games through kills and freezes; returns how many events their logs have."""
    with tempfile.TemporaryDirectory() as name:
        redis = RedisServer(Path(name)).start()
        try:
            with postgres_in(Path(tempfile.mkdtemp(prefix="pickomino-soak-"))) as address:
                return check_on(address, redis, Path(name), seed=seed, faults=faults)
        finally:
            redis.stop()


def check_on(
    address: str,
    redis: RedisServer,
    folder: Path,
    *,
    seed: int,
    faults: int,
    tables: tuple[tuple[int, int], ...] = TABLES,
) -> int:
    """Do the same on an empty PostgreSQL database and a Redis that are there."""
    rng = random.Random(seed)
    servers = [_node(address, redis, folder / f"node-{number}") for number in range(NODES)]
    try:
        nodes = Nodes(servers, random.Random(seed))
        players = asyncio.run(_play(nodes, redis, rng, faults, tables))
        return sum(_check(servers, players, code) for code in {p.code for p in players})
    except BaseException as error:
        logs = "\n".join(server.log()[-2000:] for server in servers)
        raise AssertionError(f"{error!r}\n{logs}") from error
    finally:
        for server in servers:
            if server.process.poll() is None:
                server.process.send_signal(signal.SIGCONT)
                server.stop()


def _node(address: str, redis: RedisServer, folder: Path) -> Server:
    folder.mkdir()
    key_file = folder.parent / "server.key"
    server = Server(folder, key_file=key_file, redis=redis.address, bot_pause=0.02)
    server.database = address
    return server.start()


async def _play(
    nodes: Nodes,
    redis: RedisServer,
    rng: random.Random,
    faults: int,
    tables: tuple[tuple[int, int], ...],
) -> list[Player]:
    players = [
        Wanderer(nodes, code, token, rng.randrange(2**32))
        for people, bots in tables
        for code, tokens in [seated_table(nodes.servers[0], rng.choice(RULES), people, bots)]
        for token in tokens
    ]
    async with asyncio.timeout(60 + 10 * faults), asyncio.TaskGroup() as group:
        for player in players:
            group.create_task(player.play())
        for number in range(faults):
            await asyncio.sleep(rng.uniform(0.1, 0.8))
            await _harm(KINDS[number % len(KINDS)], rng.choice(nodes.servers), redis, rng)
        nodes.pause = 0
        for server in nodes.servers:
            server.settings["bot_pause"] = 0
    return players


async def _harm(kind: str, server: Server, redis: RedisServer, rng: random.Random) -> None:
    """Kill or freeze a node, or restart Redis."""
    if kind == "kill":
        await asyncio.to_thread(server.kill)
        await asyncio.sleep(rng.uniform(0, 1))
        await asyncio.to_thread(server.start)
    elif kind == "freeze":
        server.process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(rng.uniform(0, LONGEST_FREEZE))
        server.process.send_signal(signal.SIGCONT)
    else:
        redis.stop()
        await asyncio.sleep(rng.uniform(0, 1))
        await asyncio.to_thread(redis.start)


def _check(servers: list[Server], players: list[Player], code: str) -> int:
    log = asyncio.run(_log(servers[0], code))
    kinds = [entry["event"]["type"] for entry in log]
    assert "TakenOver" not in kinds, "somebody who was there lost a turn"
    for server in servers:
        check_told(server, players, code, log)
    return len(log)


async def _log(server: Server, code: str) -> list[dict]:
    store = SqlStore(server.database, key_file=str(server.settings["key_file"]))
    await store.open()
    try:
        return msgspec.to_builtins(await store.load(code))
    finally:
        await store.close()
