"""A server under attack: floods of every kind, each from one address, while tables are played.

All traffic is local: each table has its own address from 127.0.1.1 on, a visitor has 127.0.2.1, and
`support.server.attackers` has the others. At the end, what the players received must be what the
server has stored.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import httpx
from msgspec import to_builtins

from pickomino.rooms.protocol.events import LogEntry, redact
from support.server.attackers import LIMITS, attacked, picture_paths
from support.server.secrecy import stored_log
from support.server.serving import ANN, BOT, LATE_CODES, TLS_CONTEXT, Client, Server, serving

SECONDS, TABLES = 600.0, 100
MIN_MOVES = 2
"""Moves of each table, even if a short siege is over before them on a busy machine."""
MAX_P95_SECONDS = 0.05
MAX_LOG_BYTES = 1_000_000
VISITOR = "127.0.2.1"
VISIT_SECONDS = 2.0
MAX_VISIT_SECONDS = 30.0
"""A picture takes one renderer up to two seconds on a busy machine."""


class Siege(NamedTuple):
    """What was measured while a server was attacked."""

    tables: list[Table]
    visits: list[float]
    """How long each picture took."""
    memory: str

    @property
    def waits(self) -> list[float]:
        """How long each move took."""
        return [wait for table in self.tables for wait in table.waits]


def check_seed(seed: int, seconds: float = SECONDS, tables: int = TABLES) -> int:
    """Attack a server for a while; return the number of moves that the tables made."""
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), **LIMITS) as server:
        siege = asyncio.run(_play_under_siege(server, seed, seconds, tables))
        log = len(server.log())
        events = sum(table.check(stored_log(server, table.code)) for table in siege.tables)
    assert log < MAX_LOG_BYTES, f"{log:,} bytes of log"
    waits, visits = siege.waits, siege.visits
    p95 = percentile_95(waits)
    summary = (
        f"p95 {1000 * p95:.0f} ms of {len(waits):,} moves, {events:,} events as stored,"
        f" {len(visits)} pictures in at most {max(visits):.1f} s, {log:,} bytes of log,"
        f" memory {siege.memory}"
    )
    print(f"siege: {summary}")
    assert max(visits) < MAX_VISIT_SECONDS, summary
    assert seconds < SECONDS or p95 < MAX_P95_SECONDS, summary
    return len(waits)


def percentile_95(waits: list[float]) -> float:
    return sorted(waits)[int(0.95 * len(waits))]


async def _play_under_siege(server: Server, seed: int, seconds: float, tables: int) -> Siege:
    rooms = []
    for number in range(1, tables + 1):
        rooms.append(Table(number, *server.create(ANN, BOT, practice=True)))
        await asyncio.sleep(0.05)  # the rate limit of one address
    before = memory_of(server)
    async with attacked(server.port, rooms[0].code, seed, seconds):
        until = time.monotonic() + seconds
        visits, *_ = await asyncio.gather(
            _visit(server, until), *(table.play(server, until) for table in rooms)
        )
        after = memory_of(server)
    memory = f"{before // 2**20} MiB before and {after // 2**20} after"
    assert after < 2 * before, memory
    return Siege(rooms, visits, memory)


async def _visit(server: Server, until: float) -> list[float]:
    """Load a page and a picture every few seconds; return how long each picture took."""
    times: list[float] = []
    transport = httpx.AsyncHTTPTransport(local_address=VISITOR, verify=TLS_CONTEXT)
    async with httpx.AsyncClient(transport=transport, base_url=server.url, timeout=60) as http:
        for path in picture_paths(random.Random(0)):
            page = await http.get("/daily")
            begin = time.perf_counter()
            picture = await http.get(path)
            times.append(time.perf_counter() - begin)
            assert (page.status_code, picture.status_code) == (200, 200)
            if time.monotonic() > until:
                break
            await asyncio.sleep(VISIT_SECONDS)
    return times


class Table:
    """A player's table against a bot."""

    def __init__(self, number: int, code: str, token: str) -> None:
        self.number, self.code, self.token = number, code, token
        self.waits: list[float] = []
        self.events: list[dict] = []
        """What the player received after the first view."""
        self.versions = (0, 0)
        """The versions of the first and of the last view."""

    async def play(self, server: Server, until: float) -> None:
        """Make about one move per second. A disconnection is an error."""
        draw = random.Random(self.number)
        address = (f"127.0.1.{self.number}", 0)
        async with server.live(self.code, self.token, local_addr=address) as client:
            await client.next_view()
            await client.ask("Start")
            while time.monotonic() < until or len(self.waits) < MIN_MOVES:
                await self._move(client)
                await _listen(client, draw.uniform(0.5, 1.5))  # so that tables are not in step
                self.take(client.received)
                client.received.clear()

    async def _move(self, client: Client) -> None:
        kind, fields = client.pending_command() or ("", {})
        if client.view["phase"] == "over":
            kind = "Rematch"
        elif client.view["phase"] == "lobby":
            kind = "Start"
        if kind:
            begin = time.perf_counter()
            answer = await client.ask(kind, **fields)
            self.waits.append(time.perf_counter() - begin)
            assert answer["type"] == "Done" or answer["code"] in LATE_CODES, answer

    def take(self, texts: list[str]) -> None:
        """Keep the events of the views among these messages."""
        for view in map(json.loads, texts):
            if view["type"] != "RoomView":
                continue
            first, _ = self.versions
            if first:
                self.events += [frame["event"] for frame in view["frames"] if "event" in frame]
            self.versions = (first or view["version"], view["version"])

    def check(self, log: list[LogEntry]) -> int:
        """Check that the received events are those of the log; return how many there are."""
        first, last = self.versions
        stored = [to_builtins(redact(entry.event)) for entry in log[first:last]]
        assert self.events == stored, f"{self.code}: events were lost or changed"
        return len(stored)


async def _listen(client: Client, seconds: float) -> None:
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while True:
                await client.receive()


def memory_of(server: Server) -> int:
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return 1024 * int(status.split("VmRSS:")[1].split()[0])
