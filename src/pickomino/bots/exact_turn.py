"""Exact play of a turn, given a value for each of its outcomes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pickomino.core.actions import Action
from pickomino.core.position import Position
from pickomino.solver.backend import has_fast_solver
from pickomino.solver.outcomes import TurnOutcomes, turn_outcomes
from pickomino.solver.solution import TurnSolution, solve

OutcomeEvaluator = Callable[[TurnOutcomes], Sequence[float]]
"""Returns the value of every outcome for the player whose turn it is."""


class ExactTurn:
    """Solves a turn at its first decision and reuses the solution for the later decisions.

    >>> position = Position.from_wfen("standard oooooooooooooooo -/- a 55 1124ww")
    >>> turn = ExactTurn(lambda outcomes: [0, *[1] * (len(outcomes.positions) - 1)])
    >>> str(turn.best(position))
    'kw'
    """

    def __init__(self, evaluate: OutcomeEvaluator) -> None:
        self.evaluate = evaluate
        self.is_fast = has_fast_solver()
        self._solution: TurnSolution | None = None

    def solution(self, position: Position) -> TurnSolution:
        """Return the solution of the position's turn, cached until another turn is asked for."""
        cached = self._solution
        if cached is None or not _covers(cached.position, position):
            outcomes = turn_outcomes(position)
            payoff = outcomes.payoff(self.evaluate(outcomes))
            cached = self._solution = solve(position, payoff, fast=self.is_fast)
        return cached

    def best(self, position: Position) -> Action:
        """Return the best action in a position where a player must act."""
        action = self.solution(position).best(position)
        if action is None:
            raise ValueError(f"no decision to make in {position.wfen()}")
        return action


def _covers(solved: Position, position: Position) -> bool:
    """Return whether `position` has the tiles of `solved` and at least the same dice set aside."""
    counts = zip(position.turn.set_aside.counts, solved.turn.set_aside.counts, strict=True)
    return position._replace(turn=solved.turn) == solved and all(
        now >= before for now, before in counts
    )
