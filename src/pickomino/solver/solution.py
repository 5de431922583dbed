"""One turn solved for a position: the value of every action, the best one, and what comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pickomino.core.actions import WEASEL, Action
from pickomino.core.play import legal_actions
from pickomino.core.position import Phase, Position
from pickomino.solver.best_play import (
    TIE,
    BestPlay,
    Chances,
    Flow,
    Values,
    options_to_set_aside,
    value_at,
)
from pickomino.solver.outcomes import Payoff, check_in_turn, turn_outcomes
from pickomino.solver.reference import Number, Reference, Stakes
from pickomino.solver.shape import State, TurnShape, choice_of, state_of


def values_of(shape: TurnShape, stakes: Stakes, *, fast: bool = False) -> Values:
    """Solve a turn by the reference, or by the kernel."""
    if not fast:
        return Reference(shape, stakes)
    from pickomino.solver.kernels import solve_one

    return solve_one(shape, stakes)


def solve(
    position: Position,
    worth: Payoff | Sequence[Number],
    *,
    exact: bool = False,
    fast: bool = False,
) -> TurnSolution:
    """Solve the turn of a position.

    `worth` values `turn_outcomes(position).positions`, or is the payoff made of them. With `exact`
    all is computed in fractions; with `fast` by the compiled kernel.

    >>> from pickomino import Rules, start
    >>> position = start(Rules.preset("standard"), 2)
    >>> worms = [0, *([1] * 4), *([2] * 4), *([3] * 4), *([4] * 4)]
    >>> solve(position, worms).value(position)
    1.644729...
    """
    if exact and fast:
        raise ValueError("the kernel computes in floats: choose exact or fast")
    payoff = worth if isinstance(worth, Payoff) else turn_outcomes(position).payoff(worth)
    if exact:
        payoff = _in_fractions(payoff)
    values = values_of(TurnShape.of(position), payoff.stakes, fast=fast)
    return TurnSolution(position, BestPlay(values, payoff, tie=0 if exact else TIE))


class TurnSolution:
    """Answers about any position of the solved turn, from the solved one on."""

    def __init__(self, position: Position, play: BestPlay) -> None:
        """Use `solve`."""
        check_in_turn(position)
        self.position = position
        self.payoff = play.payoff
        self._play = play
        self._values = play.values

    def value(self, position: Position) -> Number:
        """Give the value of a position under best play."""
        return value_at(self._values, position.turn, self._state(position))

    def rolling(self, position: Position) -> Number:
        """Give the value of rolling the dice that are not set aside."""
        return self._values.rolling(self._state(position))

    def stopping(self, position: Position) -> Number:
        """Give the value of stopping: the best claim, or the failure if there is none."""
        return self.payoff.stakes.stopping(self._values.shape, self._state(position))

    def choices(self, position: Position) -> dict[Action, Number]:
        """Give the value of every legal action; none while dice are rolled."""
        state = self._state(position)
        if position.turn.phase is Phase.CHOOSE:
            found = dict(options_to_set_aside(self._values, position.turn, state))
        elif position.turn.phase is Phase.DECIDE:
            found = dict(self._play.decisions(state))
        else:
            found = {}
        return {action: found[action] for action in legal_actions(position)}

    def best(self, position: Position) -> Action | None:
        """Give the best action; None while dice are rolled."""
        return self._play.best(self.choices(position).items())

    def failure_chance(self, position: Position) -> Number:
        """Give the chance that the turn fails under best play."""
        return self.results(position).get(None, 0)

    def results(self, position: Position) -> dict[Action | None, Number]:
        """Give the chance of each claim, and of a failure under None, under best play."""
        found: dict[Action | None, Number] = {}
        for (claim, _), chance in self.chances(position).items():
            found[claim] = found.get(claim, 0) + chance
        return found

    def chances(self, position: Position) -> Chances:
        """Give the chances of the results, apart without and with a Bratwurm gained for ones."""
        flow = Flow(self._play)
        state = self._state(position)
        certain = 1.0 if self._play.tie else Fraction(1)
        action = self.best(position)
        if action is None:
            flow.roll(state, certain)
        elif action == WEASEL:
            flow.roll(state._replace(weasel=False), certain)
        elif action.kind == "k":
            choice = choice_of(self._values.shape, position.turn.rolled, action.value)
            flow.decide(state.after(self._values.shape, choice), certain)
        else:
            flow.decide(state, certain)
        return flow.run()

    def _state(self, position: Position) -> State:
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


def _in_fractions(payoff: Payoff) -> Payoff:
    stop, failure = payoff.stakes
    return Payoff(
        Stakes(
            tuple(tuple(None if v is None else Fraction(v) for v in by) for by in stop),
            tuple(Fraction(value) for value in failure),
        ),
        tuple(
            tuple(tuple((claim, Fraction(value)) for claim, value in each) for each in by)
            for by in payoff.claims
        ),
    )
