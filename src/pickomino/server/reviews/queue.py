"""Game reviews and uploaded records, each with a queue and a worker process.

Clients poll for their reviews. A review that no client has asked for in a while is cancelled; no
request cancels one, because another client may be waiting for the same review.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from typing import Final

from pickomino.api.reviews import ParsedRecord
from pickomino.core.errors import PickominoError
from pickomino.evaluation.network_files import own_networks
from pickomino.rooms.protocol.messages import error_of
from pickomino.server.reviews.worker import ReviewRequest, ReviewResponse
from pickomino.server.work_queue import Caller, Job, QueueLimits, WorkQueue
from pickomino.worker_process import OnProgress, WorkerFailed, WorkerProcess

MAX_JOBS_PER_ADDRESS: Final = 3
WAIT_SECONDS: Final = 1.0
"""How long a request waits for its review before the response only gives the progress."""
ABANDON_SECONDS: Final = 10.0
"""A review is cancelled when no client has asked for it for this long."""
MAX_REVIEW_SECONDS: Final = 120.0
"""The time limit of a review, which includes compiling the turn kernel the first time."""
MAX_PARSE_SECONDS: Final = 25.0
"""The time limit for parsing a record, including the wait for records queued before it."""
_WORKER: Final = "pickomino.server.reviews.worker"

Load = Callable[[], Awaitable[ReviewRequest]]
Store = Callable[[ReviewResponse], Awaitable[None]]


class ReviewQueue:
    """Creates reviews in a worker process."""

    def __init__(self) -> None:
        self._worker = WorkerProcess(_WORKER, ReviewResponse, own_networks())
        self._queue = _create_queue()

    async def request(
        self, game: str, caller: Caller, load: Load, store: Store
    ) -> Job[ReviewResponse]:
        """Return the job for a game, queued by this or an earlier call; raises `review_busy`.

        Waits up to a second for the response. `load` returns the request for the worker, and
        `store` receives the response.
        """

        async def review(job: Job[ReviewResponse]) -> ReviewResponse:
            def on_progress(progress: float) -> None:
                job.progress = progress

            response = await _ask(self._worker, await load(), MAX_REVIEW_SECONDS, on_progress)
            await store(response)
            return response

        job = self._queue.submit(caller.address, game, review)
        await self._queue.wait(job, caller, WAIT_SECONDS, ABANDON_SECONDS)
        if job.done.done():
            self._queue.result_of(job)
        return job

    def jobs_ahead(self, job: Job[ReviewResponse]) -> int:
        """Return how many reviews will be created before this one."""
        return self._queue.jobs_ahead(job)

    async def close(self) -> None:
        """Cancel all reviews, and stop the worker."""
        await self._queue.close()
        await self._worker.stop()


class RecordParser:
    """Parses uploaded records in a worker process, because a long one takes seconds."""

    def __init__(self) -> None:
        self._worker = WorkerProcess(_WORKER, ReviewResponse)
        self._queue = _create_queue()

    async def parse(self, caller: Caller, record: str) -> ParsedRecord:
        """Return a record's game; raises the record's error, or `review_busy`."""

        async def work(_job: Job[ReviewResponse]) -> ReviewResponse:
            request = ReviewRequest(record=record, parse_only=True)
            return await _ask(self._worker, request, MAX_PARSE_SECONDS)

        key = hashlib.sha256(record.encode("utf-8", "replace")).hexdigest()
        try:
            async with asyncio.timeout(MAX_PARSE_SECONDS):
                response = await self._queue.result(caller, key, work)
        except TimeoutError as error:
            raise PickominoError("review_busy") from error
        assert response.parsed is not None, "the request was to parse"  # noqa: S101
        return response.parsed

    async def close(self) -> None:
        """Cancel all work, and stop the worker."""
        await self._queue.close()
        await self._worker.stop()


def _create_queue() -> WorkQueue[ReviewResponse]:
    return WorkQueue(QueueLimits("review_busy", jobs_per_address=MAX_JOBS_PER_ADDRESS))


async def _ask(
    worker: WorkerProcess[ReviewResponse],
    request: ReviewRequest,
    seconds: float,
    on_progress: OnProgress = lambda _: None,
) -> ReviewResponse:
    """Return a worker's response; raises the error in it, or `review_failed`."""
    try:
        response = await worker.ask(request, seconds, on_progress)
    except WorkerFailed as error:
        raise PickominoError("review_failed", reason=str(error)) from error
    if response.error is not None:
        raise error_of(response.error)
    return response
