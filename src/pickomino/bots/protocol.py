"""The protocol that every bot implements."""

from __future__ import annotations

import random
from typing import NamedTuple, Protocol

from pickomino.core.actions import Action
from pickomino.core.position import Position


class Thinking(NamedTuple):
    """The random generator and the time limit that a bot may use for one decision."""

    generator: random.Random
    seconds: float = 1.0


class Bot(Protocol):
    """A computer player; it sees only the position, not how the game reached it."""

    def choose(self, position: Position, thinking: Thinking) -> Action:
        """Return a legal action in a position where a player must act."""
        ...
