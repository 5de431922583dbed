"""The solution of one turn: each action's value, the best action, and each result's chance."""

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
    OutcomeValues,
    Payoff,
    TurnOutcomes,
    TurnResult,
    check_in_turn,
    turn_outcomes,
)
from pickomino.solver.reference import TIE, Number, Reference, Stakes, Vector
from pickomino.solver.shape import DiceState, TurnShape, dice_state


def solve_shape(
    shape: TurnShape, stakes: Sequence[Stakes], *, fast: bool = False, tie: float = TIE
) -> Sequence[TurnValues]:
    """Solve turns with the same shape and number of channels, by the reference or by the kernel.

    >>> from pickomino import Position
    >>> outcomes = turn_outcomes(Position.from_wfen("standard oooooooooooooooo -/- a 55w -"))
    >>> win = outcomes.payoff([0, *[1] * (len(outcomes.positions) - 1)])
    >>> (solved,) = solve_shape(outcomes.shape, [win.stakes])
    >>> solved.shape == outcomes.shape
    True
    """
    if not fast:
        return [Reference(shape, turn_stakes, tie) for turn_stakes in stakes]
    from pickomino.solver.backend import solve_all

    return solve_all(shape, stakes)


def solve(
    position: Position,
    values: Payoff | OutcomeValues,
    aim: int = 0,
    *,
    exact: bool = False,
    fast: bool = False,
) -> TurnSolution:
    """Solve the turn of a position.

    `values` is a payoff, or has the value of each position in `turn_outcomes(position).positions`.
    A value may be several numbers (say, one for each seat): play maximises the one at index `aim`.
    With `exact` everything is computed in fractions; with `fast`, by the compiled kernel.

    >>> from pickomino import Rules, start
    >>> position = start(Rules.preset("standard"), 2)
    >>> worms = [0, *([1] * 4), *([2] * 4), *([3] * 4), *([4] * 4)]
    >>> solve(position, worms).value(position)
    1.644729...
    """
    if exact and fast:
        raise ValueError("the kernel computes in floats: choose exact or fast")
    payoff = values if isinstance(values, Payoff) else turn_outcomes(position).payoff(values, aim)
    if exact:
        payoff = payoff.map_values(
            lambda _, vector: tuple(Fraction(value) for value in vector), tie=0
        )
    tie = 0 if exact else TIE
    solved = solve_shape(TurnShape.from_position(position), [payoff.stakes], fast=fast, tie=tie)[0]
    return TurnSolution(position, BestPlay(solved, payoff, tie), aim)


def solve_many(
    outcomes: Sequence[TurnOutcomes],
    values: Sequence[OutcomeValues],
    aims: Sequence[int],
    *,
    fast: bool = False,
) -> list[TurnSolution]:
    """Solve the turns of many positions, like `solve`, but all turns of the same shape at once.

    >>> from pickomino import Position
    >>> begin = "standard oooooooooooooooo -/- a"
    >>> turns = [turn_outcomes(Position.from_wfen(f"{begin} {dice} -")) for dice in ("55w", "11w")]
    >>> wins = [[0, *[1] * (len(turn.positions) - 1)] for turn in turns]
    >>> first, second = solve_many(turns, wins, aims=[0, 0])
    >>> first.value(first.position) > second.value(second.position)
    True
    """
    payoffs = [turn.payoff(own, aim) for turn, own, aim in zip(outcomes, values, aims, strict=True)]
    groups: defaultdict[tuple[TurnShape, int], list[int]] = defaultdict(list)
    for index, payoff in enumerate(payoffs):
        groups[outcomes[index].shape, len(payoff.stakes.failure[0])].append(index)
    solved: dict[int, TurnValues] = {}
    for (shape, _), indices in groups.items():
        stakes = [payoffs[index].stakes for index in indices]
        solved |= zip(indices, solve_shape(shape, stakes, fast=fast), strict=True)
    return [
        TurnSolution(turn.position, BestPlay(solved[index], payoffs[index], TIE), aims[index])
        for index, turn in enumerate(outcomes)
    ]


class TurnSolution:
    """The solution of a turn, for the solved position and all positions later in the turn.

    `value` is the number that decides; `values` are all numbers, in the order in which they were
    given.

    >>> from pickomino import Position
    >>> position = Position.from_wfen("standard oooooooooooooooo -/- a 55ww -")
    >>> worms = [0, *([1] * 4), *([2] * 4), *([3] * 4), *([4] * 4)]
    >>> solution = solve(position, worms)
    >>> str(solution.best(position)), round(solution.rolling(position), 3)
    ('r', 1.856)
    """

    def __init__(self, position: Position, play: BestPlay, aim: int = 0) -> None:
        """Private: use `solve`."""
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
        """Return all values of a position under best play."""
        return self._in_order(self._value_at(position))

    def rolling(self, position: Position) -> Number:
        """Return the value of rolling the dice that are not set aside."""
        return self._values.rolling(self._state(position))[0]

    def stopping(self, position: Position) -> Number:
        """Return the value of the best claim or, if there is no claim, the value of failing."""
        state, stakes = self._state(position), self.payoff.stakes
        claim = stakes.claim(self._values.shape, state)
        return stakes.failure[state.bratwurm][0] if claim is None else claim[0]

    def choices(self, position: Position) -> dict[Action, Number]:
        """Return the value of every legal action; none when dice are to be rolled."""
        options = self._play.options(position.turn, self._state(position))
        return {action: options[action][0] for action in legal_actions(position)}

    def choice_values(self, position: Position) -> dict[Action, Vector]:
        """Return all values of every legal action; none when dice are to be rolled."""
        options = self._play.options(position.turn, self._state(position))
        return {action: self._in_order(options[action]) for action in legal_actions(position)}

    def best(self, position: Position) -> Action | None:
        """Return the best action; None when dice are to be rolled."""
        return self._play.best(position.turn, self._state(position))

    def results(self, position: Position) -> dict[Action | None, Number]:
        """Return the chance of each claim under best play; the key None stands for a failure."""
        chances: dict[Action | None, Number] = {None: 0}
        for (claim, _), chance in self.chances(position).items():
            chances[claim] = chances.get(claim, 0) + chance
        return chances

    def chances(self, position: Position) -> dict[TurnResult, Number]:
        """Return the chance of each result, separately without and with a Bratwurm for ones."""
        play, results = self._chance_play
        _, *chances = play.value_at(position.turn, self._state(position))
        return {result: chance for result, chance in zip(results, chances, strict=True) if chance}

    @cached_property
    def _chance_play(self) -> tuple[BestPlay, list[TurnResult]]:
        """Solve the turn again with a channel per result: 1 for that result, 0 for all others."""
        results, tie = self.payoff.results(), self._play.tie
        one = 1.0 if tie else Fraction(1)

        def add_channels(actual: TurnResult, value: Vector) -> Vector:
            return value[0], *(one * (result == actual) for result in results)

        payoff = self.payoff.map_values(add_channels, tie)
        fast = not isinstance(self._values, Reference)
        values = solve_shape(self._values.shape, [payoff.stakes], fast=fast, tie=tie)[0]
        return BestPlay(values, payoff, tie), results

    def _value_at(self, position: Position) -> Vector:
        return self._play.value_at(position.turn, self._state(position))

    def _in_order(self, vector: Vector) -> Vector:
        """Return the numbers in the order in which they were given."""
        return *vector[1 : self._aim + 1], vector[0], *vector[self._aim + 1 :]

    def _state(self, position: Position) -> DiceState:
        solved = self.position
        bratwurms = _bratwurms(position) - _bratwurms(solved)
        state = dice_state(self._values.shape, position, bratwurm=bratwurms > 0)
        counts, counts_before = position.turn.set_aside.counts, solved.turn.set_aside.counts
        if (
            position._replace(turn=solved.turn, extrawurm=None) != solved._replace(extrawurm=None)
            or any(now < before for now, before in zip(counts, counts_before, strict=True))
            or bratwurms not in (0, self._values.shape.bratwurm)
            or state.weasel > self._values.shape.weasel
        ):
            raise ValueError(f"{position.wfen()} is not in the turn from {solved.wfen()}")
        check_in_turn(position)
        return state


def _bratwurms(position: Position) -> int:
    return 0 if position.extrawurm is None else position.extrawurm.bratwurms[position.seat]
