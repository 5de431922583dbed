"""Any evaluator seen through one more turn: whoever is to roll plays it exactly, for itself."""

from __future__ import annotations

from collections.abc import Sequence

from pickomino.core.position import OVER, Position
from pickomino.evaluation.outcome_values import outcome_chances
from pickomino.evaluation.protocol import Chances, Evaluator, final_chances
from pickomino.solver.outcomes import turn_outcomes
from pickomino.solver.solution import solve_many


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
        outcomes = [turn_outcomes(position) for position in positions]
        ends = [end for each in outcomes for end in each.positions]
        judged = iter(outcome_chances(self.evaluator, ends))
        worths = [[next(judged) for _ in each.positions] for each in outcomes]
        seats = [position.seat for position in positions]
        solved = solve_many(outcomes, worths, seats, fast=True)
        return [
            tuple(map(float, turn.values(position)))
            for turn, position in zip(solved, positions, strict=True)
        ]
