"""Tables on a server, over a WebSocket that reconnects automatically."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import math
import random
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from http.client import HTTPException
from time import monotonic
from typing import Final, TypeVar

import msgspec
from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from pickomino.core.errors import PickominoError, Problem, quote
from pickomino.record.state import GameStep
from pickomino.record.verification import Verification
from pickomino.rooms import Done, Refused, Request, encode
from pickomino.rooms.bots.coach import CoachView
from pickomino.rooms.protocol import messages
from pickomino.rooms.protocol.views import Room, RoomView
from pickomino.tables.addresses import TableAddress
from pickomino.tables.dice_promises import PromiseStore, RevealedDice
from pickomino.tables.dice_watch import DiceWatch
from pickomino.tables.locked_file import LockedFile
from pickomino.tables.log_watch import LogWatch
from pickomino.tables.seat_tokens import SeatTokens
from pickomino.tables.server_client import error_in_response, fetch
from pickomino.tables.table import Table

QUIET_SECONDS: Final = 15.0
"""A server that sends nothing for this many seconds is pinged."""
PONG_SECONDS: Final = 5.0
ANSWER_SECONDS: Final = 15.0
PAUSES: Final = (0.2, 0.5, 1.0, 2.0, 4.0, 8.0, 15.0)
"""Seconds between attempts to reconnect."""
MAX_BYTES: Final = 8_000_000
WITHHELD_CODES: Final = frozenset(("not_running", "unknown_game", "unknown_room", "game_deleted"))
"""With these errors a server denies the record of a game; other errors may be temporary."""
NOT_A_TABLE: Final = -1
"""Used in place of a close code if something other than a Pickomino server answers."""
MIN_SERVER_ERROR: Final = 500
"""HTTP status codes of at least this value are server errors, which may be temporary."""
PING: Final = encode(messages.Ping()).decode()

_T = TypeVar("_T")

ServerMessage = RoomView | Done | Refused | messages.Pong
_messages: Final[msgspec.json.Decoder[ServerMessage]] = msgspec.json.Decoder(ServerMessage)
_view: Final = msgspec.json.Decoder(RoomView)
_dice: Final = msgspec.json.Decoder(RevealedDice)
_advice: Final = msgspec.json.Decoder(CoachView)


class _LogChanged(Exception):
    """A view does not continue the log of the view before it."""


class OnlineTable(Table):
    """A room on a server, and the connection to it."""

    is_online = True

    def __init__(
        self, address: TableAddress, tokens: SeatTokens, give_up_seconds: float = math.inf
    ) -> None:
        """Connect when the views are first read; `views` raises `no_answer` on giving up."""
        self.address = address
        self._give_up_seconds = give_up_seconds
        self.code = address.code
        self.link = address.link
        self._tokens = tokens
        self._token = tokens.get(address)
        self._socket: ClientConnection | None = None
        self._view: RoomView | None = None
        self._pending: dict[int, asyncio.Future[Done]] = {}
        """Requests that have not been answered yet, keyed by id."""
        self._last_id = 0
        self._incoming: asyncio.Queue[RoomView | PickominoError] = asyncio.Queue()
        self._received = 0
        self._running: asyncio.Task[None] | None = None
        self._on_connection_change: Callable[[bool], None] = lambda _: None
        self._dice_tasks: set[asyncio.Task[None]] = set()
        """Tasks that send nonces, or verify earlier games of this room."""
        self._verifying: set[str] = set()
        """The earlier games that are being verified."""
        self._promises = PromiseStore(LockedFile(tokens.folder / "dice.json"))
        self._dice = DiceWatch(self._promises, address.code)
        self._log = LogWatch()

    @property
    def _seen(self) -> int:
        """The version of the latest view; 0 before the first view, to ask for the whole game."""
        return 0 if self._view is None else self._view.version

    @property
    def alarm(self) -> Problem | None:
        return self._dice.alarm or self._log.alarm

    @property
    def dice_notice(self) -> Problem | None:
        return self._dice.notice

    def on_connection_change(self, callback: Callable[[bool], None]) -> None:
        self._on_connection_change = callback

    async def views(self) -> AsyncIterator[RoomView]:
        """Yield the table, then every change; changes that pile up between yields are merged."""
        if self._running is None:
            self._running = asyncio.create_task(self._stay_connected())
            head = self._promises.log_head(self.code)
            if head is not None:
                self._run_dice_task(self._compare_log(*head))
        while True:
            view = _view_or_raise(await self._incoming.get())
            while not self._incoming.empty():
                later = _view_or_raise(self._incoming.get_nowait())
                if not later.is_whole:
                    frames = (*view.frames, *later.frames)
                    later = replace(later, frames=frames, is_whole=view.is_whole)
                view = later
            yield view

    async def command(self, command: messages.Command, expected: int | None = None) -> None:
        if self._socket is None:
            raise PickominoError("no_connection")
        self._last_id += 1
        answer: asyncio.Future[Done] = asyncio.get_running_loop().create_future()
        self._pending[self._last_id] = answer
        request = Request(command, expected, id=self._last_id)
        try:
            await self._socket.send(encode(request).decode())
            async with asyncio.timeout(ANSWER_SECONDS):
                done = await answer
        except (WebSocketException, OSError, TimeoutError):
            raise PickominoError("no_connection") from None
        finally:
            del self._pending[request.id]
            answer.cancel()
        if done.token is not None:
            self._token = done.token
            self._tokens.keep(self.address, done.token)

    async def rematch(self) -> None:
        await self.command(messages.PlayAgain())

    async def coach(self) -> CoachView:
        return await self._fetch("/coach", _advice.decode)

    async def record(self) -> str:
        return await self._fetch("/record", lambda data: data.decode("utf-8"))

    async def check_dice(self, game_id: str, seen: Sequence[GameStep]) -> Verification | None:
        promise = self._promises.get(game_id)
        if promise is None:
            return None
        path = f"/record?game={urllib.parse.quote(game_id)}"
        try:
            record = await self._fetch(path, lambda data: data.decode("utf-8"))
            if promise.has_lost_names(record):
                replay = await self._fetch(f"/games/{urllib.parse.quote(game_id)}", _dice.decode)
                record = promise.restore_names(record, replay)
            verification = await asyncio.to_thread(promise.check, record, seen)
        except PickominoError as error:
            if error.code == "game_deleted" and promise.may_be_deleted:
                self._dice.note_deletion(game_id)
                raise
            if error.code not in WITHHELD_CODES:
                raise
            verification = Verification(0, Problem("secret_withheld"))
        self._dice.note_verification(game_id, verification.problem)
        return verification

    async def close(self) -> None:
        tasks = [*self._dice_tasks, *([] if self._running is None else [self._running])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # The connection

    async def _stay_connected(self) -> None:
        try:
            await self._keep_connecting()
        except Exception as error:  # noqa: BLE001 - players would wait forever without a reason
            self._incoming.put_nowait(PickominoError("bad_message", reason=quote(error)))

    async def _keep_connecting(self) -> None:
        failures = 0
        answered_at = monotonic()
        while True:
            before = self._received
            error = _final_error(await self._run_connection(), self.address)
            if error is not None and error.code == "bad_token" and self._token is not None:
                # The seat is gone: connect as a spectator, who may join again.
                self._token = None
                self._tokens.keep(self.address, None)
            elif error is not None:
                self._incoming.put_nowait(error)
                return
            if self._received != before:
                failures, answered_at = 0, monotonic()
            else:
                failures += 1
            if monotonic() - answered_at >= self._give_up_seconds:
                self._incoming.put_nowait(self._no_answer())
                return
            pause = PAUSES[min(failures, len(PAUSES) - 1)]
            # Jitter: not all clients should reconnect to a restarted server at the same moment.
            await asyncio.sleep(pause * random.uniform(0.7, 1.3))

    def _no_answer(self) -> PickominoError:
        seconds = round(self._give_up_seconds)
        return PickominoError("no_answer", address=quote(self.address.server), seconds=seconds)

    async def _run_connection(self) -> int:
        """Connect and receive messages until the connection ends; return its close code."""
        try:
            async with connect(self.address.socket, max_size=MAX_BYTES) as socket:
                await socket.send(
                    encode(messages.Hello(messages.PROTOCOL, self._token, self._seen)).decode()
                )
                watching = asyncio.create_task(self._check_alive(socket))
                try:
                    async for data in socket:
                        self._receive(socket, data)
                finally:
                    watching.cancel()
                return socket.close_code or 0
        except ConnectionClosed as closed:
            return 0 if closed.rcvd is None else closed.rcvd.code
        except InvalidStatus as refused:
            status = refused.response.status_code
            return NOT_A_TABLE if status < MIN_SERVER_ERROR else 0
        except (OSError, WebSocketException, TimeoutError, msgspec.MsgspecError, _LogChanged):
            return 0
        finally:
            self._socket = None
            for request_id in list(self._pending):
                self._fail(request_id, PickominoError("no_connection"))
            self._on_connection_change(False)  # noqa: FBT003 - a callback takes no names

    def _receive(self, socket: ClientConnection, data: str | bytes) -> None:
        message = _messages.decode(data)
        self._received += 1
        match message:
            case RoomView():
                if not self._log.follow(message, is_first=self._socket is None):
                    # What this view leaves out may have changed: connect again, and ask for all.
                    self._view = None
                    raise _LogChanged
                view = message if self._view is None else message.after(self._view)
                self._view = view
                commands = self._dice.follow(view)
                self._incoming.put_nowait(view)
                self._verify_earlier_games(view)
                if self._socket is None:
                    self._socket = socket
                    self._on_connection_change(True)  # noqa: FBT003
                self._send_nonces(view.room, commands)
            case Done():
                answer = self._pending.get(message.id)
                if answer is not None and not answer.done():
                    answer.set_result(message)
            case Refused():
                # A refusal without an id may concern any request: that request could not be parsed.
                refused = [message.id] if message.id else list(self._pending)
                for request_id in refused:
                    self._fail(request_id, messages.error_of(message))
            case messages.Pong():
                pass

    def _fail(self, request_id: int, error: PickominoError) -> None:
        answer = self._pending.get(request_id)
        if answer is not None and not answer.done():
            answer.set_exception(error)
            answer.exception()  # The caller may be gone: mark the exception as retrieved.

    def _send_nonces(
        self, room: Room, commands: Sequence[messages.CommitNonce | messages.GiveNonce]
    ) -> None:
        for command in commands:
            self._run_dice_task(self._send_nonce(room, command))

    def _run_dice_task(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._dice_tasks.add(task)
        task.add_done_callback(self._dice_tasks.discard)

    def _verify_earlier_games(self, view: RoomView) -> None:
        for game_id in self._dice.unverified_games(view.room):
            if game_id not in self._verifying:
                self._verifying.add(game_id)
                self._run_dice_task(self._verify_earlier_game(game_id))

    async def _compare_log(self, version: int, digest: str) -> None:
        """Raise the alarm if the log is not the one that this device saw before it was closed."""
        for pause in itertools.chain(PAUSES, itertools.repeat(PAUSES[-1])):
            try:
                view = await self._fetch(f"?since={version}", _view.decode)
                break
            except PickominoError as error:
                if error.code == "unknown_room":
                    return
                await asyncio.sleep(pause)
        else:
            return
        if view.version < version or view.digest_before != digest:
            self._log.note_change()
            if self._view is not None:
                self._incoming.put_nowait(self._view)

    async def _verify_earlier_game(self, game_id: str) -> None:
        """Verify a game that this device did not see end; until then it adds to no other dice."""
        pauses = itertools.chain(PAUSES, itertools.repeat(PAUSES[-1]))
        while True:
            try:
                await self.check_dice(game_id, ())
                break
            except PickominoError as error:
                if error.code == "game_deleted":
                    break
                # The connection is lost, or the server is busy.
                await asyncio.sleep(next(pauses))
        view = self._view
        if view is not None:
            if view.phase == "nonces":
                self._send_nonces(view.room, self._dice.follow(view))
            self._incoming.put_nowait(view)

    async def _send_nonce(
        self, room: Room, command: messages.CommitNonce | messages.GiveNonce
    ) -> None:
        """Send a nonce or its commitment; after a failure, a later view triggers a new attempt."""
        with contextlib.suppress(PickominoError):
            await self.command(command)
            self._dice.confirm(room.game_id, room.commitment, command)

    async def _check_alive(self, socket: ClientConnection) -> None:
        """Ping a quiet server; close the connection if it does not answer."""
        # The loop that receives messages handles a lost connection.
        with contextlib.suppress(OSError, WebSocketException):
            while True:
                before = self._received
                await asyncio.sleep(QUIET_SECONDS)
                if self._received != before:
                    continue
                await socket.send(PING)
                await asyncio.sleep(PONG_SECONDS)
                if self._received == before:
                    await socket.close()
                    return

    async def _fetch(self, path: str, decode: Callable[[bytes], _T]) -> _T:
        headers = {} if self._token is None else {"Authorization": f"Bearer {self._token}"}
        request = urllib.request.Request(self.address.resource(path), headers=headers)  # noqa: S310 - http or https
        try:
            return decode(await asyncio.to_thread(fetch, request, MAX_BYTES))
        except urllib.error.HTTPError as error:
            raise error_in_response(error, PickominoError("no_connection")) from None
        except (OSError, ValueError, HTTPException):
            raise PickominoError("no_connection") from None


def _final_error(code: int, address: TableAddress) -> PickominoError | None:
    """Return the error for a close code if reconnecting would be useless, else None.

    Other causes may be temporary: the server is full (4008), the hello came too late (4009), or the
    server shut down.
    """
    match code:
        case 4000:
            return PickominoError("bad_protocol", found=messages.PROTOCOL, expected="?")
        case 4003:
            return PickominoError("bad_token")
        case 4004:
            return PickominoError("unknown_room", room=address.code)
        case -1:
            return PickominoError("bad_table_link", link=address.server)
        case _:
            return None


def _view_or_raise(item: RoomView | PickominoError) -> RoomView:
    if isinstance(item, PickominoError):
        raise item
    return item
