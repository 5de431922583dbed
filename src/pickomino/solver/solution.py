"""One turn solved for a position: the value of every action, the best one, and where it leads."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property

from pickomino.core.actions import Action
from pickomino.core.play import legal_actions
from pickomino.core.position import Position
from pickomino.solver.best_play import BestPlay, TurnValues
from pickomino.solver.outcomes import (
    Payoff,
    TurnOutcomes,
    TurnResult,
    Worth,
    check_in_turn,
    turn_outcomes,
)
from pickomino.solver.reference import TIE, Number, Reference, Stakes, Vector
from pickomino.solver.shape import DiceState, TurnShape, state_of


def solve_shape(
    shape: TurnShape, stakes: Sequence[Stakes], *, fast: bool = False, tie: float = TIE
) -> Sequence[TurnValues]:
    """Solve turns of one shape by the reference or by the kernel, all with as many channels."""
    if not fast:
        return [Reference(shape, each, tie) for each in stakes]
    from pickomino.solver.kernels import solve_all

    return solve_all(shape, stakes)


def solve(
    position: Position,
    worth: Payoff | Worth,
    aim: int = 0,
    *,
    exact: bool = False,
    fast: bool = False,
) -> TurnSolution:
    """Solve the turn of a position.

    `worth` values `turn_outcomes(position).positions`, or is the payoff made of them. Each may be
    worth several numbers (say, one for each seat): the one at `aim` decides, the others are
    carried along. With `exact` all is computed in fractions; with `fast` by the compiled kernel.

    >>> from pickomino import Rules, start
    >>> position = start(Rules.preset("standard"), 2)
    >>> worms = [0, *([1] * 4), *([2] * 4), *([3] * 4), *([4] * 4)]
    >>> solve(position, worms).value(position)
    1.644729...
    """
    if exact and fast:
        raise ValueError("the kernel computes in floats: choose exact or fast")
    payoff = worth if isinstance(worth, Payoff) else turn_outcomes(position).payoff(worth, aim)
    if exact:
        payoff = payoff.mapped(lambda _, value: tuple(Fraction(each) for each in value), tie=0)
    tie = 0 if exact else TIE
    values = solve_shape(TurnShape.of(position), [payoff.stakes], fast=fast, tie=tie)[0]
    return TurnSolution(position, BestPlay(values, payoff, tie), aim)


def solve_many(
    outcomes: Sequence[TurnOutcomes],
    worths: Sequence[Worth],
    aims: Sequence[int],
    *,
    fast: bool = False,
) -> list[TurnSolution]:
    """Solve the turns of many positions, as `solve` does, those of one shape together."""
    payoffs = [
        each.payoff(worth, aim) for each, worth, aim in zip(outcomes, worths, aims, strict=True)
    ]
    alike: defaultdict[tuple[TurnShape, int], list[int]] = defaultdict(list)
    for place, payoff in enumerate(payoffs):
        alike[outcomes[place].shape, len(payoff.stakes.failure[0])].append(place)
    solved: dict[int, TurnValues] = {}
    for (shape, _), places in alike.items():
        stakes = [payoffs[place].stakes for place in places]
        solved |= zip(places, solve_shape(shape, stakes, fast=fast), strict=True)
    return [
        TurnSolution(each.position, BestPlay(solved[place], payoffs[place], TIE), aims[place])
        for place, each in enumerate(outcomes)
    ]


class TurnSolution:
    """Answers about any position of the solved turn, from the solved one on.

    What is called a value is the number that decides; `values` are all numbers, in the order in
    which they were given.
    """

    def __init__(self, position: Position, play: BestPlay, aim: int = 0) -> None:
        """Use `solve`."""
        check_in_turn(position)
        self.position = position
        self.payoff = play.payoff
        self._play = play
        self._values = play.values
        self._aim = aim

    def value(self, position: Position) -> Number:
        """Return the value of a position under best play."""
        return self._value_at(position)[0]

    def values(self, position: Position) -> Vector:
        """Return all numbers of a position under best play."""
        return self._in_order(self._value_at(position))

    def rolling(self, position: Position) -> Number:
        """Return the value of rolling the dice that are not set aside."""
        return self._values.rolling(self._state(position))[0]

    def stopping(self, position: Position) -> Number:
        """Return the value of stopping: the best claim, or the failure if there is none."""
        state, stakes = self._state(position), self.payoff.stakes
        claim = stakes.claim(self._values.shape, state)
        return stakes.failure[state.bratwurm][0] if claim is None else claim[0]

    def choices(self, position: Position) -> dict[Action, Number]:
        """Return the value of every legal action; none while dice are rolled."""
        found = self._play.options(position.turn, self._state(position))
        return {action: found[action][0] for action in legal_actions(position)}

    def choice_values(self, position: Position) -> dict[Action, Vector]:
        """Return all numbers of every legal action; none while dice are rolled."""
        found = self._play.options(position.turn, self._state(position))
        return {action: self._in_order(found[action]) for action in legal_actions(position)}

    def best(self, position: Position) -> Action | None:
        """Return the best action; None while dice are rolled."""
        return self._play.best(position.turn, self._state(position))

    def results(self, position: Position) -> dict[Action | None, Number]:
        """Return the chance of each claim, and of a failure under None, under best play."""
        found: dict[Action | None, Number] = {None: 0}
        for (claim, _), chance in self.chances(position).items():
            found[claim] = found.get(claim, 0) + chance
        return found

    def chances(self, position: Position) -> dict[TurnResult, Number]:
        """Return the chances of the results, separately without and with a Bratwurm for ones."""
        play, results = self._chances
        _, *chances = play.value_at(position.turn, self._state(position))
        return {result: chance for result, chance in zip(results, chances, strict=True) if chance}

    @cached_property
    def _chances(self) -> tuple[BestPlay, list[TurnResult]]:
        """Solve the turn again, with a channel for each result: whether it came about."""
        results, tie = self.payoff.results(), self._play.tie
        one = 1.0 if tie else Fraction(1)

        def carrying(came: TurnResult, value: Vector) -> Vector:
            return value[0], *(one * (result == came) for result in results)

        payoff = self.payoff.mapped(carrying, tie)
        fast = not isinstance(self._values, Reference)
        values = solve_shape(self._values.shape, [payoff.stakes], fast=fast, tie=tie)[0]
        return BestPlay(values, payoff, tie), results

    def _value_at(self, position: Position) -> Vector:
        return self._play.value_at(position.turn, self._state(position))

    def _in_order(self, vector: Vector) -> Vector:
        """Put the number that decides back where it was."""
        return *vector[1 : self._aim + 1], vector[0], *vector[self._aim + 1 :]

    def _state(self, position: Position) -> DiceState:
        solved = self.position
        bratwurms = _bratwurms(position) - _bratwurms(solved)
        state = state_of(self._values.shape, position, bratwurm=bratwurms > 0)
        kept, before = position.turn.set_aside.counts, solved.turn.set_aside.counts
        if (
            position._replace(turn=solved.turn, extrawurm=None) != solved._replace(extrawurm=None)
            or any(now < earlier for now, earlier in zip(kept, before, strict=True))
            or bratwurms not in (0, self._values.shape.bratwurm)
            or state.weasel > self._values.shape.weasel
        ):
            raise ValueError(f"{position.wfen()} is not in the turn from {solved.wfen()}")
        check_in_turn(position)
        return state


def _bratwurms(position: Position) -> int:
    return 0 if position.extrawurm is None else position.extrawurm.bratwurms[position.seat]
