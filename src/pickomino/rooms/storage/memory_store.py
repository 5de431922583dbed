"""Stores rooms in memory: for games that are not saved, and for tests."""

from __future__ import annotations

from collections.abc import Callable

from pickomino.core.errors import PickominoError
from pickomino.rooms.protocol.events import Log
from pickomino.rooms.protocol.log_chain import (
    LogBatch,
    LogHead,
    StoredLog,
    digests_of,
    first_head,
    plain_batch,
)
from pickomino.rooms.storage.store import RoomIndexRow, VersionConflict, do_nothing


class MemoryStore:
    """Keeps the logs of rooms until the process ends."""

    def __init__(self) -> None:
        self.logs: dict[str, Log] = {}
        self._heads: dict[str, LogHead] = {}
        self.archived: dict[str, Log] = {}

    def batch(self, code: str, before: LogHead, log: Log) -> LogBatch:
        del code
        return plain_batch(before, log)

    async def append(
        self,
        code: str,
        batch: LogBatch,
        index_row: RoomIndexRow | None = None,
        meanwhile: Callable[[], object] = do_nothing,
    ) -> None:
        del index_row, meanwhile
        head = self._heads.get(code, first_head(code))
        if head != batch.before:
            raise VersionConflict(code, batch.before.version, head.version)
        before = self.logs.pop(code, ())
        self.logs[code] = before + batch.log
        self._heads[code] = batch.after

    async def load(self, code: str) -> Log:
        if code not in self.logs:
            raise PickominoError("unknown_room", room=code)
        return self.logs[code]

    async def load_with_digests(self, code: str) -> StoredLog:
        log = await self.load(code)
        rows = plain_batch(first_head(code), log).rows
        return StoredLog(log, digests_of(code, rows))

    async def codes(self) -> tuple[str, ...]:
        return tuple(reversed(self.logs))

    async def archive(self, code: str, idle_since: float | None = None) -> bool:
        log = await self.load(code)
        if idle_since is not None and log[-1].at >= idle_since:
            return False
        self.archived[code] = log
        self._remove(code)
        return True

    async def delete(self, code: str) -> None:
        await self.load(code)
        self._remove(code)

    def _remove(self, code: str) -> None:
        del self.logs[code], self._heads[code]
