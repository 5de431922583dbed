"""Clients of a real server that vanish before they get their response."""

import contextlib
import itertools
import socket
import time

import pytest

from support.server.serving import BOT, TIMEOUT, eventually, serving

ATTACKER = ("127.0.0.66", 0)
HEADERS = "Host: x\r\nAccept-Encoding: gzip\r\n"
REQUESTS = 30
SLOWER = 10
"""How much slower an honest request may become; when all jobs shared one line it was REQUESTS."""


def ask_and_vanish(server, paths):
    """Send requests, and close their connections before the responses."""
    address = "127.0.0.1", server.port
    with contextlib.ExitStack() as stack, server.http() as http:
        for path in paths:
            connection = socket.create_connection(address, TIMEOUT, source_address=ATTACKER)
            raw = stack.enter_context(connection)
            raw.sendall(f"GET {path} HTTP/1.1\r\n{HEADERS}\r\n".encode())
        seconds_of(http, "/health")  # after this, the requests have arrived


def seconds_of(http, path):
    begin = time.perf_counter()
    assert http.get(path).status_code == 200
    return time.perf_counter() - begin


def pictures(_server):
    for marks in itertools.product("0123", repeat=5):
        yield f"/daily/result.png?date=2026-11-16&marks={''.join(marks)}"


def positions(_server):
    for dice in itertools.combinations_with_replacement("12345w", 4):
        yield f"/api/position?wfen=standard_oooooooooooooooo_-/-_a_555w_{''.join(dice)}"


def play_with_bots(server):
    """Play a game of three bots; return the code of the room."""
    code, token = server.create(BOT, BOT, BOT)
    server.begin(code, token, 1)
    with server.http() as http:
        assert eventually(lambda: http.get(f"/api/rooms/{code}").json()["phase"] == "over")
    return code


def replays(server):
    code = play_with_bots(server)
    while True:
        yield f"/api/rooms/{code}/games/latest"


@pytest.mark.parametrize("paths", [pictures, positions, replays])
def test_vanished_clients_do_not_delay_others(tmp_path, paths):
    """38 pictures a second, each hanging up, once made every page a 503 after three minutes."""
    with serving(tmp_path) as server, server.http() as http:
        path = paths(server)
        seconds_of(http, next(path))
        before = seconds_of(http, next(path))
        ask_and_vanish(server, itertools.islice(path, REQUESTS))
        after = seconds_of(http, next(path))
    assert after < SLOWER * before, (before, after)
