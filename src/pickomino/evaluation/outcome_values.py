"""What the results of a turn are worth to the player whose turn it is, by an evaluator."""

from __future__ import annotations

from collections.abc import Sequence

from pickomino.core.play import apply, legal_actions
from pickomino.core.position import Phase, Position
from pickomino.evaluation.protocol import Chances, Evaluator


def outcome_chances(evaluator: Evaluator, positions: Sequence[Position]) -> list[Chances]:
    """Judge the positions after a turn; where the Raven's choice is open, its best one counts."""
    settled = [_settled(position) for position in positions]
    judged = iter(evaluator.evaluate([position for each in settled for position in each]))
    return [
        max((next(judged) for _ in each), key=lambda chances, seat=before.seat: chances[seat])
        for before, each in zip(positions, settled, strict=True)
    ]


def _settled(position: Position) -> list[Position]:
    if position.turn.phase is not Phase.RAVEN:
        return [position]
    return [apply(position, action) for action in legal_actions(position)]
