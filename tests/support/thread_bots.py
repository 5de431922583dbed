"""Bots in threads of the test's own process, which start at once."""

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
    """Threads of this process: quick to start, but a bot that hangs cannot be stopped."""

    def __init__(self, workers: int = 2, seconds: float = BOT_SECONDS) -> None:
        """Take how many bots may think at once, and what each may take."""
        self._seconds = seconds
        self._players = asyncio.Semaphore(workers)
        self._coach = asyncio.Semaphore(1)

    async def choose(self, bot: str, position: Position, seed: str) -> Action:
        """Ask in a new thread; one that hangs keeps its place, so there are never more of them."""

        def think() -> Action | None:
            return _chosen(bot, position, seed, self._seconds)

        action = await self._thought(self._players, think)
        return quick_choice(position) if action is None else action

    async def advise(self, position: Position) -> CoachView:
        """Ask the coach in a new thread."""
        advice = await self._thought(self._coach, lambda: _advised(position))
        if advice is None:
            raise PickominoError("coach_busy")
        return advice

    async def close(self) -> None:
        """Do nothing: threads end by themselves."""

    async def _thought(self, free: asyncio.Semaphore, think: Callable[[], _T | None]) -> _T | None:
        try:
            async with asyncio.timeout(self._seconds):
                await free.acquire()
        except TimeoutError:
            return None
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[_T | None] = loop.create_future()

        def tell(thought: _T | None) -> None:
            free.release()
            if not answer.done():
                answer.set_result(thought)

        def work() -> None:
            thought = think()
            _if_open(loop, lambda: tell(thought))

        threading.Thread(target=work, daemon=True, name="bot").start()
        try:
            return await asyncio.wait_for(answer, self._seconds)
        except TimeoutError:
            return None


def _advised(position: Position) -> CoachView | None:
    try:
        return coach(position)
    except Exception:  # noqa: BLE001 - advice is a luxury
        return None


def _chosen(bot: str, position: Position, seed: str, seconds: float) -> Action | None:
    try:
        thinking = Thinking(random.Random(seed), seconds)
        action = make_bot(bot).choose(position, thinking)
    except Exception:  # noqa: BLE001 - whatever a bot does, the game goes on
        return None
    return action if action in legal_actions(position) else None


def _if_open(loop: asyncio.AbstractEventLoop, call: Callable[[], None]) -> None:
    try:
        loop.call_soon_threadsafe(call)
    except RuntimeError:
        return
