"""The bot that plays anything legal."""

from __future__ import annotations

from pickomino.bots.protocol import Thinking
from pickomino.core.actions import Action
from pickomino.core.play import legal_actions
from pickomino.core.position import Position


class RandomBot:
    """Chooses among the legal actions with equal chances."""

    def choose(self, position: Position, thinking: Thinking) -> Action:
        """Choose any legal action."""
        return thinking.generator.choice(legal_actions(position))
