"""Values, best actions and regret of the positions of small games."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import groupby
from typing import Final, NamedTuple

import numpy as np

from pickomino.core.actions import Action
from pickomino.core.errors import IllegalAction, InvalidNotation, InvalidPosition, quote
from pickomino.core.play import apply, legal_actions, step
from pickomino.core.position import NEW_TURN, OVER, Phase, Position
from pickomino.core.problems import problems
from pickomino.core.rules import MIN_PLAYERS, Rules
from pickomino.evaluation.protocol import Chances, final_chances
from pickomino.solved.fixed_point import solve_layer
from pickomino.solved.starts import max_tiles, tiles_in_play
from pickomino.solved.tables import Floats, Tables, TurnBatch, to_table
from pickomino.solver.outcomes import turn_outcomes
from pickomino.solver.solution import TurnSolution, solve

PRECISION: Final = 1e-9
"""How exact values are; actions whose values are this close count as equally good."""
_CHUNK: Final = 1 << 12
"""The number of tables that are solved at once, so that memory stays small."""


class Progress(NamedTuple):
    """How far the solution is: tables found so far, and how many of them are solved.

    >>> from pickomino import Position
    >>> seen = []
    >>> game = SolvedGame(Rules(), progress=seen.append)
    >>> value = game.value(Position.from_wfen("standard oxxxxxxxxxxxxxxx -/- a - ~"))
    >>> seen[-1].found == seen[-1].solved
    True
    """

    found: int
    solved: int


class SolvedGame:
    """The exact values of all positions of two players under one rule set.

    Values are computed when they are first needed and then kept. `progress` is called from time to
    time while they are computed.

    >>> game = SolvedGame(Rules.preset("short"))
    >>> position = Position.from_wfen("short ooxxxxxxxxxxxxxx -/- a 255ww -")
    >>> {str(action): round(value, 4) for action, value in game.choices(position).items()}
    {'t22': 0.6727, 'r': 0.6349}
    """

    def __init__(self, rules: Rules, progress: Callable[[Progress], None] | None = None) -> None:
        """Prepare to solve positions under a rule set."""
        self.rules = rules
        self.progress = progress
        self._tables = Tables()
        self._values: Floats = np.empty(0)

    def __len__(self) -> int:
        """Return the number of tables solved so far."""
        return len(self._values)

    def value(self, position: Position) -> float:
        """Return the win chance of the seat whose turn it is, if both players play perfectly.

        In a finished game, it is the result of seat 0. A shared win counts as one half.
        """
        self._check(position)
        if position.seat == OVER:
            return final_chances(position)[0]
        if position.turn.phase is Phase.RAVEN:
            return max(self.choices(position).values())
        if position.turn == NEW_TURN:
            return self.evaluate([position])[0][position.seat]
        return float(self._solve(position).value(position))

    def evaluate(self, positions: Sequence[Position]) -> list[Chances]:
        """Return both seats' chances in positions that are finished or at the start of a turn.

        This makes the game an `Evaluator`, for example for a review. The positions are not checked.

        >>> position = Position.from_wfen("standard .xxxxxxxxxxxxxxx 21/- - - -")
        >>> SolvedGame(position.rules).evaluate([position])
        [(1.0, 0.0)]
        """
        self._ensure(positions)
        return [(self._after(after, 0), self._after(after, 1)) for after in positions]

    def choices(self, position: Position) -> dict[Action, float]:
        """Return the win chance after each legal action; empty when dice are to be rolled."""
        self._check(position)
        if position.turn.phase is Phase.RAVEN:
            after = {action: apply(position, action) for action in legal_actions(position)}
            self._ensure(after.values())
            return {action: self._after(end, position.seat) for action, end in after.items()}
        if position.seat == OVER:
            return {}
        solution = self._solve(position)
        return {action: float(value) for action, value in solution.choices(position).items()}

    def best_actions(self, position: Position) -> list[Action]:
        """Return the actions that are as good as any other."""
        values = self.choices(position)
        best = max(values.values(), default=0.0)
        return [action for action, value in values.items() if value > best - PRECISION]

    def regret(self, position: Position, action: Action) -> float:
        """Return how much win chance an action gives up; raise IllegalAction if it is illegal."""
        values = self.choices(position)
        if action not in values:
            step(position, action)
            raise IllegalAction("illegal_action", action=str(action), wfen=position.wfen())
        return max(values.values()) - values[action]

    def _check(self, position: Position) -> None:
        defects = problems(position)
        if defects:
            raise InvalidPosition(defects)
        if position.rules != self.rules:
            raise _bad("rules", quote(str(position.rules)), str(self.rules))
        if position.players != MIN_PLAYERS:
            raise _bad("players", str(position.players), str(MIN_PLAYERS))
        tiles, limit = tiles_in_play(position), max_tiles(self.rules)
        if tiles > limit:
            raise _bad("tiles in play", str(tiles), f"1 to {limit}")

    def _solve(self, position: Position) -> TurnSolution:
        ends = [_resolve_raven(after) for after in turn_outcomes(position).positions]
        self._ensure(ends)
        return solve(position, [self._after(after, position.seat) for after in ends], fast=True)

    def _after(self, position: Position, seat: int) -> float:
        """Return the chance of a seat in a position that was found before."""
        if position.seat == OVER:
            return final_chances(position)[seat]
        number = self._tables.number(to_table(position))
        assert number is not None, "the table was found before"  # noqa: S101
        own = float(self._values[number])
        return own if position.seat == seat else 1 - own

    def _ensure(self, positions: Iterable[Position]) -> None:
        """Find and solve every table that these positions can lead to."""
        roots = [to_table(position) for position in positions if position.seat != OVER]
        if all(self._tables.number(root) is not None for root in roots):
            return
        known = len(self._values)
        new = self._tables.find(roots, lambda found: self._report(known + found, known))
        self._values = np.concatenate([self._values, np.full(len(new), 0.5)])
        solved = known
        for layer in self._layers(new):
            solve_layer(self._values, layer)
            solved += sum(len(batch.numbers) for batch in layer)
            self._report(len(self._values), solved)

    def _layers(self, new: range) -> Iterable[list[TurnBatch]]:
        """Yield the new tables in layers: face-down tiles never come back, so most of them first.

        In a layer, tables with few tiles on the grill come first: a take leads to those.
        """

        def order(number: int) -> tuple[int, int, tuple[object, ...]]:
            position = self._tables.positions[number]
            shape = self._tables.turns[number].shape
            return -len(position.face_down), len(position.grill), shape

        groups = groupby(sorted(new, key=order), order)
        by_layer = groupby(((key[0], [*numbers]) for key, numbers in groups), lambda item: item[0])
        for _, batches in by_layer:
            yield [
                TurnBatch(self._tables, numbers[first : first + _CHUNK])
                for _, numbers in batches
                for first in range(0, len(numbers), _CHUNK)
            ]

    def _report(self, found: int, solved: int) -> None:
        if self.progress is not None:
            self.progress(Progress(found, solved))


@cache
def solved_game(rules: Rules) -> SolvedGame:
    """Return the game that `value` and the other functions use, which keeps its values.

    >>> solved_game(Rules.preset("mini")) is solved_game(Rules.preset("mini"))
    True
    """
    return SolvedGame(rules)


def value(position: Position) -> float:
    """Return the win chance of the seat whose turn it is, if both players play perfectly.

    >>> round(value(Position.from_wfen("manual oxxxxxxxxxxxxxxx -/- a - ~")), 9)
    0.946513369
    """
    return solved_game(position.rules).value(position)


def choices(position: Position) -> dict[Action, float]:
    """Return the win chance after each legal action; empty when dice are to be rolled.

    >>> position = Position.from_wfen("manual oooxxxxxxxxxxxxx -/- a 55ww 1134")
    >>> {str(action): round(chance, 4) for action, chance in choices(position).items()}
    {'k1': 0.6642, 'k3': 0.6714, 'k4': 0.6714}
    """
    return solved_game(position.rules).choices(position)


def best_actions(position: Position) -> list[Action]:
    """Return the actions that are as good as any other.

    >>> position = Position.from_wfen("manual oooxxxxxxxxxxxxx -/- a 55ww 1134")
    >>> [str(action) for action in best_actions(position)]
    ['k3', 'k4']
    """
    return solved_game(position.rules).best_actions(position)


def regret(position: Position, action: Action) -> float:
    """Return how much win chance an action gives up; raise IllegalAction if it is illegal.

    >>> position = Position.from_wfen("manual oooxxxxxxxxxxxxx -/- a 55ww 1134")
    >>> round(regret(position, Action.parse("k1")), 4)
    0.0072
    """
    return solved_game(position.rules).regret(position, action)


def print_progress(progress: Progress) -> None:
    """Print to standard error how far the solution is; for `SolvedGame.progress`.

    >>> solved_game(Rules.preset("classic")).progress = print_progress
    """
    sys.stderr.write(f"{progress.solved} of {progress.found} tables solved\n")


def _resolve_raven(position: Position) -> Position:
    """Return the position after the Raven's choice if there is one; it has only one answer."""
    if position.turn.phase is not Phase.RAVEN:
        return position
    (action,) = legal_actions(position)
    return apply(position, action)


def _bad(option: str, found: str, allowed: str) -> InvalidNotation:
    return InvalidNotation("bad_option_value", option=option, value=found, allowed=allowed)
