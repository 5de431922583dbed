"""The interface between play and evaluators."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from pickomino.core.position import Position, winners

Chances = tuple[float, ...]
"""The chance to win of each seat; a shared win is divided, so that they sum to 1."""


class Evaluator(Protocol):
    """Evaluates positions, each at the start of a turn or finished."""

    def evaluate(self, positions: Sequence[Position]) -> list[Chances]:
        """Return the chances of many positions."""
        ...


def final_chances(position: Position) -> Chances:
    """Return the chances of a finished game.

    >>> final_chances(Position.from_wfen("standard xxxxxxxxxxxx.... 33,35/34/36 - - -"))
    (1.0, 0.0, 0.0)
    """
    won = winners(position)
    return tuple(float(seat in won) / len(won) for seat in range(position.players))
