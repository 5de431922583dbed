"""Best play in a solved turn.

Among actions whose values are equal within 1e-12 (exactly equal, for fractions), the first legal
action is best. Claims come before rolling on, and rolling on before giving up; a lower tile comes
before a higher one and before a steal; a lower face comes before a higher one; the Weasel is last.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from pickomino.core.actions import ROLL_ON, SET_ASIDE, STOP, WEASEL, Action
from pickomino.core.position import Phase, Turn
from pickomino.solver.outcomes import Payoff
from pickomino.solver.reference import TIE, Vector, first_best
from pickomino.solver.shape import DiceState, TurnShape, dice_choice, open_faces

ActionValues = dict[Action, Vector]


class TurnValues(Protocol):
    """The values of a solved turn, computed by the reference or by the kernel."""

    @property
    def shape(self) -> TurnShape:
        """The shape of the turn."""
        ...

    def deciding(self, state: DiceState) -> Vector:
        """Return the value after setting dice aside: the better of stopping and rolling on."""
        ...

    def rolling(self, state: DiceState) -> Vector:
        """Return the value of rolling all dice that are left."""
        ...


def value_at(values: TurnValues, turn: Turn, state: DiceState, tie: float = TIE) -> Vector:
    """Return the value of a turn, in any phase in which dice are in play."""
    if turn.phase is Phase.ROLL:
        return values.rolling(state)
    if turn.phase is Phase.DECIDE:
        return values.deciding(state)
    options = list(_set_aside_options(values, turn, state).values())
    return options[first_best([option[0] for option in options], tie)]


def _set_aside_options(values: TurnValues, turn: Turn, state: DiceState) -> ActionValues:
    shape = values.shape
    choices = {
        face: dice_choice(shape, turn.rolled, face)
        for face in open_faces(state.symbols)
        if turn.rolled.has(face)
    }
    options = {
        SET_ASIDE[face - 1]: values.deciding(state.after(shape, choice))
        for face, choice in choices.items()
    }
    if state.weasel and (options or shape.weasel_saves_bust):
        options[WEASEL] = values.rolling(state._replace(weasel=False))
    return options


class BestPlay(NamedTuple):
    """The best actions of a solved turn."""

    values: TurnValues
    payoff: Payoff
    tie: float
    """Values this close count as equal."""

    def value_at(self, turn: Turn, state: DiceState) -> Vector:
        """Return the value of the turn, in any phase in which dice are in play."""
        return value_at(self.values, turn, state, self.tie)

    def options(self, turn: Turn, state: DiceState) -> ActionValues:
        """Return the legal actions with their values; none when dice are to be rolled."""
        if turn.phase is Phase.CHOOSE:
            return _set_aside_options(self.values, turn, state)
        return self._decisions(state) if turn.phase is Phase.DECIDE else {}

    def best(self, turn: Turn, state: DiceState) -> Action | None:
        """Return the best action; None when dice are to be rolled."""
        options = self.options(turn, state)
        aims = [value[0] for value in options.values()]
        return list(options)[first_best(aims, self.tie)] if options else None

    def _decisions(self, state: DiceState) -> ActionValues:
        total = state.total(self.values.shape)
        claims = {} if total is None else dict(self.payoff.claims[state.bratwurm][total])
        if not state.can_roll(self.values.shape):
            return claims
        roll_on = {ROLL_ON: self.values.rolling(state)}
        give_up = {STOP: self.payoff.stakes.failure[state.bratwurm]}
        return claims | roll_on if claims else roll_on | give_up
