"""The waist between play and judgement."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from pickomino.core.position import Position, winners

Chances = tuple[float, ...]
"""The chance to win, by seat; a shared win counts its share, so they sum to 1."""


class Evaluator(Protocol):
    """Returns every seat's chance to win, for positions at the start of a turn or over."""

    def evaluate(self, positions: Sequence[Position]) -> list[Chances]:
        """Judge many positions at once."""
        ...


def final_chances(position: Position) -> Chances:
    """Share the win of a game that is over.

    >>> final_chances(Position.from_wfen("standard xxxxxxxxxxxx.... 33,35/34/36 - - -"))
    (1.0, 0.0, 0.0)
    """
    won = winners(position)
    return tuple(float(seat in won) / len(won) for seat in range(position.players))
