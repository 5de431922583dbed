"""A connection that breaks in unusual ways: it comes back, and nothing is lost on the way."""

import asyncio
import contextlib
import http.server
import threading

import pytest
from websockets.asyncio.server import serve
from websockets.exceptions import ConnectionClosedError

from pickomino import PickominoError
from pickomino.service.messages import Settings, encode
from pickomino.service.views import RoomView
from pickomino.tui import remote
from pickomino.tui.addresses import TableAddress, Tokens
from pickomino.tui.remote import RemoteTable
from tui.scripted import SEATS


def table_at(port, folder):
    address = TableAddress.parse(f"http://127.0.0.1:{port}/table/ABCD2345")
    return RemoteTable(address, Tokens(folder / "tables.json"))


class LostSocket:
    """Breaks as soon as anything is sent."""

    async def send(self, _):
        raise ConnectionClosedError(None, None)


def test_a_lost_connection_is_no_error_of_whoever_asks_for_signs_of_life(tmp_path, monkeypatch):
    monkeypatch.setattr(remote, "QUIET_SECONDS", 0.0)
    asyncio.run(table_at(1, tmp_path)._beat(LostSocket()))


def test_a_server_that_found_the_greeting_too_slow_is_asked_again(tmp_path):
    greetings = []

    async def answer(socket):
        greetings.append(await socket.recv())
        if len(greetings) == 1:
            await socket.close(4009)
            return
        view = RoomView("ABCD2345", 1, "lobby", Settings(), SEATS, is_host=False)
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


@contextlib.contextmanager
def gateway():
    """Something before a server that is away: answers with a page of its own."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(502)
            self.end_headers()
            self.wfile.write(b"<html>Bad Gateway</html>")

        def log_message(self, *_):
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


def test_a_page_of_a_gateway_is_no_connection(tmp_path):
    with gateway() as port, pytest.raises(PickominoError) as caught:
        asyncio.run(table_at(port, tmp_path).record())
    assert caught.value.code == "no_connection"
