"""A bot that plays legal actions at random."""

from __future__ import annotations

from pickomino.bots.arguments import checked
from pickomino.bots.protocol import Thinking
from pickomino.core.actions import Action
from pickomino.core.play import legal_actions
from pickomino.core.position import Position


class RandomBot:
    """Plays every legal action with equal probability."""

    @checked
    def choose(self, position: Position, thinking: Thinking) -> Action:
        """Return a random legal action."""
        return thinking.generator.choice(legal_actions(position))
