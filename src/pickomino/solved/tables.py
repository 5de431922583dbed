"""Tables of small games, and what each turn on them can lead to.

A table is a position of two players at the start of a turn, with the seat to roll as seat 0. All
rules come from the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pickomino.core.play import apply, legal_actions
from pickomino.core.position import NEW_TURN, OVER, Phase, Position, rotate
from pickomino.evaluation.protocol import final_chances
from pickomino.solver.outcomes import TurnOutcomes, turn_outcomes
from pickomino.solver.shape import TOTALS, TurnShape

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Pattern = tuple[tuple[tuple[int, ...], ...], ...]
"""The ends that each total allows, indexed by Bratwurm and total."""

_FOUND_BETWEEN_REPORTS: Final = 500


class Turn(NamedTuple):
    """A turn on a table: what its ends lead to."""

    shape: TurnShape
    failure: tuple[int, ...]
    """The end that failing leads to, without and with a Bratwurm for ones."""
    pattern: int
    """The number of the claims that each total allows, in `Tables.patterns`."""
    links: tuple[int, ...]
    """The number of the table after each end; -1 - i for the final result number i."""


class Tables:
    """Every table found so far, numbered in the order in which they were found."""

    def __init__(self) -> None:
        self.positions: list[Position] = []
        self.turns: list[Turn] = []
        self.patterns: list[Pattern] = []
        self.results: list[float] = []
        """The possible results of a finished game for seat 0."""
        self._numbers: dict[Position, int] = {}
        self._pattern_numbers: dict[tuple[Pattern, tuple[int, ...]], int] = {}

    def number(self, position: Position) -> int | None:
        """Return the number of a table that was found."""
        return self._numbers.get(position)

    def find(self, roots: Iterable[Position], report: Callable[[int], None]) -> range:
        """Find every table that can be reached from some tables; return the new numbers.

        `report` is called with the number of new tables from time to time.
        """
        first = len(self.turns)
        for root in roots:
            self._number(root)
        while len(self.turns) < len(self.positions):
            self.turns.append(self._turn(self.positions[len(self.turns)]))
            if len(self.turns) % _FOUND_BETWEEN_REPORTS == 0:
                report(len(self.positions) - first)
        return range(first, len(self.turns))

    def _turn(self, position: Position) -> Turn:
        outcomes = turn_outcomes(position)
        links = tuple(self._link(after) for after in outcomes.positions)
        return Turn(outcomes.shape, outcomes.failure, self._pattern(outcomes), links)

    def _pattern(self, outcomes: TurnOutcomes) -> int:
        key = outcomes.claims, outcomes.failure
        number = self._pattern_numbers.setdefault(key, len(self.patterns))
        if number == len(self.patterns):
            self.patterns.append(outcomes.claims)
        return number

    def _link(self, after: Position) -> int:
        """Return the number of the table after the end of a turn by seat 0."""
        if after.turn.phase is Phase.RAVEN:
            # Only one rival can be robbed in a game of two.
            (action,) = legal_actions(after)
            after = apply(after, action)
        if after.seat != OVER:
            return self._number(to_table(after))
        chance = final_chances(after)[0]
        if chance not in self.results:
            self.results.append(chance)
        return -1 - self.results.index(chance)

    def _number(self, table: Position) -> int:
        number = self._numbers.setdefault(table, len(self.positions))
        if number == len(self.positions):
            self.positions.append(table)
        return number


def to_table(position: Position) -> Position:
    """Return a position at the start of a turn with the seat to roll as seat 0."""
    seat, extrawurm = position.seat, position.extrawurm
    if seat == 0:
        return position
    players = position.players
    if extrawurm is not None:
        extrawurm = extrawurm._replace(
            specialists=tuple(
                (place - seat) % players if 0 <= place < players else place
                for place in extrawurm.specialists
            ),
            bratwurms=rotate(extrawurm.bratwurms, seat),
        )
    stacks = rotate(position.stacks, seat)
    return position._replace(stacks=stacks, seat=0, turn=NEW_TURN, extrawurm=extrawurm)


class TurnBatch:
    """Turns of one shape on many tables, ready to be solved again with new values."""

    def __init__(self, tables: Tables, numbers: Sequence[int]) -> None:
        """Collect the turns on some tables, which must all have the same shape."""
        turns = [tables.turns[number] for number in numbers]
        self.numbers: Integers = np.array(numbers)
        self._shape = turns[0].shape
        width = max(len(turn.links) for turn in turns)
        links = np.zeros((len(turns), width), np.int64)
        for row, turn in enumerate(turns):
            links[row, : len(turn.links)] = turn.links
        self._links = links
        # A link of -1 - i is the index of result i, counted from the end.
        self._results = np.array([0.0, *reversed(tables.results)])
        self._failure = np.array([turn.failure for turn in turns])
        kinds, self._kind = np.unique([turn.pattern for turn in turns], return_inverse=True)
        self._claims = _claims_array([tables.patterns[kind] for kind in kinds], width)

    def solve(self, chances: Floats) -> Floats:
        """Return the win chance of the seat to roll, given that on every other table."""
        from pickomino.solver.kernels import solve_batch

        results = self._results[self._links.clip(max=-1)]
        ends = np.where(self._links < 0, results, 1 - chances[self._links.clip(min=0)])
        # The last column stands for no claim.
        padded = np.concatenate([ends, np.full((len(ends), 1), np.nan)], axis=1)
        rows = np.arange(len(ends))
        claimed = padded[rows[:, None, None], self._claims[self._kind, 0]]
        for other in range(1, self._claims.shape[1]):
            option = padded[rows[:, None, None], self._claims[self._kind, other]]
            claimed = np.fmax(claimed, option)
        failure = ends[rows[:, None], self._failure]
        values = solve_batch(self._shape, claimed[:, None], failure[:, None])
        return values[:, 0].astype(np.float64)


def _claims_array(patterns: list[Pattern], no_claim: int) -> Integers:
    """Return the ends that each total allows, indexed by pattern, choice, Bratwurm and total."""
    choices = max((len(ends) for pattern in patterns for by in pattern for ends in by), default=1)
    claims = np.full((len(patterns), max(1, choices), 2, TOTALS), no_claim)
    for place, pattern in enumerate(patterns):
        for bratwurm, by_total in enumerate(pattern):
            for total, ends in enumerate(by_total):
                claims[place, : len(ends), bratwurm, total] = ends
    return claims
