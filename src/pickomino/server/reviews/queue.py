"""Reviews that are wanted: made one after the other in a worker process, for those who wait.

Records that somebody brings are read by another such queue, so that they keep no review waiting.

Whoever waits asks again and again; a review that nobody has asked for in a while is given up.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from pickomino.core.errors import PickominoError
from pickomino.rooms.protocol.messages import error_of
from pickomino.server.reviews.process import Answer, ReviewProcess, ReviewRequest
from pickomino.server.throttle import AddressCounter

MOST_WAITING: Final = 50
MOST_FROM_ADDRESS: Final = 3
ANSWER_SECONDS: Final = 1.0
"""How long a request waits for its review before it is told the progress."""
PATIENCE_SECONDS: Final = 10.0
"""A review is given up when nobody has asked for it for so long."""


class ReviewJob:
    """A review that is wanted."""

    def __init__(self, game: str, address: str) -> None:
        self.game = game
        self.address = address
        self.share = 0.0
        self.has_begun = False
        self.answer: Answer | None = None
        self.task: asyncio.Task[None] | None = None
        self.patience: asyncio.TimerHandle | None = None


Make = Callable[[], Awaitable[ReviewRequest]]
Keep = Callable[[Answer], Awaitable[None]]


class ReviewQueue:
    """Makes reviews in the order in which they were asked for."""

    def __init__(self, worker: ReviewProcess | None = None) -> None:
        """Take the worker, which starts when it is first needed."""
        self._worker = ReviewProcess() if worker is None else worker
        self._free = asyncio.Semaphore(1)
        self._jobs: dict[str, ReviewJob] = {}
        self._from = AddressCounter(MOST_FROM_ADDRESS)

    async def ask(self, game: str, address: str, load: Make, keep: Keep) -> ReviewJob:
        """Ask for a review, begun by this or an earlier call; raises `review_busy`.

        It comes with the answer if it is ready within a second; `load` brings what the worker
        needs, and `keep` gets the review.
        """
        job = self._jobs.get(game)
        if job is None:
            job = self._begin(game, address, load, keep)
        self._be_patient(job)
        assert job.task is not None, "it has begun"  # noqa: S101
        done, _ = await asyncio.wait([job.task], timeout=ANSWER_SECONDS)
        if done:
            if job.task.cancelled():
                raise PickominoError("review_busy")
            job.task.result()
        return job

    def place(self, job: ReviewJob) -> int:
        """Return how many reviews are made before a job's turn comes."""
        if job.has_begun:
            return 0
        return [*self._jobs].index(job.game) if job.game in self._jobs else 0

    def cancel(self, game: str, address: str) -> None:
        """Give up a review, if it was asked for from this address."""
        job = self._jobs.get(game)
        if job is not None and job.address == address:
            self._give_up(job)

    async def close(self) -> None:
        """Give all up, and end the worker."""
        tasks = [job.task for job in self._jobs.values() if job.task is not None]
        for job in tuple(self._jobs.values()):
            self._give_up(job)
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._worker.stop()

    def _begin(self, game: str, address: str, load: Make, keep: Keep) -> ReviewJob:
        if len(self._jobs) >= MOST_WAITING or not self._from.try_acquire(address):
            raise PickominoError("review_busy")
        job = self._jobs[game] = ReviewJob(game, address)
        job.task = asyncio.create_task(self._make(job, load, keep))
        job.task.add_done_callback(lambda task: self._forget(job, task))
        return job

    async def _make(self, job: ReviewJob, load: Make, keep: Keep) -> None:
        async with self._free:
            job.has_begun = True

            def hear(share: float) -> None:
                job.share = share

            answer = await self._worker.ask(await load(), hear)
        if answer.refused is not None:
            raise error_of(answer.refused)
        await keep(answer)
        job.answer = answer

    def _be_patient(self, job: ReviewJob) -> None:
        if job.patience is not None:
            job.patience.cancel()
        loop = asyncio.get_running_loop()
        job.patience = loop.call_later(PATIENCE_SECONDS, self._give_up, job)

    @staticmethod
    def _give_up(job: ReviewJob) -> None:
        if job.task is not None:
            job.task.cancel()

    def _forget(self, job: ReviewJob, task: asyncio.Task[None]) -> None:
        del self._jobs[job.game]
        self._from.release(job.address)
        if job.patience is not None:
            job.patience.cancel()
        if not task.cancelled():
            task.exception()  # Whoever asked may be gone.
