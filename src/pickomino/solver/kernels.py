"""One turn solved by compiled code: for one position, or for many at once on all cores.

The arithmetic is the same as in the reference, driven by the tables of `program`. For a single
position, a vector register holds several states with the same rolls; for many positions, it holds
the same state of several positions. The code is the same for both. Measured on one core for eight
dice: 0.04 ms for a single position, 0.0055 ms each in batches; `python -m benchmarks solver`
compares these times with the time that the arithmetic alone needs.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any, Final, cast

import numpy as np
from numpy.typing import NDArray

from pickomino.operating_system import available_cores
from pickomino.solver.compiling import compiled, kernel
from pickomino.solver.lanes import add, add_scalar, entry, load, maximum, scale, select, store
from pickomino.solver.program import NO_ROW, Integers, KernelTables, Program, program
from pickomino.solver.reference import TIE, Stakes, Vector
from pickomino.solver.rows import FAILURE_ROW, FIRST_STATE_ROW, STOP_ROW
from pickomino.solver.shape import TOTALS, DiceState, TurnShape, first_state

Floats = NDArray[np.floating[Any]]
"""Arrays of 64-bit floats; training may use 32-bit floats."""

STATES_AT_ONCE: Final = 8
"""The number of states per register when a single position is solved."""
LANES: Final = 32
"""The number of positions that are solved together in a batch."""
MAX_SOLVED_SINGLY: Final = 9
"""Up to this many positions are solved faster one by one than in a batch."""

_LOWEST: Final = -1e30
_MAX_DEPTH: Final = 7
"""A roll shows 0 to 6 new symbols, so there are seven depths."""
_MAX_CHOICES: Final = 128
_REGISTER: Final = 64
"""The size of a vector register in bytes; memory aligned to it is read fastest."""

LaneCount = tuple[int, ...]
"""A tuple whose length is the number of lanes; its entries do not matter. See `lanes`."""

Register = Any
"""A vector of floats, one per lane."""


@kernel
def _solve(
    tables: KernelTables,
    stakes: tuple[Floats, Floats],
    rows: Floats,
    wanted_and_result: tuple[Integers, Floats],
    lanes: tuple[LaneCount, LaneCount],
) -> None:
    """Solve positions block by block; block `i` uses `rows[i % len(rows)]`."""
    stop, failure = stakes
    wanted, result = wanted_and_result
    _, channels, _, positions = rows.shape
    bars = np.empty((FIRST_STATE_ROW, positions), rows.dtype)
    for first in range(0, len(wanted), positions):
        values = rows[first // positions % len(rows)]
        _fill_payoffs(values, bars, stop[first:], failure[first:])
        _fill_states(tables, values, bars, lanes)
        for position in range(first, min(first + positions, len(wanted))):
            for channel in range(channels):
                result[position, channel] = values[channel, wanted[position], position - first]


@compiled
def _fill_payoffs(values: Floats, bars: Floats, stop: Floats, failure: Floats) -> None:
    """Fill the payoff rows, and `bars` with the values that rolling on must exceed."""
    channels, _, lanes = values.shape
    for lane in range(lanes):
        position = min(lane, len(failure) - 1)
        for bratwurm in range(2):
            failed = failure[position, 0, bratwurm]
            bars[FAILURE_ROW + bratwurm, lane] = failed - TIE
            for total in range(TOTALS):
                claim = stop[position, 0, bratwurm, total]
                # If values are equal, claim before rolling on, and roll on before giving up.
                bar = failed - TIE if np.isnan(claim) else claim + TIE
                bars[STOP_ROW + bratwurm * TOTALS + total, lane] = bar
            for channel in range(channels):
                failed = failure[position, channel, bratwurm]
                values[channel, FAILURE_ROW + bratwurm, lane] = failed
                for total in range(TOTALS):
                    claim = stop[position, channel, bratwurm, total]
                    value = failed if np.isnan(claim) else claim
                    values[channel, STOP_ROW + bratwurm * TOTALS + total, lane] = value


@compiled
def _fill_states(  # noqa: C901 - one loop over states, from their options to their values
    tables: KernelTables, values: Floats, bars: Floats, lanes: tuple[LaneCount, LaneCount]
) -> None:
    """Fill the rows of all states; `values` is indexed by channel, row and position."""
    # A block of lanes holds one state of all positions, or some states of one position.
    block, beside = lanes
    width, positions = len(block), len(beside)
    channels, rows, _ = values.shape
    states = len(tables.tree)
    first_rolling, first_deciding = rows - states, rows - 2 * states
    # Indexed by depth: the bar that a choice must exceed, and the best value so far. Indexed by
    # choice: the aim, and the channel that follows it.
    deep, wide = _MAX_DEPTH * width, _MAX_CHOICES * width
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
                    if entry(tables.reroll_row, state) != NO_ROW:
                        # Re-rolling is the last choice of every roll.
                        row = entry(tables.reroll_row, state)
                        aim = load(values, row * positions, beside)
                        again = load(values, (plane + row) * positions, beside)
                        for at in range(lane, choices * width, width):
                            bar = add_scalar(load(space, aims_at + at, beside), TIE)
                            offer = load(space, offered_at + at, beside)
                            store(space, others_at + at, select(aim, bar, again, offer))
                if entry(tables.reroll_row, start) != NO_ROW:
                    offered_at = others_at
                bust = scale(entry(tables.bust_weight, tree), load(space, expected_at, block))
                if channel == 0:
                    expected = _expected_aim(
                        tables, tree, (space, offered_at, bests_at), bust, block
                    )
                else:
                    places = aims_at, offered_at, bars_at, bests_at
                    expected = _expected_channel(tables, tree, (space, *places), bust, block)
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
                    store(values, row * positions, select(aim, bar, rolling, stopping))


@compiled
def _expected_aim(
    tables: KernelTables,
    tree: int,
    places: tuple[Floats, int, int],
    bust: Register,
    block: LaneCount,
) -> Register:
    """Return the expected value of the aim: `bust` plus the best choice of every other roll.

    Among choices that are equal within TIE, the reference takes the first, so the reference's
    value may be lower by up to TIE.
    """
    space, offered_at, bests_at = places
    width = len(block)
    # Two sums, so that additions do not wait for each other.
    expected, leaf_sum = bust, scale(0.0, bust)
    best = add_scalar(leaf_sum, _LOWEST)
    store(space, bests_at, best)
    for node in range(entry(tables.first_node, tree), entry(tables.first_node, tree + 1)):
        depth = entry(tables.node_depth, node) * width
        if depth > 0:
            at = entry(tables.node_choice, node) * width
            best = load(space, bests_at + depth - width, block)
            best = maximum(best, load(space, offered_at + at, block))
            store(space, bests_at + depth, best)
            expected = add(expected, scale(entry(tables.node_weight, node), best))
        for leaf in range(entry(tables.first_leaf, node), entry(tables.first_leaf, node + 1)):
            at = entry(tables.leaf_choice, leaf) * width
            value = maximum(best, load(space, offered_at + at, block))
            leaf_sum = add(leaf_sum, scale(entry(tables.leaf_weight, leaf), value))
    return add(expected, leaf_sum)


@compiled
def _expected_channel(
    tables: KernelTables,
    tree: int,
    places: tuple[Floats, int, int, int, int],
    bust: Register,
    block: LaneCount,
) -> Register:
    """Return the expected value of another channel if the choices maximise the aim."""
    space, aims_at, offered_at, bars_at, bests_at = places
    width = len(block)
    expected, leaf_sum = bust, scale(0.0, bust)
    bar = best = add_scalar(leaf_sum, _LOWEST)
    store(space, bars_at, bar)
    store(space, bests_at, best)
    for node in range(entry(tables.first_node, tree), entry(tables.first_node, tree + 1)):
        depth = entry(tables.node_depth, node) * width
        if depth > 0:
            at = entry(tables.node_choice, node) * width
            aim = load(space, aims_at + at, block)
            before = load(space, bars_at + depth - width, block)
            best = load(space, bests_at + depth - width, block)
            best = select(aim, before, load(space, offered_at + at, block), best)
            bar = select(aim, before, add_scalar(aim, TIE), before)
            store(space, bars_at + depth, bar)
            store(space, bests_at + depth, best)
            expected = add(expected, scale(entry(tables.node_weight, node), best))
        for leaf in range(entry(tables.first_leaf, node), entry(tables.first_leaf, node + 1)):
            at = entry(tables.leaf_choice, leaf) * width
            aim = load(space, aims_at + at, block)
            value = select(aim, bar, load(space, offered_at + at, block), best)
            leaf_sum = add(leaf_sum, scale(entry(tables.leaf_weight, leaf), value))
    return add(expected, leaf_sum)


class KernelValues:
    """The values of every state of a turn, with the interface of the reference."""

    def __init__(self, solved: Program, values: Floats) -> None:
        """Wrap rows that the kernel has filled; `values` is indexed by channel and row."""
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
    """Solve turns of the same shape; their stakes must have the same number of channels."""
    blocks = solve_rows(shape, *stake_arrays(stakes))
    lanes = blocks.shape[3]
    return [
        KernelValues(program(shape), blocks[place // lanes, :, :, place % lanes])
        for place in range(len(stakes))
    ]


def solve_rows(shape: TurnShape, stop: Floats, failure: Floats) -> Floats:
    """Solve the turns of positions; return all rows, indexed by block, channel, row and lane.

    `stop` is indexed by position, channel, Bratwurm and total, with NaN for no claim; `failure` is
    indexed by position, channel and Bratwurm. `program(shape)` maps states to rows. A block has one
    position per lane; the last block is filled with copies of the last position.
    """
    count, channels, _ = failure.shape
    lanes = 1 if count <= MAX_SOLVED_SINGLY else LANES
    values = _allocate_aligned(
        (-(-count // lanes), channels, program(shape).rows, lanes), failure.dtype
    )
    _run(shape, (stop, failure), values, np.zeros(len(failure), np.int32))
    return values


def solve_batch(
    shape: TurnShape,
    stop: Floats,
    failure: Floats,
    wanted: Integers | None = None,
    threads: int | None = None,
) -> Floats:
    """Solve the turns of many positions on all cores; return a value per position and channel.

    `wanted` has the row of `program(shape)` to return for each position; the default is the row
    for rolling at the start of the turn. `stop` and `failure` are as for `solve_rows`.
    """
    count, channels, _ = failure.shape
    rows = program(shape).rows
    start = program(shape).rolling_row(first_state(shape))
    wanted_rows = np.full(count, start, np.int32) if wanted is None else wanted
    lanes = 1 if count <= MAX_SOLVED_SINGLY else LANES

    def solve_part(part: slice) -> Floats:
        values = _allocate_aligned((1, channels, rows, lanes), failure.dtype)
        return _run(shape, (stop[part], failure[part]), values, wanted_rows[part])

    # Numba's own threads are not used: they survive neither a fork nor concurrent callers. Starting
    # a thread takes longer than solving a few positions.
    workers = max(1, min(threads or available_cores(), count // LANES))
    size = -(-count // workers)
    parts = [slice(first, first + size) for first in range(0, max(count, 1), size or 1)]
    if workers == 1:
        return solve_part(parts[0])
    with ThreadPoolExecutor(workers) as pool:
        return np.concatenate(list(pool.map(solve_part, parts)))


def stake_arrays(stakes: Sequence[Stakes]) -> tuple[Floats, Floats]:
    """Return the stakes of positions as arrays: `stop`, with NaN for no claim, and `failure`."""
    channels = len(stakes[0].failure[0])
    no_claim = (np.nan,) * channels
    stop = [[[claim or no_claim for claim in by] for by in turn.stop] for turn in stakes]
    failure = np.array([turn.failure for turn in stakes], np.float64)
    return np.moveaxis(np.array(stop, np.float64), 3, 1), np.moveaxis(failure, 2, 1)


def _run(
    shape: TurnShape, stakes: tuple[Floats, Floats], values: Floats, wanted: Integers
) -> Floats:
    """Run the kernel with as many lanes as `values` has; return the wanted rows."""
    _, channels, _, positions = values.shape
    width = STATES_AT_ONCE if positions == 1 else positions
    result = np.empty((len(wanted), channels), values.dtype)
    lanes = (0,) * width, (0,) * positions
    _announce_compilation()
    # Numba would compile the kernel again for every other memory layout.
    stop, failure = map(np.ascontiguousarray, stakes)
    _solve(program(shape).tables, (stop, failure), values, (wanted, result), lanes)
    return result


def _allocate_aligned(shape: tuple[int, ...], dtype: np.dtype[Any]) -> Floats:
    """Return an empty array whose memory is aligned to registers."""
    size = math.prod(shape) * dtype.itemsize
    space = np.empty(size + _REGISTER, np.uint8)
    first = -space.ctypes.data % _REGISTER
    return space[first : first + size].view(dtype).reshape(shape)


@cache
def _announce_compilation() -> None:
    """Print a line if the kernel must be compiled first, which takes some seconds."""
    folder = Path(cast("Any", _solve).stats.cache_path or "")
    if not any(folder.glob(f"{Path(__file__).stem}.{_solve.__name__}-*.nbi")):
        sys.stderr.write("pickomino: compiling the turn solver (first run only) ...\n")
