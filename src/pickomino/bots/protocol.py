"""What a bot is: something that chooses a legal action for a position."""

from __future__ import annotations

import random
from typing import NamedTuple, Protocol

from pickomino.core.actions import Action
from pickomino.core.position import Position


class Thinking(NamedTuple):
    """What a bot is given to think with: its own generator and a time limit."""

    generator: random.Random
    seconds: float = 1.0


class Bot(Protocol):
    """A player that is a program; it sees a position and nothing else."""

    def choose(self, position: Position, thinking: Thinking) -> Action:
        """Choose one of the legal actions of a position that waits for a seat."""
        ...
