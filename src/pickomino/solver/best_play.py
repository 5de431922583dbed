"""Best play in a solved turn, and the chances of what comes of it.

Where actions are worth the same within 1e-12 (exactly, for fractions), the first of the legal
actions is best: a claim before rolling on, rolling on before giving up, a lower tile before a
higher one and before a steal, a lower face before a higher one, the Weasel last.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush
from typing import Final, NamedTuple, Protocol

from pickomino.core.actions import ROLL_ON, SET_ASIDE, STOP, WEASEL, Action
from pickomino.core.position import Phase, Turn
from pickomino.solver.outcomes import Payoff
from pickomino.solver.reference import NO_CHOICE, Number, rolls_from
from pickomino.solver.shape import State, TurnShape, choice_of, open_faces

TIE: Final = 1e-12

Options = list[tuple[Action, Number]]
Chances = dict[tuple[Action | None, bool], Number]
"""The chance of each claim, or of a failure under None, without and with a Bratwurm for ones."""


class Values(Protocol):
    """A solved turn; the reference is one, and so is what the kernel gives."""

    @property
    def shape(self) -> TurnShape:
        """The shape of the turn."""
        ...

    def deciding(self, state: State) -> Number:
        """Give the value after setting dice aside."""
        ...

    def rolling(self, state: State) -> Number:
        """Give the value of rolling."""
        ...


def value_at(values: Values, turn: Turn, state: State) -> Number:
    """Give the value of a point inside a turn."""
    if turn.phase is Phase.ROLL:
        return values.rolling(state)
    if turn.phase is Phase.DECIDE:
        return values.deciding(state)
    return max(value for _, value in options_to_set_aside(values, turn, state))


def options_to_set_aside(values: Values, turn: Turn, state: State) -> Options:
    """Give the legal actions after a roll with their values."""
    shape = values.shape
    found = [
        (SET_ASIDE[face - 1], values.deciding(state.after(shape, choice)))
        for face in open_faces(state.symbols)
        if turn.rolled.has(face)
        for choice in (choice_of(shape, turn.rolled, face),)
    ]
    if state.weasel and (found or shape.weaselbust):
        found.append((WEASEL, values.rolling(state._replace(weasel=False))))
    return found


class BestPlay(NamedTuple):
    """What the best player does in a solved turn."""

    values: Values
    payoff: Payoff
    tie: float
    """Values this close are the same."""

    def decisions(self, state: State) -> Options:
        """Give the legal actions after setting aside; none if the turn fails by itself."""
        total = state.total(self.values.shape)
        found = [] if total is None else list(self.payoff.claims[state.bratwurm][total])
        if not state.can_roll:
            return found
        roll_on = (ROLL_ON, self.values.rolling(state))
        give_up = (STOP, self.payoff.stakes.failure[state.bratwurm])
        return [*found, roll_on] if found else [roll_on, give_up]

    def best(self, options: Iterable[tuple[Action, Number]]) -> Action | None:
        """Give the best action, the first of equals; None if there is none."""
        best, best_value = None, NO_CHOICE
        for action, value in options:
            if value > best_value + self.tie:
                best, best_value = action, value
        return best


class Flow:
    """The chances of all results under best play, followed forward from one state."""

    def __init__(self, play: BestPlay) -> None:
        """Take the play to follow; `roll` or `decide` says where it starts."""
        self._play = play
        self._values = play.values
        self._rolling: dict[State, Number] = {}
        self._order: list[tuple[int, bool, State]] = []
        self._results: Chances = {}

    def run(self) -> Chances:
        """Follow every roll to the end."""
        while self._order:
            state = heappop(self._order)[-1]
            self._follow(state, self._rolling.pop(state))
        return self._results

    def roll(self, state: State, chance: Number) -> None:
        """Add the chance to roll in a state; most dice and an unused Weasel come first."""
        if state not in self._rolling:
            heappush(self._order, (-state.dice - state.golden, not state.weasel, state))
        self._rolling[state] = self._rolling.get(state, 0) + chance

    def decide(self, state: State, chance: Number) -> None:
        """Add the chance to have set aside the dice of a state."""
        action = self._play.best(self._play.decisions(state))
        if action == ROLL_ON:
            self.roll(state, chance)
        else:
            self._end(None if action == STOP else action, state, chance)

    def _end(self, claim: Action | None, state: State, chance: Number) -> None:
        key = claim, state.bratwurm
        self._results[key] = self._results.get(key, 0) + chance

    def _follow(self, state: State, chance: Number) -> None:
        shape = self._values.shape
        rolls = rolls_from(shape, state)
        ways, ways_again = self._ways(state)
        for choice, count in zip(rolls.choices, ways, strict=True):
            if count:
                self.decide(state.after(shape, choice), chance * count / rolls.weights)
        if state.weasel and shape.weaselbust:
            ways_again += rolls.bust_weight
        elif rolls.bust_weight:
            self._end(None, state, chance * rolls.bust_weight / rolls.weights)
        if ways_again:
            self.roll(state._replace(weasel=False), chance * ways_again / rolls.weights)

    def _ways(self, state: State) -> tuple[list[int], int]:
        """Count the rolls after which each choice is best, and those to roll again."""
        values, tie = self._values, self._play.tie
        rolls = rolls_from(values.shape, state)
        worth = [values.deciding(state.after(values.shape, choice)) for choice in rolls.choices]
        again = values.rolling(state._replace(weasel=False)) if state.weasel else NO_CHOICE
        ways, ways_again = [0] * len(worth), 0
        bests: list[tuple[Number, int]] = [(NO_CHOICE, -1)]
        for weight, smaller, choice in rolls.classes:
            best = bests[smaller]
            if worth[choice] > best[0] + tie:
                best = worth[choice], choice
            bests.append(best)
            if again > best[0] + tie:
                ways_again += weight
            else:
                ways[best[1]] += weight
        return ways, ways_again
