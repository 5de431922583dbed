"""The live connection of one client to one room: commands in, views out."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from typing import Annotated, Any, Final

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from pickomino.core.errors import PickominoError
from pickomino.rooms import Subscription, encode, refusal
from pickomino.rooms.domain.tokens import hash_token
from pickomino.rooms.protocol.messages import (
    MOST_BYTES,
    PROTOCOL,
    Done,
    Hello,
    Ping,
    Pong,
    Request,
    decode_request,
    decoded,
)
from pickomino.server.http.security import check_origin, receive_of, send_of
from pickomino.server.live.uvicorn_protocols import write_of
from pickomino.server.state import ServerState, address_of, state_of
from pickomino.server.throttle import Throttle

_log = logging.getLogger(__name__)

AnySocket = WebSocket[Any, Any, Any]

HELLO_SECONDS: Final = 10.0
SEND_SECONDS: Final = 20.0
"""A client that takes a message for longer than this is gone."""
CLOSE_SECONDS: Final = 1.0
MOST_OF_TOKEN: Final = 10
"""Connections of one token to one room: tabs and devices."""
PATIENCE: Final = 10
"""So many messages too many are answered with a code; one more ends the connection."""

BAD_HELLO: Final = 4000
BAD_TOKEN: Final = 4003
UNKNOWN_ROOM: Final = 4004
TOO_MUCH: Final = 4008
TOO_SLOW: Final = 4009
GOING_AWAY: Final = 1001
TOO_BIG: Final = 1009
FAILED: Final = 1011
_CLOSE_CODES: Final = {
    "bad_message": BAD_HELLO,
    "bad_protocol": BAD_HELLO,
    "bad_token": BAD_TOKEN,
    "unknown_room": UNKNOWN_ROOM,
    "too_many_watchers": TOO_MUCH,
    "too_many_connections": TOO_MUCH,
    "too_fast": TOO_MUCH,
    "message_too_big": TOO_BIG,
    "service_closed": GOING_AWAY,
}
"""Every other code is FAILED: clients come back after that one, but never after BAD_HELLO."""


class _Numbered(msgspec.Struct, frozen=True):
    """As much of a request as is needed to say which one was refused."""

    id: Annotated[int, msgspec.Meta(ge=0, le=2**53)] = 0


_numbered: Final = msgspec.json.Decoder(_Numbered)
_hello: Final = msgspec.json.Decoder(Hello)
_ping: Final = msgspec.json.Decoder(Ping)
_PING: Final = encode(Ping())
_PONG: Final = encode(Pong())


class _Left(Exception):
    """The client has closed the connection."""


class LiveConnection:
    """One client in one room.

    A command's answer is sent before the view with its events, and views come in order.
    """

    def __init__(self, socket: AnySocket, state: ServerState, code: str) -> None:
        self._socket = socket
        self._state = state
        self._service = state.service
        self._code = code
        self._address = address_of(socket)
        self._token: str | None = None
        self._holder = ""
        """The hash of the token."""
        self._is_watching = False
        self._subscription: Subscription | None = None
        self._seen: int | None = None
        rate = state.settings.messages_per_second
        self._messages = Throttle(2 * rate, rate)
        self._patience = PATIENCE
        self._running: asyncio.Task[Any] | None = None
        self._write = write_of(socket)
        self._send_when_taken = send_of(socket)
        self._receive_next = receive_of(socket)
        self._sending_since: float | None = None
        self._is_stuck = False
        self._talking = asyncio.Lock()
        """Held while a command and its answer are under way, and while a view is sent by a task;
        whoever has held it looks for news."""
        self._tasks: asyncio.TaskGroup | None = None
        """Those that end with the connection."""

    async def run(self) -> None:
        """Serve the client until it leaves or must go."""
        self._running = asyncio.current_task()
        await self._socket.accept()
        if not self._state.enter(self, self._address):
            await self._end(PickominoError("too_many_connections"))
            return
        try:
            await self._greet()
            await self._serve()
        except _Left:
            pass
        except PickominoError as error:
            await self._end(error)
        except TimeoutError:
            await self._close(TOO_SLOW)
        except asyncio.CancelledError:
            if not self._is_stuck:
                raise
            await self._close(TOO_SLOW)
        finally:
            self._stop_following()
            self._state.leave(self, self._address)
            self._forget_token()
            self._stop_watching()

    async def say_goodbye(self) -> None:
        """Tell the client to come back later."""
        await self._close(GOING_AWAY)

    async def fail(self) -> None:
        """Close after an error of our own."""
        await self._close(FAILED)

    # The beginning

    async def _greet(self) -> None:
        """Find out who it is, show the room, and hear of its changes from then on."""
        async with asyncio.timeout(HELLO_SECONDS):
            hello = decoded(_hello, await self._receive())
        if hello.protocol != PROTOCOL:
            raise PickominoError("bad_protocol", found=hello.protocol, expected=PROTOCOL)
        self._seen = hello.since
        # Those who are refused take no place of those who follow the room.
        await self._know(hello.token)
        self._subscription = await self._service.subscribe(self._code, self._hear)
        await self._show(is_first=True)

    async def _know(self, token: str | None) -> None:
        """From here on speak for a token, or only watch."""
        if token is None:
            self._state.begin_watching(self._code, self._address)
            self._is_watching = True
            return
        await self._service.view(self._code, token)
        if self._state.presence.connections_of(self._code, token) >= MOST_OF_TOKEN:
            raise PickominoError("too_many_connections")
        self._stop_watching()
        self._token, self._holder = token, hash_token(token)
        await self._state.presence.on_connect(self._code, token)

    def _forget_token(self) -> None:
        if self._token is not None:
            self._state.presence.on_disconnect(self._code, self._token)
            self._token, self._holder = None, ""

    def _stop_watching(self) -> None:
        if self._is_watching:
            self._state.end_watching(self._code, self._address)
            self._is_watching = False

    # The middle

    async def _serve(self) -> None:
        """Listen, and send what happens meanwhile; when one ends, so does the other."""
        try:
            async with asyncio.TaskGroup() as self._tasks:
                # In a task of its own: each message would wake all the layers around this one.
                self._tasks.create_task(self._listen())
        except ExceptionGroup as ended:
            raise ended.exceptions[0] from None

    def _hear(self) -> None:
        """Show what has happened: at once, or in a task where the client or the room is slow."""
        if self._tasks is None or self._talking.locked():
            return
        try:
            is_shown = self._show_at_once()
        except Exception:  # noqa: BLE001 - it comes again in the task, and ends this connection alone
            is_shown = False
        if not is_shown and self._is_behind():
            self._tasks.create_task(self._show_in_task())

    async def _show_in_task(self) -> None:
        try:
            await self._show()
        except BaseException:
            self._stop_following()
            raise

    async def _show(self, *, is_first: bool = False) -> None:
        """Send what happened since the last view; nothing if that was the newest."""
        async with self._talking:
            await self._show_in_turn(is_first=is_first)

    async def _show_in_turn(self, *, is_first: bool = False) -> None:
        while is_first or (self._is_behind() and not self._show_at_once()):
            version, text = await self._news()
            if version == self._seen and not is_first:
                return
            is_first = False
            await self._send(text)
            self._note_shown(version)

    def _show_at_once(self, *answer: bytes) -> bool:
        """Send what the last append tells everybody, after an answer if there is one.

        Returns False where that is not the news; then nothing was sent.
        """
        found = self._service.cached_update(self._code, self._holder, self._seen)
        if found is None or not self._write(*answer, found[1]):
            return False
        self._note_shown(found[0])
        return True

    def _is_behind(self) -> bool:
        return self._service.cached_version(self._code) != self._seen

    def _note_shown(self, version: int) -> None:
        self._seen = version
        self._state.metrics.views += 1

    async def _news(self) -> tuple[int, bytes]:
        try:
            return await self._service.build_update(self._code, self._holder, self._seen)
        except PickominoError as error:
            if error.code != "bad_token":
                raise
        # The seat was given up, or taken away: watching is still allowed.
        self._forget_token()
        await self._know(None)
        return await self._service.build_update(self._code, "", self._seen)

    def _stop_following(self) -> None:
        if self._subscription is not None:
            self._subscription.close()

    async def _listen(self) -> None:
        try:
            while True:
                data = await self._receive()
                if not self._is_in_time():
                    await self._refuse_haste(data)
                elif data == _PING or _is_ping(data):
                    await self._send(_PONG)
                else:
                    await self._answer(data)
        finally:
            self._stop_following()

    def _is_in_time(self) -> bool:
        is_own = self._messages.allows("")
        return self._state.messages.allows(self._address) and is_own

    async def _refuse_haste(self, data: bytes) -> None:
        error = PickominoError("too_fast")
        self._patience -= 1
        if self._patience < 0:
            raise error
        await self._send(encode(refusal(error, _id_of(data))))

    async def _answer(self, data: bytes) -> None:
        begin = time.perf_counter()
        async with self._talking:
            outcome, answer = await self._answer_to(data)
            # Also what others did: while this connection was talking, it heard of nothing.
            if not self._show_at_once(answer):
                await self._send(answer)
                await self._show_in_turn()
        self._state.metrics.outcomes[outcome] += 1
        self._state.metrics.seconds.observe(time.perf_counter() - begin)

    async def _answer_to(self, data: bytes) -> tuple[str, bytes]:
        """Return the outcome of a request, and the answer."""
        try:
            done = await self._carry_out(decode_request(data))
        except PickominoError as error:
            if error.code == "service_closed":
                raise
            return error.code, encode(refusal(error, _id_of(data)))
        return "done", encode(done)

    async def _carry_out(self, request: Request) -> Done:
        await self._state.check_haste(request.command, self._code, self._address)
        done = await self._service.command(
            self._code, self._token, request.command, request.expected
        )
        if done.token is not None:
            await self._know(done.token)
        return Done(done.version, done.token, request.id)

    # Sending and the end

    async def _receive(self) -> bytes:
        message = await self._receive_next()
        if message["type"] != "websocket.receive":
            raise _Left
        text = message.get("text")
        data = text.encode("utf-8", "surrogatepass") if text else (message.get("bytes") or b"")
        if len(data) > MOST_BYTES:
            raise PickominoError("message_too_big", limit=MOST_BYTES)
        return data

    async def _send(self, text: bytes) -> None:
        if self._write(text):
            return
        if self._sending_since is None:
            self._sending_since = time.monotonic()
        await self._send_when_taken(
            {"type": "websocket.send", "bytes": None, "text": text.decode()}
        )
        self._sending_since = None

    def end_if_stuck(self, now: float) -> None:
        """End the connection if its client has not taken a message for too long."""
        if self._sending_since is not None and now - self._sending_since > SEND_SECONDS:
            self._is_stuck = True
            if self._running is not None:
                self._running.cancel()

    async def _end(self, error: PickominoError) -> None:
        """Say why, and close."""
        with contextlib.suppress(Exception):
            async with asyncio.timeout(CLOSE_SECONDS):
                await self._socket.send_text(encode(refusal(error)).decode())
        await self._close(_CLOSE_CODES.get(error.code, FAILED))

    async def _close(self, code: int) -> None:
        # The client may be gone already, or not take anything any more.
        with contextlib.suppress(Exception):
            async with asyncio.timeout(CLOSE_SECONDS):
                await self._socket.close(code)


def _id_of(data: bytes) -> int:
    """Return the number of a request, even of one that is refused unread or makes no sense."""
    try:
        return _numbered.decode(data).id
    except (ValueError, RecursionError):
        return 0


def _is_ping(data: bytes) -> bool:
    """Return whether this is a ping that is written with spaces, or with more in it."""
    if b"Ping" not in data:
        return False
    try:
        _ping.decode(data)
    except (ValueError, RecursionError):
        return False
    return True


@websocket("/api/rooms/{code:str}/live")
async def live(socket: AnySocket, code: str) -> None:
    """Follow a room and play in it."""
    try:
        check_origin(socket)
    except PickominoError:
        await socket.close(BAD_TOKEN)  # before it was accepted: an answer of 403
        return
    if not state_of(socket).requests.allows(address_of(socket)):
        await socket.close(TOO_MUCH)
        return
    connection = LiveConnection(socket, state_of(socket), code)
    try:
        with contextlib.suppress(WebSocketDisconnect):
            await connection.run()
    except Exception:  # noqa: BLE001 - a mistake of ours ends one connection, not the server
        _log.exception("a live connection to room %s failed", code)
        await connection.fail()
