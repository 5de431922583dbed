"""The rooms that this process has cached; each has one writer at a time."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Final, TypeVar

from msgspec.structs import replace

from pickomino.rooms.domain.past_games import fold_without_past_moves
from pickomino.rooms.domain.room import RoomState
from pickomino.rooms.domain.timeline import Timeline, build_timeline, table_frame
from pickomino.rooms.protocol.events import Log
from pickomino.rooms.protocol.frames import Frame
from pickomino.rooms.protocol.views import RoomView
from pickomino.rooms.storage.store import GameStore
from pickomino.rooms.views.room_views import Change, view_of, you_of

_T = TypeVar("_T")

MAX_CACHE_BYTES: Final = 1024**3
"""The memory that cached rooms may use; other rooms are loaded again on request."""
BYTES_PER_ROOM: Final = 10_000
BYTES_PER_EVENT: Final = 400
"""An upper estimate. Measured: about 280 bytes, or 150 KB for a game of a hundred turns."""
KEPT_CHANGES: Final = 2
"""How many appends are kept: a client that missed only these is sent only what is new."""
LONG_LOG: Final = 100
"""This many events take about a millisecond to fold; longer logs are folded in a thread."""


class LiveRoom:
    """A cached room, without its log, which is only in the store."""

    def __init__(self, store: GameStore, log: Log) -> None:
        self._store = store
        self.state: RoomState = fold_without_past_moves(log)
        self._changes: tuple[Change, ...] = ()
        """The views of the last appends, at most KEPT_CHANGES, without gaps."""
        self._timeline: Timeline | None = None
        """The whole current game, cached until the next change."""

    @property
    def size(self) -> int:
        """The approximate memory use in bytes."""
        game = self.state.game
        return BYTES_PER_ROOM + (0 if game is None else BYTES_PER_EVENT * game.length)

    def advance(self, state: RoomState, change: Change | None) -> None:
        """Replace the state after an append; `change` is None if clients need a new timeline."""
        self.state = state
        self._timeline = None
        if self._changes:
            self._changes[-1].clear_encoded()
        self._changes = () if change is None else (*self._changes, change)[-KEPT_CHANGES:]

    @property
    def last_change_since(self) -> int | None:
        """The version before the last append; None if that append was not kept."""
        return self._changes[-1].since if self._changes else None

    def encode_update_for(self, holder: str) -> bytes | None:
        """Return the encoded view of the last append, for a client that lacks only that append."""
        return self._changes[-1].encode_for(self.state, holder)

    async def view(self, holder: str, since: int | None, now: float) -> RoomView:
        """Return the view for the holder of a token hash, with the frames since a version."""
        state = self.state
        if since is None:
            frames, is_whole = () if state.game is None else (table_frame(state),), False
        else:
            frames, is_whole = await self._frames_since(since)
        you = you_of(state, holder)
        return replace(view_of(state, frames, now), is_whole=is_whole, you=you)

    async def _frames_since(self, version: int) -> tuple[tuple[Frame, ...], bool]:
        if version == self.state.version:
            return (), False
        later = [change.view for change in self._changes if change.since >= version]
        if version and later and self._changes[-len(later)].since == version:
            return tuple(frame for view in later for frame in view.frames), False
        return (await self._load_timeline()).since(version)

    async def _load_timeline(self) -> Timeline:
        version, timeline = self.state.version, self._timeline
        if timeline is None:
            # The store may already have more events than this process knows.
            log = (await self._store.load(self.state.code))[:version]
            timeline = await _fold_off_loop(build_timeline, log)
            if version == self.state.version:
                self._timeline = timeline
        return timeline


async def _fold_off_loop(fold: Callable[[Log], _T], log: Log) -> _T:
    """Fold a log; long logs are folded in a thread."""
    return await asyncio.to_thread(fold, log) if len(log) > LONG_LOG else fold(log)


class _RoomLock:
    """Admits one task at a time to a room; a room that is not locked takes no memory here."""

    __slots__ = ("_code", "_waiters")

    def __init__(self, code: str, waiters: dict[str, list[asyncio.Future[None]]]) -> None:
        self._code = code
        self._waiters = waiters
        """For each locked room, the tasks that wait for it, in order."""

    async def __aenter__(self) -> None:
        waiters = self._waiters.get(self._code)
        if waiters is None:
            self._waiters[self._code] = []
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        waiters.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():
                self._release()
            raise

    async def __aexit__(self, *_error: object) -> None:
        self._release()

    def _release(self) -> None:
        waiters = self._waiters[self._code]
        while waiters:
            turn = waiters.pop(0)
            if not turn.done():
                turn.set_result(None)
                return
        del self._waiters[self._code]


class LiveRooms:
    """A cache of rooms in front of a store."""

    def __init__(self, store: GameStore, max_bytes: int = MAX_CACHE_BYTES) -> None:
        self._store = store
        self._max_bytes = max_bytes
        self._bytes = 0
        self._sizes: dict[str, int] = {}
        self._rooms: dict[str, LiveRoom] = {}
        self._waiters: dict[str, list[asyncio.Future[None]]] = {}

    def peek(self, code: str) -> LiveRoom | None:
        """Return a room if it is cached, otherwise None."""
        return self._rooms.get(code)

    async def get(self, code: str) -> LiveRoom:
        """Return a room for reading."""
        room = self._rooms.get(code)
        if room is not None:
            return room
        async with self.locked(code):
            return await self.get_locked(code)

    async def get_locked(self, code: str) -> LiveRoom:
        """Return a room for reading or writing; the caller must hold its lock."""
        room = self._rooms.get(code)
        if room is None:
            fold = partial(LiveRoom, self._store)
            room = self._rooms[code] = await _fold_off_loop(fold, await self._store.load(code))
        self._update_size(code, room)
        return room

    @asynccontextmanager
    async def create(self, code: str) -> AsyncGenerator[LiveRoom]:
        """Yield a new, empty room, which is cached if the `with` block succeeds."""
        async with self.locked(code):
            room = LiveRoom(self._store, ())
            yield room
            self._rooms[code] = room
            self._update_size(code, room)

    def locked(self, code: str) -> _RoomLock:
        """Return the lock of a room, to be used as a context manager."""
        return _RoomLock(code, self._waiters)

    def drop(self, code: str) -> None:
        """Remove a room from the cache."""
        if self._rooms.pop(code, None) is not None:
            self._bytes -= self._sizes.pop(code)

    def _update_size(self, code: str, room: LiveRoom) -> None:
        """Update the counted size of a room, and evict random other rooms if the cache is too big.

        If slightly more rooms are active than fit, random eviction causes only a few reloads, while
        evicting the least recently used room would drop every room just before its next move.
        """
        size = room.size
        self._bytes += size - self._sizes.get(code, 0)
        self._sizes[code] = size
        while self._bytes > self._max_bytes and len(self._rooms) > 1:
            others = [other for other in self._rooms if other != code]
            self.drop(random.choice(others))
