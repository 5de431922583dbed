"""Win chances in the positions after a turn.

Each position is evaluated only once, so equal positions have exactly equal chances.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Final

from pickomino.core.play import apply, legal_actions
from pickomino.core.position import OVER, Phase, Position
from pickomino.evaluation.protocol import Chances, Evaluator, final_chances

TIE: Final = 1e-12
"""Choices whose values differ by at most this count as equal; the first of them is best."""
_BATCH_SIZE: Final = 4096
"""How many positions are evaluated in one call; more would only use more memory."""


def evaluate_turn_ends(
    evaluator: Evaluator, positions: Iterable[Position]
) -> dict[Position, Chances]:
    """Return the chances in positions after a turn, and after each possible Raven choice."""
    unique = dict.fromkeys(positions)
    with_raven = {
        position: raven_outcomes(position)
        for position in unique
        if position.turn.phase is Phase.RAVEN
    }
    without_raven = (end for end in unique if end.turn.phase is not Phase.RAVEN)
    ends = list(dict.fromkeys([*without_raven, *chain.from_iterable(with_raven.values())]))
    chances: dict[Position, Chances] = {}
    for first in range(0, len(ends), _BATCH_SIZE):
        batch = ends[first : first + _BATCH_SIZE]
        chances.update(zip(batch, map(_normalise, evaluator.evaluate(batch)), strict=True))
    # Finished games have their result, whatever the evaluator says.
    chances |= {end: final_chances(end) for end in ends if end.to_act == OVER}
    for position, outcomes in with_raven.items():
        options = [chances[after] for after in outcomes]
        chances[position] = options[first_best([option[position.seat] for option in options])]
    return chances


def raven_outcomes(position: Position) -> list[Position]:
    """Return the position after each choice of the Raven's victim, in `legal_actions` order."""
    return [apply(position, action) for action in legal_actions(position)]


def first_best(values: Sequence[float]) -> int:
    """Return the index of the greatest value, or of the first one if several are equal.

    >>> first_best([0.1, 0.5, 0.5 + 1e-15])
    1
    """
    best = 0
    for place, value in enumerate(values):
        if value > values[best] + TIE:
            best = place
    return best


def _normalise(chances: Chances) -> Chances:
    """Scale chances so that they sum to 1; a network's chances do so only in single precision."""
    total = sum(chances)
    return tuple(chance / total for chance in chances)
