"""The live connection of one client to one room: commands in, views out."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import time
from collections import deque
from collections.abc import Callable
from typing import Any, Final

from litestar.types import Receive, ReceiveMessage, Scope, Send
from uvicorn.protocols.utils import ClientDisconnected

from pickomino.api.close_codes import CLOSE_CODES, FAILED, GOING_AWAY, TOO_MUCH, TOO_SLOW
from pickomino.api.live_messages import PONG, decode_hello, is_ping, parse_request_id
from pickomino.core.errors import PickominoError
from pickomino.rooms import Subscription, encode, refusal
from pickomino.rooms.domain.tokens import hash_token
from pickomino.rooms.live_rooms import EncodedView
from pickomino.rooms.protocol.messages import (
    MAX_MESSAGE_BYTES,
    PROTOCOL,
    Done,
    Request,
    decode_request,
)
from pickomino.rooms.pubsub import MAX_CONNECTIONS_PER_TOKEN
from pickomino.server.http.security import address_in, has_allowed_origin
from pickomino.server.live.uvicorn_protocols import TRY_SEND
from pickomino.server.state import ServerState
from pickomino.server.throttle import Throttle, too_fast
from pickomino.server.work_queue import Caller, ClientLeft, Job

_log = logging.getLogger(__name__)

HELLO_SECONDS: Final = 10.0
SEND_SECONDS: Final = 20.0
"""A client that has not accepted a message within this time is disconnected."""
CLOSE_SECONDS: Final = 1.0
MAX_EARLY_MESSAGES: Final = 32
"""A client may send this many messages before it gets its first view."""
MAX_REFUSALS: Final = 10
"""This many messages over the rate limit are refused; the next one closes the connection."""

_PATH: Final = re.compile("/api/rooms/([^/]+)/live")


TrySend = Callable[..., bool]
"""Sends messages at once, or returns False if the client cannot accept any now."""


def _send_nothing(*_texts: bytes) -> bool:
    return False


class LiveConnection:
    """One client in one room.

    A command's answer is sent before the view with the command's events, and views stay in order.
    """

    def __init__(  # noqa: PLR0913
        self,
        state: ServerState,
        code: str,
        address: str,
        receive: Receive,
        send: Send,
        *,
        try_send: TrySend = _send_nothing,
    ) -> None:
        self._state = state
        self._service = state.service
        self._code = code
        self._address = address
        self._receive_asgi = receive
        self._send_asgi = send
        self._try_send = try_send
        self._early: deque[ReceiveMessage] = deque()
        """Messages that arrived before the first view, while it was being built."""
        self._token: str | None = None
        self._token_hash = ""
        self._is_watching = False
        self._subscription: Subscription | None = None
        self._seen: int | None = None
        self._digest = ""
        """The digest of the log up to the last view sent."""
        rate = state.settings.messages_per_second
        self._messages = Throttle(2 * rate, rate)
        self._refusals_left = MAX_REFUSALS
        self._main_task: asyncio.Task[Any] | None = None
        self._sending_since: float | None = None
        self._is_stuck = False
        self._lock = asyncio.Lock()
        """Held while a command is executed and answered, and while a task sends a view. Before
        releasing the lock, the holder sends the updates that arrived in the meantime."""
        self._tasks: asyncio.TaskGroup | None = None
        """Tasks that end with the connection."""

    async def run(self) -> None:
        """Serve the client until it leaves or is disconnected."""
        self._main_task = asyncio.current_task()
        await self._send_asgi({"type": "websocket.accept", "subprotocol": None, "headers": []})
        if not self._state.add_connection(self, self._address):
            await self._close_with_error(PickominoError("too_many_connections"))
            return
        try:
            await self._greet()
            await self._serve()
        except ClientLeft:
            pass
        except PickominoError as error:
            await self._close_with_error(error)
        except TimeoutError:
            await self._close(TOO_SLOW)
        except asyncio.CancelledError:
            if not self._is_stuck:
                raise
            await self._close(TOO_SLOW)
        finally:
            self._unsubscribe()
            self._state.remove_connection(self, self._address)
            self._forget_token()
            self._stop_watching()

    async def disconnect(self) -> None:
        """Ask the client to reconnect later."""
        await self._close(GOING_AWAY)

    async def fail(self) -> None:
        """Close after an internal error."""
        await self._close(FAILED)

    # Handshake

    async def _greet(self) -> None:
        """Authenticate the client, send it the room, and subscribe to updates."""
        async with asyncio.timeout(HELLO_SECONDS):
            hello = decode_hello(await self._receive())
        if hello.protocol != PROTOCOL:
            raise PickominoError("bad_protocol", found=hello.protocol, expected=PROTOCOL)
        self._seen = hello.since
        # Before subscribing: refused clients must not use up the room's subscriptions.
        await self._authenticate(hello.token)
        self._subscription = await self._service.subscribe(self._code, self._on_update)
        await self._send_view(is_first=True)

    async def _authenticate(self, token: str | None) -> None:
        """Continue as the holder of the token, or as a spectator if there is no token."""
        if token is None:
            self._state.add_watcher(self._code, self._address)
            self._is_watching = True
            return
        await self._service.view(self._code, token)
        if self._state.presence.connections_of(self._code, token) >= MAX_CONNECTIONS_PER_TOKEN:
            raise PickominoError("too_many_connections")
        # Arrivals and departures are stored.
        self._state.quota.require(self._address)
        self._state.quota.watch_room(self._code, self._address)
        self._stop_watching()
        self._token, self._token_hash = token, hash_token(token)
        await self._state.presence.on_connect(self._code, token)
        self._state.quota.charge_room(self._code, self._address)

    def _forget_token(self) -> None:
        if self._token is not None:
            self._state.presence.on_disconnect(self._code, self._token)
            self._token, self._token_hash = None, ""

    def _stop_watching(self) -> None:
        if self._is_watching:
            self._state.remove_watcher(self._code, self._address)
            self._is_watching = False

    # Commands and updates

    async def _serve(self) -> None:
        """Receive commands and send updates until either fails."""
        try:
            async with asyncio.TaskGroup() as self._tasks:
                await self._listen()
        except ExceptionGroup as ended:
            raise ended.exceptions[0] from None

    def _on_update(self) -> None:
        if self._tasks is None or self._lock.locked() or not self._is_behind():
            return
        try:
            is_sent = self._try_send_update()
        except Exception:  # noqa: BLE001 - raised again in the task, which ends only this connection
            is_sent = False
        if not is_sent:
            self._tasks.create_task(self._send_view())

    async def _send_view(self, *, is_first: bool = False) -> None:
        """Send what has happened since the last view, if anything has."""
        try:
            async with self._lock:
                await self._send_updates(is_first=is_first)
        except BaseException:
            self._unsubscribe()
            raise

    async def _send_updates(self, *, is_first: bool = False) -> None:
        while is_first or self._is_behind():
            view = await self._build_update(is_first=is_first)
            if view.version == self._seen and not is_first:
                return
            is_first = False
            await self._send(view.text)
            self._note_sent(view)

    def _try_send_update(self, *answer: bytes) -> bool:
        """Send the update of the last append at once, after an answer if there is one.

        If the client lacks more than that update, or is slow, send nothing and return False.
        """
        update = self._service.cached_update(self._code, self._token_hash, self._seen, self._digest)
        if update is None or not self._try_send(*answer, update.text):
            return False
        self._note_sent(update)
        return True

    def _note_sent(self, view: EncodedView) -> None:
        self._seen, self._digest = view.version, view.digest
        self._state.metrics.views += 1

    def _is_behind(self) -> bool:
        return self._service.cached_version(self._code) != self._seen

    async def _build_update(self, *, is_first: bool) -> EncodedView:
        # A cached update may lack the room, which the first view of a connection must contain.
        if not is_first and (
            cached := self._service.cached_update(
                self._code, self._token_hash, self._seen, self._digest
            )
        ):
            return cached
        try:
            if is_first and self._seen is not None and self._is_behind():
                return await self._catch_up()
            return await self._service.build_update(self._code, self._token_hash, self._seen)
        except PickominoError as error:
            if error.code != "bad_token":
                raise
        # The player has left the seat or was removed, but may still watch.
        self._forget_token()
        await self._authenticate(None)
        return await self._service.build_update(self._code, "", self._seen)

    async def _catch_up(self) -> EncodedView:
        """Build the first view of a client that missed a part of the game, which takes a while."""

        async def build(_job: Job[EncodedView]) -> EncodedView:
            return await self._service.build_update(self._code, self._token_hash, self._seen)

        caller = Caller(self._address, self._receive_early)
        version = self._service.cached_version(self._code)
        key = f"{self._code} {self._token_hash} {self._seen} {version}"
        try:
            return await self._state.queues.updates.result(caller, key, build, is_cached=False)
        except ClientLeft:
            if len(self._early) == MAX_EARLY_MESSAGES:
                raise too_fast(0) from None
            raise

    def _unsubscribe(self) -> None:
        if self._subscription is not None:
            self._subscription.close()

    async def _listen(self) -> None:
        try:
            while True:
                data = await self._receive()
                if not self._is_within_rate():
                    await self._refuse_too_fast(data)
                elif is_ping(data):
                    await self._send(PONG)
                else:
                    await self._handle(data)
        finally:
            self._unsubscribe()

    def _is_within_rate(self) -> bool:
        is_own = self._messages.allows("")
        return self._state.message_throttle.allows(self._address) and is_own

    async def _refuse_too_fast(self, data: bytes) -> None:
        shared = self._state.message_throttle.seconds_until(self._address)
        error = too_fast(max(shared, self._messages.seconds_until("")))
        self._refusals_left -= 1
        if self._refusals_left < 0:
            raise error
        await self._send(encode(refusal(error, parse_request_id(data))))

    async def _handle(self, data: bytes) -> None:
        begin = time.perf_counter()
        async with self._lock:
            outcome, answer = await self._execute(data)
            # Includes updates by others, which this connection ignored while it held the lock.
            if not self._try_send_update(answer):
                await self._send(answer)
                await self._send_updates()
        self._state.metrics.outcomes[outcome] += 1
        self._state.metrics.seconds.observe(time.perf_counter() - begin)

    async def _execute(self, data: bytes) -> tuple[str, bytes]:
        """Execute a request; return the outcome, which the metrics count, and the answer."""
        try:
            done = await self._run_command(decode_request(data))
        except PickominoError as error:
            if error.code == "service_closed":
                raise
            return error.code, encode(refusal(error, parse_request_id(data)))
        return "done", encode(done)

    async def _run_command(self, request: Request) -> Done:
        done = await self._state.command(self._code, self._token, request, self._address)
        if done.token is not None:
            await self._authenticate(done.token)
        return done

    # Transport

    async def _receive_early(self) -> ReceiveMessage:
        """Wait for a message while the first view is built, and keep it."""
        if len(self._early) == MAX_EARLY_MESSAGES:
            return {"type": "websocket.disconnect", "code": TOO_MUCH}
        message = await self._receive_asgi()
        self._early.append(message)
        return message

    async def _receive(self) -> bytes:
        message = self._early.popleft() if self._early else await self._receive_asgi()
        if message["type"] != "websocket.receive":
            raise ClientLeft
        text = message.get("text")
        data = text.encode("utf-8", "surrogatepass") if text else (message.get("bytes") or b"")
        if len(data) > MAX_MESSAGE_BYTES:
            raise PickominoError("message_too_big", limit=MAX_MESSAGE_BYTES)
        return data

    async def _send(self, text: bytes) -> None:
        if self._sending_since is None:
            self._sending_since = time.monotonic()
        await self._send_asgi({"type": "websocket.send", "bytes": None, "text": text.decode()})
        self._sending_since = None

    def close_if_stuck(self, now: float) -> None:
        if self._sending_since is not None and now - self._sending_since > SEND_SECONDS:
            self._is_stuck = True
            if self._main_task is not None:
                self._main_task.cancel()

    async def _close_with_error(self, error: PickominoError) -> None:
        with contextlib.suppress(Exception):
            async with asyncio.timeout(CLOSE_SECONDS):
                await self._send(encode(refusal(error)))
        await self._close(CLOSE_CODES.get(error.code, FAILED))

    async def _close(self, code: int) -> None:
        # The client may have left already, or accept no more data.
        with contextlib.suppress(Exception):
            async with asyncio.timeout(CLOSE_SECONDS):
                await self._send_asgi({"type": "websocket.close", "code": code, "reason": ""})


async def live(state: ServerState, scope: Scope, receive: Receive, send: Send) -> None:
    """Let a client follow a room and play in it."""
    await receive()  # the request to connect
    address, path = address_in(scope), _PATH.fullmatch(scope["path"])
    is_own = has_allowed_origin(scope, state.settings)
    if path is None or not is_own or not state.request_throttle.allows(address):
        # Not accepted yet, so the response is a 403.
        await send({"type": "websocket.close", "code": TOO_MUCH, "reason": ""})
        return
    try_send = scope["state"].get(TRY_SEND, _send_nothing)
    connection = LiveConnection(state, path[1], address, receive, send, try_send=try_send)
    try:
        await connection.run()
    except ClientDisconnected:
        state.count_error("left")
    except Exception:  # noqa: BLE001 - an internal error ends one connection, not the server
        _log.exception("the live connection to room %s failed", path[1])
        await connection.fail()
