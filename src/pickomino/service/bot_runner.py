"""Lets bots think without holding anybody up: in worker processes, or in threads.

A bot that crashes, answers nonsense or thinks too long is replaced for this one move by a quick
one, and so are those for whom no worker gets free.
"""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Callable
from typing import Final, Protocol

from pickomino.bots.beginner import BeginnerBot
from pickomino.bots.protocol import Thinking
from pickomino.bots.registry import make_bot
from pickomino.core.actions import Action
from pickomino.core.play import legal_actions
from pickomino.core.position import Position
from pickomino.service.bot_process import BotProcess

SECONDS: Final = 5.0
"""What a bot may take for a move."""
FIRST_SECONDS: Final = 30.0
"""What a worker may take to start, or to load a bot that it has not played yet."""
MOST_WAITING: Final = 50
"""So many moves may wait for a worker; for more there is the quick bot."""


class BotRunner(Protocol):
    """Chooses for bots, off the event loop."""

    async def choose(self, bot: str, position: Position, seed: str) -> Action:
        """Give a legal action, always; `seed` feeds the bot's generator. May be cancelled."""
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
    """Worker processes, started when first needed and killed when a bot hangs."""

    def __init__(
        self,
        workers: int = 2,
        seconds: float = SECONDS,
        first_seconds: float = FIRST_SECONDS,
        most_waiting: int = MOST_WAITING,
    ) -> None:
        """Take how many processes there may be, and what a bot may take."""
        self._seconds = seconds
        self._first_seconds = first_seconds
        self._most_waiting = most_waiting
        self._waiting = 0
        self._free = asyncio.Semaphore(workers)
        self._idle: list[BotProcess] = []
        self._asking: set[asyncio.Task[Action]] = set()
        self._is_closed = False

    async def warm(self, *bots: str) -> None:
        """Start a worker that has loaded these bots already."""
        async with self._free:
            worker = self._idle.pop() if self._idle else BotProcess()
            try:
                await worker.load(bots, self._first_seconds)
            except (OSError, ValueError):
                await worker.stop()
            else:
                self._idle.append(worker)

    async def choose(self, bot: str, position: Position, seed: str) -> Action:
        """Ask a worker; when cancelled, the worker thinks on and its answer is dropped."""
        if self._is_closed or self._waiting >= self._most_waiting:
            return quick_choice(position)
        self._waiting += 1
        try:
            await self._free.acquire()
        finally:
            self._waiting -= 1
        if self._is_closed:
            self._free.release()
            return quick_choice(position)
        task = asyncio.create_task(self._ask(bot, position, seed))
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
        while self._idle:
            await self._idle.pop().stop()

    async def _ask(self, bot: str, position: Position, seed: str) -> Action:
        # The one that was used last has its bots loaded.
        worker = self._idle.pop() if self._idle else BotProcess()
        answered = False
        try:
            limit = self._seconds if worker.has_loaded(bot) else self._first_seconds
            answer = await worker.ask(bot, position, seed, self._seconds, limit)
            answered = True
        except (OSError, ValueError):
            return quick_choice(position)
        finally:
            if answered:
                self._idle.append(worker)
            else:
                await worker.stop()
            self._free.release()
        return _legal(position, answer)


class ThreadBots:
    """Threads of this process: quick to start, but a bot that hangs cannot be stopped."""

    def __init__(self, workers: int = 2, seconds: float = SECONDS) -> None:
        """Take how many bots may think at once, and what each may take."""
        self._seconds = seconds
        self._free = asyncio.Semaphore(workers)

    async def choose(self, bot: str, position: Position, seed: str) -> Action:
        """Ask in a new thread; one that hangs keeps its place, so there are never more of them."""
        try:
            await asyncio.wait_for(self._free.acquire(), self._seconds)
        except TimeoutError:
            return quick_choice(position)
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Action | None] = loop.create_future()

        def tell(action: Action | None) -> None:
            self._free.release()
            if not answer.done():
                answer.set_result(action)

        def think() -> None:
            action = _chosen(bot, position, seed, self._seconds)
            _if_open(loop, lambda: tell(action))

        threading.Thread(target=think, daemon=True, name=f"bot {bot}").start()
        try:
            action = await asyncio.wait_for(answer, self._seconds)
        except TimeoutError:
            action = None
        return quick_choice(position) if action is None else action

    async def close(self) -> None:
        """Do nothing: threads end by themselves."""


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


def _legal(position: Position, answer: str) -> Action:
    found = {str(action): action for action in legal_actions(position)}
    return found.get(answer) or quick_choice(position)
