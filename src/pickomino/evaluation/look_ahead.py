"""Any evaluator seen through one more turn: whoever is to roll plays it exactly, for itself."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

import numpy as np

from pickomino.core.position import OVER, Position
from pickomino.evaluation.outcome_values import outcome_chances
from pickomino.evaluation.protocol import Chances, Evaluator, final_chances
from pickomino.solver.kernels import solve_batch
from pickomino.solver.outcomes import TurnOutcomes, turn_outcomes
from pickomino.solver.shape import TOTALS, TurnShape

NUDGE: Final = 1e-7
"""How much of a rival's chance is mixed into the player's own, to read off what the rival gets.

Near the best play the player's value does not change to first order with the play, so the value
of the mixture moves by just NUDGE times the rival's chance under the player's best play.
"""


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
        all_outcomes = [turn_outcomes(position) for position in positions]
        ends = [end for outcomes in all_outcomes for end in outcomes.positions]
        judged = iter(outcome_chances(self.evaluator, ends))
        by_shape: defaultdict[TurnShape, list[tuple[int, TurnOutcomes, list[Chances]]]]
        by_shape = defaultdict(list)
        for place, outcomes in enumerate(all_outcomes):
            chances = [next(judged) for _ in outcomes.positions]
            by_shape[outcomes.shape].append((place, outcomes, chances))
        solved: dict[int, Chances] = {}
        for shape, group in by_shape.items():
            solved |= _solved(shape, group)
        return [solved[place] for place in range(len(positions))]


def _solved(
    shape: TurnShape, group: Sequence[tuple[int, TurnOutcomes, list[Chances]]]
) -> dict[int, Chances]:
    """Solve all turns of one shape in one batch: the player's own aim, then nudged to each rival."""
    players = group[0][1].position.players
    stop = np.full((len(group), players, 2, TOTALS), np.nan)
    failure = np.empty((len(group), players, 2))
    for row, (_, outcomes, chances) in enumerate(group):
        seat = outcomes.position.seat
        for turned in range(players):
            rival = (seat + turned) % players
            nudge = NUDGE if turned else 0.0
            worth = [each[seat] + nudge * each[rival] for each in chances]
            stakes = outcomes.payoff(worth).stakes
            stop[row, turned] = np.array(stakes.stop, np.float64)
            failure[row, turned] = stakes.failure
    values = solve_batch(
        shape, stop.reshape(-1, 2, TOTALS), failure.reshape(-1, 2), threads=1
    ).reshape(len(group), players)
    found: dict[int, Chances] = {}
    for row, (place, outcomes, _) in enumerate(group):
        seat = outcomes.position.seat
        own = float(values[row, 0])
        nudged = [(float(value) - own) / NUDGE for value in values[row, 1:]]
        by_seat = [own, *nudged]
        found[place] = tuple(by_seat[(s - seat) % players] for s in range(players))
    return found
