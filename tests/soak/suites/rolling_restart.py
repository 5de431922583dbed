"""Deployment: three nodes are restarted one after another while tables are played.

A seed determines the tables and the reverse proxy. Clients act all the time, and reconnect as the
browser does. No client may be disconnected for more than a second, see an error, or lose a turn.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

import httpx
from websockets.exceptions import ConnectionClosed, InvalidStatus

from support.server.daemons import RedisServer, run_postgres
from support.server.reverse_proxies import ReverseProxy
from support.server.serving import LATE_CODES, TIMEOUT, Client, Server, free_port, next_command

NODES = 3
TABLES = 100
THINKING = (2.0, 8.0)
"""Seconds between two actions of a client: five on average, as docs/performance.md assumes."""
PAUSES = (0.3, 0.7, 1.5, 3.0)
"""Seconds before reconnection attempts, plus or minus a fifth, as in `connection.js`."""
MAX_OUTAGE_SECONDS = 1.0
GOING_AWAY = (1001, 1012)
"""Close codes of a stopping server; the second is for clients that connected last."""
SETTLE_SECONDS = 3.0
"""Time between two restarts in which proxies notice that a node is back."""


class BrowserClient:
    """A player at a table with a bot, who reconnects like the browser."""

    def __init__(self, front: ReverseProxy, draw: random.Random) -> None:
        self.front = front
        self.draw = draw
        self.code, self.token = front.create(
            {"type": "PersonSeat", "name": "Ann"},
            {"type": "BotSeat", "bot": "random"},
            practice=True,
            turn_seconds=60,
        )
        self.version = 0
        self.actions = 0
        self.waits: list[float] = []
        """The duration of each outage in seconds."""
        self.errors: list[str] = []
        self.is_done = False

    async def play(self) -> None:
        """Play until `is_done`, and reconnect whenever the connection ends."""
        lost_at, tries = None, 0
        while not self.is_done:
            try:
                async with self.front.live(self.code, self.token, self.version) as client:
                    await client.next_view()
                    if lost_at is not None:
                        self.waits.append(time.monotonic() - lost_at)
                    lost_at, tries = None, 0
                    await self._follow(client)
            except ConnectionClosed as closed:
                if closed.rcvd is None or closed.rcvd.code not in GOING_AWAY:
                    self.errors.append(f"closed: {closed}")
            except (InvalidStatus, OSError, TimeoutError) as failed:
                self.errors.append(f"could not connect: {failed}")
            lost_at = lost_at or time.monotonic()
            pause = PAUSES[min(tries, len(PAUSES) - 1)]
            tries += 1
            await asyncio.sleep(pause * self.draw.uniform(0.8, 1.2))

    async def _follow(self, client: Client) -> None:
        acts_at = time.monotonic() + self.draw.uniform(*THINKING)
        while not self.is_done:
            self._check_view(client.view)
            command = next_command(client.view, self.draw)
            if command is not None and time.monotonic() >= acts_at:
                await self._act(client, command)
                acts_at = time.monotonic() + self.draw.uniform(*THINKING)
            try:
                await client.next_view(max(acts_at - time.monotonic(), 0.1))
            except TimeoutError:
                continue

    def _check_view(self, view: dict) -> None:
        if view["version"] < self.version:
            self.errors.append(f"version went back from {self.version} to {view['version']}")
        if any(seat["stand_in"] for seat in view["seats"]):
            self.errors.append("was replaced by a stand-in")
        self.version = view["version"]

    async def _act(self, client: Client, command: dict) -> None:
        answer = await client.ask(**command)
        if answer["type"] == "Done":
            self.actions += 1
        elif answer["code"] not in (*LATE_CODES, "service_closed"):
            self.errors.append(f"refused: {answer}")


def check_seed(seed: int, tables: int = TABLES) -> int:
    """Restart all nodes while tables are played; return the number of confirmed actions."""
    kind = ("nginx", "caddy")[seed % 2]
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        address = stack.enter_context(run_postgres(folder / "postgres"))
        redis = RedisServer(folder).start()
        stack.callback(redis.stop)
        nodes = [_node(folder / f"node-{n}", address, redis) for n in range(NODES)]
        for node in nodes:
            stack.callback(node.start().stop)
        front = ReverseProxy(kind, folder / kind, free_port(), nodes).start()
        stack.callback(front.stop)
        clients = asyncio.run(_deploy(front, nodes, seed, tables))
        try:
            return _check(clients, kind)
        except AssertionError as error:
            logs = "\n".join(server.log()[-3000:] for server in (front, *nodes))
            raise AssertionError(f"{error}\n{logs}") from error


def _node(folder: Path, address: str, redis: RedisServer) -> Server:
    folder.mkdir()
    node = Server(
        folder,
        key_file=folder.parent / "server.key",
        redis=redis.address,
        trusted_proxies="127.0.0.1",
        public_url="https://games.example.org",
        bot_pause=1.0,
    )
    node.database = address
    return node


async def _deploy(
    front: ReverseProxy, nodes: list[Server], seed: int, tables: int
) -> list[BrowserClient]:
    draw = random.Random(seed)
    # Two clients per address, because proxies limit the connections of an address.
    homes = [front.from_address(f"127.0.1.{table // 2 + 1}") for table in range(tables)]
    clients = [BrowserClient(home, random.Random(draw.randrange(2**32))) for home in homes]
    async with asyncio.TaskGroup() as group:
        for player in clients:
            group.create_task(player.play())
        await asyncio.sleep(SETTLE_SECONDS)
        for node in nodes:
            assert await asyncio.to_thread(node.stop) == 0, node.log()
            # In this test all processes share few cores, and a start keeps one busy for seconds.
            await asyncio.sleep(SETTLE_SECONDS)
            await asyncio.to_thread(node.start)
            await asyncio.to_thread(_wait_until_ready, node)
            await asyncio.sleep(SETTLE_SECONDS)
        for player in clients:
            player.is_done = True
    return clients


def _wait_until_ready(node: Server) -> None:
    until = time.monotonic() + TIMEOUT
    with node.http() as http:
        while http.get("/ready").status_code != httpx.codes.OK:
            assert time.monotonic() < until, f"not ready: {node.log()}"
            time.sleep(0.1)


def _check(clients: list[BrowserClient], kind: str) -> int:
    waits = sorted(wait for player in clients for wait in player.waits)
    errors = [f"{player.code}: {error}" for player in clients for error in player.errors]
    print(
        f"behind {kind} clients reconnected {len(waits)} times, after"
        f" {statistics.median(waits):.2f} s (median), {waits[-1]:.2f} s at most;"
        f" {len(errors)} errors",
        flush=True,
    )
    assert not errors, errors[:10]
    assert waits[-1] <= MAX_OUTAGE_SECONDS, "an outage lasted longer than a second"
    assert all(player.actions for player in clients)
    return sum(player.actions for player in clients)
