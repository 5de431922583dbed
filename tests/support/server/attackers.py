"""Attackers of a server, in a process of their own: floods of every kind, each from one address.

The addresses are 127.0.0.66 and the ones after it.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import os
import random
import sys
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

from pickomino.rooms.protocol.messages import PROTOCOL, Hello, encode

TESTS = Path(__file__).parents[2]
FIRST_ADDRESS = 66
KEPT_ALIVE, HALF_SENT, BROKEN, SOCKETS = 300, 500, 20, 20
VANISHING, SILENT, WATCHING = 40, 200, 40
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
DOWN_SECONDS = 0.5
"""The pause before the next attempt to connect to a server that is down."""
LIMITS = {
    "messages_per_second": 20,
    "max_connections_per_address": 100,
    "max_watchers_per_address": 10,
    "response_seconds": 5.0,
    "requests_per_second": 40,
}
"""Limits of a public server, except for new rooms, which all come from one address in tests."""


@contextlib.asynccontextmanager
async def attacked(
    port: int, code: str, seed: int, seconds: float, share: int = 1
) -> AsyncIterator[None]:
    """Attack a server and one of its rooms, with one of `share` parts of all attackers."""
    arguments = map(str, (port, code, seed, seconds, share))
    flood = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "support.server.attackers", *arguments, cwd=TESTS
    )
    try:
        yield
    finally:
        with contextlib.suppress(ProcessLookupError):
            flood.terminate()
        await flood.wait()


def picture_paths(draw: random.Random) -> Iterator[str]:
    """Yield the addresses of pictures that no cache has."""
    while True:
        marks = "".join(draw.choices("0123", k=5))
        yield f"/daily/result.png?date=2026-11-16&marks={marks}"


async def _attack(port: int, code: str, draw: random.Random, until: float, share: int) -> None:
    counts = {
        _request_repeatedly: KEPT_ALIVE,
        _hold_half_request: HALF_SENT,
        _send_bad_request: BROKEN,
        _break_websocket: SOCKETS,
        _vanish: VANISHING,
        _vanish_from_room: VANISHING,
        _read_nothing: SILENT,
        _watch: WATCHING,
    }
    kinds = [kind for kind, count in counts.items() for _ in range(max(1, count // share))]
    addresses = {kind: number for number, kind in enumerate(counts, FIRST_ADDRESS)}
    await asyncio.gather(
        *(_repeat(kind, addresses[kind], port, code, draw, until) for kind in kinds)
    )


async def _repeat(  # noqa: PLR0917
    kind, number: int, port: int, code: str, draw: random.Random, until: float
) -> None:
    while time.monotonic() < until:
        try:
            async with asyncio.timeout(10):
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1", port, local_addr=(f"127.0.0.{number}", 0)
                )
                try:
                    await kind(reader, writer, code, draw)
                finally:
                    writer.close()
        except ConnectionRefusedError:
            await asyncio.sleep(DOWN_SECONDS)
        except (OSError, EOFError, TimeoutError):
            pass
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


async def _vanish_from_room(reader, writer, code, draw) -> None:
    """Ask for all frames of the game, and leave before they come."""
    await _open_websocket(reader, writer, code, draw)
    await asyncio.sleep(draw.uniform(0, 0.05))


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
        *(
            next(picture_paths(draw)),
            f"/api/rooms/{code}?since=0",
            f"/api/rooms/{code}/games/latest",
        ),
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
    _port, _code, _seed, _seconds, _share = sys.argv[1:]
    _until = time.monotonic() + float(_seconds)
    os.nice(10)  # real attackers would not share the server's processors
    asyncio.run(_attack(int(_port), _code, random.Random(int(_seed)), _until, int(_share)))
