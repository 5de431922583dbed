"""Win chances of the positions in which a turn can end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Final

from pickomino.core.play import apply, legal_actions
from pickomino.core.position import OVER, Phase, Position
from pickomino.evaluation.protocol import Chances, Evaluator, final_chances, normalise
from pickomino.solver.reference import first_best

_BATCH_SIZE: Final = 4096
"""How many positions are evaluated in one call; more would only use more memory."""


def outcome_chances(evaluator: Evaluator, positions: Sequence[Position]) -> list[Chances]:
    """Return the chances in positions after a turn.

    If the Raven's choice is still pending, the best choice is assumed.

    >>> from pickomino.evaluation.win_chance import WinChance
    >>> position = Position.from_wfen("standard oooooooooooooooo -/- a - ~")
    >>> [round(sum(chances), 6) for chances in outcome_chances(WinChance(), [position])]
    [1.0]
    """
    final = [raven_outcomes(position) for position in positions]
    evaluated = iter(evaluator.evaluate(list(chain.from_iterable(final))))
    return [
        _best_for(position.seat, [next(evaluated) for _ in ends])
        for position, ends in zip(positions, final, strict=True)
    ]


def evaluate_turn_ends(
    evaluator: Evaluator, positions: Iterable[Position]
) -> dict[Position, Chances]:
    """Return the chances in positions after a turn, and after each possible Raven choice.

    Each position is evaluated only once, so equal positions have exactly equal chances.

    >>> from pickomino.evaluation.win_chance import WinChance
    >>> position = Position.from_wfen("standard oooooooooooooooo -/- a - ~")
    >>> list(evaluate_turn_ends(WinChance(), [position, position])) == [position]
    True
    """
    final = {position: raven_outcomes(position) for position in positions}
    ends = list(dict.fromkeys(chain.from_iterable(final.values())))
    chances: dict[Position, Chances] = {}
    for first in range(0, len(ends), _BATCH_SIZE):
        batch = ends[first : first + _BATCH_SIZE]
        chances.update(zip(batch, map(normalise, evaluator.evaluate(batch)), strict=True))
    # The chances in a finished game are its result, whatever the evaluator says.
    chances |= {end: final_chances(end) for end in ends if end.to_act == OVER}
    return chances | {
        position: _best_for(position.seat, [chances[end] for end in outcomes])
        for position, outcomes in final.items()
    }


def raven_outcomes(position: Position) -> list[Position]:
    """Return the position after each choice of the Raven's victim, in `legal_actions` order.

    If no such choice is pending, return only the position itself.

    >>> position = Position.from_wfen("standard oooooooooooooooo -/- a - ~")
    >>> raven_outcomes(position) == [position]
    True
    """
    if position.turn.phase is not Phase.RAVEN:
        return [position]
    return [apply(position, action) for action in legal_actions(position)]


def _best_for(seat: int, options: Sequence[Chances]) -> Chances:
    return options[first_best([chances[seat] for chances in options])]
