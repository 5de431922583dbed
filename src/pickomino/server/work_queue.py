"""The queue of expensive work: bounded, fair between addresses, and shared between clients.

Pictures, reviews, uploads, advice and replays each have one. An address has one job in progress at
a time, and free slots go to the addresses in turn. A job is withdrawn when the last client that
waits for it closes its connection.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Generic, NamedTuple, TypeVar

from litestar.types import Receive

from pickomino.core.errors import PickominoError
from pickomino.rooms.futures import settle
from pickomino.server.throttle import AddressCounter, site_key

_T = TypeVar("_T")


class ClientLeft(Exception):
    """The client has closed its connection, so it needs no response."""


class Caller(NamedTuple):
    """The client of a request: its address, and the messages of its connection."""

    address: str
    receive: Receive

    async def wait_until_left(self) -> None:
        while (await self.receive())["type"] not in ("http.disconnect", "websocket.disconnect"):
            pass


class Job(Generic[_T]):
    """Work that is queued, in progress or done; `work` may set its progress."""

    def __init__(self, key: str, address: str, work: Work[_T]) -> None:
        self.key = key
        self.address = address
        self.work = work
        self.progress = 0.0
        self.done: asyncio.Future[_T] = asyncio.get_running_loop().create_future()
        self.task: asyncio.Task[None] | None = None
        """Set when the work begins."""
        self.clients = 0
        """How many clients wait for the result."""
        self.timer: asyncio.TimerHandle | None = None
        """Withdraws the job if no client asks for it again."""


class QueueLimits(NamedTuple):
    """How much one queue does."""

    busy_code: str
    """The error for work that is over the limits."""
    slots: int = 1
    """How many jobs are in progress at a time."""
    jobs_per_address: int = 8
    """How many jobs of one address may wait or be in progress."""
    jobs: int = 50
    """The same, for all addresses."""
    cached: int = 0
    """How many results are cached."""
    can_cancel: bool = True
    """Whether work in progress can be cancelled. Threads cannot: their work goes on and keeps its
    slot, even if no client waits for it any more."""


Work = Callable[[Job[_T]], Awaitable[_T]]


class WorkQueue(Generic[_T]):
    """Does the work of requests, a few jobs at a time, and caches the latest results."""

    def __init__(self, limits: QueueLimits) -> None:
        self._limits = limits
        self._by_address = AddressCounter(limits.jobs_per_address)
        self._jobs: dict[str, Job[_T]] = {}
        self._lanes: OrderedDict[str, list[Job[_T]]] = OrderedDict()
        """For each address or site, the jobs that wait; the first lane is served next."""
        self._running: dict[str, Job[_T]] = {}
        """The job in progress of each address or site."""
        self._cache: OrderedDict[str, _T] = OrderedDict()

    async def result(
        self, caller: Caller, key: str, work: Work[_T], *, is_cached: bool = True
    ) -> _T:
        """Return the result of work, which any work with the same key would have.

        Raises ClientLeft, or the error with the busy code.
        """
        if key in self._cache:
            self._cache.move_to_end(key)
            return self._cache[key]
        job = self.submit(caller.address, key, work)
        await self.wait(job, caller)
        result = self.result_of(job)
        if is_cached:
            self._cache[key] = result
            if len(self._cache) > self._limits.cached:
                self._cache.popitem(last=False)
        return result

    def submit(self, address: str, key: str, work: Work[_T]) -> Job[_T]:
        """Return the job with this key, queued by this or an earlier call."""
        job = self._jobs.get(key)
        if job is not None:
            return job
        if len(self._jobs) >= self._limits.jobs or not self._by_address.try_acquire(address):
            raise PickominoError(self._limits.busy_code)
        job = self._jobs[key] = Job(key, address, work)
        self._lanes.setdefault(_lane(address), []).append(job)
        self._start()
        return job

    async def wait(
        self,
        job: Job[_T],
        caller: Caller,
        seconds: float | None = None,
        keep_seconds: float = 0.0,
    ) -> None:
        """Wait until a job is done or the time is up; raises ClientLeft.

        After this time, the job is kept for `keep_seconds`, so that the client can ask again.
        """
        _stop_timer(job)
        job.clients += 1
        leaving = asyncio.ensure_future(caller.wait_until_left())
        try:
            await asyncio.wait((job.done, leaving), timeout=seconds, return_when="FIRST_COMPLETED")
            if leaving.done() and not job.done.done():
                keep_seconds = 0.0
                raise ClientLeft
        except asyncio.CancelledError:
            keep_seconds = 0.0
            raise
        finally:
            leaving.cancel()
            job.clients -= 1
            if not job.clients and not job.done.done():
                self._withdraw_after(job, keep_seconds)

    def result_of(self, job: Job[_T]) -> _T:
        """Return the result of a job that is done; a withdrawn job raises the busy error."""
        if job.done.cancelled():
            raise PickominoError(self._limits.busy_code)
        return job.done.result()

    def find(self, key: str) -> Job[_T] | None:
        """Return the job with a key if it is waiting or in progress."""
        return self._jobs.get(key)

    def jobs_ahead(self, job: Job[_T]) -> int:
        """Return how many jobs will be done before this one begins."""
        if job.task is not None or job.done.done():
            return 0
        own = _lane(job.address)
        place = self._lanes[own].index(job)
        ahead, is_later = len(self._running), False
        # The lanes of jobs in progress are served last.
        for key in sorted(self._lanes, key=self._running.__contains__):
            is_later = is_later or key == own
            ahead += min(len(self._lanes[key]), place if is_later else place + 1)
        return ahead

    def withdraw(self, job: Job[_T]) -> None:
        """Remove a job that waits, or cancel its work; its slot is free when the work has ended."""
        if job.done.done():
            return
        job.done.cancel()
        _stop_timer(job)
        del self._jobs[job.key]
        if job.task is None:
            self._remove_waiting(job)
            self._by_address.release(job.address)
        elif self._limits.can_cancel:
            job.task.cancel()

    async def close(self) -> None:
        """Withdraw all jobs, and wait until their work has ended."""
        tasks = [job.task for job in self._running.values() if job.task is not None]
        for job in tuple(self._jobs.values()):
            self.withdraw(job)
        await asyncio.gather(*tasks, return_exceptions=True)

    def _withdraw_after(self, job: Job[_T], seconds: float) -> None:
        if seconds:
            job.timer = asyncio.get_running_loop().call_later(seconds, self.withdraw, job)
        else:
            self.withdraw(job)

    def _remove_waiting(self, job: Job[_T]) -> None:
        key = _lane(job.address)
        self._lanes[key].remove(job)
        if not self._lanes[key]:
            del self._lanes[key]

    def _start(self) -> None:
        """Begin waiting jobs while slots are free, one of each address in turn."""
        while len(self._running) < self._limits.slots:
            key = next((key for key in self._lanes if key not in self._running), None)
            if key is None:
                return
            job = self._running[key] = self._lanes[key][0]
            self._remove_waiting(job)
            job.task = asyncio.create_task(self._run(job))
            job.task.add_done_callback(lambda _, job=job, key=key: self._finish(job, key))

    async def _run(self, job: Job[_T]) -> None:
        try:
            result = await job.work(job)
        except Exception as error:  # noqa: BLE001 - raised in the clients that wait
            if not job.done.done():
                job.done.set_exception(error)
                job.done.exception()  # marks it as retrieved: all clients may have left
            return
        settle(job.done, result)

    def _finish(self, job: Job[_T], key: str) -> None:
        """Free the slot of a job whose task has ended."""
        del self._running[key]
        if key in self._lanes:
            self._lanes.move_to_end(key)
        self._by_address.release(job.address)
        _stop_timer(job)
        if self._jobs.get(job.key) is job:
            del self._jobs[job.key]
        job.done.cancel()
        self._start()


def _lane(address: str) -> str:
    """Return the key of the lane of an address; the households of a site share one."""
    return site_key(address) or address


def _stop_timer(job: Job[_T]) -> None:
    if job.timer is not None:
        job.timer.cancel()
        job.timer = None
