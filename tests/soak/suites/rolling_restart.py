"""Soak suite of a deployment: three nodes are restarted one after the other under running tables.

A seed names the tables and which proxy is in front. Their people act all the time, and come back as
the browser does. Nobody may wait longer than a second, be told of an error, or lose a turn.
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

from support.server.daemons import RedisServer, postgres_in
from support.server.reverse_proxies import Front
from support.server.serving import LATE, PATIENCE, Client, Server, free_port, next_command

NODES = 3
TABLES = 100
THINKING = (2.0, 8.0)
"""Seconds between two actions of a person: five on average, as docs/performance.md assumes."""
PAUSES = (0.3, 0.7, 1.5, 3.0)
"""Seconds before the tries of a browser to come back, a fifth more or less: `connection.js`."""
LONGEST = 1.0
"""Seconds without a table."""
GOING_AWAY = (1001, 1012)
"""Codes of a server that stops; the second tells those who came in the last moment."""
SETTLED_SECONDS = 3.0
"""Between two restarts: proxies have seen that a node is back."""


class Person:
    """Somebody at a table with a bot, in front of a browser."""

    def __init__(self, front: Front, draw: random.Random) -> None:
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
        """How long the table was away, each time."""
        self.errors: list[str] = []
        self.is_done = False

    async def play(self) -> None:
        """Play until it is enough, and come back whenever the connection ends."""
        lost_at, tries = None, 0
        while not self.is_done:
            try:
                async with self.front.live(self.code, self.token, self.version) as client:
                    await client.shown()
                    if lost_at is not None:
                        self.waits.append(time.monotonic() - lost_at)
                    lost_at, tries = None, 0
                    await self._follow(client)
            except ConnectionClosed as closed:
                if closed.rcvd is None or closed.rcvd.code not in GOING_AWAY:
                    self.errors.append(f"closed: {closed}")
            except (InvalidStatus, OSError, TimeoutError) as failed:
                self.errors.append(f"not let in: {failed}")
            lost_at = lost_at or time.monotonic()
            pause = PAUSES[min(tries, len(PAUSES) - 1)]
            tries += 1
            await asyncio.sleep(pause * self.draw.uniform(0.8, 1.2))

    async def _follow(self, client: Client) -> None:
        acts_at = time.monotonic() + self.draw.uniform(*THINKING)
        while not self.is_done:
            self._look(client.view)
            command = next_command(client.view, self.draw)
            if command is not None and time.monotonic() >= acts_at:
                await self._act(client, command)
                acts_at = time.monotonic() + self.draw.uniform(*THINKING)
            try:
                await client.shown(max(acts_at - time.monotonic(), 0.1))
            except TimeoutError:
                continue

    def _look(self, view: dict) -> None:
        if view["version"] < self.version:
            self.errors.append(f"went back from {self.version} to {view['version']}")
        if any(seat["stand_in"] for seat in view["seats"]):
            self.errors.append("was taken over")
        self.version = view["version"]

    async def _act(self, client: Client, command: dict) -> None:
        answer = await client.ask(**command)
        if answer["type"] == "Done":
            self.actions += 1
        elif answer["code"] not in (*LATE, "service_closed"):
            self.errors.append(f"refused: {answer}")


def check_seed(seed: int, tables: int = TABLES) -> int:
    """Restart all nodes under running tables; returns how many actions were confirmed."""
    kind = ("nginx", "caddy")[seed % 2]
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        address = stack.enter_context(postgres_in(folder / "postgres"))
        redis = RedisServer(folder).start()
        stack.callback(redis.stop)
        nodes = [_node(folder / f"node-{n}", address, redis) for n in range(NODES)]
        for node in nodes:
            stack.callback(node.start().stop)
        front = Front(kind, folder / kind, free_port(), nodes).start()
        stack.callback(front.stop)
        people = asyncio.run(_deployed(front, nodes, seed, tables))
        try:
            return _checked(people, kind)
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


async def _deployed(front: Front, nodes: list[Server], seed: int, tables: int) -> list[Person]:
    draw = random.Random(seed)
    # Two people an address: proxies limit those who come from one.
    homes = [front.seen_from(f"127.0.1.{table // 2 + 1}") for table in range(tables)]
    people = [Person(home, random.Random(draw.randrange(2**32))) for home in homes]
    async with asyncio.TaskGroup() as group:
        for person in people:
            group.create_task(person.play())
        await asyncio.sleep(SETTLED_SECONDS)
        for node in nodes:
            assert await asyncio.to_thread(node.stop) == 0, node.log()
            # Here all share few cores, and a start takes one for seconds.
            await asyncio.sleep(SETTLED_SECONDS)
            await asyncio.to_thread(node.start)
            await asyncio.to_thread(_wait_until_ready, node)
            await asyncio.sleep(SETTLED_SECONDS)
        for person in people:
            person.is_done = True
    return people


def _wait_until_ready(node: Server) -> None:
    until = time.monotonic() + PATIENCE
    with node.http() as http:
        while http.get("/ready").status_code != httpx.codes.OK:
            assert time.monotonic() < until, f"not ready: {node.log()}"
            time.sleep(0.1)


def _checked(people: list[Person], kind: str) -> int:
    waits = sorted(wait for person in people for wait in person.waits)
    errors = [f"{person.code}: {error}" for person in people for error in person.errors]
    print(
        f"behind {kind} people came back {len(waits)} times, after {statistics.median(waits):.2f} s"
        f" in the median and {waits[-1]:.2f} s at most; {len(errors)} errors",
        flush=True,
    )
    assert not errors, errors[:10]
    assert waits[-1] <= LONGEST, "somebody waited for longer than a second"
    assert all(person.actions for person in people)
    return sum(person.actions for person in people)
