"""The champion: the turn solved exactly against networks that learned what a position is worth."""

from __future__ import annotations

from functools import cached_property

from pickomino.bots.protocol import Thinking
from pickomino.bots.strategist import StrategistBot
from pickomino.core.actions import Action
from pickomino.core.position import Position


class ChampionBot(StrategistBot):
    """Maximises its chance to win; `depth` counts the turns it plays out, its own first.

    In the endgame it looks one turn further. Rules that no network knows it leaves to the
    strategist.
    """

    def __init__(self, depth: str = "1") -> None:
        from pickomino.evaluation.endgame import EndgameChance
        from pickomino.evaluation.network import NetworkChance, version_for

        self._version_for = version_for
        super().__init__(depth, EndgameChance(NetworkChance()))

    def choose(self, position: Position, thinking: Thinking) -> Action:
        """Choose the action with the best chance to win."""
        if self._version_for(position.rules, position.players) is None:
            return self._strategist.choose(position, thinking)
        return super().choose(position, thinking)

    @cached_property
    def _strategist(self) -> StrategistBot:
        return StrategistBot()
