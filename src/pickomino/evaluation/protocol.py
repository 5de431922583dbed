"""The interface between play and evaluators."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from pickomino.core.errors import wrong_type
from pickomino.core.position import Position, winners

Chances = tuple[float, ...]
"""Each seat's chance of winning; shared wins are divided, so the chances sum to 1."""


class Evaluator(Protocol):
    """Estimates each seat's chance of winning; the positions are finished or start a turn.

    >>> from pickomino import Evaluator, EvaluatorBot, scores
    >>> class Leader(Evaluator):
    ...     def evaluate(self, positions):
    ...         rows = [[worms + 1 for worms in scores(position)] for position in positions]
    ...         return [tuple(worms / sum(row) for worms in row) for row in rows]
    >>> bot = EvaluatorBot(Leader())
    """

    def evaluate(self, positions: Sequence[Position]) -> list[Chances]:
        """Return the chances in each position."""
        ...


def check_evaluator(evaluator: object) -> None:
    """Raise TypeError unless a value is an evaluator; a class of evaluators is none.

    >>> from pickomino.evaluation.win_chance import WinChance
    >>> check_evaluator(WinChance())
    >>> check_evaluator(WinChance)
    Traceback (most recent call last):
    TypeError: expected an evaluator with a method evaluate(positions), not type
    """
    if isinstance(evaluator, type) or not callable(getattr(evaluator, "evaluate", None)):
        raise wrong_type(evaluator, "an evaluator with a method evaluate(positions)")


def normalise(chances: Sequence[float]) -> Chances:
    """Scale chances so that they sum to 1; a network's chances do so only in single precision.

    >>> normalise([0.5, 0.75])
    (0.4, 0.6)
    """
    total = sum(chances)
    return tuple(chance / total for chance in chances)


def final_chances(position: Position) -> Chances:
    """Return the chances in a finished game: 1 for the winner, or an equal share for each winner.

    >>> final_chances(Position.from_wfen("standard xxxxxxxxxxxx.... 33,35/34/36 - - -"))
    (1.0, 0.0, 0.0)
    """
    won = winners(position)
    return tuple(float(seat in won) / len(won) for seat in range(position.players))
