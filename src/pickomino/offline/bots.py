"""Bots in the browser's worker, which does nothing else while they think."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from functools import lru_cache
from typing import Final

from pickomino.bots.protocol import Thinking
from pickomino.bots.registry import make_bot
from pickomino.core.actions import Action
from pickomino.core.errors import PickominoError
from pickomino.core.position import Position
from pickomino.core.rules import Rules
from pickomino.rooms.bots.coach import CoachView, coach
from pickomino.rooms.bots.runner import quick_choice

Prepare = Callable[[int, bool], Awaitable[str]]
"""Loads what strong bots need, unless it is loaded: the network for a number of players, or none
for 0, and the tables of turns, also those of Extrawurm if the flag is set. Returns the version of
the network."""
_WITH_TURNS: Final = ("expert", "strategist")
_WITH_NETWORK: Final = ("champion",)
_SUBSTITUTE: Final = "strategist"
"""Plays without a network, if it cannot be loaded."""

_make_bot = lru_cache(maxsize=16)(make_bot)


async def load(prepare: Prepare, players: int, rules: Rules) -> str:
    """Call `prepare` for a table; raises `bots_not_loaded`."""
    try:
        return await prepare(players, rules.extrawurm)
    except Exception as error:  # the errors of JavaScript have a class that only a browser has
        raise PickominoError("bots_not_loaded") from error


class BrowserBots:
    """Chooses actions in this process."""

    def __init__(self, prepare: Prepare) -> None:
        self._prepare = prepare

    async def choose(self, bot: str, position: Position, seed: str) -> Action:
        """Return the bot's action; a strong bot first waits for what it needs.

        If that is neither on this device nor online, another bot makes the move.
        """
        name = bot.partition(":")[0]
        if name in _WITH_NETWORK and not await self._has_loaded(position.players, position.rules):
            name = bot = _SUBSTITUTE
        if name in _WITH_TURNS and not await self._has_loaded(0, position.rules):
            return quick_choice(position)
        return _make_bot(bot).choose(position, Thinking(random.Random(seed)))

    async def advise(self, position: Position) -> CoachView:
        """Return advice; the first time, wait for the network."""
        await load(self._prepare, position.players, position.rules)
        return coach(position)

    async def close(self) -> None:
        """Do nothing: there are no other processes."""

    async def _has_loaded(self, players: int, rules: Rules) -> bool:
        try:
            await load(self._prepare, players, rules)
        except PickominoError:
            return False
        return True
