"""Any evaluator seen through one more turn: whoever is to roll plays it exactly, for itself."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final, NamedTuple

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


class _Judged(NamedTuple):
    """A turn, its place in the question, and the chances at each of its ends."""

    place: int
    outcomes: TurnOutcomes
    chances: list[Chances]


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
        alike: defaultdict[tuple[TurnShape, int], list[_Judged]] = defaultdict(list)
        for place, outcomes in enumerate(all_outcomes):
            chances = [next(judged) for _ in outcomes.positions]
            kind = outcomes.shape, outcomes.position.players
            alike[kind].append(_Judged(place, outcomes, chances))
        solved: dict[int, Chances] = {}
        for (shape, players), group in alike.items():
            solved |= _solved(shape, players, group)
        return [solved[place] for place in range(len(positions))]


def _solved(shape: TurnShape, players: int, group: Sequence[_Judged]) -> dict[int, Chances]:
    """Solve alike turns in one batch: for the player's own aim, then nudged to each rival's."""
    stop = np.full((len(group), players, 2, TOTALS), np.nan)
    failure = np.empty((len(group), players, 2))
    for row, (_, outcomes, chances) in enumerate(group):
        seat = outcomes.position.seat
        for turned in range(players):
            rival, nudge = (seat + turned) % players, NUDGE if turned else 0.0
            worth = [each[seat] + nudge * each[rival] for each in chances]
            stakes = outcomes.payoff(worth).stakes
            stop[row, turned] = np.array(stakes.stop, np.float64)
            failure[row, turned] = stakes.failure
    values = solve_batch(
        shape, stop.reshape(-1, 2, TOTALS), failure.reshape(-1, 2), threads=1
    ).reshape(len(group), players)
    nudged = (values[:, 1:] - values[:, :1]) / NUDGE
    by_turn = np.concatenate([values[:, :1], nudged], axis=1)
    return {
        judged.place: tuple(map(float, np.roll(row, judged.outcomes.position.seat)))
        for judged, row in zip(group, by_turn, strict=True)
    }
