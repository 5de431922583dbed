"""The exact solution of a turn for many tables: by Triton on a GPU, by numba on a processor.

A payoff has channels. The first one is the aim of the player whose turn it is: it alone decides.
The others (what rivals get, or any other judgement of the ends) are carried along under those
decisions. Rows are those of `pickomino.solver.program`.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from pickomino.solver.program import FAILURE_ROW, FIRST_STATE_ROW, STOP_ROW, program
from pickomino.solver.shape import BASE, State, first_state
from pickomino.solver.shape import TOTALS as PROGRAM_TOTALS
from training.games.base_tables import TOTALS

CHUNK = 1 << 10
"""Tables that one thread takes at once."""

ROWS = program(BASE).rows
START_ROW = program(BASE).rolling_row(first_state(BASE))


def solve(stop: Tensor, failure: Tensor) -> Tensor:
    """Solve turns: `stop` by channel, total and table, `failure` by channel and table.

    Return the values of all rows, by channel, row and table.
    """
    values = filled(stop, failure)
    if values.is_cuda:
        from training.games.triton_solver import run

        run(values, (BASE,))
    else:
        _run_on_processor(values)
    return values


def at_start(stop: Tensor, failure: Tensor) -> Tensor:
    """Solve turns as `solve` does; return only the values before the first roll."""
    if stop.is_cuda:
        return solve(stop, failure)[:, START_ROW].clone()  # a view would keep all rows in memory
    from pickomino.solver.kernels import solve_batch

    failed = failure.T.double()[:, :, None].repeat(1, 1, 2)
    given = failed[..., None].repeat(1, 1, 1, PROGRAM_TOTALS)
    given[..., :TOTALS] = stop.permute(2, 0, 1)[:, :, None]
    return torch.from_numpy(solve_batch(BASE, given.numpy(), failed.numpy())).T.to(stop)


def filled(stop: Tensor, failure: Tensor) -> Tensor:
    """Lay out the rows that are given, and room for the others and one more for the kernel."""
    channels, _, count = stop.shape
    values = stop.new_empty(channels, ROWS + 1, count)
    values[:, FAILURE_ROW:STOP_ROW] = failure[:, None]
    values[:, STOP_ROW : STOP_ROW + TOTALS] = stop
    # Totals past eight dice, and everything with a Bratwurm: never read in the base game.
    values[:, STOP_ROW + TOTALS : FIRST_STATE_ROW] = 0
    return values


def _run_on_processor(values: Tensor) -> None:
    """Fill in the rows of all states by the kernel of the package."""
    # Not above: numba is missing on machines that only have a GPU's libraries.
    from pickomino.solver.kernels import solve_rows

    given = values.numpy()
    channels, _, count = given.shape

    def fill(first: int) -> None:
        part = given[:, :, first : first + CHUNK]
        size = part.shape[2]
        failure = np.moveaxis(part[:, FAILURE_ROW:STOP_ROW], 2, 0)
        stop = np.moveaxis(part[:, STOP_ROW:FIRST_STATE_ROW], 2, 0)
        blocks = solve_rows(BASE, stop.reshape(size, channels, 2, PROGRAM_TOTALS), failure)
        part[:, :ROWS] = np.moveaxis(blocks, 0, 2).reshape(channels, ROWS, -1)[:, :, :size]

    with ThreadPoolExecutor(torch.get_num_threads()) as pool:
        list(pool.map(fill, range(0, count, CHUNK)))


class RowTable(NamedTuple):
    """Where the values of a state are, by symbols set aside, dice left and points."""

    deciding: Tensor
    rolling: Tensor
    """0 where one cannot roll."""


@cache
def row_table(device: torch.device) -> RowTable:
    """Return the rows of every state."""
    used = program(BASE)
    deciding = torch.zeros(64, 9, TOTALS, dtype=torch.long)
    rolling = torch.zeros_like(deciding)
    for symbols in range(64):
        for dice in range(9):
            for points in range(TOTALS):
                state = State(symbols, dice, points=points)
                if state in used.numbers:
                    deciding[symbols, dice, points] = used.deciding_row(state)
                    rolling[symbols, dice, points] = used.rolling_row(state)
                elif not state.can_roll:
                    total = state.total(BASE)
                    row = FAILURE_ROW if total is None else STOP_ROW + total
                    deciding[symbols, dice, points] = row
    return RowTable(deciding.to(device), rolling.to(device))
