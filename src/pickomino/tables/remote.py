"""Online tables: the same room, at a server, over a WebSocket that comes back by itself."""

from __future__ import annotations

import asyncio
import contextlib
import random
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import AsyncIterator, Callable, Sequence
from http.client import HTTPException
from typing import Final, TypeVar

import msgspec
from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from pickomino.core.errors import PickominoError, Problem, quoted
from pickomino.record.state import Moment
from pickomino.record.verification import Verification
from pickomino.rooms import Done, Refused, Request, encode
from pickomino.rooms.bots.coach import CoachView
from pickomino.rooms.protocol import messages
from pickomino.rooms.protocol.views import Room, RoomView
from pickomino.tables.addresses import TableAddress, Tokens, no_connection
from pickomino.tables.dice_promises import DiceWatch, Promises
from pickomino.tables.locked_file import KeptFile
from pickomino.tables.server_client import refusal_in, response_to

QUIET_SECONDS: Final = 15.0
"""After so long without a word the server is asked whether it is there."""
PONG_SECONDS: Final = 5.0
ANSWER_SECONDS: Final = 15.0
PAUSES: Final = (0.2, 0.5, 1.0, 2.0, 4.0, 8.0, 15.0)
"""Between tries to connect again."""
MOST_BYTES: Final = 8_000_000
NOT_A_TABLE: Final = -1
"""Something else answers there."""
TROUBLE: Final = 500
"""From here on a status is the server's own trouble, which may pass."""
PING: Final = encode(messages.Ping()).decode()

_T = TypeVar("_T")


Message = RoomView | Done | Refused | messages.Pong
_messages: Final[msgspec.json.Decoder[Message]] = msgspec.json.Decoder(Message)
_advice: Final = msgspec.json.Decoder(CoachView)


class RemoteTable:
    """A table at a server."""

    is_online = True

    def __init__(self, address: TableAddress, tokens: Tokens) -> None:
        self.address = address
        self.code = address.code
        self.link = f"{address.site}/table/{address.code}"
        """What others open to come here."""
        self._tokens = tokens
        self._token = tokens.get(address)
        self._socket: ClientConnection | None = None
        self._view: RoomView | None = None
        self._asked: dict[int, asyncio.Future[Done]] = {}
        self._ids = 0
        self._incoming: asyncio.Queue[RoomView | PickominoError] = asyncio.Queue()
        self._heard = 0
        """How many messages came."""
        self._running: asyncio.Task[None] | None = None
        self._tell_state: Callable[[bool], None] = _tell_nobody
        self._adding: set[asyncio.Task[None]] = set()
        self._promises = Promises(KeptFile(tokens.folder / "dice.json"))
        self._dice = DiceWatch(self._promises)

    @property
    def _seen(self) -> int:
        """The version seen last; 0 asks for all of the game."""
        return 0 if self._view is None else self._view.version

    @property
    def alarm(self) -> Problem | None:
        """What the server did to the dice that it must not do."""
        return self._dice.alarm

    def watch(self, tell_state: Callable[[bool], None]) -> None:
        """Report from now on whether there is a connection."""
        self._tell_state = tell_state

    async def views(self) -> AsyncIterator[RoomView]:
        """Return the table and every change; several that came meanwhile come as one."""
        if self._running is None:
            self._running = asyncio.create_task(self._stay_connected())
        while True:
            view = _or_raise(await self._incoming.get())
            while not self._incoming.empty():
                later = _or_raise(self._incoming.get_nowait())
                if not later.is_whole:
                    frames = (*view.frames, *later.frames)
                    later = replace(later, frames=frames, is_whole=view.is_whole)
                view = later
            yield view

    async def act(self, action: str, expected: int) -> None:
        """Play an action token."""
        await self.command(messages.Act(action), expected)

    async def command(self, command: messages.Command, expected: int | None = None) -> None:
        """Send a command and wait for its answer."""
        if self._socket is None:
            raise no_connection()
        self._ids += 1
        answer: asyncio.Future[Done] = asyncio.get_running_loop().create_future()
        self._asked[self._ids] = answer
        request = Request(command, expected, id=self._ids)
        try:
            await self._socket.send(encode(request).decode())
            async with asyncio.timeout(ANSWER_SECONDS):
                done = await answer
        except (WebSocketException, OSError, TimeoutError):
            raise no_connection() from None
        finally:
            del self._asked[request.id]
            answer.cancel()
        if done.token is not None:
            self._token = done.token
            self._tokens.keep(self.address, done.token)

    async def rematch(self) -> None:
        """Ask for another game: it begins when all want it, or when the host begins it."""
        await self.command(messages.PlayAgain())

    async def coach(self) -> CoachView:
        """Ask for advice."""
        return await self._fetched("coach", _advice.decode)

    async def record(self) -> str:
        """Return the game as WGN."""
        return await self._fetched("record", lambda data: data.decode("utf-8"))

    async def check_dice(self, game_id: str, seen: Sequence[Moment]) -> Verification | None:
        """Compare the dice of a game that is over with what was promised before it."""
        promise = self._promises.get(game_id)
        if promise is None:
            return None
        path = f"record?game={urllib.parse.quote(game_id)}"
        record = await self._fetched(path, lambda data: data.decode("utf-8"))
        return await asyncio.to_thread(promise.checked, record, seen)

    def shown(self, *, is_all: bool) -> None:
        """Do nothing: the server's bots wait for nobody's eyes."""

    def hurry(self) -> None:
        """Do nothing: the server's bots have their own pace."""

    async def close(self) -> None:
        """Leave; the seat is kept."""
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)

    # The connection

    async def _stay_connected(self) -> None:
        try:
            await self._keep_connecting()
        except Exception as error:  # noqa: BLE001 - people would wait for ever, and not know why
            self._incoming.put_nowait(PickominoError("bad_message", reason=quoted(error)))

    async def _keep_connecting(self) -> None:
        tries = 0
        while True:
            before = self._heard
            error = _final_error(await self._talk(), self.address)
            if error is not None and error.code == "bad_token" and self._token is not None:
                # The seat is gone: watch, or sit down anew.
                self._token = None
                self._tokens.keep(self.address, None)
            elif error is not None:
                self._incoming.put_nowait(error)
                return
            tries = 0 if self._heard != before else tries + 1
            pause = PAUSES[min(tries, len(PAUSES) - 1)]
            # Not all clients of a server that comes back should ask in the same moment.
            await asyncio.sleep(pause * random.uniform(0.7, 1.3))

    async def _talk(self) -> int:
        """Talk to the server until the connection ends; returns the code that it ended with."""
        try:
            async with connect(self.address.socket, max_size=MOST_BYTES) as socket:
                await socket.send(
                    encode(messages.Hello(messages.PROTOCOL, self._token, self._seen)).decode()
                )
                beating = asyncio.create_task(self._beat(socket))
                try:
                    async for data in socket:
                        self._hear(socket, data)
                finally:
                    beating.cancel()
                return socket.close_code or 0
        except ConnectionClosed as closed:
            return 0 if closed.rcvd is None else closed.rcvd.code
        except InvalidStatus as refused:
            status = refused.response.status_code
            return NOT_A_TABLE if status < TROUBLE else 0
        except (OSError, WebSocketException, TimeoutError, msgspec.MsgspecError):
            return 0
        finally:
            self._lose()

    def _lose(self) -> None:
        self._socket = None
        for number in list(self._asked):
            self._fail(number, no_connection())
        self._tell_state(False)  # noqa: FBT003 - a callback takes no names

    def _hear(self, socket: ClientConnection, data: str | bytes) -> None:
        message = _messages.decode(data)
        self._heard += 1
        match message:
            case RoomView():
                view = message if self._view is None else message.after(self._view)
                self._view = view
                additions = self._dice.follow(view)
                self._incoming.put_nowait(view)
                if self._socket is None:
                    self._socket = socket
                    self._tell_state(True)  # noqa: FBT003
                for addition in additions:
                    task = asyncio.create_task(self._add_to_dice(view.room, addition))
                    self._adding.add(task)
                    task.add_done_callback(self._adding.discard)
            case Done():
                answer = self._asked.get(message.id)
                if answer is not None and not answer.done():
                    answer.set_result(message)
            case Refused():
                # One without an id was refused before it was read: which one is not known.
                refused = [message.id] if message.id else list(self._asked)
                for number in refused:
                    self._fail(number, messages.error_of(message))
            case messages.Pong():
                pass

    def _fail(self, number: int, error: PickominoError) -> None:
        answer = self._asked.get(number)
        if answer is not None and not answer.done():
            answer.set_exception(error)
            answer.exception()  # Whoever asked may be gone.

    async def _add_to_dice(
        self, room: Room, addition: messages.CommitNonce | messages.GiveNonce
    ) -> None:
        """Send what is wanted; a later view asks again for what did not arrive."""
        with contextlib.suppress(PickominoError):
            await self.command(addition)
            self._dice.took(room.game_id, room.commitment, addition)

    async def _beat(self, socket: ClientConnection) -> None:
        """Ask now and then whether the server is there; close the connection when it is not."""
        # Whoever reads from a connection that is lost hears of it too, and goes on from there.
        with contextlib.suppress(OSError, WebSocketException):
            while True:
                before = self._heard
                await asyncio.sleep(QUIET_SECONDS)
                if self._heard != before:
                    continue
                await socket.send(PING)
                await asyncio.sleep(PONG_SECONDS)
                if self._heard == before:
                    await socket.close()
                    return

    async def _fetched(self, path: str, read: Callable[[bytes], _T]) -> _T:
        headers = {} if self._token is None else {"Authorization": f"Bearer {self._token}"}
        request = urllib.request.Request(self.address.page(path), headers=headers)  # noqa: S310 - http or https
        try:
            return read(await asyncio.to_thread(response_to, request, MOST_BYTES))
        except urllib.error.HTTPError as error:
            raise refusal_in(error, no_connection()) from None
        except (OSError, ValueError, HTTPException):
            raise no_connection() from None


def _final_error(code: int, address: TableAddress) -> PickominoError | None:
    """Return the error after which reconnecting is useless, if this is one.

    All others may pass: a server that is full (4008) or slow to be greeted (4009), or goes away.
    """
    match code:
        case 4000:
            return PickominoError("bad_protocol", found=messages.PROTOCOL, expected="?")
        case 4003:
            return PickominoError("bad_token")
        case 4004:
            return PickominoError("unknown_room", room=address.code)
        case -1:
            return PickominoError("bad_table_link", link=address.site)
        case _:
            return None


def _tell_nobody(is_connected: bool) -> None:  # noqa: FBT001 - a callback
    del is_connected


def _or_raise(item: RoomView | PickominoError) -> RoomView:
    if isinstance(item, PickominoError):
        raise item
    return item
