"""Turns solved for the player whose turn it is, with the win chances of all seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from pickomino.analysis.review_types import Choice, format_chance
from pickomino.core.play import apply, legal_actions
from pickomino.core.position import Phase, Position
from pickomino.evaluation.outcome_values import evaluate_turn_ends
from pickomino.evaluation.protocol import Chances, Evaluator
from pickomino.solver.backend import has_fast_solver
from pickomino.solver.outcomes import TurnOutcomes, turn_outcomes
from pickomino.solver.reference import Vector, first_best
from pickomino.solver.solution import TurnSolution, solve_many


class Outlook(NamedTuple):
    """What to expect at some point in a turn if its player plays perfectly from there on."""

    chances: Chances
    """The win chance of every seat."""
    failure: float
    """The chance that the turn fails."""


def best_choice(choices: Sequence[Choice]) -> Choice:
    """Return the best choice, or the first of several equal ones."""
    return choices[first_best([choice.chance for choice in choices])]


def equal_choices(choices: Sequence[Choice]) -> list[Choice]:
    """Return the choices displayed with the same chance as the best one, the least risky first."""
    digits = format_chance(best_choice(choices).chance)
    same = [choice for choice in choices if format_chance(choice.chance) == digits]
    return sorted(same, key=lambda choice: choice.failure)


class SolvedTurn:
    """The outlook at every point in a turn."""

    def __init__(
        self, start: Position, ends: Mapping[Position, Chances], solution: TurnSolution | None
    ) -> None:
        """`ends` has the chances after the turn.

        `solution` is None if `start` waits for the Raven's choice.
        """
        self.start = start
        self._ends = ends
        self._solution = solution

    @property
    def chance_after_failure(self) -> float:
        """The player's win chance if the turn fails, without a Bratwurm for ones."""
        if self._solution is None:
            return 0.0  # the Raven chooses after a turn that succeeded
        return float(self._solution.payoff.stakes.failure[0][0])

    def outlook(self, position: Position) -> Outlook:
        """Return the outlook in a position during the turn."""
        if self._solution is None or position.turn.phase is Phase.RAVEN:
            return self.end(position, failed=False)
        return _outlook(self._solution.values(position))

    def end(self, position: Position, *, failed: bool) -> Outlook:
        """Return the outlook in a position after the end of the turn."""
        if position.turn.phase is Phase.RAVEN and position.extrawurm is not None:
            # The turn was solved from its start, when the Weasel was not used yet.
            fresh = position.extrawurm._replace(weasel_used=False)
            position = position._replace(extrawurm=fresh)
        return Outlook(self._ends[position], float(failed))

    def choices(self, position: Position) -> tuple[Choice, ...]:
        """Return every legal action with the outlook of its player."""
        if self._solution is None or position.turn.phase is Phase.RAVEN:
            options = {
                action: self.end(apply(position, action), failed=False)
                for action in legal_actions(position)
            }
        else:
            values = self._solution.choice_values(position)
            options = {action: _outlook(vector) for action, vector in values.items()}
        return tuple(
            Choice(action, outlook.chances[position.seat], outlook.failure)
            for action, outlook in options.items()
        )


def solve_turns(starts: Sequence[Position], evaluator: Evaluator) -> list[SolvedTurn]:
    """Solve the turns that start in these positions, evaluating all their ends together."""
    with_raven = [start for start in starts if start.turn.phase is Phase.RAVEN]
    outcomes = [turn_outcomes(start) for start in starts if start.turn.phase is not Phase.RAVEN]
    positions = chain(with_raven, *(turn.positions for turn in outcomes))
    ends = evaluate_turn_ends(evaluator, positions)
    payoffs = [_payoffs(turn, ends) for turn in outcomes]
    seats = [turn.position.seat for turn in outcomes]
    fast = has_fast_solver()
    solutions = iter(solve_many(outcomes, payoffs, seats, fast=fast))
    return [
        SolvedTurn(start, ends, None if start.turn.phase is Phase.RAVEN else next(solutions))
        for start in starts
    ]


def _payoffs(outcomes: TurnOutcomes, ends: Mapping[Position, Chances]) -> list[Vector]:
    """Return, for each possible end of a turn, every seat's chance and whether the turn failed."""
    return [
        (*ends[position], float(label is None))
        for position, label in zip(outcomes.positions, outcomes.labels, strict=True)
    ]


def _outlook(values: Vector) -> Outlook:
    *chances, failure = map(float, values)
    return Outlook(tuple(chances), failure)
