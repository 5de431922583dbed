"""The champion: solves its turn exactly, using networks to value the positions after the turn."""

from __future__ import annotations

from functools import cached_property

from pickomino.bots.protocol import Thinking
from pickomino.bots.strategist import StrategistBot
from pickomino.core.actions import Action
from pickomino.core.position import Position


class ChampionBot(StrategistBot):
    """Maximises its win chance; `depth` is the number of turns it solves, its own first.

    In the endgame it looks one turn further. If no network supports the rules, it plays like the
    strategist.
    """

    def __init__(self, depth: str = "1") -> None:
        from pickomino.evaluation.endgame_look_ahead import EndgameChance
        from pickomino.evaluation.features import supports
        from pickomino.evaluation.network_chance import NetworkChance

        self._supports = supports
        super().__init__(depth, EndgameChance(NetworkChance()))

    def choose(self, position: Position, thinking: Thinking) -> Action:
        """Return the action with the best win chance."""
        bot = super() if self._supports(position.rules) else self._strategist
        return bot.choose(position, thinking)

    @cached_property
    def _strategist(self) -> StrategistBot:
        return StrategistBot()
