"""A connection that breaks in unusual ways: it comes back, and nothing is lost on the way."""

import asyncio
import contextlib
import http.server
import secrets
import threading

import pytest
from websockets.asyncio.server import serve
from websockets.exceptions import ConnectionClosedError

from pickomino import PickominoError
from pickomino.rooms.domain.tokens import new_token
from pickomino.rooms.protocol.messages import Refused, Settings, encode, error_of
from pickomino.rooms.protocol.views import Room, RoomView
from pickomino.tables import online
from pickomino.tables.addresses import TableAddress
from pickomino.tables.online import OnlineTable
from pickomino.tables.seat_tokens import SeatTokens
from support.tui.scripted_table import SEATS


def table_at(port, folder):
    address = TableAddress.parse(f"http://127.0.0.1:{port}/table/ABCD2345")
    return OnlineTable(address, SeatTokens(folder / "tables.json"))


class LostSocket:
    """Breaks as soon as anything is sent."""

    async def send(self, _):
        raise ConnectionClosedError(None, None)


def test_a_lost_connection_is_no_error_of_whoever_asks_for_signs_of_life(tmp_path, monkeypatch):
    monkeypatch.setattr(online, "QUIET_SECONDS", 0.0)
    asyncio.run(table_at(1, tmp_path)._check_alive(LostSocket()))


def test_a_server_that_found_the_greeting_too_slow_is_asked_again(tmp_path):
    greetings = []

    async def answer(socket):
        greetings.append(await socket.recv())
        if len(greetings) == 1:
            await socket.close(4009)
            return
        view = RoomView(1, "lobby", Room("ABCD2345", Settings(), SEATS))
        await socket.send(encode(view).decode())
        await socket.wait_closed()

    async def join():
        async with serve(answer, "127.0.0.1", 0) as server:
            table = table_at(server.sockets[0].getsockname()[1], tmp_path)
            view = await anext(table.views())
            await table.close()
            return view

    assert asyncio.run(join()).version == 1
    assert len(greetings) == 2


ANSWERS = {
    "a page of a gateway": b"HTTP/1.1 502 Bad\r\n\r\n<html>Bad Gateway</html>",
    "no HTTP": b"hello\r\n\r\n",
    "half a record": b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[Rules",
    "half a chunk": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n64\r\n[Rules",
}


@contextlib.contextmanager
def answering(answer):
    """Something before a server that is away, and answers in its place."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.wfile.write(answer)

        def log_message(self, *_):
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
def test_an_answer_that_is_none_is_no_connection(tmp_path, answer):
    with answering(answer) as port, pytest.raises(PickominoError) as caught:
        asyncio.run(table_at(port, tmp_path).record())
    assert caught.value.code == "no_connection"


def test_a_host_that_cannot_be_is_refused():
    """Once it was waited for without end."""
    with pytest.raises(PickominoError, match="not a link to a table"):
        TableAddress.parse("http://192.168.1..20:8400/table/ABCD2345")


def test_what_nobody_thought_of_is_told(tmp_path, monkeypatch):
    async def surprise(_):
        raise ZeroDivisionError("a surprise")

    async def join():
        table = table_at(1, tmp_path)
        monkeypatch.setattr(OnlineTable, "_run_connection", surprise)
        await anext(table.views())

    with pytest.raises(PickominoError, match="a surprise"):
        asyncio.run(join())


@pytest.mark.parametrize("parameters", [{}, {"found": {"code": "bad_seed", "parameters": {}}}])
def test_a_refusal_without_its_parameters_is_a_bad_message(parameters):
    """Once it ended the connection."""
    assert error_of(Refused("bad_names", parameters)).code == "bad_message"


def test_terminals_that_sit_down_at_the_same_time_keep_both_seats(tmp_path):
    addresses = [TableAddress("http://127.0.0.1:1", code) for code in ("ABCD2345", "EFGH2345")]
    token = new_token(secrets.token_bytes)

    def keep(address):
        for _ in range(50):
            SeatTokens(tmp_path / "tables.json").keep(address, None)
            SeatTokens(tmp_path / "tables.json").keep(address, token)

    threads = [threading.Thread(target=keep, args=(address,)) for address in addresses]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [SeatTokens(tmp_path / "tables.json").get(address) for address in addresses] == [
        token
    ] * 2
