"""The rooms that this process has at hand: folds of their logs, one command at a time each."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Final

from pickomino.service.events import Logged
from pickomino.service.room import RoomState, fold
from pickomino.service.store import GameStore, Log

MOST_BYTES: Final = 1024**3
"""What the folds that are kept may take; others are loaded again when somebody asks."""
BYTES_A_ROOM: Final = 10_000
BYTES_AN_EVENT: Final = 700
"""Measured, about: a room of a hundred turns takes some 300 KB."""
LONG_LOG: Final = 100
"""Events whose fold takes some 10 ms; a longer one must not make other rooms wait."""


class LiveRoom:
    """A room's fold and log as this process knows them."""

    def __init__(self, log: Log) -> None:
        self.log: list[Logged] = list(log)
        self.state: RoomState = fold(log)
        self.changed = asyncio.Event()
        """Set at the next change, and then replaced by a new one."""

    @property
    def size(self) -> int:
        """About how many bytes it takes."""
        return BYTES_A_ROOM + BYTES_AN_EVENT * len(self.log)

    def go_on(self, state: RoomState, log: Log) -> None:
        """Take over what was stored."""
        self.state = state
        self.log += log
        self.wake()

    def wake(self) -> None:
        """Let those go on who wait for a change."""
        changed, self.changed = self.changed, asyncio.Event()
        changed.set()


async def _folded(log: Log) -> LiveRoom:
    return await asyncio.to_thread(LiveRoom, log) if len(log) > LONG_LOG else LiveRoom(log)


class _Lock(asyncio.Lock):
    """A lock that knows how many hold it or wait for it."""

    users = 0


class LiveRooms:
    """A cache in front of a store."""

    def __init__(self, store: GameStore, most_bytes: int = MOST_BYTES) -> None:
        self._store = store
        self._most_bytes = most_bytes
        self._bytes = 0
        self._sizes: dict[str, int] = {}
        self._rooms: OrderedDict[str, LiveRoom] = OrderedDict()
        self._locks: dict[str, _Lock] = {}

    async def get(self, code: str) -> LiveRoom:
        """Give a room to look at."""
        room = self._rooms.get(code)
        if room is not None:
            self._rooms.move_to_end(code)
            return room
        async with self.held(code) as held:
            return held

    @asynccontextmanager
    async def held(self, code: str) -> AsyncGenerator[LiveRoom]:
        """Give a room to change, to one at a time."""
        async with self.locked(code):
            room = self._rooms.get(code)
            if room is None:
                room = self._rooms[code] = await _folded(await self._store.load(code))
            self._rooms.move_to_end(code)
            self._weigh(code, room)
            yield room

    @asynccontextmanager
    async def fresh(self, code: str) -> AsyncGenerator[LiveRoom]:
        """Give a room that does not exist yet; it is forgotten again if that fails."""
        async with self.locked(code):
            room = LiveRoom(())
            yield room
            self._rooms[code] = room
            self._weigh(code, room)

    @asynccontextmanager
    async def locked(self, code: str) -> AsyncGenerator[None]:
        """Keep others from a room; the lock exists only while somebody holds or awaits it."""
        lock = self._locks.setdefault(code, _Lock())
        lock.users += 1
        try:
            async with lock:
                yield
        finally:
            lock.users -= 1
            if not lock.users:
                del self._locks[code]

    def drop(self, code: str) -> None:
        """Forget a fold, and let those look again who wait for it."""
        room = self._rooms.pop(code, None)
        if room is not None:
            self._bytes -= self._sizes.pop(code)
            room.wake()

    def wake_all(self) -> None:
        """Let everybody go on who waits for a change."""
        for room in self._rooms.values():
            room.wake()

    def _weigh(self, code: str, room: LiveRoom) -> None:
        """Count what a room takes now, and forget those that nobody asked for the longest."""
        self._bytes += room.size - self._sizes.get(code, 0)
        self._sizes[code] = room.size
        while self._bytes > self._most_bytes and len(self._rooms) > 1:
            self.drop(next(iter(self._rooms)))
