"""An evaluator that looks one turn ahead.

In that turn, the seat to roll maximises its own chance of winning.
"""

from __future__ import annotations

from collections.abc import Sequence

from pickomino.core.position import OVER, Position, rotate
from pickomino.evaluation.outcome_values import outcome_chances
from pickomino.evaluation.protocol import Chances, Evaluator, final_chances
from pickomino.solver.backend import start_values
from pickomino.solver.outcomes import turn_outcomes


class LookAhead:
    """Solves the next turn exactly, valuing the positions after it with another evaluator.

    >>> from pickomino.evaluation.win_chance import WinChance
    >>> position = Position.from_wfen("standard oxxxxxxxxxxxxxxx -/- a - ~")
    >>> [round(chance, 2) for chance in LookAhead(WinChance()).evaluate([position])[0]]
    [0.93, 0.07]
    """

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator

    def evaluate(self, positions: Sequence[Position]) -> list[Chances]:
        """Return the chances in each position, which must be finished or at the start of a turn."""
        running = [position for position in positions if position.to_act != OVER]
        chances = iter(self._solve_turns(running))
        return [
            final_chances(position) if position.to_act == OVER else next(chances)
            for position in positions
        ]

    def _solve_turns(self, positions: Sequence[Position]) -> list[Chances]:
        if not positions:
            return []
        outcomes = [turn_outcomes(position) for position in positions]
        ends = [end for turn in outcomes for end in turn.positions]
        chances_of_ends = iter(outcome_chances(self.evaluator, ends))
        # The seat to roll comes first because the first channel decides; the last seat is omitted
        # because the chances add up to 1.
        values = [
            [rotate(next(chances_of_ends), turn.position.seat)[:-1] for _ in turn.positions]
            for turn in outcomes
        ]
        return [
            rotate([*chances, max(0.0, 1 - sum(chances))], -position.seat)
            for chances, position in zip(start_values(outcomes, values), positions, strict=True)
        ]
