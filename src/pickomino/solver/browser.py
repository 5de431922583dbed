"""One turn solved by JavaScript, where neither numba nor NumPy exists: in a browser.

The arithmetic is the same as in the reference, driven by the tables of `program`, which `export`
writes when the site is built.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import chain
from math import nan

from pickomino.browser_kernels import browser_kernels
from pickomino.solver.outcomes import TurnOutcomes
from pickomino.solver.reference import Stakes, Vector
from pickomino.solver.rows import deciding_row, rolling_row
from pickomino.solver.shape import DiceState, TurnShape


def shape_name(shape: TurnShape) -> str:
    """Return the name of a shape's tables.

    >>> shape_name(TurnShape("plain", bratwurm=True))
    'plain00010'
    """
    golden, *flags = shape
    return golden + "".join(str(int(flag)) for flag in flags)


def state_key(state: DiceState) -> int:
    """Return a number for a state, from which `_state` restores it."""
    symbols, dice, golden, points, bratwurm, weasel = state
    return symbols << 13 | dice << 9 | golden << 8 | points << 2 | bratwurm << 1 | weasel


def _state(key: int) -> DiceState:
    return DiceState(
        key >> 13, key >> 9 & 15, bool(key >> 8 & 1), key >> 2 & 63, bool(key & 2), bool(key & 1)
    )


@cache
def _state_numbers(shape: TurnShape) -> Mapping[DiceState, int]:
    keys = browser_kernels().states(shape_name(shape)).to_py().tolist()
    return {_state(key): number for number, key in enumerate(keys)}


class BrowserValues:
    """The values of every state of a turn, with the interface of the reference."""

    def __init__(self, shape: TurnShape, channels: int, rows: memoryview) -> None:
        """Wrap the rows of a solved turn; each has one value per channel."""
        self.shape = shape
        self._channels = channels
        self._rows = rows
        self._numbers = _state_numbers(shape)

    def deciding(self, state: DiceState) -> Vector:
        """Return the value after setting dice aside: the better of stopping and rolling on."""
        return self._row(deciding_row(self.shape, self._numbers, state))

    def rolling(self, state: DiceState) -> Vector:
        """Return the value of rolling all dice that are left."""
        return self._row(rolling_row(self._numbers, state))

    def _row(self, row: int) -> Vector:
        first = row * self._channels
        return tuple(self._rows[first : first + self._channels].tolist())


def solve_all(shape: TurnShape, stakes: Sequence[Stakes]) -> list[BrowserValues]:
    """Solve turns of the same shape; their stakes must have the same number of channels."""
    name, channels, kernels = shape_name(shape), len(stakes[0].failure[0]), browser_kernels()
    solved = (kernels.solve(name, channels, *_stake_arrays([turn])) for turn in stakes)
    return [BrowserValues(shape, channels, rows.to_py()) for rows in solved]


def start_values(
    outcomes: Sequence[TurnOutcomes], values: Sequence[Sequence[Vector]]
) -> list[tuple[float, ...]]:
    """Return the values of each turn before its first roll, as `starts.start_values` does."""
    groups: defaultdict[tuple[TurnShape, int], list[int]] = defaultdict(list)
    for index, (turn, own) in enumerate(zip(outcomes, values, strict=True)):
        groups[turn.shape, len(own[0])].append(index)
    solved: dict[int, tuple[float, ...]] = {}
    for (shape, channels), indices in groups.items():
        stakes = [outcomes[index].payoff(values[index]).stakes for index in indices]
        starts = browser_kernels().starts(shape_name(shape), channels, *_stake_arrays(stakes))
        numbers = iter(starts.to_py().tolist())
        solved |= zip(indices, zip(*[numbers] * channels, strict=True), strict=True)
    return [solved[index] for index in range(len(outcomes))]


def _stake_arrays(stakes: Sequence[Stakes]) -> tuple[array[float], array[float]]:
    """Return `stop`, by turn, Bratwurm, total and channel, with NaN for no claim, and `failure`."""
    no_claim = (nan,) * len(stakes[0].failure[0])
    stop = (vector or no_claim for turn in stakes for by_total in turn.stop for vector in by_total)
    return _floats(stop), _floats(vector for turn in stakes for vector in turn.failure)


def _floats(vectors: Iterable[Vector]) -> array[float]:
    return array("d", map(float, chain.from_iterable(vectors)))
