"""The list of public rooms, in which one address has only a few."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable
from typing import Final

import msgspec

from pickomino.rooms import RoomSummary
from pickomino.server.storage.sql_store import SqlStore
from pickomino.server.throttle import MAX_KEYS, site_key

MAX_LISTED: Final = 50
LIST_OVERFETCH: Final = 10
"""MAX_LISTED times this many rooms are read, so that one address's rooms cannot hide the others."""
CACHE_SECONDS: Final = 1.0


class PublicRooms(msgspec.Struct, frozen=True):
    """The public rooms."""

    rooms: tuple[RoomSummary, ...]


class RoomList:
    """Lists the public rooms; the list is cached for a second."""

    def __init__(self, store: SqlStore, max_per_address: int) -> None:
        self._store = store
        self._max_per_address = max_per_address
        self._publishers: dict[str, str] = {}
        """For each room made public since the server started, the address that did it."""
        self._read_at = float("-inf")
        self._cached = PublicRooms(())

    def note_publisher(self, code: str, address: str) -> None:
        """Note which address has made a room public."""
        self._publishers.setdefault(code, site_key(address) or address)
        while len(self._publishers) > MAX_KEYS:
            del self._publishers[next(iter(self._publishers))]

    async def read(self) -> PublicRooms:
        now = time.monotonic()
        if now - self._read_at > CACHE_SECONDS:
            rooms = await self._store.public_rooms(MAX_LISTED * LIST_OVERFETCH)
            self._read_at, self._cached = now, PublicRooms(self._limit_per_address(rooms))
        return self._cached

    def _limit_per_address(self, rooms: Iterable[RoomSummary]) -> tuple[RoomSummary, ...]:
        """Return the rooms to list: a few from each address, so that none can fill the list."""
        listed: list[RoomSummary] = []
        counts: Counter[str] = Counter()
        for room in rooms:
            # Who made rooms public before the last restart is unknown.
            key = self._publishers.get(room.code, room.code)
            counts[key] += 1
            if counts[key] <= self._max_per_address:
                listed.append(room)
        return tuple(listed[:MAX_LISTED])
