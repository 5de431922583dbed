"""Playing a turn exactly, given what each of its results is worth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import find_spec

from pickomino.core.actions import Action
from pickomino.core.position import Position
from pickomino.solver.outcomes import TurnOutcomes, turn_outcomes
from pickomino.solver.solution import TurnSolution, solve

Worth = Callable[[TurnOutcomes], Sequence[float]]
"""Values every position that a turn can end in, for the player whose turn it is."""


class ExactTurn:
    """Solves a turn at its first decision and answers the later ones from the same solution."""

    def __init__(self, worth: Worth) -> None:
        self.worth = worth
        self.is_fast = find_spec("numba") is not None
        self._solution: TurnSolution | None = None

    def solution(self, position: Position) -> TurnSolution:
        """Return the solution of the turn that a position is in."""
        known = self._solution
        if known is None or not _covers(known.position, position):
            outcomes = turn_outcomes(position)
            payoff = outcomes.payoff(self.worth(outcomes))
            known = self._solution = solve(position, payoff, fast=self.is_fast)
        return known

    def best(self, position: Position) -> Action:
        """Return the best action of a position that waits for a seat."""
        action = self.solution(position).best(position)
        if action is None:
            raise ValueError(f"no decision to make in {position.wfen()}")
        return action


def _covers(solved: Position, position: Position) -> bool:
    """Return whether a position lies on the same table, with at least the same dice set aside."""
    counts = zip(position.turn.set_aside.counts, solved.turn.set_aside.counts, strict=True)
    return position._replace(turn=solved.turn) == solved and all(
        now >= before for now, before in counts
    )
