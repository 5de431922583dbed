"""Ends of turns judged once each, so that equal positions have equal chances, to the last bit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Final

from pickomino.core.play import apply, legal_actions
from pickomino.core.position import OVER, Phase, Position
from pickomino.evaluation.protocol import Chances, Evaluator, final_chances

TIE: Final = 1e-12
"""Choices this close are equal; the first one in the engine's order stands for the best."""
_AT_ONCE: Final = 4096
"""Positions judged in one call: more would only take memory."""


def evaluate_turn_ends(
    evaluator: Evaluator, positions: Iterable[Position]
) -> dict[Position, Chances]:
    """Judge positions after a turn; where the Raven's choice is open, all its results as well."""
    known = dict.fromkeys(positions)
    open_ends = {each: raven_outcomes(each) for each in known if each.turn.phase is Phase.RAVEN}
    certain = (each for each in known if each.turn.phase is not Phase.RAVEN)
    ends = list(dict.fromkeys([*certain, *chain.from_iterable(open_ends.values())]))
    found: dict[Position, Chances] = {}
    for first in range(0, len(ends), _AT_ONCE):
        part = ends[first : first + _AT_ONCE]
        found.update(zip(part, map(_normal, evaluator.evaluate(part)), strict=True))
    # The result itself, whatever an evaluator makes of it.
    found |= {end: final_chances(end) for end in ends if end.to_act == OVER}
    for position, results in open_ends.items():
        options = [found[after] for after in results]
        found[position] = options[first_best([each[position.seat] for each in options])]
    return found


def raven_outcomes(position: Position) -> list[Position]:
    """Return the position after each choice of the Raven, in the engine's order."""
    return [apply(position, action) for action in legal_actions(position)]


def first_best(values: Sequence[float]) -> int:
    """Return the place of the greatest value; of equals the first.

    >>> first_best([0.1, 0.5, 0.5 + 1e-15])
    1
    """
    best = 0
    for place, value in enumerate(values):
        if value > values[best] + TIE:
            best = place
    return best


def _normal(chances: Chances) -> Chances:
    """Let chances sum to 1 exactly: those of a network do so only to single precision."""
    whole = sum(chances)
    return tuple(chance / whole for chance in chances)
