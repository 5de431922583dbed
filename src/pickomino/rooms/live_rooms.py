"""The rooms that this process has cached; each has one writer at a time."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Final, NamedTuple, TypeVar

from msgspec.structs import replace

from pickomino.rooms.domain.past_games import fold_without_past_moves
from pickomino.rooms.domain.room import RoomState
from pickomino.rooms.domain.timeline import Timeline, build_timeline, table_frame
from pickomino.rooms.protocol.events import Log
from pickomino.rooms.protocol.frames import Frame
from pickomino.rooms.protocol.log_chain import SHORT_DIGEST, LogHead, first_head, short_digest
from pickomino.rooms.protocol.views import RoomView
from pickomino.rooms.storage.store import GameStore
from pickomino.rooms.views.room_views import Change, view_of, you_of

_T = TypeVar("_T")

MAX_CACHE_BYTES: Final = 1024**3
"""The memory that cached rooms may use; other rooms are loaded again on request."""
BYTES_PER_ROOM: Final = 10_000
BYTES_PER_EVENT: Final = 400
"""An upper estimate. Measured: about 280 bytes, or 150 KB for a game of a hundred turns."""
BYTES_PER_FRAME: Final = 1000
"""An upper estimate for the timeline, which a room caches only if a client needs it."""
KEPT_CHANGES: Final = 2
"""How many appends are kept: a client that missed only these is sent only what is new."""
LONG_LOG: Final = 100
"""This many events take about a millisecond to fold; longer logs are folded in a thread."""


class LiveRoom:
    """A cached room, without its log, which is only in the store."""

    def __init__(self, store: GameStore, state: RoomState, head: LogHead) -> None:
        self._store = store
        self.state = state
        self.head = head
        self._changes: tuple[Change, ...] = ()
        """The views of the last appends, at most KEPT_CHANGES, without gaps."""
        self._history: _History | None = None
        """The whole current game, cached until the next change."""

    @property
    def size(self) -> int:
        """The approximate memory use in bytes."""
        game, history = self.state.game, self._history
        events = 0 if game is None else BYTES_PER_EVENT * game.length
        frames = 0 if history is None else BYTES_PER_FRAME * len(history.timeline.entries)
        digests = 0 if history is None else len(history.digests)
        updates = sum(change.encoded_bytes for change in self._changes)
        return BYTES_PER_ROOM + events + frames + digests + updates

    def advance(self, state: RoomState, head: LogHead, change: Change | None) -> None:
        """Replace the state after an append; `change` is None if clients need a new timeline."""
        self.state, self.head = state, head
        self._history = None
        if self._changes:
            self._changes[-1].clear_encoded()
        self._changes = () if change is None else (*self._changes, change)[-KEPT_CHANGES:]

    def cached_update(self, holder: str, version: int | None, digest: str) -> EncodedView | None:
        """Return the view of the last append, for a client that has seen all but that append.

        A client that has seen another log does not get it: it needs `digest_before`.
        """
        if not self._changes:
            return None
        before, view = self._changes[-1].before, self._changes[-1].view
        if (version, digest) != (before.version, short_digest(before.digest)):
            return None
        text = self._changes[-1].encode_for(self.state, holder)
        return None if text is None else EncodedView(view.version, view.digest, text)

    async def view(self, holder: str, since: int | None, now: float) -> RoomView:
        """Return the view for the holder of a token hash, with the frames since a version."""
        state, head = self.state, self.head
        if since is None:
            news = _News(() if state.game is None else (table_frame(state),))
        else:
            news = await self._news_since(since)
        return replace(
            view_of(state, news.frames, now),
            is_whole=news.is_whole,
            you=you_of(state, holder),
            digest=short_digest(head.digest),
            digest_before=news.digest_before,
        )

    async def _news_since(self, version: int) -> _News:
        if version == self.state.version:
            return _News((), digest_before=short_digest(self.head.digest))
        later = [change for change in self._changes if change.before.version >= version]
        if version and later and later[0].before.version == version:
            frames = tuple(frame for change in later for frame in change.view.frames)
            return _News(frames, digest_before=short_digest(later[0].before.digest))
        history = await self._load_history()
        return _News(*history.timeline.since(version), history.digest_at(version))

    async def _load_history(self) -> _History:
        version, history = self.state.version, self._history
        if history is None:
            stored = await self._store.load_with_digests(self.state.code)
            # The store may already have more events than this process knows.
            timeline = await _fold_off_loop(build_timeline, stored.log[:version])
            digests = "".join(map(short_digest, stored.digests[:version]))
            history = _History(timeline, digests)
            if version == self.state.version:
                self._history = history
        return history


class EncodedView(NamedTuple):
    """A view as it is sent, and up to where it shows the log."""

    version: int
    digest: str
    text: bytes


class _News(NamedTuple):
    """What a client has not seen yet."""

    frames: tuple[Frame, ...]
    is_whole: bool = False
    digest_before: str = ""


class _History(NamedTuple):
    """The current game of a room, and the digests of its log as clients get them."""

    timeline: Timeline
    digests: str
    """One after another: the log of a room has up to 20,000 events, and its clients any of them."""

    def digest_at(self, version: int) -> str:
        """Return the digest of the log up to a version, or an empty text if there is none."""
        end = SHORT_DIGEST * version
        return self.digests[end - SHORT_DIGEST : end] if version > 0 else ""


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
            stored = await self._store.load_with_digests(code)
            state = await _fold_off_loop(fold_without_past_moves, stored.log)
            room = self._rooms[code] = LiveRoom(self._store, state, stored.head(code))
        self._update_size(code, room)
        return room

    @asynccontextmanager
    async def create(self, code: str) -> AsyncGenerator[LiveRoom]:
        """Yield a new, empty room, which is cached if the `with` block succeeds."""
        async with self.locked(code):
            room = LiveRoom(self._store, RoomState(), first_head(code))
            yield room
            self._rooms[code] = room
            self._update_size(code, room)

    async def view(self, code: str, holder: str, since: int | None, now: float) -> RoomView:
        """Return the view of a room, which may cache its timeline."""
        room = await self.get(code)
        view = await room.view(holder, since, now)
        if since is not None and self._rooms.get(code) is room:
            self._update_size(code, room)
        return view

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
