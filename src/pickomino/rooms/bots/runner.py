"""Runs bots in worker processes, so that the event loop is never blocked.

If a bot crashes, gives an illegal answer or thinks too long, or if no worker becomes free, a quick
bot makes that one move instead.
"""

from __future__ import annotations

import asyncio
import random
from typing import Final, NamedTuple, Protocol

import msgspec

from pickomino.bots.beginner import BeginnerBot
from pickomino.bots.protocol import Thinking
from pickomino.core.actions import Action
from pickomino.core.errors import PickominoError
from pickomino.core.play import legal_actions
from pickomino.core.position import Position
from pickomino.rooms.bots.coach import CoachView
from pickomino.rooms.bots.process import BotProcess, BotRequest

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
NO_ANSWER: Final = "-"

_advice: Final = msgspec.json.Decoder(CoachView)


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
        self._players = _Workers(workers, limits)
        # Nothing can replace the coach: wait until its only worker has loaded.
        self._coach = _Workers(1, limits._replace(wait_seconds=load_seconds))

    async def warm(self, *bots: str) -> None:
        """Start a worker and load these bots."""
        await self._players.warm(*bots)

    async def choose(self, bot: str, position: Position, seed: str) -> Action:
        """Ask a worker; if the call is cancelled, the answer is still computed, but not used."""
        request = BotRequest(bot, position.wfen(), seed, self._seconds)
        answer = await self._players.answer(request)
        return quick_choice(position) if answer is None else _parse_legal(position, answer)

    async def advise(self, position: Position) -> CoachView:
        """Ask the coach's worker; if the call is cancelled, the answer is dropped."""
        answer = await self._coach.answer(BotRequest("", position.wfen()))
        if answer is None or answer == NO_ANSWER:
            raise PickominoError("coach_busy")
        return _advice.decode(answer)

    async def close(self) -> None:
        await asyncio.gather(self._players.close(), self._coach.close())


class _Limits(NamedTuple):
    seconds: float
    load_seconds: float
    max_waiting: int
    wait_seconds: float


class _Workers:
    """A pool of worker processes."""

    def __init__(self, workers: int, limits: _Limits) -> None:
        self.idle: list[BotProcess] = []
        self._limits = limits
        self._waiting = 0
        self._free = asyncio.Semaphore(workers)
        self._asking: set[asyncio.Task[str | None]] = set()
        self._is_closed = False

    async def warm(self, *bots: str) -> None:
        async with self._free:
            worker = await self._take_worker()
            is_ready = False
            try:
                await worker.load(bots, self._limits.load_seconds)
                is_ready = not self._is_closed
            except (OSError, ValueError):
                return
            finally:
                # Also when cancelled: a worker outside the pool would never be stopped.
                if is_ready:
                    self.idle.append(worker)
                else:
                    await worker.stop()

    async def answer(self, request: BotRequest) -> str | None:
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
        while self.idle:
            await self.idle.pop().stop()

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

    async def _take_worker(self) -> BotProcess:
        """Return the idle worker used last, because it has bots loaded, or else a new one."""
        while self.idle:
            worker = self.idle.pop()
            if not worker.is_gone:
                return worker
            await worker.stop()
        return BotProcess()

    async def _ask(self, request: BotRequest) -> str | None:
        worker = await self._take_worker()
        answered = False
        try:
            has_loaded = worker.has_loaded(request.bot)
            move_limit = self._limits.seconds + MARGIN_SECONDS
            limit = move_limit if has_loaded else self._limits.load_seconds
            answer = await worker.ask(request, limit)
            answered = True
        except (OSError, ValueError, RuntimeError):  # uvloop raises RuntimeError for a closed pipe
            return None
        finally:
            if answered:
                self.idle.append(worker)
            else:
                await worker.stop()
            self._free.release()
        return answer


def _parse_legal(position: Position, answer: str) -> Action:
    legal = {str(action): action for action in legal_actions(position)}
    return legal.get(answer) or quick_choice(position)
