"""The queues of one server for work that takes a while; reviews and uploads have their own."""

from __future__ import annotations

from typing import Final

from pickomino.rooms.bots.coach import MAX_CACHED as MAX_CACHED_ADVICE
from pickomino.rooms.bots.coach import CoachView
from pickomino.rooms.live_rooms import EncodedView
from pickomino.server.settings import ServerSettings
from pickomino.server.work_queue import QueueLimits, WorkQueue

MAX_CONCURRENT_REPLAYS: Final = 1
"""More threads would not build them faster, but delay the event loop."""
MAX_CACHED_REPLAYS: Final = 50
"""How many replays are cached, at about 20 kB each."""
MAX_CACHED_PICTURES: Final = 100
"""How many pictures are cached, at about 60 kB each."""


class Queues:
    def __init__(self, settings: ServerSettings) -> None:
        replays = QueueLimits("server_busy", slots=MAX_CONCURRENT_REPLAYS, can_cancel=False)
        self.replays = WorkQueue[bytes](replays._replace(cached=MAX_CACHED_REPLAYS))
        """Builds replays, records and profile entries."""
        self.updates = WorkQueue[EncodedView](
            replays._replace(
                jobs=settings.max_connections,
                jobs_per_address=settings.max_connections_per_address,
            )
        )
        """Builds the first views of live connections that missed a part of the game."""
        self.pictures = WorkQueue[bytes](QueueLimits("server_busy", cached=MAX_CACHED_PICTURES))
        self.advice = WorkQueue[CoachView](
            QueueLimits("coach_busy", cached=MAX_CACHED_ADVICE, can_cancel=False)
        )

    async def close(self) -> None:
        """Withdraw all jobs."""
        for queue in (self.replays, self.updates, self.pictures, self.advice):
            await queue.close()
