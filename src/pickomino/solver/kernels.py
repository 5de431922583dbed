"""One turn solved by compiled code: one position, or many at once with all cores.

The same sums as the reference, run from the tables of `program`. Alone, a position fills a vector
register with states that have the same rolls; of many positions it holds one state of each. There
is one source for both. Measured on one core for eight dice: 0.04 ms a position alone, 0.0055 ms in
batches; `python -m benchmarks solver` says how near that is to what the arithmetic needs.
"""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba  # pyright: ignore[reportMissingTypeStubs]
import numpy as np
from numba.extending import register_jitable
from numpy.typing import NDArray

from pickomino.solver.lanes import chosen, entry, larger, load, plus, raised, store, weighed
from pickomino.solver.program import (
    FAILURE_ROW,
    FIRST_STATE_ROW,
    NO_ROW,
    STOP_ROW,
    Integers,
    KernelTables,
    Program,
    program,
)
from pickomino.solver.reference import TIE, Stakes, Vector
from pickomino.solver.shape import TOTALS, DiceState, TurnShape, first_state

Floats = NDArray[np.floating[Any]]
"""Of 64 bits; training may use 32."""

STATES_AT_ONCE: Final = 8
"""The states that a register takes when a position is alone."""
LANES: Final = 32
"""The positions that are solved together when there are many."""
FEW: Final = 9
"""So many positions are solved sooner one by one."""

_LEAST: Final = -1e30
_DEEPEST: Final = 7
"""Nothing and up to six symbols in one roll."""
_MOST_CHOICES: Final = 128
_REGISTER: Final = 64
"""Bytes; what begins at a multiple of them is read quickest."""

Lanes = tuple[int, ...]
"""Its length tells how many lanes there are; see `lanes`."""

Register = Any
"""As many floats as there are lanes."""

_Function = TypeVar("_Function", bound=Callable[..., Any])


def _compiled(function: _Function) -> _Function:
    """Compile a function when it is first called, and keep the code on disk."""
    jit = cast("Callable[..., Callable[[_Function], _Function]]", numba.njit)
    try:
        return jit(cache=True, nogil=True)(function)
    except RuntimeError:  # no folder to write to: compiled code lives as long as the process
        return jit(nogil=True)(function)


def _part(function: _Function) -> _Function:
    """Let `_solve` have a function compiled into it: to make it callable from Python takes time."""
    register = cast("Callable[..., Callable[[_Function], _Function]]", register_jitable)
    return register(nogil=True)(function)


@_compiled
def _solve(
    tables: KernelTables,
    given: tuple[Floats, Floats],
    rows: Floats,
    asked: tuple[Integers, Floats],
    lanes: tuple[Lanes, Lanes],
) -> None:
    """Solve positions in blocks, each in its own part of `rows` or all in the same."""
    stop, failure = given
    wanted, result = asked
    _, channels, _, positions = rows.shape
    bars = np.empty((FIRST_STATE_ROW, positions), rows.dtype)
    for first in range(0, len(wanted), positions):
        values = rows[first // positions % len(rows)]
        _fill_in(values, bars, stop[first:], failure[first:])
        _fill_states(tables, values, bars, lanes)
        for position in range(first, min(first + positions, len(wanted))):
            for channel in range(channels):
                result[position, channel] = values[channel, wanted[position], position - first]


@_part
def _fill_in(values: Floats, bars: Floats, stop: Floats, failure: Floats) -> None:
    """Write the rows that do not come from other rows, and what rolling on must exceed."""
    channels, _, lanes = values.shape
    for lane in range(lanes):
        position = min(lane, len(failure) - 1)
        for bratwurm in range(2):
            failed = failure[position, 0, bratwurm]
            bars[FAILURE_ROW + bratwurm, lane] = failed - TIE
            for total in range(TOTALS):
                claim = stop[position, 0, bratwurm, total]
                # A claim comes before rolling on, rolling on before giving up.
                bar = failed - TIE if np.isnan(claim) else claim + TIE
                bars[STOP_ROW + bratwurm * TOTALS + total, lane] = bar
            for channel in range(channels):
                failed = failure[position, channel, bratwurm]
                values[channel, FAILURE_ROW + bratwurm, lane] = failed
                for total in range(TOTALS):
                    claim = stop[position, channel, bratwurm, total]
                    value = failed if np.isnan(claim) else claim
                    values[channel, STOP_ROW + bratwurm * TOTALS + total, lane] = value


@_part
def _fill_states(  # noqa: C901 - a state from what it offers to what it is worth
    tables: KernelTables, values: Floats, bars: Floats, lanes: tuple[Lanes, Lanes]
) -> None:
    """Fill in the rows of all states; `values` is by channel, row and position."""
    # A block of lanes is one state of all positions side by side, or some states of one position.
    block, beside = lanes
    width, positions = len(block), len(beside)
    channels, rows, _ = values.shape
    states = len(tables.tree)
    first_rolling, first_deciding = rows - states, rows - 2 * states
    # By depth: what a choice must be worth more than, and the best so far. By choice: the aim, and
    # the channel that is carried along.
    deep, wide = _DEEPEST * width, _MOST_CHOICES * width
    space = np.empty(2 * deep + 2 * wide + width + _REGISTER, values.dtype)
    bars_at = (-space.ctypes.data % _REGISTER) // space.itemsize
    bests_at = bars_at + deep
    aims_at = bests_at + deep
    others_at = aims_at + wide
    expected_at = others_at + wide
    for group in range(len(tables.group) - 1):
        start, end = entry(tables.group, group), entry(tables.group, group + 1)
        choices = entry(tables.first_choice, start + 1) - entry(tables.first_choice, start)
        tree = entry(tables.tree, start)
        for first in range(start, end, width // positions):
            for channel in range(channels):
                plane = channel * rows
                offered_at = others_at if channel else aims_at
                for lane in range(0, width, positions):
                    state = min(first + lane // positions, end - 1)
                    first_choice = entry(tables.first_choice, state)
                    for choice in range(choices):
                        row = plane + entry(tables.choice_row, first_choice + choice)
                        offer = load(values, row * positions, beside)
                        store(space, offered_at + choice * width + lane, offer)
                    bust = load(values, (plane + entry(tables.bust_row, state)) * positions, beside)
                    store(space, expected_at + lane, bust)
                    if entry(tables.again_row, state) != NO_ROW:
                        # Re-rolling is the last choice of every roll.
                        row = entry(tables.again_row, state)
                        aim = load(values, row * positions, beside)
                        again = load(values, (plane + row) * positions, beside)
                        for at in range(lane, choices * width, width):
                            bar = raised(load(space, aims_at + at, beside), TIE)
                            offer = load(space, offered_at + at, beside)
                            store(space, others_at + at, chosen(aim, bar, again, offer))
                if entry(tables.again_row, start) != NO_ROW:
                    offered_at = others_at
                bust = weighed(entry(tables.bust_weight, tree), load(space, expected_at, block))
                if channel == 0:
                    expected = _best(tables, tree, (space, offered_at, bests_at), bust, block)
                else:
                    places = aims_at, offered_at, bars_at, bests_at
                    expected = _carried(tables, tree, (space, *places), bust, block)
                store(space, expected_at, expected)
                for lane in range(0, width, positions):
                    state = min(first + lane // positions, end - 1)
                    rolling = load(space, expected_at + lane, beside)
                    store(values, (plane + first_rolling + state) * positions, rolling)
                    aim = load(values, (first_rolling + state) * positions, beside)
                    row = entry(tables.stop_row, state)
                    bar = load(bars, row * positions, beside)
                    stopping = load(values, (plane + row) * positions, beside)
                    row = plane + first_deciding + state
                    store(values, row * positions, chosen(aim, bar, rolling, stopping))


@_part
def _best(
    tables: KernelTables, tree: int, places: tuple[Floats, int, int], bust: Register, block: Lanes
) -> Register:
    """Add to the worth of busts the aim after all other rolls: the largest that each offers.

    The reference takes the first of choices that are equal within TIE, so it may have less by that.
    """
    space, offered_at, bests_at = places
    width = len(block)
    # Two sums, so that additions need not wait for each other.
    expected, of_leaves = bust, weighed(0.0, bust)
    best = raised(of_leaves, _LEAST)
    store(space, bests_at, best)
    for node in range(entry(tables.first_node, tree), entry(tables.first_node, tree + 1)):
        depth = entry(tables.node_depth, node) * width
        if depth > 0:
            at = entry(tables.node_choice, node) * width
            best = load(space, bests_at + depth - width, block)
            best = larger(best, load(space, offered_at + at, block))
            store(space, bests_at + depth, best)
            expected = plus(expected, weighed(entry(tables.node_weight, node), best))
        for leaf in range(entry(tables.first_leaf, node), entry(tables.first_leaf, node + 1)):
            at = entry(tables.leaf_choice, leaf) * width
            value = larger(best, load(space, offered_at + at, block))
            of_leaves = plus(of_leaves, weighed(entry(tables.leaf_weight, leaf), value))
    return plus(expected, of_leaves)


@_part
def _carried(
    tables: KernelTables,
    tree: int,
    places: tuple[Floats, int, int, int, int],
    bust: Register,
    block: Lanes,
) -> Register:
    """Add to the worth of busts another channel after all other rolls: it follows the aim."""
    space, aims_at, offered_at, bars_at, bests_at = places
    width = len(block)
    expected, of_leaves = bust, weighed(0.0, bust)
    bar = best = raised(of_leaves, _LEAST)
    store(space, bars_at, bar)
    store(space, bests_at, best)
    for node in range(entry(tables.first_node, tree), entry(tables.first_node, tree + 1)):
        depth = entry(tables.node_depth, node) * width
        if depth > 0:
            at = entry(tables.node_choice, node) * width
            aim = load(space, aims_at + at, block)
            before = load(space, bars_at + depth - width, block)
            best = load(space, bests_at + depth - width, block)
            best = chosen(aim, before, load(space, offered_at + at, block), best)
            bar = chosen(aim, before, raised(aim, TIE), before)
            store(space, bars_at + depth, bar)
            store(space, bests_at + depth, best)
            expected = plus(expected, weighed(entry(tables.node_weight, node), best))
        for leaf in range(entry(tables.first_leaf, node), entry(tables.first_leaf, node + 1)):
            at = entry(tables.leaf_choice, leaf) * width
            aim = load(space, aims_at + at, block)
            value = chosen(aim, bar, load(space, offered_at + at, block), best)
            of_leaves = plus(of_leaves, weighed(entry(tables.leaf_weight, leaf), value))
    return plus(expected, of_leaves)


class KernelValues:
    """The values of every state of one position's turn; answers like the reference."""

    def __init__(self, solved: Program, values: Floats) -> None:
        """Take a program and its rows by channel, all filled in."""
        self.shape = solved.shape
        self.values = values
        self._program = solved

    def deciding(self, state: DiceState) -> Vector:
        """Return the value after setting dice aside: the better of stopping and rolling on."""
        return tuple(self.values[:, self._program.deciding_row(state)].tolist())

    def rolling(self, state: DiceState) -> Vector:
        """Return the value of rolling all dice that are left."""
        return tuple(self.values[:, self._program.rolling_row(state)].tolist())


def solve_all(shape: TurnShape, stakes: Sequence[Stakes]) -> list[KernelValues]:
    """Solve the turns of some positions of one shape, with equally many channels."""
    blocks = solve_rows(shape, *stake_arrays(stakes))
    lanes = blocks.shape[3]
    return [
        KernelValues(program(shape), blocks[place // lanes, :, :, place % lanes])
        for place in range(len(stakes))
    ]


def solve_rows(shape: TurnShape, stop: Floats, failure: Floats) -> Floats:
    """Solve the turns of some positions; return all rows by block, channel, row and lane.

    `stop` is indexed by position, channel, Bratwurm and total, with NaN for no claim; `failure` by
    position, channel and Bratwurm. `program(shape)` says which row is which. A block has as many
    positions as lanes; the last one repeats the last position where there are no more.
    """
    count, channels, _ = failure.shape
    lanes = 1 if count <= FEW else LANES
    values = _aligned((-(-count // lanes), channels, program(shape).rows, lanes), failure.dtype)
    _run(shape, (stop, failure), values, np.zeros(len(failure), np.int32))
    return values


def solve_batch(
    shape: TurnShape,
    stop: Floats,
    failure: Floats,
    wanted: Integers | None = None,
    threads: int | None = None,
) -> Floats:
    """Solve the turns of many positions; return one value of each by channel, with all cores.

    The value is that of the row `wanted` of each position, from `program(shape)`; unless told, of
    rolling at the start of the turn. The rest is as for `solve_rows`.
    """
    count, channels, _ = failure.shape
    rows = program(shape).rows
    start = program(shape).rolling_row(first_state(shape))
    asked = np.full(count, start, np.int32) if wanted is None else wanted
    lanes = 1 if count <= FEW else LANES

    def solve_part(part: slice) -> Floats:
        values = _aligned((1, channels, rows, lanes), failure.dtype)
        return _run(shape, (stop[part], failure[part]), values, asked[part])

    # Our own threads and not numba's: those survive neither a fork nor two callers at once. A
    # thread takes longer to start than a few positions take to be solved.
    workers = max(1, min(threads or _cores(), count // LANES))
    size = -(-count // workers)
    parts = [slice(first, first + size) for first in range(0, max(count, 1), size or 1)]
    if workers == 1:
        return solve_part(parts[0])
    with ThreadPoolExecutor(workers) as pool:
        return np.concatenate(list(pool.map(solve_part, parts)))


def stake_arrays(stakes: Sequence[Stakes]) -> tuple[Floats, Floats]:
    """Return the stakes of positions as arrays: stopping, with NaN for no claim, and failure."""
    channels = len(stakes[0].failure[0])
    nothing = (np.nan,) * channels
    stop = [[[claim or nothing for claim in by] for by in each.stop] for each in stakes]
    failure = np.array([each.failure for each in stakes], np.float64)
    return np.moveaxis(np.array(stop, np.float64), 3, 1), np.moveaxis(failure, 2, 1)


def _run(
    shape: TurnShape, given: tuple[Floats, Floats], values: Floats, wanted: Integers
) -> Floats:
    """Run the kernel for the lanes of `values`; return the wanted rows."""
    _, channels, _, positions = values.shape
    width = STATES_AT_ONCE if positions == 1 else positions
    result = np.empty((len(wanted), channels), values.dtype)
    lanes = (0,) * width, (0,) * positions
    _tell_if_slow()
    # In one order: the kernel would be compiled once more for each way in which arrays lie.
    stop, failure = map(np.ascontiguousarray, given)
    _solve(program(shape).tables, (stop, failure), values, (wanted, result), lanes)
    return result


def _aligned(shape: tuple[int, ...], dtype: np.dtype[Any]) -> Floats:
    """Return room for floats that begins where a register's worth does."""
    size = math.prod(shape) * dtype.itemsize
    space = np.empty(size + _REGISTER, np.uint8)
    first = -space.ctypes.data % _REGISTER
    return space[first : first + size].view(dtype).reshape(shape)


def _cores() -> int:
    """Count the cores that this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@cache
def _tell_if_slow() -> None:
    """Say so if the kernel must be compiled first, which takes some seconds."""
    folder = Path(cast("Any", _solve).stats.cache_path or "")
    if not any(folder.glob(f"{Path(__file__).stem}.{_solve.__name__}-*.nbi")):
        sys.stderr.write("pickomino: compiling the turn solver, this once ...\n")
