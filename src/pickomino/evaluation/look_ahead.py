"""Any evaluator seen through one more turn: whoever is to roll plays it exactly, for itself."""

from __future__ import annotations

from collections.abc import Sequence

from pickomino.core.position import OVER, Position
from pickomino.evaluation.outcome_values import outcome_chances
from pickomino.evaluation.protocol import Chances, Evaluator, final_chances
from pickomino.solver.outcomes import turn_outcomes


class LookAhead:
    """Plays the turn of the seat to roll exactly against an evaluator's judgement of its ends."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator

    def evaluate(self, positions: Sequence[Position]) -> list[Chances]:
        """Judge positions at the start of a turn, or over."""
        running = [position for position in positions if position.to_act != OVER]
        found = iter(self._through_the_turn(running))
        return [
            final_chances(position) if position.to_act == OVER else next(found)
            for position in positions
        ]

    def _through_the_turn(self, positions: Sequence[Position]) -> list[Chances]:
        if not positions:
            return []
        # Not above: the kernel takes a while to load, and whoever never looks ahead needs none.
        import numpy as np

        from pickomino.solver.starts import start_values

        outcomes = [turn_outcomes(position) for position in positions]
        ends = [end for each in outcomes for end in each.positions]
        judged = iter(outcome_chances(self.evaluator, ends))
        # The seat to roll first, since it decides; the last one gets what the others leave over.
        worths = [
            np.roll([next(judged) for _ in each.positions], -each.position.seat, axis=1)[:, :-1]
            for each in outcomes
        ]
        return [
            _from_first(chances.tolist(), position.seat)
            for chances, position in zip(start_values(outcomes, worths), positions, strict=True)
        ]


def _from_first(chances: list[float], seat: int) -> Chances:
    """Add the last chance, and turn them so that they begin with seat 0."""
    turned = [*chances, max(0.0, 1 - sum(chances))]
    return (*turned[len(turned) - seat :], *turned[: len(turned) - seat])
