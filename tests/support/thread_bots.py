"""Bots that run in threads of the test process, which start without delay."""

import asyncio
import random

from pickomino.bots.protocol import Thinking
from pickomino.bots.registry import make_bot
from pickomino.core.actions import Action
from pickomino.core.position import Position
from pickomino.rooms.bots.coach import CoachView, coach
from pickomino.rooms.bots.runner import BOT_SECONDS


class ThreadBots:
    """Bot runner on threads: quick to start, but a bot that hangs cannot be stopped."""

    def __init__(self, seconds: float = BOT_SECONDS) -> None:
        self._seconds = seconds

    async def choose(self, bot: str, position: Position, seed: str) -> Action:
        """Run a bot in a thread."""
        thinking = Thinking(random.Random(seed), self._seconds)
        return await asyncio.to_thread(lambda: make_bot(bot).choose(position, thinking))

    async def advise(self, position: Position) -> CoachView:
        """Run the coach in a thread."""
        return await asyncio.to_thread(coach, position)

    async def close(self) -> None:
        """Do nothing: the threads end with the event loop."""
