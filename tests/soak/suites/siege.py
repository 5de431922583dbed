"""A server under attack: floods of every kind, each from one address, while tables are played.

All traffic is local: each table has its own address from 127.0.1.1 on, a visitor has 127.0.2.1, and
the kinds of attack come from 127.0.0.66 on.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import itertools
import os
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import httpx

from pickomino.rooms.protocol.messages import PROTOCOL, Hello, encode
from support.server.serving import ANN, BOT, LATE_CODES, TLS_CONTEXT, Client, Server, serving

TESTS = Path(__file__).parents[2]
SECONDS, TABLES = 600.0, 100
MIN_MOVES = 2
"""Moves of each table, even if a short siege is over before them on a busy machine."""
MAX_P95_SECONDS = 0.05
MAX_LOG_BYTES = 1_000_000
FIRST_ATTACKER = 66
VISITOR = "127.0.2.1"
KEPT_ALIVE, HALF_SENT, BROKEN, SOCKETS = 300, 500, 20, 20
VANISHING, SILENT, WATCHING = 40, 200, 40
VISIT_SECONDS = 2.0
MAX_VISIT_SECONDS = 30.0
"""A picture takes one renderer up to two seconds on a busy machine."""
LONG_PATH, PIPELINED = "/api/openapi.json", 100
PATHS = ("/", "/rules", "/nowhere", "/health", "/api/openapi.json", "/client/shared/art.js")
HALF = b"GET / HTTP/1.1\r\nHost: x\r\nX-"
BAD_REQUESTS = (
    b"GET /rules HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
    b"\x16\x03\x01\r\n\r\n",
)
BAD_TEXT, CLOSE = b"\x81\x82\0\0\0\0\xff\xff", b"\x88\x82\0\0\0\0\x03\xe8"
HELLO = encode(Hello(PROTOCOL, since=0))
HELLO_FRAME = bytes([0x81, 0x80 | len(HELLO), 0, 0, 0, 0]) + HELLO


def check_seed(seed: int, seconds: float = SECONDS, tables: int = TABLES) -> int:
    """Attack a server for a while; return the number of moves that the tables made."""
    with (
        tempfile.TemporaryDirectory() as folder,
        # Limits of a public server, except for new rooms, which all come from one address.
        serving(
            Path(folder),
            messages_per_second=20,
            max_connections_per_address=100,
            max_watchers_per_address=10,
            response_seconds=5.0,
            requests_per_second=40,
        ) as server,
    ):
        waits, visits, memory = asyncio.run(_play_under_siege(server, seed, seconds, tables))
        log = len(server.log())
    assert log < MAX_LOG_BYTES, f"{log:,} bytes of log"
    p95 = sorted(waits)[int(0.95 * len(waits))]
    summary = (
        f"p95 {1000 * p95:.0f} ms of {len(waits):,} moves, {len(visits)} pictures in at most"
        f" {max(visits):.1f} s, {log:,} bytes of log, memory {memory}"
    )
    print(f"siege: {summary}")
    assert max(visits) < MAX_VISIT_SECONDS, summary
    assert seconds < SECONDS or p95 < MAX_P95_SECONDS, summary
    return len(waits)


async def _play_under_siege(
    server: Server, seed: int, seconds: float, tables: int
) -> tuple[list[float], list[float], str]:
    rooms = []
    for _ in range(tables):
        rooms.append(server.create(ANN, BOT, practice=True))
        await asyncio.sleep(0.05)  # the rate limit of one address
    before = _memory(server)
    arguments = (server.port, rooms[0][0], seed, seconds)
    flood = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "soak.suites.siege", *map(str, arguments), cwd=TESTS
    )
    try:
        until = time.monotonic() + seconds
        visits, *by_table = await asyncio.gather(
            _visit(server, until),
            *(_play(server, number, *room, until) for number, room in enumerate(rooms, 1)),
        )
        after = _memory(server)
    finally:
        with contextlib.suppress(ProcessLookupError):
            flood.terminate()
        await flood.wait()
    memory = f"{before // 2**20} MiB before and {after // 2**20} after"
    assert after < 2 * before, memory
    return [wait for waits in by_table for wait in waits], visits, memory


async def _visit(server: Server, until: float) -> list[float]:
    """Load a page and a picture every few seconds; return how long each picture took."""
    times: list[float] = []
    transport = httpx.AsyncHTTPTransport(local_address=VISITOR, verify=TLS_CONTEXT)
    async with httpx.AsyncClient(transport=transport, base_url=server.url, timeout=60) as http:
        for path in _pictures(random.Random(0)):
            page = await http.get("/daily")
            begin = time.perf_counter()
            picture = await http.get(path)
            times.append(time.perf_counter() - begin)
            assert (page.status_code, picture.status_code) == (200, 200)
            if time.monotonic() > until:
                break
            await asyncio.sleep(VISIT_SECONDS)
    return times


def _pictures(draw: random.Random) -> Iterator[str]:
    while True:
        marks = "".join(draw.choices("0123", k=5))
        yield f"/daily/result.png?date=2026-11-16&marks={marks}"


async def _play(server: Server, number: int, code: str, token: str, until: float) -> list[float]:
    """Make about one move per second; return the duration of each. A disconnection is an error."""
    waits: list[float] = []
    draw = random.Random(number)
    async with server.live(code, token, local_addr=(f"127.0.1.{number}", 0)) as client:
        await client.next_view()
        await client.ask("Start")
        while time.monotonic() < until or len(waits) < MIN_MOVES:
            kind, fields = client.pending_command() or ("", {})
            if client.view["phase"] == "over":
                kind = "Rematch"
            elif client.view["phase"] == "lobby":
                kind = "Start"
            if kind:
                begin = time.perf_counter()
                answer = await client.ask(kind, **fields)
                waits.append(time.perf_counter() - begin)
                assert answer["type"] == "Done" or answer["code"] in LATE_CODES, answer
            await _listen(client, draw.uniform(0.5, 1.5))  # so that tables are not in step
    return waits


async def _listen(client: Client, seconds: float) -> None:
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while True:
                await client.receive()


def _memory(server: Server) -> int:
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return 1024 * int(status.split("VmRSS:")[1].split()[0])


# The attacker, in a separate process


async def _attack(port: int, code: str, draw: random.Random, until: float) -> None:
    kinds = (
        *itertools.repeat(_request_repeatedly, KEPT_ALIVE),
        *itertools.repeat(_hold_half_request, HALF_SENT),
        *itertools.repeat(_send_bad_request, BROKEN),
        *itertools.repeat(_break_websocket, SOCKETS),
        *itertools.repeat(_vanish, VANISHING),
        *itertools.repeat(_read_nothing, SILENT),
        *itertools.repeat(_watch, WATCHING),
    )
    addresses = {kind: number for number, kind in enumerate(dict.fromkeys(kinds), FIRST_ATTACKER)}
    await asyncio.gather(
        *(_repeat(kind, addresses[kind], port, code, draw, until) for kind in kinds)
    )


async def _repeat(  # noqa: PLR0917
    kind, number: int, port: int, code: str, draw: random.Random, until: float
) -> None:
    while time.monotonic() < until:
        with contextlib.suppress(OSError, EOFError, TimeoutError):
            async with asyncio.timeout(10):
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1", port, local_addr=(f"127.0.0.{number}", 0)
                )
                try:
                    await kind(reader, writer, code, draw)
                finally:
                    writer.close()
        await asyncio.sleep(0.01)


async def _request_repeatedly(reader, writer, _code, draw) -> None:
    while True:
        path = draw.choice(PATHS)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        length = head.lower().split(b"content-length: ")[1].split(b"\r\n")[0]
        await reader.readexactly(int(length))


async def _hold_half_request(reader, writer, _code, _draw) -> None:
    writer.write(HALF)
    await reader.read()


async def _send_bad_request(reader, writer, _code, draw) -> None:
    writer.write(draw.choice(BAD_REQUESTS))
    await reader.read()


async def _break_websocket(reader, writer, code, draw) -> None:
    await _open_websocket(reader, writer, code, draw)
    writer.write(draw.choice((BAD_TEXT, CLOSE)))
    await reader.read(200)


async def _watch(reader, writer, code, draw) -> None:
    """Ask for all frames of the game, and watch for a while."""
    await _open_websocket(reader, writer, code, draw)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(draw.uniform(0, 3)):
            while await reader.read(65536):
                pass


async def _open_websocket(reader, writer, code, draw) -> None:
    key = base64.b64encode(draw.randbytes(16)).decode()
    writer.write(
        f"GET /api/rooms/{code}/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: {key}\r\n\r\n".encode()
    )
    await reader.readuntil(b"\r\n\r\n")
    writer.write(HELLO_FRAME)


async def _vanish(_reader, writer, code, draw) -> None:
    """Ask for something expensive, and close the connection before the response."""
    paths = (
        *(next(_pictures(draw)), f"/api/rooms/{code}?since=0", f"/api/rooms/{code}/games/latest"),
        *(f"/api/rooms/{code}/record?format=json", f"/game/{code}/latest/result.png"),
    )
    path = draw.choice(paths)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n".encode())
    await asyncio.sleep(draw.uniform(0, 0.1))


async def _read_nothing(reader, writer, _code, _draw) -> None:
    writer.transport.pause_reading()
    writer.write(f"GET {LONG_PATH} HTTP/1.1\r\nHost: x\r\n\r\n".encode() * PIPELINED)
    await reader.read()


if __name__ == "__main__":
    _port, _code, _seed, _seconds = sys.argv[1:]
    _until = time.monotonic() + float(_seconds)
    os.nice(10)  # real attackers would not share the server's processors
    asyncio.run(_attack(int(_port), _code, random.Random(int(_seed)), _until))
