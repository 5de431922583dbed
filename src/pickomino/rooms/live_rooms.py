"""The rooms that this process has in memory: folds of their logs, one command at a time each."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Final, TypeVar

from msgspec.structs import replace

from pickomino.rooms.domain.past_games import fold_present
from pickomino.rooms.domain.room import RoomState
from pickomino.rooms.domain.timeline import Story, story_of, table_frame
from pickomino.rooms.protocol.frames import Frame
from pickomino.rooms.protocol.views import RoomView
from pickomino.rooms.storage.store import GameStore, Log
from pickomino.rooms.views.room_views import Change, view_of, you_of

_T = TypeVar("_T")

MOST_BYTES: Final = 1024**3
"""What the folds that are kept may take; others are loaded again when somebody asks."""
BYTES_A_ROOM: Final = 10_000
BYTES_AN_EVENT: Final = 400
"""Measured, about: 280 in the present game; a room of a hundred turns takes about 150 KB."""
KEPT_CHANGES: Final = 2
"""Appends that those who are a little late are still told one by one."""
LONG_LOG: Final = 100
"""Events whose fold takes a millisecond; a longer one must not make other rooms wait."""


class LiveRoom:
    """A room's fold as this process knows it; the log is in the store alone."""

    def __init__(self, store: GameStore, log: Log) -> None:
        self._store = store
        self.state: RoomState = fold_present(log)
        self._changed: asyncio.Event | None = None
        """Set at the next change, where somebody waits for it."""
        self._changes: tuple[Change, ...] = ()
        """The last appends, without a gap."""
        self._story: Story | None = None
        """What newcomers are told, until something changes."""

    @property
    def size(self) -> int:
        """About how many bytes it takes."""
        game = self.state.game
        return BYTES_A_ROOM + (0 if game is None else BYTES_AN_EVENT * game.length)

    def go_on(self, state: RoomState, change: Change | None) -> None:
        """Take over what was stored, and what that tells everybody."""
        self.state = state
        self._story = None
        if self._changes:
            self._changes[-1].forget_texts()
        self._changes = () if change is None else (*self._changes, change)[-KEPT_CHANGES:]
        self.wake()

    @property
    def told_since(self) -> int | None:
        """The version before the last append; None where the story began anew with it."""
        return self._changes[-1].since if self._changes else None

    def told_to(self, holder: str) -> bytes | None:
        """Return what the last append tells one of those who have seen the version before."""
        return self._changes[-1].told_to(self.state, holder)

    async def view(self, token: str, since: int | None, now: float) -> RoomView:
        """Show the room to the holder of a hashed token, with what happened since a version."""
        state = self.state
        if since is None:
            frames, is_whole = () if state.game is None else (table_frame(state),), False
        else:
            frames, is_whole = await self._frames_since(since)
        you = you_of(state, token)
        return replace(view_of(state, frames, now), is_whole=is_whole, you=you)

    async def _frames_since(self, version: int) -> tuple[tuple[Frame, ...], bool]:
        if version == self.state.version:
            return (), False
        later = [change.view for change in self._changes if change.since >= version]
        if version and later and self._changes[-len(later)].since == version:
            return tuple(frame for view in later for frame in view.frames), False
        return (await self._whole_story()).since(version)

    async def _whole_story(self) -> Story:
        now, story = self.state.version, self._story
        if story is None:
            # More may be stored already than this process knows.
            log = (await self._store.load(self.state.code))[:now]
            story = await _off_loop(story_of, log)
            if now == self.state.version:
                self._story = story
        return story

    def wake(self) -> None:
        """Wake those who wait for a change."""
        if self._changed is not None:
            self._changed.set()
            self._changed = None

    @property
    def changed(self) -> asyncio.Event:
        """What is set at the next change."""
        if self._changed is None:
            self._changed = asyncio.Event()
        return self._changed


async def _off_loop(work: Callable[[Log], _T], log: Log) -> _T:
    """Fold a log, a long one in a thread."""
    return await asyncio.to_thread(work, log) if len(log) > LONG_LOG else work(log)


class _Lock:
    """Admits one at a time to a room; it costs nothing while nobody holds or awaits it."""

    __slots__ = ("_code", "_held")

    def __init__(self, code: str, held: dict[str, list[asyncio.Future[None]]]) -> None:
        self._code = code
        self._held = held
        """Who waits for each room that is held, in turn."""

    async def __aenter__(self) -> None:
        """Wait until nobody holds the room."""
        waiting = self._held.get(self._code)
        if waiting is None:
            self._held[self._code] = []
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():
                self._pass_on()
            raise

    async def __aexit__(self, *_error: object) -> None:
        """Let the next one go on."""
        self._pass_on()

    def _pass_on(self) -> None:
        waiting = self._held[self._code]
        while waiting:
            turn = waiting.pop(0)
            if not turn.done():
                turn.set_result(None)
                return
        del self._held[self._code]


class LiveRooms:
    """A cache in front of a store."""

    def __init__(self, store: GameStore, most_bytes: int = MOST_BYTES) -> None:
        self._store = store
        self._most_bytes = most_bytes
        self._bytes = 0
        self._sizes: dict[str, int] = {}
        self._rooms: dict[str, LiveRoom] = {}
        self._held: dict[str, list[asyncio.Future[None]]] = {}

    def peek(self, code: str) -> LiveRoom | None:
        """Return a room if it is at hand."""
        return self._rooms.get(code)

    async def get(self, code: str) -> LiveRoom:
        """Return a room to look at."""
        room = self._rooms.get(code)
        if room is not None:
            return room
        async with self.locked(code):
            return await self.held(code)

    async def held(self, code: str) -> LiveRoom:
        """Return a room to whoever has locked it, to look at or to change."""
        room = self._rooms.get(code)
        if room is None:
            fold = partial(LiveRoom, self._store)
            room = self._rooms[code] = await _off_loop(fold, await self._store.load(code))
        self._weigh(code, room)
        return room

    @asynccontextmanager
    async def fresh(self, code: str) -> AsyncGenerator[LiveRoom]:
        """Return a room that does not exist yet; it is forgotten again if that fails."""
        async with self.locked(code):
            room = LiveRoom(self._store, ())
            yield room
            self._rooms[code] = room
            self._weigh(code, room)

    def locked(self, code: str) -> _Lock:
        """Return what keeps others from a room while it is entered."""
        return _Lock(code, self._held)

    def drop(self, code: str) -> None:
        """Forget a fold, and let those who wait for it look again."""
        room = self._rooms.pop(code, None)
        if room is not None:
            self._bytes -= self._sizes.pop(code)
            room.wake()

    def wake_all(self) -> None:
        """Wake everybody who waits for a change."""
        for room in self._rooms.values():
            room.wake()

    def _weigh(self, code: str, room: LiveRoom) -> None:
        """Count what a room takes now, and forget any others where that is too much.

        If a few more play than there is room for, only a few are loaded again; if those that waited
        longest had to go, every table would lose its place just before its next move.
        """
        size = room.size
        self._bytes += size - self._sizes.get(code, 0)
        self._sizes[code] = size
        while self._bytes > self._most_bytes and len(self._rooms) > 1:
            others = [other for other in self._rooms if other != code]
            self.drop(random.choice(others))
