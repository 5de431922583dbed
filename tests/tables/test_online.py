"""Online tables: broken connections, and games on a real server."""

import asyncio
import contextlib
import http.server
import threading
import urllib.request

import pytest
from websockets.asyncio.server import serve
from websockets.exceptions import ConnectionClosedError

from pickomino import Game, PickominoError, verify
from pickomino.rooms.protocol.messages import Act, Refused, Settings, encode, error_of
from pickomino.rooms.protocol.views import Room, RoomView
from pickomino.tables import online
from pickomino.tables.addresses import TableAddress
from pickomino.tables.online import OnlineTable
from pickomino.tables.seat_tokens import SeatTokens
from pickomino.tables.server_client import fetch
from support.tui.online_players import OnlinePlayer, Server
from support.tui.scripted_table import SEATS


def table_at(port, folder):
    address = TableAddress.parse(f"http://127.0.0.1:{port}/table/ABCD2345")
    return OnlineTable(address, SeatTokens(folder / "tables.json"))


class LostSocket:
    """A connection that breaks when anything is sent."""

    async def send(self, _):
        raise ConnectionClosedError(None, None)


def test_liveness_check_survives_a_lost_connection(tmp_path, monkeypatch):
    monkeypatch.setattr(online, "QUIET_SECONDS", 0.0)
    asyncio.run(table_at(1, tmp_path)._check_alive(LostSocket()))


def test_late_greeting_is_sent_again(tmp_path):
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
    """Run something that answers in place of a server, such as a gateway."""

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
def test_broken_answers_count_as_no_connection(tmp_path, answer):
    with answering(answer) as port, pytest.raises(PickominoError) as caught:
        asyncio.run(table_at(port, tmp_path).record())
    assert caught.value.code == "no_connection"


def test_unexpected_errors_reach_the_caller(tmp_path, monkeypatch):
    async def surprise(_):
        raise ZeroDivisionError("a surprise")

    async def join():
        table = table_at(1, tmp_path)
        monkeypatch.setattr(OnlineTable, "_run_connection", surprise)
        await anext(table.views())

    with pytest.raises(PickominoError, match="a surprise"):
        asyncio.run(join())


@pytest.mark.parametrize("parameters", [{}, {"found": {"code": "bad_seed", "parameters": {}}}])
def test_refusal_without_parameters_is_a_bad_message(parameters):
    """Regression: it ended the connection."""
    assert error_of(Refused("bad_names", parameters)).code == "bad_message"


def test_server_errors_become_messages():
    inner = {"code": "tile_missing", "parameters": {"tile": 25}}
    nested = error_of(Refused("record_turn", {"line": 1, "turn": "1a", "reason": inner}))
    assert "tile 25 is missing" in str(nested)
    assert "from_the_future" in str(error_of(Refused("from_the_future")))


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("server")) as running_server:
        yield running_server


async def test_online_game_matches_its_record_for_both_players(server, tmp_path):
    address, token = server.new_room()
    ann, ben = await _play_to_the_end(address, token, tmp_path)
    record = await ann.table.record()
    checked = await ben.table.check_dice(ben.view.room.game_id, ())
    stories = ann.table_log, ben.table_log
    await ann.close()
    await ben.close()
    assert verify(record).is_valid
    assert checked == verify(record)
    for table_log in stories:
        heard = [step.game_step for step in table_log.steps]
        assert heard == list(Game.from_wgn(record).steps), "an event is missing or came twice"


async def test_deleted_name_raises_no_alarm(server, tmp_path):
    """The record of a game without a player's name has no dice, which the promise still covers."""
    address, token = server.new_room(turn_limit=4)
    ann, ben = await _play_to_the_end(address, token, tmp_path)
    game_id = ben.view.room.game_id
    headers = {"Authorization": f"Bearer {token}"}
    url = f"{address.server}/api/games/{game_id}"
    request = urllib.request.Request(url, headers=headers, method="DELETE")  # noqa: S310 - http
    await asyncio.to_thread(fetch, request, 1000)
    verification = await ben.table.check_dice(game_id, ())
    record = await ben.table.record()
    alarm = ben.table.alarm
    await ann.close()
    await ben.close()
    assert '[a "a former player"]' in record
    assert (alarm, verification.problem) == (None, None)
    assert verification.rolls > 0


async def _play_to_the_end(address, token, folder):
    """Let Ann and Ben play a whole game; return both."""
    ann = OnlinePlayer(address, folder / "ann", token)
    ben = OnlinePlayer(address, folder / "ben")
    await ann.join("Ann")
    await ben.join("Ben")
    await ann.start()
    await asyncio.gather(*(_play_on(person) for person in (ann, ben)))
    return ann, ben


async def _play_on(person, moves=10_000):
    for _ in range(moves):
        if not await person.move():
            return


def test_game_goes_on_after_a_server_crash(tmp_path):
    async def play(server):
        address, token = server.new_room(turn_limit=20)
        ann = OnlinePlayer(address, tmp_path / "ann", token)
        ben = OnlinePlayer(address, tmp_path / "ben")
        await ann.join("Ann")
        await ben.join("Ben")
        await ann.start()
        await asyncio.gather(_play_some(ann), _play_some(ben))
        before = ann.view.version
        await asyncio.to_thread(server.kill)
        with pytest.raises(PickominoError) as caught:
            await ann.table.command(Act("r"), before)
        await asyncio.to_thread(server.start)
        await asyncio.gather(_play_on(ann), _play_on(ben))
        states, table_log = ann.states, ann.table_log
        record = await ben.table.record()
        await ann.close()
        await ben.close()
        return caught.value.code, states, table_log, record

    with Server(tmp_path) as server:
        code, states, table_log, record = asyncio.run(play(server))
    assert code == "no_connection"
    assert False in states[1:]
    assert states[-2:] == [True, False] or states[-1] is True
    assert [step.game_step for step in table_log.steps] == list(Game.from_wgn(record).steps)
    assert verify(record).is_valid


async def _play_some(person, last=24):
    """Play until the room has a version."""
    while True:
        view = await person.until(lambda view: view.you.is_your_turn or view.version >= last)
        if view.version >= last:
            return
        await person.move()


async def test_restarted_client_keeps_its_seat(server, tmp_path):
    address, _ = server.new_room()
    ann = OnlinePlayer(address, tmp_path)
    await ann.join("Ann")
    await ann.close()
    again = OnlinePlayer(address, tmp_path)
    view = await again.until(lambda _: True)
    await again.close()
    assert view.you.seats == (0,)
