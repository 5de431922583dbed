"""Best play in a solved turn.

Where actions are worth the same within 1e-12 (exactly, for fractions), the first of the legal
actions is best: a claim before rolling on, rolling on before giving up, a lower tile before a
higher one and before a steal, a lower face before a higher one, the Weasel last.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from pickomino.core.actions import ROLL_ON, SET_ASIDE, STOP, WEASEL, Action
from pickomino.core.position import Phase, Turn
from pickomino.solver.outcomes import Payoff
from pickomino.solver.reference import NO_CHOICE, TIE, Vector
from pickomino.solver.shape import DiceState, TurnShape, dice_choice, open_faces

Options = dict[Action, Vector]


class TurnValues(Protocol):
    """A solved turn; the reference is one, and so is what the kernel gives."""

    @property
    def shape(self) -> TurnShape:
        """The shape of the turn."""
        ...

    def deciding(self, state: DiceState) -> Vector:
        """Return the value after setting dice aside."""
        ...

    def rolling(self, state: DiceState) -> Vector:
        """Return the value of rolling."""
        ...


def value_at(values: TurnValues, turn: Turn, state: DiceState, tie: float = TIE) -> Vector:
    """Return the value of a point inside a turn."""
    if turn.phase is Phase.ROLL:
        return values.rolling(state)
    if turn.phase is Phase.DECIDE:
        return values.deciding(state)
    options = _to_set_aside(values, turn, state)
    best = first_best(options, tie)
    assert best is not None, "a roll without a choice ends the turn"  # noqa: S101
    return options[best]


def first_best(options: Options, tie: float) -> Action | None:
    """Return the best action, the first of equals; None if there is none."""
    best, best_value = None, NO_CHOICE
    for action, value in options.items():
        if value[0] > best_value + tie:
            best, best_value = action, value[0]
    return best


def _to_set_aside(values: TurnValues, turn: Turn, state: DiceState) -> Options:
    shape = values.shape
    choices = {
        face: dice_choice(shape, turn.rolled, face)
        for face in open_faces(state.symbols)
        if turn.rolled.has(face)
    }
    found = {
        SET_ASIDE[face - 1]: values.deciding(state.after(shape, choice))
        for face, choice in choices.items()
    }
    if state.weasel and (found or shape.weasel_saves_bust):
        found[WEASEL] = values.rolling(state._replace(weasel=False))
    return found


class BestPlay(NamedTuple):
    """What the best player does in a solved turn."""

    values: TurnValues
    payoff: Payoff
    tie: float
    """TurnValues this close are the same."""

    def value_at(self, turn: Turn, state: DiceState) -> Vector:
        """Return the value of a point inside the turn."""
        return value_at(self.values, turn, state, self.tie)

    def options(self, turn: Turn, state: DiceState) -> Options:
        """Return the legal actions with their values; none while dice are rolled."""
        if turn.phase is Phase.CHOOSE:
            return _to_set_aside(self.values, turn, state)
        return self._decisions(state) if turn.phase is Phase.DECIDE else {}

    def best(self, turn: Turn, state: DiceState) -> Action | None:
        """Return the best action; None while dice are rolled."""
        return first_best(self.options(turn, state), self.tie)

    def _decisions(self, state: DiceState) -> Options:
        total = state.total(self.values.shape)
        found = {} if total is None else dict(self.payoff.claims[state.bratwurm][total])
        if not state.can_roll:
            return found
        roll_on = {ROLL_ON: self.values.rolling(state)}
        give_up = {STOP: self.payoff.stakes.failure[state.bratwurm]}
        return found | roll_on if found else roll_on | give_up
