"""Stores rooms in memory: for games that are not saved, and for tests."""

from __future__ import annotations

from collections.abc import Callable

from pickomino.core.errors import PickominoError
from pickomino.rooms.protocol.events import Log
from pickomino.rooms.storage.store import RoomIndexRow, VersionConflict, do_nothing


class MemoryStore:
    """Keeps the logs of rooms until the process ends."""

    def __init__(self) -> None:
        self.logs: dict[str, Log] = {}
        self.archived: dict[str, Log] = {}

    async def append(
        self,
        code: str,
        expected: int,
        log: Log,
        index_row: RoomIndexRow | None = None,
        meanwhile: Callable[[], object] = do_nothing,
    ) -> None:
        del index_row, meanwhile
        before = self.logs.get(code, ())
        if len(before) != expected:
            raise VersionConflict(code, expected, len(before))
        self.logs.pop(code, None)
        self.logs[code] = before + log

    async def load(self, code: str) -> Log:
        if code not in self.logs:
            raise PickominoError("unknown_room", room=code)
        return self.logs[code]

    async def codes(self) -> tuple[str, ...]:
        return tuple(reversed(self.logs))

    async def archive(self, code: str, idle_since: float | None = None) -> bool:
        log = await self.load(code)
        if idle_since is not None and log[-1].at >= idle_since:
            return False
        self.archived[code] = log
        del self.logs[code]
        return True

    async def delete(self, code: str) -> None:
        await self.load(code)
        del self.logs[code]
