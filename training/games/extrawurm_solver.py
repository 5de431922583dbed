"""The exact turn of many tables, whatever specialist the roller holds: as `turns`, by shape.

A Bratwurm for ones is always possible in the course of a turn; where the supply is empty, both
payoffs are the same. So the specialist alone decides about the shape.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from pickomino.core.extrawurm import CANNED_WORM_POINTS, Specialist
from pickomino.core.roll import WORM_BIT
from pickomino.evaluation.full_features import FIRST_HOLDER, KNOWN, FullArrays
from pickomino.solver.program import FAILURE_ROW, FIRST_STATE_ROW, STOP_ROW, program
from pickomino.solver.shape import HIGHEST_TOTAL, TOTALS, TurnShape, first_state

NO_SPECIALIST, CANNED_WORM, WEASEL, WEASELBUST, GOLDEN, PLAIN_GOLDEN = range(6)
SHAPES = (
    TurnShape(bratwurm=True),
    TurnShape(canned_worm=True, bratwurm=True),
    TurnShape(weasel=True, bratwurm=True),
    TurnShape(weasel=True, weaselbust=True, bratwurm=True),
    TurnShape("111www", bratwurm=True),
    TurnShape("plain", bratwurm=True),
)
ALIGNED = 64
"""Tables of one shape begin at a multiple of this, so that no program of a GPU has two shapes."""

_OPTIONS = tuple(KNOWN)
_WEASELBUST, _GOLDEN = _OPTIONS.index("weaselbust"), _OPTIONS.index("golden")


@cache
def _most_rows() -> int:
    return max(program(shape).rows for shape in SHAPES)


@cache
def _start_rows() -> tuple[int, ...]:
    return tuple(program(shape).rolling_row(first_state(shape)) for shape in SHAPES)


class Values(NamedTuple):
    """What every state of the turns is worth."""

    rows: Tensor
    """By channel, row and column."""
    shape: Tensor
    """The number of each table's shape."""
    column: Tensor
    """Where each table is."""

    @property
    def at_start(self) -> Tensor:
        """By table and channel, the value of the turn before the first roll."""
        starts = torch.tensor(_start_rows(), device=self.shape.device)
        return self.rows[:, starts[self.shape], self.column].T


def shapes_of(arrays: FullArrays) -> Tensor:
    """Return the number of the shape that each table's turn has."""
    held = arrays.specialists == FIRST_HOLDER
    weasel = torch.where(arrays.options[:, _WEASELBUST].bool(), WEASELBUST, WEASEL)
    golden = torch.where(arrays.options[:, _GOLDEN].bool(), PLAIN_GOLDEN, GOLDEN)
    found = torch.where(held[:, Specialist.CANNED_WORM], CANNED_WORM, NO_SPECIALIST)
    found = torch.where(held[:, Specialist.WEASEL], weasel, found)
    return torch.where(held[:, Specialist.GOLDEN_DIE], golden, found)


def solve(stop: Tensor, failure: Tensor, shape: Tensor) -> Values:
    """Solve turns: `stop` by channel, Bratwurm, total and table, `failure` without the total."""
    channels, _, _, count = stop.shape
    column, first = _columns(shape)
    columns = -(-count // ALIGNED) * ALIGNED + len(SHAPES) * ALIGNED
    rows = stop.new_empty(channels, _most_rows() + 1, columns)
    rows[:, FAILURE_ROW:STOP_ROW, column] = failure
    rows[:, STOP_ROW:FIRST_STATE_ROW, column] = stop.flatten(1, 2)
    if rows.is_cuda:
        from training.games.triton_solver import run

        run(rows, SHAPES, first, ALIGNED)
    else:
        _run_on_processor(rows, shape, column)
    return Values(rows, shape, column)


def _columns(shape: Tensor) -> tuple[Tensor, Tensor]:
    """Return the column of each table, those of one shape together, and where each shape begins."""
    kinds = torch.arange(len(SHAPES), device=shape.device)
    is_kind = shape[:, None] == kinds
    room = (is_kind.sum(dim=0) + ALIGNED - 1) // ALIGNED * ALIGNED
    ends = room.cumsum(dim=0)
    first = torch.cat([ends.new_zeros(1), ends])
    before = is_kind.cumsum(dim=0).gather(1, shape[:, None])[:, 0] - 1
    return first[shape] + before, first


def _run_on_processor(rows: Tensor, shape: Tensor, column: Tensor) -> None:
    # Not above: numba is missing on machines that only have a GPU's libraries.
    from pickomino.solver.kernels import solve_rows

    given = rows.numpy()
    channels = len(given)
    for number, kind in enumerate(SHAPES):
        places = column[shape == number].numpy()
        if len(places) == 0:
            continue
        part = given[:, :FIRST_STATE_ROW][:, :, places]
        failure = np.ascontiguousarray(np.moveaxis(part[:, FAILURE_ROW:STOP_ROW], 2, 0))
        stop = np.ascontiguousarray(np.moveaxis(part[:, STOP_ROW:], 2, 0))
        blocks = solve_rows(kind, stop.reshape(len(places), channels, 2, TOTALS), failure)
        solved = np.moveaxis(blocks, 0, 2).reshape(channels, program(kind).rows, -1)
        given[:, : solved.shape[1], places] = solved[:, :, : len(places)]


class RowTable(NamedTuple):
    """Where the values of a state are.

    By shape, symbols set aside, dice left, points, Bratwurm, golden die left and Weasel left.
    """

    deciding: Tensor
    rolling: Tensor
    """0 where one cannot roll."""


@cache
def row_table(device: torch.device) -> RowTable:
    """Return the rows of every state."""
    size = (len(SHAPES), 64, 10, TOTALS, 2, 2, 2)
    deciding, rolling = _stop_rows(size), torch.zeros(size, dtype=torch.long)
    for number, shape in enumerate(SHAPES):
        used = program(shape)
        for state in used.states:
            at = (
                number, state.symbols, state.dice, state.points,
                int(state.bratwurm), int(state.golden), int(state.weasel),
            )  # fmt: skip
            deciding[at] = used.deciding_row(state)
            rolling[at] = used.rolling_row(state)
    return RowTable(deciding.to(device), rolling.to(device))


def _stop_rows(size: tuple[int, ...]) -> Tensor:
    """Return the row of stopping, as if one could not roll from any state."""
    shapes, symbols, _, totals, bratwurms, *_ = (
        torch.arange(length).reshape(-1, *[1] * (len(size) - 1 - place))
        for place, length in enumerate(size)
    )
    total = stopping_total(shapes, symbols, totals)
    row = STOP_ROW + TOTALS * bratwurms + total
    return torch.where(total < 0, FAILURE_ROW + bratwurms, row).expand(size).contiguous()


def stopping_total(shape: Tensor, symbols: Tensor, points: Tensor) -> Tensor:
    """Return the total that counts for claims; -1 without a worm."""
    by_can = torch.where(shape == CANNED_WORM, points + CANNED_WORM_POINTS, -1)
    return torch.where(symbols & WORM_BIT > 0, points, by_can.clamp(max=HIGHEST_TOTAL))
