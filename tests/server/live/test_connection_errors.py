"""Live connections that fail: refused, too slow, too fast, cut off."""

import asyncio
import json
from contextlib import asynccontextmanager

import pytest
from msgspec.structs import replace

from pickomino.api.close_codes import TOO_MUCH
from pickomino.core.errors import PickominoError
from pickomino.core.rules import MAX_PLAYERS
from pickomino.rooms import CreateRoom, OpenSeat, PersonSeat, SetSeat
from pickomino.rooms.protocol.log_chain import first_head
from pickomino.rooms.protocol.messages import PROTOCOL, Join
from pickomino.rooms.pubsub import MAX_CONNECTIONS_PER_TOKEN, MAX_WATCHERS
from pickomino.server import state as state_module
from pickomino.server.live import connection
from pickomino.server.live.connection import LiveConnection
from pickomino.server.settings import ServerSettings
from pickomino.server.state import ServerState
from support.room_harness import InstantBots
from support.server.serving import ANN, OPEN, TIMEOUT

HELLO = {"type": "Hello", "protocol": PROTOCOL}


class Socket:
    """A client without a network, which records what it receives."""

    def __init__(self, *messages):
        self.queue = asyncio.Queue()
        for message in messages:
            self.put(message)
        self.received = []
        self.has_new = asyncio.Event()
        self.close_code = None

    def put(self, message):
        text = message if isinstance(message, str) else json.dumps(message)
        self.queue.put_nowait({"type": "websocket.receive", "text": text})

    async def receive(self):
        return await self.queue.get()

    def record(self, text):
        self.received.append(json.loads(text))
        self.has_new.set()

    async def send_text(self, text):
        self.record(text)

    async def send(self, message):
        if message["type"] == "websocket.send":
            await self.send_text(message["text"])
        elif message["type"] == "websocket.close":
            self.close_code = self.close_code or message["code"]
            self.queue.put_nowait({"type": "websocket.disconnect"})

    def connect(self, state, code, **more):
        """Return its connection to a room."""
        return LiveConnection(state, code, "", self.receive, self.send, **more)

    async def wait_for(self, count):
        """Wait until this many messages have arrived."""
        async with asyncio.timeout(TIMEOUT):
            while len(self.received) < count:
                self.has_new.clear()
                await self.has_new.wait()


async def open_state(tmp_path, **settings):
    """Open a server state with a room; return both."""
    state = ServerState(ServerSettings(database=str(tmp_path / "x.db"), **settings), InstantBots())
    await state.open()
    command = CreateRoom((PersonSeat("Ann"), PersonSeat("Ida"), OpenSeat()))
    return state, await state.create(command, "10.0.0.1")


async def test_refused_hellos_do_not_keep_players_out(server):
    code, token = server.create(ANN, OPEN)
    for _ in range(101):
        async with server.live(code, "forged" * 7) as forger:
            assert (await forger.receive())["code"] == "bad_token"
    async with server.live(code, token) as ann:
        assert (await ann.receive())["type"] == "RoomView"


async def test_every_player_finds_a_place(tmp_path):
    """Fifty watchers and fifty connections of other players once shut a player out."""
    limits = {"max_watchers_per_address": 100, "max_connections_per_address": 1000}
    state, _ = await open_state(tmp_path, **limits)
    seats = PersonSeat("Ann"), *[OpenSeat()] * (MAX_PLAYERS - 1)
    room = await state.create(CreateRoom(seats), "10.0.0.1")
    joined = [
        await state.service.command(room.code, None, Join(f"Ben {number}"))
        for number in range(1, MAX_PLAYERS)
    ]
    tokens = [room.token, *(done.token for done in joined)]
    hellos = [HELLO] * MAX_WATCHERS
    hellos += [HELLO | {"token": token} for token in tokens] * MAX_CONNECTIONS_PER_TOKEN
    sockets = [Socket(hello) for hello in hellos]
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(socket.connect(state, room.code).run()) for socket in sockets]
        for socket in sockets:
            await socket.wait_for(1)
        first = [socket.received[0]["type"] for socket in sockets]
        for task in tasks:
            task.cancel()
    await state.close()
    assert first == ["RoomView"] * len(sockets)


async def test_failed_first_view_ends_the_subscription(tmp_path, monkeypatch):
    state, room = await open_state(tmp_path)
    socket = Socket(HELLO)

    async def fail(*_arguments, **_options):
        raise PickominoError("store_failed", reason="disk")

    monkeypatch.setattr(state.service, "build_update", fail)
    await socket.connect(state, room.code).run()
    subscriptions = [
        subscription
        for subscription in state.service.pubsub._rooms[room.code]
        if not subscription.is_closed
    ]
    await state.close()
    assert (subscriptions, socket.close_code) == ([], 1011)


async def turn_until(condition):
    """Let the event loop turn until a condition holds."""
    while not condition():  # noqa: ASYNC110 - no event tells
        await asyncio.sleep(0)


@asynccontextmanager
async def catching_up(state, room):
    """Connect a client that asks for the whole game, while the queue is busy; yield its socket."""
    busy = state.queues.updates.submit("10.0.0.1", "busy", lambda _: asyncio.Event().wait())
    socket = Socket(HELLO | {"since": 0})
    async with asyncio.timeout(TIMEOUT), asyncio.TaskGroup() as group:
        group.create_task(socket.connect(state, room.code).run())
        await turn_until(lambda: len(state.queues.updates._jobs) == 2)
        yield socket, busy.task
        busy.task.cancel()
    await state.close()


async def test_vanished_client_withdraws_its_first_view(tmp_path):
    """A client that had left was noticed only when its view was sent."""
    state, room = await open_state(tmp_path)
    async with catching_up(state, room) as (socket, _):
        socket.queue.put_nowait({"type": "websocket.disconnect"})
        await turn_until(lambda: not state.connections)
        assert list(state.queues.updates._jobs) == ["busy"]


async def test_messages_before_the_first_view_are_kept(tmp_path):
    state, room = await open_state(tmp_path)
    async with catching_up(state, room) as (socket, busy):
        for _ in range(3):
            socket.put({"type": "Ping"})
        await turn_until(socket.queue.empty)
        busy.cancel()
        await socket.wait_for(4)
        socket.queue.put_nowait({"type": "websocket.disconnect"})
    assert [message["type"] for message in socket.received] == ["RoomView"] + 3 * ["Pong"]


async def test_too_many_messages_before_the_first_view_end_the_connection(tmp_path):
    state, room = await open_state(tmp_path)
    async with catching_up(state, room) as (socket, _):
        for _ in range(connection.MAX_EARLY_MESSAGES + 1):
            socket.put({"type": "Ping"})
    assert [message["code"] for message in socket.received] == ["too_fast"]
    assert socket.close_code == TOO_MUCH


@pytest.mark.parametrize("is_slow", [False, True])
async def test_update_is_sent_at_once_unless_the_client_is_slow(tmp_path, is_slow):
    """A task for each client of a room took a third of the time of an action."""
    state, room = await open_state(tmp_path)
    socket, writes = Socket(HELLO | {"token": room.token}), []

    def try_send(*texts):
        if not is_slow:
            writes.append([json.loads(text)["type"] for text in texts])
            for text in texts:
                socket.record(text)
        return not is_slow

    async with asyncio.timeout(TIMEOUT), asyncio.TaskGroup() as group:
        group.create_task(socket.connect(state, room.code, try_send=try_send).run())
        await socket.wait_for(1)
        socket.put({"command": {"type": "React", "seat": 0, "reaction": "hello"}, "id": 1})
        await socket.wait_for(3)
        await state.service.command(room.code, None, Join("Ben", 2))
        await socket.wait_for(4)
        socket.queue.put_nowait({"type": "websocket.disconnect"})
    await state.close()
    kinds = ["RoomView", "Done", "RoomView", "RoomView"]
    assert [message["type"] for message in socket.received] == kinds
    assert writes == ([] if is_slow else [["Done", "RoomView"], ["RoomView"]])
    versions = [message["version"] for message in socket.received if "digest" in message]
    assert versions == sorted(set(versions))


async def test_stuck_client_is_disconnected(tmp_path, monkeypatch):
    monkeypatch.setattr(connection, "SEND_SECONDS", 0.01)
    monkeypatch.setattr(state_module, "TICK_SECONDS", 0.01)

    class Stuck(Socket):
        async def send_text(self, _text):
            await asyncio.Event().wait()

    state, room = await open_state(tmp_path)
    socket = Stuck(HELLO)
    await asyncio.wait_for(socket.connect(state, room.code).run(), TIMEOUT)
    left = len(state.connections)
    await state.close()
    assert (socket.close_code, left) == (4009, 0)


class SlowSocket(Socket):
    """Accepts messages only while `accepts` is set."""

    def __init__(self, *messages):
        super().__init__(*messages)
        self.accepts = asyncio.Event()

    async def send_text(self, text):
        await self.accepts.wait()
        await super().send_text(text)


async def test_slow_client_gets_views_in_order(tmp_path):
    # The view in transit comes first, then one view with everything that was missed.
    state, room = await open_state(tmp_path)
    socket = SlowSocket(HELLO)
    socket.accepts.set()
    running = asyncio.create_task(socket.connect(state, room.code).run())

    async def change(version):
        plan = PersonSeat(f"Ann {version}")
        await state.service.command(room.code, room.token, SetSeat(0, plan), version)

    await socket.wait_for(1)
    await change(1)
    socket.accepts.clear()
    for version in (2, 3, 4, 5):
        await change(version)
    socket.accepts.set()
    await socket.wait_for(4)
    await change(6)
    await state.close()
    await running
    assert [view["version"] for view in socket.received] == [1, 2, 3, 6, 7]


async def test_failed_update_affects_only_its_client(tmp_path, monkeypatch):
    state, room = await open_state(tmp_path)
    sockets = SlowSocket(HELLO), SlowSocket(HELLO | {"token": room.token})
    for socket in sockets:
        socket.accepts.set()
    tasks = [asyncio.create_task(socket.connect(state, room.code).run()) for socket in sockets]
    for socket in sockets:
        await socket.wait_for(1)
    cached_update = state.service.cached_update

    def fail(code, holder, *seen):
        if not holder:
            raise ZeroDivisionError
        return cached_update(code, holder, *seen)

    monkeypatch.setattr(state.service, "cached_update", fail)
    await state.service.command(room.code, room.token, SetSeat(0, PersonSeat("Eve")), 1)
    with pytest.raises(ZeroDivisionError):
        await tasks[0]
    await state.close()
    await tasks[1]
    assert [view["version"] for view in sockets[1].received] == [1, 2]


async def test_log_that_changed_under_a_connection_is_named(tmp_path):
    """A view leaves out the digest before it only if this connection was sent that digest."""
    state, room = await open_state(tmp_path)
    service, store = state.service, state.service.store
    socket = Socket(HELLO)
    task = asyncio.create_task(socket.connect(state, room.code).run())
    await socket.wait_for(1)
    await service.command(room.code, room.token, SetSeat(0, PersonSeat("Eve")), 1)
    await socket.wait_for(2)
    log = [replace(entry, at=entry.at - 1) for entry in await store.load(room.code)]
    await store.delete(room.code)
    service.drop(room.code)
    await store.append(room.code, store.batch(room.code, first_head(room.code), tuple(log)))
    await service.command(room.code, room.token, SetSeat(0, PersonSeat("Ann")), 2)
    await socket.wait_for(3)
    await state.close()
    await task
    _, second, third = socket.received
    assert "digest_before" not in second
    assert third["digest_before"] not in ("", second["digest"])


async def test_late_hello_may_be_retried(tmp_path, monkeypatch):
    monkeypatch.setattr(connection, "HELLO_SECONDS", 0.01)
    state, room = await open_state(tmp_path)
    socket = Socket()
    await socket.connect(state, room.code).run()
    await state.close()
    assert socket.close_code == 4009


@pytest.mark.parametrize(
    ("code", "closed"),
    [("server_failed", 1011), ("coach_busy", 1011), ("server_busy", 4008), ("bad_token", 4003)],
)
async def test_clients_may_reconnect_after_other_errors(tmp_path, monkeypatch, code, closed):
    state, room = await open_state(tmp_path)
    socket = Socket(HELLO)
    connection = socket.connect(state, room.code)

    async def fail(_token):
        raise PickominoError(code)

    monkeypatch.setattr(connection, "_authenticate", fail)
    await connection.run()
    await state.close()
    assert (socket.received[-1]["code"], socket.close_code) == (code, closed)


async def test_rate_limit_refusals_have_the_request_id(tmp_path):
    request = {"command": {"type": "Start"}, "expected": 1}
    state, room = await open_state(tmp_path, messages_per_second=1)
    socket = Socket(HELLO, "{}", "{}", request | {"id": 41}, "nonsense", {"id": "x"})
    connection = socket.connect(state, room.code)
    connection._messages._clock = lambda: 0.0
    running = asyncio.create_task(connection.run())
    await socket.wait_for(6)
    await state.close()
    await running
    bad, _, *throttled = [(answer["code"], answer["id"]) for answer in socket.received[1:]]
    assert bad == ("bad_message", 0)
    assert throttled == [("too_fast", 41), ("too_fast", 0), ("too_fast", 0)]
    assert socket.received[-1]["parameters"] == {"seconds": 1}


async def test_invalid_request_is_answered_with_its_id(server):
    code, token = server.create()
    async with server.live(code, token) as ann:
        await ann.next_view()
        await ann.send({"command": {"type": "Nothing"}, "id": 7})
        answer = await ann.receive()
    assert (answer["code"], answer["id"]) == ("bad_message", 7)


async def test_graceful_stop_makes_no_player_absent(tmp_path):
    state, room = await open_state(tmp_path)
    socket = Socket(HELLO | {"token": room.token})
    running = asyncio.create_task(socket.connect(state, room.code).run())
    await socket.wait_for(1)
    state.presence._pause = 0
    await state.disconnect_clients()
    await running
    leaving = state.presence._leaving
    log = await state.service.log(room.code)
    await state.close()
    assert (socket.close_code, leaving, [type(entry.event).__name__ for entry in log]) == (
        1001,
        {},
        ["RoomCreated"],
    )
