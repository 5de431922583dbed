"""Runs bots in worker processes, so that the event loop is never blocked.

If a bot crashes, gives an illegal answer or thinks too long, or if no worker becomes free, a quick
bot makes that one move instead.
"""

from __future__ import annotations

import asyncio
import random
from typing import Final, Generic, NamedTuple, Protocol, TypeVar

import msgspec

from pickomino.bots.beginner import BeginnerBot
from pickomino.bots.protocol import Thinking
from pickomino.core.actions import Action
from pickomino.core.errors import PickominoError
from pickomino.core.play import legal_actions
from pickomino.core.position import Position
from pickomino.evaluation.network_files import own_networks
from pickomino.rooms.bots.coach import CoachView
from pickomino.worker_process import WorkerFailed, WorkerProcess

BOT_SECONDS: Final = 5.0
"""A bot's time limit for one move."""
MARGIN_SECONDS: Final = 1.0
"""Extra time for a worker to stop a program that thinks too long."""
LOAD_SECONDS: Final = 30.0
"""The time limit for starting a worker, or for a request whose bot must be loaded first."""
MAX_WAITING: Final = 50
"""How many moves may wait for a worker; `quick_choice` makes any further moves."""
WAIT_SECONDS: Final = 5.0
"""How long a move waits for a worker before `quick_choice` makes it."""
_WORKER: Final = "pickomino.rooms.bots.worker"
_Answer = TypeVar("_Answer", str, CoachView)


class BotRequest(msgspec.Struct, frozen=True):
    """Requests an action; without `wfen` only loads the bot, and without `bot` requests advice."""

    bot: str
    wfen: str = ""
    seed: str = ""
    seconds: float = 1.0


class BotRunner(Protocol):
    """Chooses actions for bots, off the event loop."""

    async def choose(self, bot: str, position: Position, seed: str) -> Action:
        """Return an action that is always legal; `seed` is for the bot's random generator."""
        ...

    async def advise(self, position: Position) -> CoachView:
        """Return advice; raises `coach_busy` if the coach does not answer in time."""
        ...

    async def close(self) -> None:
        """Stop all workers."""
        ...


def quick_choice(position: Position) -> Action:
    """Choose an action in microseconds, in place of a bot that chose none.

    >>> str(quick_choice(Position.from_wfen("standard oooooooooooooooo -/- a - 1234455w")))
    'kw'
    """
    return BeginnerBot().choose(position, Thinking(random.Random(0)))


class ProcessBots:
    """Worker processes, started when first needed and killed when a bot hangs.

    A room asks for one move at a time, and requests are served in order, so rooms share the workers
    evenly. The coach has its own worker, so that the coach and the bots cannot block each other.
    """

    def __init__(
        self,
        workers: int = 2,
        seconds: float = BOT_SECONDS,
        load_seconds: float = LOAD_SECONDS,
        max_waiting: int = MAX_WAITING,
        wait_seconds: float = WAIT_SECONDS,
    ) -> None:
        limits = _Limits(seconds, load_seconds, max_waiting, wait_seconds)
        self._seconds = seconds
        self._players = _Workers(str, workers, limits)
        # Nothing can replace the coach: wait until its only worker has loaded.
        self._coach = _Workers(CoachView, 1, limits._replace(wait_seconds=load_seconds))

    async def warm(self, *bots: str) -> None:
        """Start a worker and load these bots."""
        for bot in bots:
            await self._players.ask(BotRequest(bot))

    async def choose(self, bot: str, position: Position, seed: str) -> Action:
        """Ask a worker; if the call is cancelled, the answer is still computed, but not used."""
        answer = await self._players.ask(BotRequest(bot, position.wfen(), seed, self._seconds))
        legal = {str(action): action for action in legal_actions(position)}
        return legal.get(answer or "") or quick_choice(position)

    async def advise(self, position: Position) -> CoachView:
        """Ask the coach's worker; if the call is cancelled, the answer is dropped."""
        answer = await self._coach.ask(BotRequest("", position.wfen()))
        if answer is None:
            raise PickominoError("coach_busy")
        return answer

    async def close(self) -> None:
        await asyncio.gather(self._players.close(), self._coach.close())


class _Limits(NamedTuple):
    seconds: float
    load_seconds: float
    max_waiting: int
    wait_seconds: float


class _Workers(Generic[_Answer]):
    """A pool of worker processes."""

    def __init__(self, answer_type: type[_Answer], workers: int, limits: _Limits) -> None:
        self.idle = [_BotWorker(answer_type) for _ in range(workers)]
        self._limits = limits
        self._waiting = 0
        self._free = asyncio.Semaphore(workers)
        self._asking: set[asyncio.Task[_Answer | None]] = set()
        self._is_closed = False

    async def ask(self, request: BotRequest) -> _Answer | None:
        """Return a worker's answer; None if no worker becomes free or the worker fails."""
        if not await self._acquire():
            return None
        task = asyncio.create_task(self._ask(request))
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)
        return await asyncio.shield(task)

    async def close(self) -> None:
        self._is_closed = True
        asking = list(self._asking)
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
        for worker in self.idle:
            await worker.process.stop()

    async def _acquire(self) -> bool:
        """Reserve a worker; return False if too many requests wait or no worker is free in time."""
        if self._is_closed or self._waiting >= self._limits.max_waiting:
            return False
        self._waiting += 1
        try:
            async with asyncio.timeout(self._limits.wait_seconds):
                await self._free.acquire()
        except TimeoutError:
            return False
        finally:
            self._waiting -= 1
        if self._is_closed:
            self._free.release()
        return not self._is_closed

    async def _ask(self, request: BotRequest) -> _Answer | None:
        # The worker used last, because it has bots loaded.
        worker = self.idle.pop()
        try:
            return await worker.ask(request, self._limits)
        except WorkerFailed:
            return None
        finally:
            self.idle.append(worker)
            self._free.release()


class _BotWorker(Generic[_Answer]):
    """A worker process, and the bots it has loaded."""

    def __init__(self, answer_type: type[_Answer]) -> None:
        self.process = WorkerProcess(_WORKER, answer_type, own_networks())
        self._loaded: set[str] = set()

    async def ask(self, request: BotRequest, limits: _Limits) -> _Answer:
        if not self.process.is_running:
            self._loaded.clear()
        has_loaded = request.bot in self._loaded
        seconds = limits.seconds + MARGIN_SECONDS if has_loaded else limits.load_seconds
        answer = await self.process.ask(request, seconds)
        self._loaded.add(request.bot)
        return answer
