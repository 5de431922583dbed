"""One turn solved by compiled code: one position, or many at once with all cores.

The same sums as the reference, run from the tables of `program`. Measured on one core for eight
dice: 0.1 ms a position alone, 0.01 ms in batches, where the inner loops run over 256 positions
and vectorise; shorter ones lose more to their start than they gain from the cache.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba  # pyright: ignore[reportMissingTypeStubs]
import numpy as np

from pickomino.solver.program import (
    FAILURE_ROW,
    NO_CHOICE_ROW,
    STOP_ROW,
    Floats,
    Integers,
    Program,
    Tables,
    program,
)
from pickomino.solver.reference import Stakes
from pickomino.solver.shape import TOTALS, State, TurnShape, first_state

LANES: Final = 256
"""The positions that one run of the batch kernel takes."""
LEAST: Final = -1e300
"""Below every payoff; finite, because its product with a weight of 0 is added."""

_DEEPEST: Final = 7
"""Nothing and up to six symbols in one roll."""
_MOST_CHOICES: Final = 128

_Function = TypeVar("_Function", bound=Callable[..., None])


def _compiled(function: _Function) -> _Function:
    """Compile a function when it is first called, and keep the code on disk."""
    # Contracting to fused multiply-adds is the only change of arithmetic we need; the other two
    # let a comparison become one instruction.
    options: dict[str, Any] = {"nogil": True, "fastmath": {"contract", "nnan", "nsz"}}
    jit = cast("Callable[..., Callable[[_Function], _Function]]", numba.njit)
    try:
        return jit(cache=True, **options)(function)
    except RuntimeError:  # no folder to write to: compiled code lives as long as the process
        return jit(**options)(function)


@_compiled
def _run(tables: Tables, values: Floats) -> None:
    """Fill in the rows of all states for one position."""
    states = len(tables.tree)
    first_rolling = len(values) - states
    first_deciding = first_rolling - states
    best = np.empty(_DEEPEST)
    offered = np.empty(_MOST_CHOICES)
    for state in range(states):
        first_choice = tables.first_choice[state]
        for choice in range(tables.first_choice[state + 1] - first_choice):
            offered[choice] = values[tables.choice_row[first_choice + choice]]
        tree = tables.tree[state]
        expected = tables.bust_weight[tree] * values[tables.bust_row[state]]
        # A second sum, so that additions need not wait for each other.
        of_leaves = 0.0
        best[0] = values[tables.floor_row[state]]
        for node in range(tables.first_node[tree], tables.first_node[tree + 1]):
            depth = tables.node_depth[node]
            if depth > 0:
                best[depth] = max(best[depth - 1], offered[tables.node_choice[node]])
                expected += tables.node_weight[node] * best[depth]
            here = best[depth]
            for leaf in range(tables.first_leaf[node], tables.first_leaf[node + 1]):
                of_leaves += tables.leaf_weight[leaf] * max(here, offered[tables.leaf_choice[leaf]])
        expected += of_leaves
        values[first_rolling + state] = expected
        values[first_deciding + state] = max(expected, values[tables.stop_row[state]])


@_compiled
def _run_lanes(tables: Tables, values: Floats) -> None:
    """Fill in the rows of all states for many positions."""
    states = len(tables.tree)
    first_rolling = len(values) - states
    first_deciding = first_rolling - states
    best = np.empty((_DEEPEST, values.shape[1]))
    weight = tables.leaf_weight
    for state in range(states):
        rows = tables.choice_row[tables.first_choice[state] : tables.first_choice[state + 1]]
        tree: int = tables.tree[state]
        expected = values[first_rolling + state]
        _weigh(expected, tables.bust_weight[tree], values[tables.bust_row[state]])
        best[0, :] = values[tables.floor_row[state]]
        for node in range(tables.first_node[tree], tables.first_node[tree + 1]):
            depth: int = tables.node_depth[node]
            here = best[depth]
            if depth > 0:
                more = values[rows[tables.node_choice[node]]]
                _add_node(expected, tables.node_weight[node], here, best[depth - 1], more)
            # Several leaves in one pass save reading and writing the sums. A function of its own
            # for what follows would cost a quarter of the speed.
            leaf: int = tables.first_leaf[node]
            end: int = tables.first_leaf[node + 1]
            while leaf + 4 <= end:
                a, b = rows[tables.leaf_choice[leaf]], rows[tables.leaf_choice[leaf + 1]]
                c, d = rows[tables.leaf_choice[leaf + 2]], rows[tables.leaf_choice[leaf + 3]]
                _add_four(
                    expected,
                    here,
                    (weight[leaf], weight[leaf + 1], weight[leaf + 2], weight[leaf + 3]),
                    (values[a], values[b], values[c], values[d]),
                )
                leaf += 4
            if leaf + 2 <= end:
                a, b = rows[tables.leaf_choice[leaf]], rows[tables.leaf_choice[leaf + 1]]
                two = values[a], values[b]
                _add_two(expected, here, (weight[leaf], weight[leaf + 1]), two)
                leaf += 2
            if leaf < end:
                a = rows[tables.leaf_choice[leaf]]
                _add_one(expected, here, weight[leaf], values[a])
        _better(values[first_deciding + state], expected, values[tables.stop_row[state]])


@_compiled
def _weigh(result: Floats, weight: float, values: Floats) -> None:
    for lane in range(len(result)):
        result[lane] = weight * values[lane]


@_compiled
def _better(result: Floats, one: Floats, other: Floats) -> None:
    for lane in range(len(result)):
        result[lane] = max(one[lane], other[lane])


@_compiled
def _add_node(result: Floats, weight: float, best: Floats, smaller: Floats, more: Floats) -> None:
    for lane in range(len(result)):
        value = max(smaller[lane], more[lane])
        best[lane] = value
        result[lane] += weight * value


@_compiled
def _add_one(result: Floats, best: Floats, weight: float, leaf: Floats) -> None:
    for lane in range(len(result)):
        result[lane] += weight * max(best[lane], leaf[lane])


@_compiled
def _add_two(
    result: Floats, best: Floats, weights: tuple[float, float], leaves: tuple[Floats, Floats]
) -> None:
    weight, other_weight = weights
    leaf, other = leaves
    for lane in range(len(result)):
        here = best[lane]
        result[lane] += weight * max(here, leaf[lane]) + other_weight * max(here, other[lane])


@_compiled
def _add_four(
    result: Floats,
    best: Floats,
    weights: tuple[float, float, float, float],
    leaves: tuple[Floats, Floats, Floats, Floats],
) -> None:
    weight_a, weight_b, weight_c, weight_d = weights
    a, b, c, d = leaves
    for lane in range(len(result)):
        here = best[lane]
        result[lane] += (
            weight_a * max(here, a[lane])
            + weight_b * max(here, b[lane])
            + weight_c * max(here, c[lane])
            + weight_d * max(here, d[lane])
        )


class Solved:
    """The values of every state of one position's turn; answers like the reference."""

    def __init__(self, solved: Program, values: Floats) -> None:
        """Take a program and its rows, all filled in."""
        self.shape = solved.shape
        self.values = values
        self._program = solved

    def deciding(self, state: State) -> float:
        """Give the value after setting dice aside: the better of stopping and rolling on."""
        return float(self.values[self._program.deciding_row(state)])

    def rolling(self, state: State) -> float:
        """Give the value of rolling all dice that are left."""
        return float(self.values[self._program.rolling_row(state)])


def solve_one(shape: TurnShape, stakes: Stakes) -> Solved:
    """Solve the turn of one position."""
    stop, failure = stake_arrays([stakes])
    used = program(shape)
    values = _given(used, stop, failure)[:, 0].copy()
    _tell_if_slow(_run)
    _run(used.tables, values)
    return Solved(used, values)


def solve_rows(shape: TurnShape, stop: Floats, failure: Floats) -> Floats:
    """Solve the turns of some positions at once and give all rows, a column for each position.

    `stop` is indexed by position, Bratwurm and total, with NaN for no claim; `failure` by position
    and Bratwurm. `program(shape)` tells which row is whose.
    """
    used = program(shape)
    values = _given(used, stop, failure)
    _tell_if_slow(_run_lanes)
    _run_lanes(used.tables, values)
    return values


def solve_batch(
    shape: TurnShape,
    stop: Floats,
    failure: Floats,
    wanted: Integers | None = None,
    threads: int | None = None,
) -> Floats:
    """Solve the turns of many positions and give one value of each, with all cores.

    The value is that of the row `wanted` of each position, from `program(shape)`; unless told, of
    rolling at the start of the turn. The rest is as for `solve_rows`.
    """
    used = program(shape)
    count = len(failure)
    rows = np.full(count, used.rolling_row(first_state(shape))) if wanted is None else wanted
    result = np.empty(count)
    blocks = [slice(first, first + LANES) for first in range(0, count, LANES)]
    _tell_if_slow(_run_lanes)

    def solve_blocks(mine: Sequence[slice]) -> None:
        # One array for all blocks of a thread: a fresh one would cost its page faults again.
        space = np.empty(used.rows * min(LANES, count))
        for block in mine:
            size = len(failure[block])
            lanes = space[: used.rows * size].reshape(used.rows, size)
            _fill_in(lanes, stop[block], failure[block])
            _run_lanes(used.tables, lanes)
            result[block] = lanes[rows[block], np.arange(size)]

    # Our own threads and not numba's: those survive neither a fork nor two callers at once.
    workers = min(threads or _cores(), len(blocks))
    if workers > 1:
        with ThreadPoolExecutor(workers) as pool:
            list(pool.map(solve_blocks, [blocks[first::workers] for first in range(workers)]))
    else:
        solve_blocks(blocks)
    return result


def stake_arrays(stakes: Sequence[Stakes]) -> tuple[Floats, Floats]:
    """Give the stakes of positions as arrays: stopping, with NaN for no claim, and failure."""
    stop = np.array([each.stop for each in stakes], np.float64).reshape(-1, 2, TOTALS)
    return stop, np.array([each.failure for each in stakes], np.float64).reshape(-1, 2)


def _given(used: Program, stop: Floats, failure: Floats) -> Floats:
    values = np.empty((used.rows, len(failure)))
    _fill_in(values, stop, failure)
    return values


def _fill_in(values: Floats, stop: Floats, failure: Floats) -> None:
    """Write the rows that do not come from other rows."""
    values[NO_CHOICE_ROW] = LEAST
    values[FAILURE_ROW:STOP_ROW] = failure.T
    # Stopping without a claim is a failure.
    stopping = np.where(np.isnan(stop), failure[:, :, None], stop)
    values[STOP_ROW : STOP_ROW + 2 * TOTALS] = stopping.reshape(len(failure), -1).T


def _cores() -> int:
    """Count the cores that this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@cache
def _tell_if_slow(kernel: Callable[..., None]) -> None:
    """Say so if a kernel must be compiled first, which takes seconds."""
    folder = Path(cast("Any", kernel).stats.cache_path or "")
    if not any(folder.glob(f"{Path(__file__).stem}.{kernel.__name__}-*.nbi")):
        _tell_once()


@cache
def _tell_once() -> None:
    sys.stderr.write("pickomino: compiling the turn solver, this once ...\n")
