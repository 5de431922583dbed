"""The protocol that every bot implements."""

from __future__ import annotations

import random
from typing import Final, NamedTuple, Protocol

from pickomino.core.actions import Action
from pickomino.core.position import Position

SECONDS_EXPECTED: Final = "a number of seconds"


class Thinking(NamedTuple):
    """The random generator and the time limit that a bot may use for one decision.

    >>> Thinking(random.Random(7)).generator.choice("abc")
    'b'
    """

    generator: random.Random
    seconds: float = 1.0


class Bot(Protocol):
    """A computer player; it sees only the position, not how the game reached it.

    >>> from pickomino import Bot, claims, legal_actions, play_game
    >>> class Cautious(Bot):
    ...     def choose(self, position, thinking):
    ...         return (claims(position) or legal_actions(position))[-1]
    >>> play_game([Cautious(), "beginner"]).is_over
    True
    """

    def choose(self, position: Position, thinking: Thinking) -> Action:
        """Return a legal action in a position where a player must act."""
        ...
