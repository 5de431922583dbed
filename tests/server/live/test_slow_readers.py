"""Clients that ask for much and read little or nothing are disconnected."""

import re
import socket

import pytest

from pickomino.server.live.uvicorn_protocols import (
    MAX_UNREAD_BYTES,
    MIN_BYTES_PER_SECOND,
    GuardedHttpProtocol,
    SlowReaders,
)
from support.server.raw_sockets import is_closed_by_server
from support.server.serving import TIMEOUT, eventually, serving

PATH = "/api/openapi.json"
PIPELINED = 200


@pytest.fixture(scope="module")
def impatient_server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("server")
    with serving(folder, response_seconds=1.0, metrics="local") as running:
        yield running


def ask_for_much(server):
    """Request many long responses; return the socket, whose kernel buffers hold few of them."""
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.settimeout(TIMEOUT)
    raw.connect(("127.0.0.1", server.port))
    raw.sendall(f"GET {PATH} HTTP/1.1\r\nHost: x\r\n\r\n".encode() * PIPELINED)
    return raw


def slow_readers(server):
    """Return how many clients were disconnected because they read too slowly."""
    with server.http() as http:
        text = http.get("/metrics").text
    counts = re.findall(r'client_errors_total\{kind="slow_reader"\} (\S+)', text)
    return sum(map(float, counts))


def test_silent_readers_are_disconnected(impatient_server):
    """200 of them once held 350 MiB and were never cut off."""
    with ask_for_much(impatient_server) as one, ask_for_much(impatient_server) as two:
        assert eventually(lambda: slow_readers(impatient_server) == 2)
        # The kernel still delivers what it has accepted.
        assert is_closed_by_server(one)
        assert is_closed_by_server(two)


def test_steady_reader_gets_all_responses(impatient_server):
    with impatient_server.http() as http:
        length = len(http.get(PATH, headers={"accept-encoding": "identity"}).content)
    with ask_for_much(impatient_server) as raw:
        received = 0
        while received < PIPELINED * length:
            data = raw.recv(65536)
            assert data, f"disconnected after {received:,} bytes"
            received += len(data)


class FakeTransport:
    """A connection with unread bytes."""

    def __init__(self, unread):
        self.unread = unread
        self.protocol = GuardedHttpProtocol.__new__(GuardedHttpProtocol)

    def get_write_buffer_size(self):
        return self.unread

    def get_protocol(self):
        return self.protocol


def test_dripping_reader_is_found():
    steady, dripping, done = FakeTransport(500_000), FakeTransport(500_000), FakeTransport(500_000)
    readers = SlowReaders(10.0)
    connections = dict.fromkeys((steady, dripping, done), "10.0.0.1")
    rounds = []
    for now in range(31):
        rounds.append(readers.find(connections, float(now)))
        steady.unread -= 2 * MIN_BYTES_PER_SECOND
        dripping.unread -= MIN_BYTES_PER_SECOND // 2
        done.unread = 0
    assert rounds[9:11] == [[], [dripping]]
    assert {transport for slow in rounds for transport in slow} == {dripping}


def test_unread_bytes_of_one_address_are_limited():
    many = [FakeTransport(MAX_UNREAD_BYTES // 4) for _ in range(6)]
    small, other = FakeTransport(1000), FakeTransport(MAX_UNREAD_BYTES // 2)
    connections = dict.fromkeys((*many, small), "10.0.0.1") | {other: "10.0.0.2"}
    slow = SlowReaders(10.0).find(connections, 0.0)
    assert len(slow) == 3
    assert set(slow) < set(many)


def test_live_connections_are_not_checked():
    """They have their own limit."""
    live = FakeTransport(1000)
    live.protocol = object()
    readers = SlowReaders(10.0)
    assert [readers.find({live: ""}, now) for now in (0.0, 100.0)] == [[], []]
