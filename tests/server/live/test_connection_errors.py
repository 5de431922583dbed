"""How live connections begin and end badly: refused, too slow, too fast, cut off."""

import asyncio
import json

import pytest

from pickomino.core.errors import PickominoError
from pickomino.rooms import CreateRoom, PersonSeat, SetSeat
from pickomino.server import state as state_module
from pickomino.server.http.security import RECEIVE, SEND
from pickomino.server.live import connection
from pickomino.server.live.connection import LiveConnection
from pickomino.server.live.uvicorn_protocols import WRITE
from pickomino.server.settings import ServerSettings
from pickomino.server.state import ServerState
from support.room_harness import InstantBots
from support.server.serving import ANN, OPEN, TIMEOUT

HELLO = {"type": "Hello", "protocol": 2}


class Socket:
    """A client without a network: says what is put in, and keeps what it hears."""

    client = None

    def __init__(self, *messages):
        self.waiting = asyncio.Queue()
        for message in messages:
            self.say(message)
        self.received = []
        self.told = asyncio.Event()
        self.close_code = None
        self.scope = {"state": {SEND: self._send, RECEIVE: self.receive}}

    def say(self, message):
        text = message if isinstance(message, str) else json.dumps(message)
        self.waiting.put_nowait({"type": "websocket.receive", "text": text})

    async def accept(self):
        pass

    async def receive(self):
        return await self.waiting.get()

    def hear(self, text):
        self.received.append(json.loads(text))
        self.told.set()

    async def send_text(self, text):
        self.hear(text)

    async def _send(self, message):
        await self.send_text(message["text"])

    async def has_heard(self, count):
        async with asyncio.timeout(TIMEOUT):
            while len(self.received) < count:
                self.told.clear()
                await self.told.wait()

    async def close(self, code):
        if self.close_code is None:
            self.close_code = code
        self.waiting.put_nowait({"type": "websocket.disconnect"})


async def opened(tmp_path, **settings):
    """Open a server with a room; gives both."""
    chosen = ServerSettings(database=str(tmp_path / "x.db"), **settings)
    state = ServerState(chosen, InstantBots())
    await state.open()
    wish = CreateRoom((PersonSeat("Ann"), PersonSeat("Ida")))
    return state, await state.create(wish, "10.0.0.1")


def test_refused_hellos_do_not_keep_players_out(server):
    async def play():
        code, token = server.create(ANN, OPEN)
        for _ in range(101):
            async with server.live(code, "forged" * 7) as forger:
                assert (await forger.receive())["code"] == "bad_token"
        async with server.live(code, token) as ann:
            return await ann.receive()

    assert asyncio.run(play())["type"] == "RoomView"


def test_failed_first_view_ends_the_subscription(tmp_path, monkeypatch):
    async def play():
        state, room = await opened(tmp_path)
        connection = LiveConnection(Socket(HELLO), state, room.code)

        async def fail(*_arguments, **_how):
            raise PickominoError("store_failed", reason="disk")

        monkeypatch.setattr(state.service, "build_update", fail)
        await connection.run()
        left = [one for one in state.service.pubsub._rooms[room.code] if not one.is_closed]
        await state.close()
        return left, connection._socket.close_code

    assert asyncio.run(play()) == ([], 1011)


def test_stuck_client_is_disconnected(tmp_path, monkeypatch):
    monkeypatch.setattr(connection, "SEND_SECONDS", 0.01)
    monkeypatch.setattr(state_module, "TICK_SECONDS", 0.01)

    class Stuck(Socket):
        async def send_text(self, _text):
            await asyncio.Event().wait()

    async def play():
        state, room = await opened(tmp_path)
        socket = Stuck(HELLO)
        await asyncio.wait_for(LiveConnection(socket, state, room.code).run(), TIMEOUT)
        left = len(state.connections)
        await state.close()
        return socket.close_code, left

    assert asyncio.run(play()) == (4009, 0)


class Hesitant(Socket):
    """Takes no message until it is told to; keeps which of them were written at once."""

    def __init__(self, *messages):
        super().__init__(*messages)
        self.takes = asyncio.Event()
        self.at_once = []
        self.scope["state"][WRITE] = self._write

    def _write(self, *texts):
        if self.takes.is_set():
            for text in texts:
                self.hear(text)
                self.at_once.append(self.received[-1]["version"])
        return self.takes.is_set()

    async def send_text(self, text):
        await self.takes.wait()
        await super().send_text(text)


def test_slow_client_gets_views_in_order(tmp_path):
    async def play():
        state, room = await opened(tmp_path)
        socket = Hesitant(HELLO)
        socket.takes.set()
        running = asyncio.create_task(LiveConnection(socket, state, room.code).run())

        async def change(version):
            plan = PersonSeat(f"Ann {version}")
            await state.service.command(room.code, room.token, SetSeat(0, plan), version)

        await socket.has_heard(1)
        await change(1)
        socket.takes.clear()
        for version in (2, 3, 4, 5):
            await change(version)
        socket.takes.set()
        await socket.has_heard(4)
        await change(6)
        await state.close()
        await running
        return [view["version"] for view in socket.received], socket.at_once

    # What was already on its way comes first, then all that was missed in one view.
    assert asyncio.run(play()) == ([1, 2, 3, 6, 7], [1, 2, 6, 7])


def test_failed_update_affects_only_its_client(tmp_path, monkeypatch):
    async def play():
        state, room = await opened(tmp_path)
        sockets = Hesitant(HELLO), Hesitant(HELLO | {"token": room.token})
        for socket in sockets:
            socket.takes.set()
        found = [
            asyncio.create_task(LiveConnection(socket, state, room.code).run())
            for socket in sockets
        ]
        for socket in sockets:
            await socket.has_heard(1)
        told = state.service.cached_update

        def fail(code, holder, since):
            if not holder:
                raise ZeroDivisionError
            return told(code, holder, since)

        monkeypatch.setattr(state.service, "cached_update", fail)
        await state.service.command(room.code, room.token, SetSeat(0, PersonSeat("Eve")), 1)
        with pytest.raises(ZeroDivisionError):
            await found[0]
        await state.close()
        await found[1]
        return [view["version"] for view in sockets[1].received]

    assert asyncio.run(play()) == [1, 2]


def test_late_hello_may_be_retried(tmp_path, monkeypatch):
    monkeypatch.setattr(connection, "HELLO_SECONDS", 0.01)

    async def play():
        state, room = await opened(tmp_path)
        socket = Socket()
        await LiveConnection(socket, state, room.code).run()
        await state.close()
        return socket.close_code

    assert asyncio.run(play()) == 4009


@pytest.mark.parametrize(
    ("code", "closed"),
    [("server_failed", 1011), ("coach_busy", 1011), ("too_fast", 4008), ("bad_token", 4003)],
)
def test_clients_may_reconnect_after_other_errors(tmp_path, monkeypatch, code, closed):
    async def play():
        state, room = await opened(tmp_path)
        socket = Socket(HELLO)
        connection = LiveConnection(socket, state, room.code)

        async def fail(_token):
            raise PickominoError(code)

        monkeypatch.setattr(connection, "_authenticate", fail)
        await connection.run()
        await state.close()
        return socket.received[-1]["code"], socket.close_code

    assert asyncio.run(play()) == (code, closed)


def test_rate_limit_refusals_have_the_request_id(tmp_path):
    request = {"command": {"type": "Start"}, "expected": 1}

    async def play():
        state, room = await opened(tmp_path, messages_per_second=1)
        socket = Socket(HELLO, "{}", "{}", request | {"id": 41}, "nonsense", {"id": "x"})
        connection = LiveConnection(socket, state, room.code)
        connection._messages._clock = lambda: 0.0
        running = asyncio.create_task(connection.run())
        await socket.has_heard(6)
        await state.close()
        await running
        return [(one["code"], one["id"]) for one in socket.received[1:]]

    bad, _, *hasty = asyncio.run(play())
    assert bad == ("bad_message", 0)
    assert hasty == [("too_fast", 41), ("too_fast", 0), ("too_fast", 0)]


def test_invalid_request_is_answered_with_its_id(server):
    async def play():
        code, token = server.create()
        async with server.live(code, token) as ann:
            await ann.next_view()
            await ann.send({"command": {"type": "Nothing"}, "id": 7})
            return await ann.receive()

    answer = asyncio.run(play())
    assert (answer["code"], answer["id"]) == ("bad_message", 7)


def test_graceful_stop_makes_no_player_absent(tmp_path):
    async def play():
        state, room = await opened(tmp_path)
        socket = Socket(HELLO | {"token": room.token})
        running = asyncio.create_task(LiveConnection(socket, state, room.code).run())
        await socket.has_heard(1)
        state.presence._pause = 0
        await state.disconnect_clients()
        await running
        leaving = state.presence._leaving
        log = await state.service.log(room.code)
        await state.close()
        return socket.close_code, leaving, [type(entry.event).__name__ for entry in log]

    assert asyncio.run(play()) == (1001, {}, ["RoomCreated"])
