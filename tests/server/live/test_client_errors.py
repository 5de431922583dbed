"""Errors of clients are counted and not logged, and one address cannot use all connections."""

import contextlib
import re
import socket

import pytest

from support.server.raw_sockets import (
    TEXT,
    client_frame,
    is_closed_by_server,
    open_live_socket,
)
from support.server.serving import BOT, TIMEOUT, eventually, serving

CLOSE = client_frame(8, b"\x03\xe8")


ODD_REQUESTS = {
    "chunk": b"GET /rules HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
    "garbage": b"\x16\x03\x01\x02\x00\r\n\r\n",
    "upgrade": b"GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n",
}


def errors_of(server):
    """Return the counts of client errors by kind."""
    with server.http() as http:
        text = http.get("/metrics").text
    counts = re.findall(r'pickomino_client_errors_total\{kind="(\w+)"\} (\S+)', text)
    return {kind: float(count) for kind, count in counts}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("server")
    with serving(folder, metrics="local", log_level="warning") as running:
        yield running


@pytest.mark.parametrize("kind", ODD_REQUESTS)
def test_broken_request_is_counted_not_logged(server, kind):
    before = sum(errors_of(server).values())
    for _ in range(3):
        with socket.create_connection(("127.0.0.1", server.port), timeout=TIMEOUT) as raw:
            raw.sendall(ODD_REQUESTS[kind])
            assert is_closed_by_server(raw)
    assert eventually(lambda: sum(errors_of(server).values()) >= before + 3)
    assert server.log() == ""


def test_invalid_utf8_is_counted_not_logged(server):
    code, _ = server.create()
    with open_live_socket(server, code) as raw:
        raw.sendall(client_frame(TEXT, b"\xff\xff"))
        assert is_closed_by_server(raw)
    assert eventually(lambda: errors_of(server).get("bad_text") == 1)
    assert server.log() == ""


async def test_leaving_a_busy_table_is_not_logged(server):
    code, token = server.create({"type": "PersonSeat", "name": "Ann"}, BOT, BOT)
    async with server.live(code, token) as ann:
        await ann.next_view()
        await ann.ask("Start")
        for _ in range(60):
            with open_live_socket(server, code) as raw:
                raw.sendall(CLOSE)
            await ann.step()
    assert eventually(lambda: errors_of(server).get("left", 0) > 0)
    assert server.log() == ""


def open_from(server, address, count):
    """Open connections from a local address, and send half a request over each."""
    for _ in range(count):
        raw = socket.create_connection(
            ("127.0.0.1", server.port), timeout=TIMEOUT, source_address=(address, 0)
        )
        with contextlib.suppress(OSError):
            raw.sendall(b"GET / HTTP/1.1\r\nHost")
        yield raw


def test_connections_of_one_address_are_limited(tmp_path):
    with (
        serving(tmp_path, max_connections_per_address=2, metrics="local") as server,
        contextlib.ExitStack() as stack,
    ):
        held = [stack.enter_context(raw) for raw in open_from(server, "127.0.0.2", 12)]
        assert [is_closed_by_server(raw, 0.5) for raw in held] == [False] * 8 + [True] * 4
        assert errors_of(server)["too_many_connections"] == 4
        for raw in held:
            raw.close()
        with next(open_from(server, "127.0.0.2", 1)) as raw:
            assert not is_closed_by_server(raw, 0.5), "closed connections are not counted"


def test_connections_of_a_trusted_proxy_are_not_counted(tmp_path):
    with (
        serving(tmp_path, max_connections_per_address=1, trusted_proxies="127.0.0.0/30") as server,
        contextlib.ExitStack() as stack,
    ):
        held = [stack.enter_context(raw) for raw in open_from(server, "127.0.0.2", 12)]
        assert not any(is_closed_by_server(raw, 0.1) for raw in held)
