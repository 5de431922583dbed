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

from pickomino.core.errors import PickominoError, quoted
from pickomino.server.house import House, address_of, house_of
from pickomino.server.security import check_origin
from pickomino.server.throttle import Throttle
from pickomino.service import RoomView, Subscription, encode, refusal
from pickomino.service.messages import MOST_BYTES, PROTOCOL, Request, decode_request
from pickomino.service.service import Done

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
GOING_AWAY: Final = 1001
FAILED: Final = 1011
_CLOSE_CODES: Final = {
    "bad_token": BAD_TOKEN,
    "unknown_room": UNKNOWN_ROOM,
    "too_many_watchers": TOO_MUCH,
    "too_many_connections": TOO_MUCH,
    "too_fast": TOO_MUCH,
    "service_closed": GOING_AWAY,
    "room_damaged": FAILED,
    "store_failed": FAILED,
}


class Hello(msgspec.Struct, frozen=True, tag=True, tag_field="type", forbid_unknown_fields=True):
    """The first message of a client: who it is, and what it has seen already."""

    protocol: int
    token: Annotated[str, msgspec.Meta(max_length=200)] | None = None
    since: Annotated[int, msgspec.Meta(ge=0, le=2**53)] | None = None


class Ping(msgspec.Struct, frozen=True, tag=True, tag_field="type"):
    """A client asks whether anybody is there."""


class Pong(msgspec.Struct, frozen=True, tag=True, tag_field="type"):
    """The answer."""


_hello: Final = msgspec.json.Decoder(Hello)
_ping: Final = msgspec.json.Decoder(Ping)
_PING: Final = encode(Ping())


class _Left(Exception):
    """The client has closed the connection."""


class LiveConnection:
    """One client in one room.

    A command's answer is sent before the view with its events, and views come in order.
    """

    def __init__(self, socket: AnySocket, house: House, code: str) -> None:
        self._socket = socket
        self._house = house
        self._service = house.service
        self._code = code
        self._address = address_of(socket)
        self._token: str | None = None
        self._is_watching = False
        self._seen: int | None = None
        rate = house.settings.messages_per_second
        self._messages = Throttle(2 * rate, rate)
        self._patience = PATIENCE
        self._talking = asyncio.Lock()
        """Held while a command and its answer are under way, and while a view is sent."""

    async def run(self) -> None:
        """Serve the client until it leaves or must go."""
        await self._socket.accept()
        if not self._house.enter(self, self._address):
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
            await self._close(BAD_HELLO if self._seen is None else TOO_MUCH)
        finally:
            self._house.leave(self, self._address)
            self._forget_token()
            self._stop_watching()

    async def say_goodbye(self) -> None:
        """Tell the client to come back later."""
        await self._close(GOING_AWAY)

    async def fail(self) -> None:
        """Close after a mistake of ours."""
        await self._close(FAILED)

    # The beginning

    async def _greet(self) -> None:
        async with asyncio.timeout(HELLO_SECONDS):
            hello = _decoded_hello(await self._receive())
        if hello.protocol != PROTOCOL:
            raise PickominoError("bad_protocol", found=hello.protocol, expected=PROTOCOL)
        self._subscription = await self._followed()
        self._seen = hello.since
        await self._know(hello.token)
        await self._show(is_first=True)

    async def _know(self, token: str | None) -> None:
        """From here on speak for a token, or only watch."""
        if token is None:
            self._house.begin_watching(self._code)
            self._is_watching = True
            return
        await self._service.view(self._code, token)
        if self._house.attendance.connections_of(self._code, token) >= MOST_OF_TOKEN:
            raise PickominoError("too_many_connections")
        self._stop_watching()
        self._token = token
        await self._house.attendance.came(self._code, token)

    def _forget_token(self) -> None:
        if self._token is not None:
            self._house.attendance.went(self._code, self._token)
            self._token = None

    def _stop_watching(self) -> None:
        if self._is_watching:
            self._house.end_watching(self._code)
            self._is_watching = False

    # The middle

    async def _serve(self) -> None:
        """Listen and tell at once; when one ends, so does the other."""
        telling = asyncio.create_task(self._tell())
        listening = asyncio.create_task(self._listen())
        both = telling, listening
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._subscription.close()
            for task in both:
                task.cancel()
            results = await asyncio.gather(*both, return_exceptions=True)
        for result in results:
            if isinstance(result, Exception):
                raise result

    async def _tell(self) -> None:
        while True:
            async for _ in self._subscription:
                await self._show()
            # Too slow, and something was missed: the next view tells all of it.
            self._subscription = await self._followed()
            await self._show()

    async def _show(self, *, is_first: bool = False) -> None:
        """Send what happened since the last view; nothing if that was the newest."""
        async with self._talking:
            view = await self._view()
            if is_first or view.version != self._seen:
                self._seen = view.version
                await self._send(view)
                self._house.metrics.views.inc()

    async def _view(self) -> RoomView:
        try:
            return await self._service.view(self._code, self._token, self._seen)
        except PickominoError as error:
            if error.code != "bad_token":
                raise
        # The seat was given up, or taken away: watching is still allowed.
        self._forget_token()
        return await self._service.view(self._code, None, self._seen)

    async def _followed(self) -> Subscription:
        return await self._service.subscribe(self._code)

    async def _listen(self) -> None:
        while True:
            data = await self._receive()
            if not self._is_in_time():
                await self._refuse_haste()
            elif data == _PING or _is_ping(data):
                await self._send(Pong())
            else:
                await self._answer(data)

    def _is_in_time(self) -> bool:
        is_own = self._messages.allows("")
        return self._house.messages.allows(self._address) and is_own

    async def _refuse_haste(self) -> None:
        error = PickominoError("too_fast")
        self._patience -= 1
        if self._patience < 0:
            raise error
        await self._send(refusal(error))

    async def _answer(self, data: bytes) -> None:
        begin = time.perf_counter()
        request_id = 0
        try:
            request = decode_request(data)
            request_id = request.id
            async with self._talking:
                await self._carry_out(request)
        except PickominoError as error:
            if error.code == "service_closed":
                raise
            self._house.metrics.commands.labels(error.code).inc()
            await self._send(refusal(error, request_id))
        else:
            self._house.metrics.commands.labels("done").inc()
        self._house.metrics.seconds.observe(time.perf_counter() - begin)

    async def _carry_out(self, request: Request) -> None:
        self._house.check_haste(request.command, self._address)
        done = await self._service.command(
            self._code, self._token, request.command, request.expected
        )
        if done.token is not None:
            await self._know(done.token)
        await self._send(Done(done.version, done.token, request.id))

    # Sending and the end

    async def _receive(self) -> bytes:
        message = await self._socket.receive()
        if message["type"] != "websocket.receive":
            raise _Left
        text = message.get("text")
        data = text.encode("utf-8", "surrogatepass") if text else (message.get("bytes") or b"")
        if len(data) > MOST_BYTES:
            raise PickominoError("message_too_big", limit=MOST_BYTES)
        return data

    async def _send(self, message: object) -> None:
        async with asyncio.timeout(SEND_SECONDS):
            await self._socket.send_text(encode(message).decode())

    async def _end(self, error: PickominoError) -> None:
        """Say why, and close."""
        with contextlib.suppress(Exception):
            await self._send(refusal(error))
        await self._close(_CLOSE_CODES.get(error.code, BAD_HELLO))

    async def _close(self, code: int) -> None:
        # The client may be gone already, or not take anything any more.
        with contextlib.suppress(Exception):
            async with asyncio.timeout(CLOSE_SECONDS):
                await self._socket.close(code)


def _decoded_hello(data: bytes) -> Hello:
    try:
        return _hello.decode(data)
    except (ValueError, RecursionError) as error:
        raise PickominoError("bad_message", reason=quoted(error)) from error


def _is_ping(data: bytes) -> bool:
    """Tell a ping that is written with spaces, or with more in it."""
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
    connection = LiveConnection(socket, house_of(socket), code)
    try:
        with contextlib.suppress(WebSocketDisconnect):
            await connection.run()
    except Exception:  # noqa: BLE001 - a mistake of ours ends one connection, not the server
        _log.exception("a live connection to room %s failed", code)
        await connection.fail()
