"""Limits of a connection before its data is decoded, and client errors."""

import asyncio
import contextlib
import inspect
import select
import socket
import threading
import time
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
from uvicorn.protocols.http import h11_impl
from uvicorn.protocols.websockets import websockets_sansio_impl
from websockets.client import ClientProtocol
from websockets.protocol import State
from websockets.server import ServerProtocol
from websockets.uri import parse_uri

from pickomino.server.live.uvicorn_protocols import GuardedWebSocketProtocol
from pickomino.server.ops.logs import CLIENT_ERRORS
from support.server.raw_sockets import (
    CONTINUATION,
    PING,
    TEXT,
    client_frame,
    is_closed_by_server,
    open_live_socket,
)
from support.server.serving import TIMEOUT, eventually, serving

FLOODS = {
    "messages": (b"", client_frame(TEXT, b'{"type":"Ping"}') * 500),
    "pings": (b"", client_frame(PING, b"x" * 125) * 500),
    "pieces": (
        client_frame(TEXT, b"{", is_last=False),
        client_frame(CONTINUATION, is_last=False) * 5000,
    ),
}
"""The data that is sent first, and the data that is then repeated."""


def flood(server, code, first, again, begun):
    """Send as fast as possible without reading; return whether the server cuts it off."""
    until = time.monotonic() + TIMEOUT
    with open_live_socket(server, code) as raw:
        try:
            raw.sendall(first + again)
            begun.set()
            while time.monotonic() < until:
                raw.sendall(again)
        except OSError as error:
            return not isinstance(error, TimeoutError)
    return False


@pytest.fixture(scope="module")
def strict_server(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("server"), messages_per_second=20) as server:
        yield server


@pytest.mark.parametrize("kind", FLOODS)
async def test_flood_does_not_delay_other_tables(strict_server, kind):
    """A flood once froze every table."""
    begun = threading.Event()
    code, token = strict_server.create()
    async with strict_server.live(code, token) as calm:
        await calm.next_view()
        flooding = asyncio.create_task(
            asyncio.to_thread(flood, strict_server, code, *FLOODS[kind], begun)
        )
        await asyncio.to_thread(begun.wait, TIMEOUT)
        for _ in range(5):
            await calm.send({"type": "Ping"})
            await calm.until(lambda message: message["type"] == "Pong")
        assert await flooding, "cut off"


def test_endless_fragments_are_cut_off(server):
    """Fragments once accumulated without limit."""
    code, _ = server.create()
    with open_live_socket(server, code) as raw:
        raw.sendall(FLOODS["pieces"][0] + FLOODS["pieces"][1][:6000])
        assert is_closed_by_server(raw)


class Transport:
    """The transport of a connection without a network."""

    def __init__(self):
        self.writes = []
        self.is_closed = False

    def is_closing(self):
        return self.is_closed

    def write(self, data):
        self.writes.append(data)


def open_protocol():
    """Return the server's side of an open WebSocket, with its transport."""
    protocol = GuardedWebSocketProtocol.__new__(GuardedWebSocketProtocol)
    protocol.conn, protocol.writable = ServerProtocol(state=State.OPEN), asyncio.Event()
    protocol.transport = Transport()
    protocol.writable.set()
    return protocol, protocol.transport


def test_messages_are_sent_in_one_write():
    protocol, transport = open_protocol()
    texts = [b"x" * length for length in (0, 125, 126, 65_535, 65_536)]
    assert protocol.try_send(*texts)
    (data,) = transport.writes
    client = ClientProtocol(parse_uri("ws://x"), state=State.OPEN, max_size=None)
    client.receive_data(data)
    assert [frame.data for frame in client.events_received()] == texts


@pytest.mark.parametrize("state", ["closing", "slow", "closed"])
def test_nothing_is_sent_at_once_to_a_client_that_cannot_accept_it(state):
    protocol, transport = open_protocol()
    if state == "closing":
        transport.is_closed = True
    elif state == "slow":
        protocol.writable.clear()
    else:
        protocol.conn.send_close(1000)
    assert not protocol.try_send(b"hello")
    assert transport.writes == []


def is_cut_off(server, begin):
    """Begin a request; return whether the server closes the connection."""
    with socket.create_connection(("127.0.0.1", server.port)) as raw:
        raw.sendall(begin)
        return is_closed_by_server(raw)


@pytest.fixture(scope="module")
def impatient_server(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("server"), request_seconds=1.0) as server:
        yield server


@pytest.mark.parametrize(
    "begin",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: x\r\nX-a",
        b"POST /api/rooms HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{",
        b"GET /robots.txt HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost",
    ],
    ids=["nothing", "headers", "body", "second"],
)
def test_incomplete_request_times_out(impatient_server, begin):
    """It once held its connection forever."""
    assert is_cut_off(impatient_server, begin)
    with impatient_server.http() as http:
        assert http.get("/health").is_success


def test_slow_bytes_do_not_extend_the_timeout(impatient_server):
    with socket.create_connection(("127.0.0.1", impatient_server.port)) as raw:
        raw.sendall(b"GET / HTTP/1.1\r\nX-a: ")
        with contextlib.suppress(OSError):  # it may be closed between two bytes
            for _ in range(10 * TIMEOUT):
                raw.sendall(b"x")
                if select.select([raw], [], [], 0.1)[0]:
                    break
            else:
                pytest.fail("the server keeps waiting")
        assert is_closed_by_server(raw)


async def test_live_connection_has_no_request_timeout(impatient_server):
    code, token = impatient_server.create()
    async with impatient_server.live(code, token) as ann:
        await ann.next_view()
        assert await asyncio.to_thread(is_cut_off, impatient_server, b"")
        await ann.send({"type": "Ping"})
        assert (await ann.receive())["type"] == "Pong"


def test_http_connections_are_limited(tmp_path):
    """Once only live connections were limited."""
    with serving(tmp_path, max_connections=1, max_requests=3) as server, server.http() as http:
        assert http.get("/health").status_code == 200
        held = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(4)]
        try:
            # A connection counts once the server has accepted it, perhaps after this request.
            assert eventually(lambda: http.get("/health").status_code == 503)
        finally:
            for raw in held:
                raw.close()


@pytest.mark.parametrize("message", CLIENT_ERRORS)
def test_uvicorn_logs_the_messages_we_count(message):
    sources = map(inspect.getsource, (h11_impl, websockets_sansio_impl))
    assert any(f'"{message}"' in source for source in sources)


def test_next_uvicorn_is_not_allowed_untested():
    """The limits use internals of uvicorn."""
    project = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text("utf-8"))
    wanted = project["project"]["optional-dependencies"]["web"]
    bound = next(text for text in wanted if text.startswith("uvicorn"))
    _, minor, *_ = map(int, version("uvicorn").split("."))
    assert bound.endswith(f",<0.{minor + 1}")
