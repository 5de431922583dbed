"""What clients do wrong is counted and not told to the log, and one address starves nobody."""

import asyncio
import contextlib
import io
import logging
import re
import socket

import pytest

from pickomino.server.http import security
from pickomino.server.http.security import GuardMiddleware
from pickomino.server.ops.logs import MAX_LINE_LENGTH, RateLimitedHandler, TextFormatter
from pickomino.server.ops.metrics import Metrics
from pickomino.server.settings import ServerSettings
from pickomino.server.throttle import AddressThrottle
from server.test_protocols import TEXT, frame, handshake, is_ended
from support.server.serving import BOT, TIMEOUT, eventually, serving

CLOSE = frame(8, b"\x03\xe8")
ODD_REQUESTS = {
    "chunk": b"GET /rules HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
    "garbage": b"\x16\x03\x01\x02\x00\r\n\r\n",
    "upgrade": b"GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n",
}


def errors_of(server):
    """Return how often clients did what wrong."""
    with server.http() as http:
        text = http.get("/metrics").text
    found = re.findall(r'pickomino_client_errors_total\{kind="(\w+)"\} (\S+)', text)
    return {kind: float(count) for kind, count in found}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("server"), metrics="local", log_level="warning") as found:
        yield found


@pytest.mark.parametrize("kind", ODD_REQUESTS)
def test_a_broken_request_is_counted_and_not_logged(server, kind):
    before = sum(errors_of(server).values())
    for _ in range(3):
        with socket.create_connection(("127.0.0.1", server.port), timeout=TIMEOUT) as raw:
            raw.sendall(ODD_REQUESTS[kind])
            assert is_ended(raw)
    assert eventually(lambda: sum(errors_of(server).values()) >= before + 3)
    assert server.log() == ""


def test_text_that_is_none_is_counted_and_not_logged(server):
    code, _ = server.create()
    with handshake(server, code) as raw:
        raw.sendall(frame(TEXT, b"\xff\xff"))
        assert is_ended(raw)
    assert eventually(lambda: errors_of(server).get("bad_text") == 1)
    assert server.log() == ""


def test_whoever_leaves_a_busy_table_is_not_logged(server):
    async def play():
        code, token = server.create({"type": "PersonSeat", "name": "Ann"}, BOT, BOT)
        async with server.live(code, token) as ann:
            await ann.next_view()
            await ann.ask("Start")
            for _ in range(60):
                with handshake(server, code) as raw:
                    raw.sendall(CLOSE)
                await ann.step()

    asyncio.run(play())
    assert eventually(lambda: errors_of(server).get("left", 0) > 0)
    assert server.log() == ""


def test_a_request_with_two_lengths_is_refused(server):
    begin = b"POST /api/rooms HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=TIMEOUT) as raw:
        raw.sendall(begin + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
        assert b" 400 " in raw.recv(4096)


def test_the_log_is_limited_and_says_what_it_left_out():
    text = io.StringIO()
    handler = RateLimitedHandler(text, 10_000)
    handler.setFormatter(TextFormatter("%(levelname)s %(message)s"))
    for number in range(10_000):
        handler.emit(logging.LogRecord("x", logging.INFO, "", 0, "line %d", (number,), None))
    assert len(text.getvalue()) < 40_000
    handler.close()
    left_out = [int(count) for count in re.findall(r"WARNING (\d+) lines dropped", text.getvalue())]
    written = len(text.getvalue().splitlines()) - len(left_out)
    assert written + sum(left_out) == 10_000
    assert 0 < written < 1000


def test_a_trace_counts_as_a_long_line():
    text = io.StringIO()
    handler = RateLimitedHandler(text, 10_000)
    error = (ValueError, ValueError("one"), None)
    for _ in range(100):
        handler.emit(logging.LogRecord("x", logging.ERROR, "", 0, "failed", None, error))
    assert text.getvalue().count("ValueError: one") == 40_000 // MAX_LINE_LENGTH


def open_from(server, address, count):
    """Open connections from an address of this machine and send half a request over each."""
    for _ in range(count):
        raw = socket.create_connection(
            ("127.0.0.1", server.port), timeout=TIMEOUT, source_address=(address, 0)
        )
        with contextlib.suppress(OSError):
            raw.sendall(b"GET / HTTP/1.1\r\nHost")
        yield raw


def test_one_address_opens_only_so_many_connections(tmp_path):
    with (
        serving(tmp_path, max_connections_per_address=2, metrics="local") as server,
        contextlib.ExitStack() as stack,
    ):
        held = [stack.enter_context(raw) for raw in open_from(server, "127.0.0.2", 12)]
        assert [is_ended(raw, 0.5) for raw in held] == [False] * 8 + [True] * 4
        assert errors_of(server)["too_many_connections"] == 4
        for raw in held:
            raw.close()
        with next(open_from(server, "127.0.0.2", 1)) as raw:
            assert not is_ended(raw, 0.5), "those that are closed count no more"


def test_connections_of_a_trusted_proxy_are_not_counted(tmp_path):
    with (
        serving(tmp_path, max_connections_per_address=1, trusted_proxies="127.0.0.0/30") as server,
        contextlib.ExitStack() as stack,
    ):
        held = [stack.enter_context(raw) for raw in open_from(server, "127.0.0.2", 12)]
        assert not any(is_ended(raw, 0.1) for raw in held)


class FewRequests:
    """What a guard needs of a server that lets one request in."""

    def __init__(self):
        self.settings = ServerSettings()
        self.request_throttle = AddressThrottle(1, 0.0)
        self.metrics = Metrics()

    def count_error(self, kind):
        self.metrics.client_errors.labels(kind).inc()


def test_the_more_an_address_is_refused_the_longer_it_waits(monkeypatch):
    waits, answers = [], []

    async def sleep(seconds):
        waits.append(seconds)
        await asyncio.Event().wait() if len(waits) < 200 else None

    async def send(message):
        answers.append(message.get("status"))

    async def flood():
        guard = GuardMiddleware(None, FewRequests())
        scope = {
            "type": "http",
            "method": "GET",
            "path": "/",
            "headers": [],
            "client": ("10.0.0.1", 1),
        }
        guard._state.request_throttle.allows("10.0.0.1")
        tasks = [asyncio.create_task(guard(scope, None, send)) for _ in range(200)]
        await tasks[-1]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return guard._delayed

    monkeypatch.setattr(security.asyncio, "sleep", sleep)
    assert not asyncio.run(flood())
    assert waits == sorted(waits)
    assert waits[0] == 1 / security.REFUSALS_PER_SECOND
    assert waits[-1] == security.MAX_DELAY_SECONDS
    assert answers == [429, None]
