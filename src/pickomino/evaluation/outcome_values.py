"""Win chances of the positions in which a turn can end."""

from __future__ import annotations

from collections.abc import Sequence

from pickomino.core.play import apply, legal_actions
from pickomino.core.position import Phase, Position
from pickomino.evaluation.protocol import Chances, Evaluator


def outcome_chances(evaluator: Evaluator, positions: Sequence[Position]) -> list[Chances]:
    """Return the chances in positions after a turn.

    If the Raven's choice is still pending, the best choice is assumed.
    """
    final = [_after_raven_choice(position) for position in positions]
    evaluated = iter(evaluator.evaluate([end for ends in final for end in ends]))
    return [
        max((next(evaluated) for _ in ends), key=lambda chances, seat=position.seat: chances[seat])
        for position, ends in zip(positions, final, strict=True)
    ]


def _after_raven_choice(position: Position) -> list[Position]:
    if position.turn.phase is not Phase.RAVEN:
        return [position]
    return [apply(position, action) for action in legal_actions(position)]
