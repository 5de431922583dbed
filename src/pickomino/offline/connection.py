"""A page's live connection to a room: the same messages as over a server's WebSocket."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

import msgspec

from pickomino.api.close_codes import CLOSE_CODES, FAILED
from pickomino.api.live_messages import PONG, decode_hello, is_ping, parse_request_id
from pickomino.core.errors import PickominoError
from pickomino.rooms.domain.tokens import hash_token
from pickomino.rooms.live_rooms import EncodedView
from pickomino.rooms.protocol.messages import (
    PROTOCOL,
    Request,
    decode_request,
    encode,
    refusal,
)
from pickomino.rooms.pubsub import Subscription
from pickomino.rooms.service import RoomService


class LocalConnection:
    """One page in one room.

    A command's answer is sent before the view with the command's events, and views stay in order.
    """

    def __init__(
        self,
        service: RoomService,
        code: str,
        send: Callable[[str], object],
        on_close: Callable[[int], object],
    ) -> None:
        self._service = service
        self._code = code
        self._send_text = send
        self._on_close = on_close
        self._token: str | None = None
        self._seen: int | None = None
        self._digest = ""
        self._subscription: Subscription | None = None
        self._messages: asyncio.Queue[bytes] = asyncio.Queue()
        self._lock = asyncio.Lock()
        """Held while a command is executed and answered, and while a view is sent."""
        self._sending: set[asyncio.Task[None]] = set()
        self._task = asyncio.ensure_future(self._run())

    def receive(self, text: str) -> None:
        """Take a message from the page."""
        self._messages.put_nowait(text.encode())

    def close(self) -> None:
        """End the connection, because the page has closed it."""
        self._task.cancel()

    async def _run(self) -> None:
        code = FAILED
        try:
            await self._greet()
            while True:
                await self._answer(await self._messages.get())
        except PickominoError as error:
            self._send(encode(refusal(error)))
            code = CLOSE_CODES.get(error.code, FAILED)
        finally:
            if self._subscription is not None:
                self._subscription.close()
            self._on_close(code)

    async def _greet(self) -> None:
        hello = decode_hello(await self._messages.get())
        if hello.protocol != PROTOCOL:
            raise PickominoError("bad_protocol", found=hello.protocol, expected=PROTOCOL)
        self._seen = hello.since
        await self._authenticate(hello.token)
        # The tab that played the bots may have been closed.
        await self._service.resume(self._code)
        self._subscription = await self._service.subscribe(self._code, self._on_update)
        async with self._lock:
            await self._send_updates(is_first=True)

    async def _authenticate(self, token: str | None) -> None:
        await self._service.view(self._code, token)
        if token is not None:
            await self._service.set_presence(self._code, token, is_here=True)
        self._token = token

    def _on_update(self) -> None:
        if not self._lock.locked():
            task = asyncio.ensure_future(self._send_view())
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)

    async def _send_view(self) -> None:
        async with self._lock:
            # The answer to the page's next command says what went wrong.
            with contextlib.suppress(PickominoError):
                await self._send_updates()

    async def _send_updates(self, *, is_first: bool = False) -> None:
        while is_first or self._service.cached_version(self._code) != self._seen:
            view = await self._build_update(is_first=is_first)
            if view.version == self._seen and not is_first:
                return
            is_first = False
            self._send(view.text)
            self._seen, self._digest = view.version, view.digest

    async def _build_update(self, *, is_first: bool) -> EncodedView:
        holder = "" if self._token is None else hash_token(self._token)
        if not is_first and (
            cached := self._service.cached_update(self._code, holder, self._seen, self._digest)
        ):
            return cached
        try:
            return await self._service.build_update(self._code, holder, self._seen)
        except PickominoError as error:
            if error.code != "bad_token":
                raise
        self._token = None  # the player has left the seat, but may still watch
        return await self._service.build_update(self._code, "", self._seen)

    async def _answer(self, data: bytes) -> None:
        if is_ping(data):
            self._send(PONG)
            return
        async with self._lock:
            self._send(await self._execute(data))
            await self._send_updates()

    async def _execute(self, data: bytes) -> bytes:
        try:
            return encode(await self._run_command(decode_request(data)))
        except PickominoError as error:
            return encode(refusal(error, parse_request_id(data)))

    async def _run_command(self, request: Request) -> object:
        done = await self._service.command(
            self._code, self._token, request.command, request.expected
        )
        if done.token is not None:
            await self._authenticate(done.token)
        return msgspec.structs.replace(done, id=request.id)

    def _send(self, text: bytes) -> None:
        self._send_text(text.decode())
