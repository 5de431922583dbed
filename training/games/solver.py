"""The exact solution of a turn on many tables: Triton on a GPU, numba on a CPU.

A payoff has one or more channels. Decisions maximise the first channel, which is the objective of
the player whose turn it is. The other channels (what rivals get, or any other value of the ends)
are computed for the same decisions. Rows are numbered as in `pickomino.solver.program`.

The shape of a turn depends on the specialist that the roller holds. With Extrawurm, every shape
allows a Bratwurm for ones; if the supply is empty, the payoffs with and without one are the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from pickomino.core.extrawurm import CANNED_WORM_POINTS, Specialist
from pickomino.core.roll import WORM_BIT
from pickomino.evaluation.features import EXTRAWURM, FIRST_HOLDER, TRAINED_VALUES, TableArrays
from pickomino.solver.program import program
from pickomino.solver.rows import FAILURE_ROW, FIRST_STATE_ROW, STOP_ROW
from pickomino.solver.shape import BASE, MAX_TOTAL, TOTALS, TurnShape, first_state

BASE_GAME, NO_SPECIALIST, CANNED_WORM, WEASEL, WEASELBUST, GOLDEN, PLAIN_GOLDEN = range(7)
SHAPES = (
    BASE,
    TurnShape(bratwurm=True),
    TurnShape(canned_worm=True, bratwurm=True),
    TurnShape(weasel=True, bratwurm=True),
    TurnShape(weasel=True, weasel_saves_bust=True, bratwurm=True),
    TurnShape("111www", bratwurm=True),
    TurnShape("plain", bratwurm=True),
)
ALIGNMENT = 64
"""Each shape's columns begin at a multiple of this, so that no GPU program handles two shapes."""
CHUNK = 1 << 10
"""How many tables a thread solves at a time on a CPU."""

_OPTIONS = tuple(TRAINED_VALUES)
_WEASELBUST, _GOLDEN = _OPTIONS.index("weaselbust"), _OPTIONS.index("golden")


@cache
def _start_rows() -> tuple[int, ...]:
    return tuple(program(shape).rolling_row(first_state(shape)) for shape in SHAPES)


class StateValues(NamedTuple):
    """The values of all states in the turns of many tables."""

    rows: Tensor
    """The values, indexed by channel, row and column."""
    shape: Tensor
    """The index in SHAPES of the shape of each table's turn."""
    column: Tensor
    """The column of each table."""

    @property
    def at_start(self) -> Tensor:
        """The value of the turn before the first roll, indexed by table and channel."""
        starts = torch.tensor(_start_rows(), device=self.shape.device)
        return self.rows[:, starts[self.shape], self.column].T


def turn_shapes(arrays: TableArrays) -> Tensor:
    """Return the index in SHAPES of the shape of each table's turn."""
    held = arrays.specialists == FIRST_HOLDER
    weasel = torch.where(arrays.options[:, _WEASELBUST].bool(), WEASELBUST, WEASEL)
    golden = torch.where(arrays.options[:, _GOLDEN].bool(), PLAIN_GOLDEN, GOLDEN)
    shape = torch.where(held[:, Specialist.CANNED_WORM], CANNED_WORM, NO_SPECIALIST)
    shape = torch.where(held[:, Specialist.WEASEL], weasel, shape)
    shape = torch.where(held[:, Specialist.GOLDEN_DIE], golden, shape)
    return torch.where(arrays.options[:, EXTRAWURM].bool(), shape, BASE_GAME)


def solve_states(stop: Tensor, failure: Tensor, shape: Tensor) -> StateValues:
    """Return the values of all states.

    `stop` has the payoffs of stopping, indexed by channel, Bratwurm, total and table; `failure` has
    the payoffs of failing, indexed by channel, Bratwurm and table.
    """
    channels, _, _, count = stop.shape
    column, first = _assign_columns(shape)
    columns = -(-count // ALIGNMENT) * ALIGNMENT + len(SHAPES) * ALIGNMENT
    max_rows = max(program(SHAPES[number]).rows for number in shape.unique().tolist())
    # The GPU kernel needs one row more.
    rows = stop.new_empty(channels, max_rows + 1, columns)
    rows[:, FAILURE_ROW:STOP_ROW, column] = failure
    rows[:, STOP_ROW:FIRST_STATE_ROW, column] = stop.flatten(1, 2)
    if rows.is_cuda:
        from training.games.triton_solver import fill_states

        fill_states(rows, SHAPES, first, ALIGNMENT)
    else:
        _fill_states_on_cpu(rows, shape, column)
    return StateValues(rows, shape, column)


def solve_start(stop: Tensor, failure: Tensor, shape: Tensor) -> Tensor:
    """Solve turns as `solve_states` does; return only the values before the first roll.

    They are indexed by table and channel.
    """
    if stop.is_cuda:
        return solve_states(stop, failure, shape).at_start
    from pickomino.solver.kernels import solve_batch

    values = stop.new_empty(stop.shape[3], len(stop))
    for kind, tables in _tables_by_shape(shape):
        payoffs = stop[..., tables].permute(3, 0, 1, 2).contiguous().numpy()
        failed = failure[..., tables].permute(2, 0, 1).contiguous().numpy()
        values[tables] = torch.from_numpy(solve_batch(kind, payoffs, failed))
    return values


def _tables_by_shape(shape: Tensor) -> Iterator[tuple[TurnShape, Tensor]]:
    """Yield each shape that occurs, with its tables."""
    for number in shape.unique().tolist():
        yield SHAPES[number], (shape == number).nonzero()[:, 0]


def _assign_columns(shape: Tensor) -> tuple[Tensor, Tensor]:
    """Return the column of each table, grouped by shape, and the first column of each shape."""
    counts = torch.bincount(shape, minlength=len(SHAPES))
    aligned = (counts + ALIGNMENT - 1) // ALIGNMENT * ALIGNMENT
    first = torch.cat([counts.new_zeros(1), aligned.cumsum(dim=0)])
    order = shape.argsort(stable=True)
    column = torch.empty_like(shape)
    padding = first[:-1] - (counts.cumsum(dim=0) - counts)
    column[order] = torch.arange(len(shape), device=shape.device) + padding[shape[order]]
    return column, first


def _fill_states_on_cpu(rows: Tensor, shape: Tensor, column: Tensor) -> None:
    # Imported here because machines with only the GPU libraries lack numba.
    from pickomino.solver.kernels import solve_rows

    array = rows.numpy()
    channels = len(array)

    def fill(kind: TurnShape, columns: NDArray[np.int64]) -> None:
        part = array[:, :FIRST_STATE_ROW][:, :, columns]
        failure = np.ascontiguousarray(np.moveaxis(part[:, FAILURE_ROW:STOP_ROW], 2, 0))
        stop = np.ascontiguousarray(np.moveaxis(part[:, STOP_ROW:], 2, 0))
        blocks = solve_rows(kind, stop.reshape(len(columns), channels, 2, TOTALS), failure)
        solved = np.moveaxis(blocks, 0, 2).reshape(channels, program(kind).rows, -1)
        array[:, : solved.shape[1], columns] = solved[:, :, : len(columns)]

    with ThreadPoolExecutor(torch.get_num_threads()) as pool:
        parts = [
            pool.submit(fill, kind, column[part].numpy())
            for kind, tables in _tables_by_shape(shape)
            for part in tables.split(CHUNK)
        ]
        for part in parts:
            part.result()


class RowIndex(NamedTuple):
    """The rows of a state's values.

    They are indexed by shape, symbols set aside, dice left, points, Bratwurm, golden die left and
    Weasel left.
    """

    deciding: Tensor
    rolling: Tensor
    """The row of the value of rolling, or 0 if rolling is not possible."""


@cache
def row_index(device: torch.device) -> RowIndex:
    """Return the row numbers of every state's values."""
    size = (len(SHAPES), 64, 10, TOTALS, 2, 2, 2)
    deciding, rolling = _stop_rows(size), torch.zeros(size, dtype=torch.long)
    for number, shape in enumerate(SHAPES):
        turn = program(shape)
        for state in turn.states:
            at = (
                number, state.symbols, state.dice, state.points,
                int(state.bratwurm), int(state.golden), int(state.weasel),
            )  # fmt: skip
            deciding[at] = turn.deciding_row(state)
            rolling[at] = turn.rolling_row(state)
    return RowIndex(deciding.to(device), rolling.to(device))


def _stop_rows(size: tuple[int, ...]) -> Tensor:
    """Return the row of stopping for every state, as if rolling were never possible."""
    shapes, symbols, _, totals, bratwurms, *_ = (
        torch.arange(length).reshape(-1, *[1] * (len(size) - 1 - axis))
        for axis, length in enumerate(size)
    )
    total = stopping_total(shapes, symbols, totals)
    row = STOP_ROW + TOTALS * bratwurms + total
    return torch.where(total < 0, FAILURE_ROW + bratwurms, row).expand(size).contiguous()


def stopping_total(shape: Tensor, symbols: Tensor, points: Tensor) -> Tensor:
    """Return the total that counts for claims; -1 with neither a worm nor the Canned Worm."""
    with_can = torch.where(shape == CANNED_WORM, points + CANNED_WORM_POINTS, -1)
    return torch.where(symbols & WORM_BIT > 0, points, with_can.clamp(max=MAX_TOTAL))
