"""A queue of game reviews; a worker process creates them one after the other.

A second instance of the queue parses uploaded records, so that they do not delay reviews.

Clients poll for their reviews. A review that no client has asked for in a while is cancelled.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from pickomino.core.errors import PickominoError
from pickomino.rooms.protocol.messages import error_of
from pickomino.server.reviews.worker import ReviewRequest, ReviewResponse
from pickomino.server.throttle import AddressCounter
from pickomino.worker_process import WorkerFailed, WorkerProcess

MAX_JOBS: Final = 50
MAX_JOBS_PER_ADDRESS: Final = 3
WAIT_SECONDS: Final = 1.0
"""How long a request waits for its review before the response only gives the progress."""
ABANDON_SECONDS: Final = 10.0
"""A review is cancelled when no client has asked for it for this long."""
MAX_REVIEW_SECONDS: Final = 120.0
"""The time limit of a review, which includes compiling the turn kernel the first time."""
_WORKER: Final = "pickomino.server.reviews.worker"


class ReviewJob:
    """A review that is queued, in progress or done."""

    def __init__(self, game: str, address: str) -> None:
        self.game = game
        self.address = address
        self.progress = 0.0
        self.has_begun = False
        self.response: ReviewResponse | None = None
        self.task: asyncio.Task[None] | None = None
        self.abandon_timer: asyncio.TimerHandle | None = None


Load = Callable[[], Awaitable[ReviewRequest]]
Store = Callable[[ReviewResponse], Awaitable[None]]


class ReviewQueue:
    """Creates reviews in the order in which they were requested."""

    def __init__(self) -> None:
        self._worker = WorkerProcess(_WORKER, ReviewResponse)
        self._worker_slot = asyncio.Semaphore(1)
        self._jobs: dict[str, ReviewJob] = {}
        self._by_address = AddressCounter(MAX_JOBS_PER_ADDRESS)

    async def request(self, game: str, address: str, load: Load, store: Store) -> ReviewJob:
        """Return the job for a game, queued by this or an earlier call; raises `review_busy`.

        Waits up to a second for the response. `load` returns the request for the worker, and
        `store` receives the response.
        """
        job = self._jobs.get(game)
        if job is None:
            job = self._enqueue(game, address, load, store)
        self._restart_abandon_timer(job)
        assert job.task is not None, "it has begun"  # noqa: S101
        done, _ = await asyncio.wait([job.task], timeout=WAIT_SECONDS)
        if done:
            if job.task.cancelled():
                raise PickominoError("review_busy")
            job.task.result()
        return job

    def jobs_ahead(self, job: ReviewJob) -> int:
        """Return how many reviews will be created before this one."""
        if job.has_begun:
            return 0
        return [*self._jobs].index(job.game) if job.game in self._jobs else 0

    def cancel(self, game: str, address: str) -> None:
        """Cancel a review, if it was requested from this address."""
        job = self._jobs.get(game)
        if job is not None and job.address == address:
            self._cancel(job)

    async def close(self) -> None:
        """Cancel all reviews, and stop the worker."""
        tasks = [job.task for job in self._jobs.values() if job.task is not None]
        for job in tuple(self._jobs.values()):
            self._cancel(job)
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._worker.stop()

    def _enqueue(self, game: str, address: str, load: Load, store: Store) -> ReviewJob:
        if len(self._jobs) >= MAX_JOBS or not self._by_address.try_acquire(address):
            raise PickominoError("review_busy")
        job = self._jobs[game] = ReviewJob(game, address)
        job.task = asyncio.create_task(self._run(job, load, store))
        job.task.add_done_callback(lambda task: self._remove(job, task))
        return job

    async def _run(self, job: ReviewJob, load: Load, store: Store) -> None:
        async with self._worker_slot:
            job.has_begun = True

            def on_progress(progress: float) -> None:
                job.progress = progress

            try:
                response = await self._worker.ask(await load(), MAX_REVIEW_SECONDS, on_progress)
            except WorkerFailed as error:
                raise PickominoError("review_failed", reason=str(error)) from error
        if response.error is not None:
            raise error_of(response.error)
        await store(response)
        job.response = response

    def _restart_abandon_timer(self, job: ReviewJob) -> None:
        if job.abandon_timer is not None:
            job.abandon_timer.cancel()
        loop = asyncio.get_running_loop()
        job.abandon_timer = loop.call_later(ABANDON_SECONDS, self._cancel, job)

    @staticmethod
    def _cancel(job: ReviewJob) -> None:
        if job.task is not None:
            job.task.cancel()

    def _remove(self, job: ReviewJob, task: asyncio.Task[None]) -> None:
        del self._jobs[job.game]
        self._by_address.release(job.address)
        if job.abandon_timer is not None:
            job.abandon_timer.cancel()
        if not task.cancelled():
            task.exception()  # mark it as retrieved: the client may have left
