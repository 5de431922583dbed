"""Housekeeping: archives idle rooms, and deletes archived rooms and old finished games."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
from typing import Final

from pickomino.api.finished_games import UPLOADED
from pickomino.core.errors import PickominoError
from pickomino.rooms import RoomService
from pickomino.server.settings import ServerSettings
from pickomino.server.storage.sql_store import SqlStore
from pickomino.server.storage.usage import free_games, oldest_rooms, stored_bytes

_log = logging.getLogger(__name__)

INTERVAL_SECONDS: Final = 300.0
MAX_PER_ROUND: Final = 500
"""How many rooms or games each query of a round may return, so that no round takes long."""
HOUR: Final = 3600.0
DAY: Final = 24 * HOUR
MEGABYTE: Final = 1_000_000


class Housekeeper:
    """Archives idle rooms, and deletes old rooms and games, every few minutes."""

    def __init__(self, store: SqlStore, service: RoomService, settings: ServerSettings) -> None:
        self.live_rooms = 0
        """How many rooms are not archived, as far as this process knows."""
        self.is_full = False
        """Whether too much is stored, even after deleting what may be deleted."""
        self.count_lock = asyncio.Lock()
        """Held while rooms are counted or a room is created, so that no room is counted twice."""
        self._store = store
        self._max_bytes = MEGABYTE * settings.storage_megabytes
        self._service = service
        self._ages = (
            (("lobby",), settings.lobby_hours * HOUR),
            (("nonces", "playing"), settings.playing_days * DAY),
            (("over",), settings.over_days * DAY),
        )
        self._archive_age = settings.archive_days * DAY
        self._finished_age = settings.finished_days * DAY
        self._uploaded_age = min(settings.over_days, settings.finished_days) * DAY
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def tidy(self, now: float) -> tuple[int, int]:
        """Tidy once, unless another server is doing it.

        Return how many rooms were archived and how many were deleted.
        """
        async with self._store.database.housekeeping_lock() as is_locked:
            counts = await self._tidy_rooms(now) if is_locked else (0, 0)
            if is_locked:
                await self._free_space(now)
        was_full, self.is_full = self.is_full, await stored_bytes(self._store) > self._max_bytes
        if self.is_full and not was_full:
            _log.error("storage is full: no new rooms, records or reviews are stored")
        async with self.count_lock:
            self.live_rooms = await self._store.count()
        return counts

    async def _tidy_rooms(self, now: float) -> tuple[int, int]:
        archived = deleted = 0
        for phases, age in self._ages:
            for code in await self._store.idle_rooms(phases, now - age, MAX_PER_ROUND):
                with contextlib.suppress(PickominoError):
                    archived += await self._service.archive(code, now - age)
        for code in await self._store.archived_rooms(now - self._archive_age, MAX_PER_ROUND):
            with contextlib.suppress(PickominoError):
                await self._store.delete(code)
                deleted += 1
        await self._store.finished_games.delete_before(now - self._finished_age, MAX_PER_ROUND)
        await self._store.finished_games.delete_before(
            now - self._uploaded_age, MAX_PER_ROUND, UPLOADED
        )
        return archived, deleted

    async def _free_space(self, now: float) -> None:
        """Delete what has been finished for the longest time, if too much is stored."""
        excess = await stored_bytes(self._store) - self._max_bytes
        if excess <= 0:
            return
        excess -= await free_games(self._store, excess, MAX_PER_ROUND, anonymous=True)
        for archived in (True, False):
            sizes = await oldest_rooms(
                self._store, excess, MAX_PER_ROUND, now - HOUR, archived=archived
            )
            for code, size in sizes.items():
                if archived or await self._service.archive(code, now - HOUR):
                    await self._store.delete(code)
                    excess -= size
        excess -= await free_games(self._store, excess, MAX_PER_ROUND, anonymous=False)

    async def _run(self) -> None:
        while True:
            try:
                archived, deleted = await self.tidy(self._service.clock.now())
            except Exception:  # noqa: BLE001 - the next round may succeed
                _log.exception("housekeeping failed")
            else:
                if archived or deleted:
                    _log.info("%d rooms archived, %d deleted", archived, deleted)
            await asyncio.sleep(INTERVAL_SECONDS)
            gc.collect()  # the only full collection: see runner.GC_THRESHOLDS
