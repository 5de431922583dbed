"""Bots that run in threads of the test process, which start without delay."""

import asyncio
import random
import threading
from collections.abc import Callable
from typing import TypeVar

from pickomino.bots.protocol import Thinking
from pickomino.bots.registry import make_bot
from pickomino.core.actions import Action
from pickomino.core.errors import PickominoError
from pickomino.core.play import legal_actions
from pickomino.core.position import Position
from pickomino.rooms.bots.coach import CoachView, coach
from pickomino.rooms.bots.runner import BOT_SECONDS, quick_choice

_T = TypeVar("_T")


class ThreadBots:
    """Bot runner on threads: quick to start, but a bot that hangs cannot be stopped."""

    def __init__(self, workers: int = 2, seconds: float = BOT_SECONDS) -> None:
        """Take the number of bots that may think at once, and the time limit of each."""
        self._seconds = seconds
        self._players = asyncio.Semaphore(workers)
        self._coach = asyncio.Semaphore(1)

    async def choose(self, bot: str, position: Position, seed: str) -> Action:
        """Run a bot in a new thread; one that hangs keeps its slot, which bounds their number."""

        def think() -> Action | None:
            return _choose(bot, position, seed, self._seconds)

        action = await self._run(self._players, think)
        return quick_choice(position) if action is None else action

    async def advise(self, position: Position) -> CoachView:
        """Run the coach in a new thread."""
        advice = await self._run(self._coach, lambda: _advise(position))
        if advice is None:
            raise PickominoError("coach_busy")
        return advice

    async def close(self) -> None:
        """Do nothing: the threads are daemons."""

    async def _run(self, slots: asyncio.Semaphore, think: Callable[[], _T | None]) -> _T | None:
        try:
            async with asyncio.timeout(self._seconds):
                await slots.acquire()
        except TimeoutError:
            return None
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[_T | None] = loop.create_future()

        def finish(result: _T | None) -> None:
            slots.release()
            if not answer.done():
                answer.set_result(result)

        def work() -> None:
            result = think()
            _call_if_open(loop, lambda: finish(result))

        threading.Thread(target=work, daemon=True, name="bot").start()
        try:
            return await asyncio.wait_for(answer, self._seconds)
        except TimeoutError:
            return None


def _advise(position: Position) -> CoachView | None:
    try:
        return coach(position)
    except Exception:  # noqa: BLE001 - the game continues without advice
        return None


def _choose(bot: str, position: Position, seed: str, seconds: float) -> Action | None:
    try:
        thinking = Thinking(random.Random(seed), seconds)
        action = make_bot(bot).choose(position, thinking)
    except Exception:  # noqa: BLE001 - the game continues after any error of a bot
        return None
    return action if action in legal_actions(position) else None


def _call_if_open(loop: asyncio.AbstractEventLoop, call: Callable[[], None]) -> None:
    try:
        loop.call_soon_threadsafe(call)
    except RuntimeError:
        return
