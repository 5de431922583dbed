"""Lets bots think without holding anybody up: in worker processes.

A bot that crashes, answers nonsense or thinks too long is replaced for this one move by a quick
one, and so are those for whom no worker becomes free.
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
from pickomino.rooms.bots.process import BotProcess, Question

SECONDS: Final = 5.0
"""What a bot may take for a move."""
MARGIN_SECONDS: Final = 1.0
"""What a worker may take on top, to end a program that thinks too long."""
FIRST_SECONDS: Final = 30.0
"""What a worker may take to start, or to load a bot that it has not played yet."""
MOST_WAITING: Final = 50
"""So many moves may wait for a worker; for more there is the quick bot."""
WAIT_SECONDS: Final = 5.0
"""So long a move waits for a worker; then the quick bot makes it."""
NO_ANSWER: Final = "-"

_advice: Final = msgspec.json.Decoder(CoachView)


class BotRunner(Protocol):
    """Chooses for bots, off the event loop."""

    async def choose(self, bot: str, position: Position, seed: str) -> Action:
        """Return a legal action, always; `seed` feeds the bot's generator. May be cancelled."""
        ...

    async def advise(self, position: Position) -> CoachView:
        """Return what the coach says; raises `coach_busy` where that takes too long."""
        ...

    async def close(self) -> None:
        """Send all workers home."""
        ...


def quick_choice(position: Position) -> Action:
    """Choose in microseconds, where the bot that was asked for cannot.

    >>> str(quick_choice(Position.from_wfen("standard oooooooooooooooo -/- a - 1234455w")))
    'kw'
    """
    return BeginnerBot().choose(position, Thinking(random.Random(0)))


class ProcessBots:
    """Worker processes, started when first needed and killed when a bot hangs.

    A room asks for one move at a time and those who wait are served in turn, so that rooms share
    the workers evenly. The coach has a worker of its own: neither can keep the other waiting.
    """

    def __init__(
        self,
        workers: int = 2,
        seconds: float = SECONDS,
        first_seconds: float = FIRST_SECONDS,
        most_waiting: int = MOST_WAITING,
        wait_seconds: float = WAIT_SECONDS,
    ) -> None:
        """Take how many processes there may be, and what a bot may take."""
        limits = _Limits(seconds, first_seconds, most_waiting, wait_seconds)
        self._seconds = seconds
        self._players = _Workers(workers, limits)
        # Nobody else can advise: people wait until the only worker has loaded.
        self._coach = _Workers(1, limits._replace(wait_seconds=first_seconds))

    async def warm(self, *bots: str) -> None:
        """Start a worker that has loaded these bots already."""
        await self._players.warm(*bots)

    async def choose(self, bot: str, position: Position, seed: str) -> Action:
        """Ask a worker; when cancelled, the worker thinks on and its answer is dropped."""
        question = Question(bot, position.wfen(), seed, self._seconds)
        answer = await self._players.answer(question)
        return quick_choice(position) if answer is None else _legal(position, answer)

    async def advise(self, position: Position) -> CoachView:
        """Ask the coach's worker for advice; when cancelled, the same holds."""
        answer = await self._coach.answer(Question("", position.wfen()))
        if answer is None or answer == NO_ANSWER:
            raise PickominoError("coach_busy")
        return _advice.decode(answer)

    async def close(self) -> None:
        """Kill the workers."""
        await asyncio.gather(self._players.close(), self._coach.close())


class _Limits(NamedTuple):
    seconds: float
    first_seconds: float
    most_waiting: int
    wait_seconds: float


class _Workers:
    """Some processes, and those who wait for one."""

    def __init__(self, workers: int, limits: _Limits) -> None:
        self.idle: list[BotProcess] = []
        self._limits = limits
        self._waiting = 0
        self._free = asyncio.Semaphore(workers)
        self._asking: set[asyncio.Task[str | None]] = set()
        self._is_closed = False

    async def warm(self, *bots: str) -> None:
        """Start a worker that has loaded these bots already."""
        async with self._free:
            worker = await self._worker()
            is_ready = False
            try:
                await worker.load(bots, self._limits.first_seconds)
                is_ready = not self._is_closed
            except (OSError, ValueError):
                return
            finally:
                # Also when cancelled: a worker that nobody knows would never be sent home.
                if is_ready:
                    self.idle.append(worker)
                else:
                    await worker.stop()

    async def answer(self, question: Question) -> str | None:
        """Wait for a worker and its answer; None if none becomes free or the worker failed."""
        if not await self._is_free_in_time():
            return None
        task = asyncio.create_task(self._ask(question))
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)
        return await asyncio.shield(task)

    async def close(self) -> None:
        """Kill the workers."""
        self._is_closed = True
        asking = list(self._asking)
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
        while self.idle:
            await self.idle.pop().stop()

    async def _is_free_in_time(self) -> bool:
        """Take a worker's place, unless too many wait for one or it takes too long."""
        if self._is_closed or self._waiting >= self._limits.most_waiting:
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

    async def _worker(self) -> BotProcess:
        """Take the one that was used last, which has its bots loaded, or a new one."""
        while self.idle:
            worker = self.idle.pop()
            if not worker.is_gone:
                return worker
            await worker.stop()
        return BotProcess()

    async def _ask(self, question: Question) -> str | None:
        worker = await self._worker()
        answered = False
        try:
            is_ready = worker.has_loaded(question.bot)
            usual = self._limits.seconds + MARGIN_SECONDS
            limit = usual if is_ready else self._limits.first_seconds
            answer = await worker.ask(question, limit)
            answered = True
        except (OSError, ValueError, RuntimeError):  # the last one from uvloop, of a closed pipe
            return None
        finally:
            if answered:
                self.idle.append(worker)
            else:
                await worker.stop()
            self._free.release()
        return answer


def _legal(position: Position, answer: str) -> Action:
    found = {str(action): action for action in legal_actions(position)}
    return found.get(answer) or quick_choice(position)
