"""Turns solved for the player whose turn it is, with the chances of all seats carried along."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from pickomino.analysis.judging import first_best, judged
from pickomino.core.actions import ROLL_ON, STOP, WEASEL, Action
from pickomino.core.play import apply, legal_actions
from pickomino.core.position import Phase, Position
from pickomino.evaluation.protocol import Chances, Evaluator
from pickomino.solver.outcomes import TurnOutcomes, turn_outcomes
from pickomino.solver.reference import rolls_from
from pickomino.solver.shape import State, choice_of, state_of


class Outlook(NamedTuple):
    """What may come of a point inside a turn, if its player goes on best."""

    chances: Chances
    """The chance to win of every seat."""
    failure: float
    """The chance that the turn fails."""


Options = dict[Action, Outlook]


def best_option(options: Options, seat: int) -> Action:
    """Return the best action for a seat; of equals the first in the engine's order."""
    actions = list(options)
    return actions[first_best([options[action].chances[seat] for action in actions])]


class SolvedTurn:
    """The outlook at every point of one turn, from its start on."""

    def __init__(
        self, start: Position, ends: Mapping[Position, Chances], states: States | None
    ) -> None:
        """Take the judged ends, and the solved states unless only the Raven's choice is left."""
        self.start = start
        self._ends = ends
        self._states = states

    def outlook(self, position: Position) -> Outlook:
        """Return the outlook of a position inside the turn."""
        if position.turn.phase is Phase.ROLL:
            return self._solved.rolling(self._state(position))
        options = self.options(position)
        return options[best_option(options, position.seat)]

    def end(self, position: Position, *, failed: bool) -> Outlook:
        """Return the outlook when the turn has ended in a position."""
        return Outlook(self._ends[position], float(failed))

    def options(self, position: Position) -> Options:
        """Return the outlook after each legal action."""
        return {action: self._after(position, action) for action in legal_actions(position)}

    def _after(self, position: Position, action: Action) -> Outlook:
        if action.kind == "k":
            choice = choice_of(self._solved.shape, position.turn.rolled, action.value)
            return self._solved.deciding(self._state(position).after(self._solved.shape, choice))
        if action == ROLL_ON:
            return self._solved.rolling(self._state(position))
        if action == WEASEL:
            return self._solved.rolling(self._state(position)._replace(weasel=False))
        after = apply(position, action)
        if after.turn.phase is Phase.RAVEN:
            return self.outlook(after)
        return self.end(after, failed=action == STOP)

    @property
    def _solved(self) -> States:
        assert self._states is not None, "no dice are in play"  # noqa: S101
        return self._states

    def _state(self, position: Position) -> State:
        gained = _bratwurms(position) > _bratwurms(self.start)
        return state_of(self._solved.shape, position, bratwurm=gained)


class States:
    """The outlook of every state of a turn, in plain Python."""

    def __init__(self, outcomes: TurnOutcomes, ends: Mapping[Position, Chances]) -> None:
        """Take what the turn can come to, and the judged positions."""
        self.shape = outcomes.shape
        self._seat = outcomes.position.seat
        worth = [
            Outlook(ends[position], float(label is None))
            for position, label in zip(outcomes.positions, outcomes.labels, strict=True)
        ]
        self._claims = [
            [self._best([worth[place] for place in places]) if places else None for places in by]
            for by in outcomes.claims
        ]
        self._failure = [worth[place] for place in outcomes.failure]
        self._deciding: dict[State, Outlook] = {}
        self._rolling: dict[State, Outlook] = {}

    def deciding(self, state: State) -> Outlook:
        """Return the outlook after setting dice aside."""
        known = self._deciding.get(state)
        if known is None:
            known = self._deciding[state] = self._decide(state)
        return known

    def rolling(self, state: State) -> Outlook:
        """Return the outlook before a roll."""
        known = self._rolling.get(state)
        if known is None:
            known = self._rolling[state] = self._roll(state)
        return known

    def _decide(self, state: State) -> Outlook:
        total = state.total(self.shape)
        claim = None if total is None else self._claims[state.bratwurm][total]
        options = [] if claim is None else [claim]
        if state.can_roll:
            options.append(self.rolling(state))
        if claim is None:
            options.append(self._failure[state.bratwurm])
        return self._best(options)

    def _roll(self, state: State) -> Outlook:
        shape, rolls = self.shape, rolls_from(self.shape, state)
        again = [self.rolling(state._replace(weasel=False))] if state.weasel else []
        bust = again[0] if again and shape.weaselbust else self._failure[state.bratwurm]
        offered = [self.deciding(state.after(shape, choice)) for choice in rolls.choices]
        sums = [rolls.bust_weight * each for each in (*bust.chances, bust.failure)]
        bests: list[list[Outlook]] = [[]]
        for weight, smaller, choice in rolls.classes:
            best = self._best([*bests[smaller], offered[choice]])
            bests.append([best])
            taken = self._best([best, *again])
            for place, each in enumerate((*taken.chances, taken.failure)):
                sums[place] += weight * each
        *chances, failure = (each / rolls.weights for each in sums)
        return Outlook(tuple(chances), failure)

    def _best(self, options: Sequence[Outlook]) -> Outlook:
        return options[first_best([option.chances[self._seat] for option in options])]


def solve_turns(starts: Sequence[Position], evaluator: Evaluator) -> list[SolvedTurn]:
    """Solve the turns that positions are in, all judged in one call."""
    outcomes = [
        None if start.turn.phase is Phase.RAVEN else turn_outcomes(start) for start in starts
    ]
    positions = (
        (start,) if found is None else found.positions
        for start, found in zip(starts, outcomes, strict=True)
    )
    ends = judged(evaluator, chain.from_iterable(positions))
    return [
        SolvedTurn(start, ends, None if found is None else States(found, ends))
        for start, found in zip(starts, outcomes, strict=True)
    ]


def _bratwurms(position: Position) -> int:
    return 0 if position.extrawurm is None else position.extrawurm.bratwurms[position.seat]
