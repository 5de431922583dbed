"""Housekeeping: idle rooms are archived, and archived ones deleted in the end.

Finished games have a time of their own.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
from typing import Final

from pickomino.core.errors import PickominoError
from pickomino.rooms import RoomService
from pickomino.server.settings import ServerSettings
from pickomino.server.storage.archive import UPLOADED
from pickomino.server.storage.sql_store import SqlStore

_log = logging.getLogger(__name__)

ROUND_SECONDS: Final = 300.0
MOST_A_ROUND: Final = 500
"""Rooms that one round puts away or deletes, so that it never takes long."""
HOUR: Final = 3600.0
DAY: Final = 24 * HOUR


class Housekeeper:
    """Goes round every few minutes."""

    def __init__(self, store: SqlStore, service: RoomService, settings: ServerSettings) -> None:
        self.live_rooms = 0
        """Rooms that are not archived, as far as this process knows."""
        self.counting = asyncio.Lock()
        """Held while rooms are counted or one is made: each counts once."""
        self._store = store
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
        """Begin to go round."""
        self._task = asyncio.create_task(self._go_round())

    async def close(self) -> None:
        """Stop."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def tidy(self, now: float) -> tuple[int, int]:
        """Go round once, unless another server does just now.

        Returns how many rooms were archived and how many deleted.
        """
        async with self._store.database.alone() as is_alone:
            done = await self._tidied(now) if is_alone else (0, 0)
        async with self.counting:
            self.live_rooms = await self._store.count()
        return done

    async def _tidied(self, now: float) -> tuple[int, int]:
        archived = deleted = 0
        for phases, age in self._ages:
            for code in await self._store.idle(phases, now - age, MOST_A_ROUND):
                with contextlib.suppress(PickominoError):
                    archived += await self._service.archive(code, now - age)
        for code in await self._store.archived(now - self._archive_age, MOST_A_ROUND):
            with contextlib.suppress(PickominoError):
                await self._store.delete(code)
                deleted += 1
        await self._store.finished.clear(now - self._finished_age, MOST_A_ROUND)
        await self._store.finished.clear(now - self._uploaded_age, MOST_A_ROUND, UPLOADED)
        return archived, deleted

    async def _go_round(self) -> None:
        while True:
            try:
                archived, deleted = await self.tidy(self._service.clock.now())
            except Exception:  # noqa: BLE001 - a full disk today may be fine tomorrow
                _log.exception("tidying up failed")
            else:
                if archived or deleted:
                    _log.info("%d rooms archived, %d deleted", archived, deleted)
            await asyncio.sleep(ROUND_SECONDS)
            gc.collect()  # the server never looks through everything otherwise
