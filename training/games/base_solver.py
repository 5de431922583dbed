"""The exact solution of a turn of the base game for many tables: Triton on a GPU, numba on a CPU.

A payoff has one or more channels. Decisions maximise the first channel, which is the objective of
the player whose turn it is. The other channels (what rivals get, or any other value of the ends)
are computed for the same decisions. Rows are numbered as in `pickomino.solver.program`.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from pickomino.solver.program import FAILURE_ROW, FIRST_STATE_ROW, STOP_ROW, program
from pickomino.solver.shape import BASE, DiceState, first_state
from pickomino.solver.shape import TOTALS as PROGRAM_TOTALS
from training.games.base_tables import TOTALS

CHUNK = 1 << 10
"""How many tables a thread solves at a time."""

ROWS = program(BASE).rows
START_ROW = program(BASE).rolling_row(first_state(BASE))


def solve_states(stop: Tensor, failure: Tensor) -> Tensor:
    """Return the values of all states, indexed by channel, row and table.

    `stop` has the payoffs of stopping, indexed by channel, total and table; `failure` has the
    payoffs of failing, indexed by channel and table.
    """
    values = _allocate(stop, failure)
    if values.is_cuda:
        from training.games.triton_solver import fill_states

        fill_states(values, (BASE,))
    else:
        _fill_states_on_cpu(values)
    return values


def solve_start(stop: Tensor, failure: Tensor) -> Tensor:
    """Solve turns as `solve_states` does; return only the values before the first roll."""
    if stop.is_cuda:
        # A view would keep all rows in memory.
        return solve_states(stop, failure)[:, START_ROW].clone()
    from pickomino.solver.kernels import solve_batch

    failed = failure.T.double()[:, :, None].repeat(1, 1, 2)
    payoffs = failed[..., None].repeat(1, 1, 1, PROGRAM_TOTALS)
    payoffs[..., :TOTALS] = stop.permute(2, 0, 1)[:, :, None]
    return torch.from_numpy(solve_batch(BASE, payoffs.numpy(), failed.numpy())).T.to(stop)


def _allocate(stop: Tensor, failure: Tensor) -> Tensor:
    """Return all rows with the payoffs filled in, plus one row that the GPU kernel needs."""
    channels, _, count = stop.shape
    values = stop.new_empty(channels, ROWS + 1, count)
    values[:, FAILURE_ROW:STOP_ROW] = failure[:, None]
    values[:, STOP_ROW : STOP_ROW + TOTALS] = stop
    # The base game never reads totals beyond eight dice, nor anything with a Bratwurm.
    values[:, STOP_ROW + TOTALS : FIRST_STATE_ROW] = 0
    return values


def _fill_states_on_cpu(values: Tensor) -> None:
    """Fill in the rows of all states with the numba kernel of the package."""
    # Imported here because machines with only the GPU libraries lack numba.
    from pickomino.solver.kernels import solve_rows

    array = values.numpy()
    channels, _, count = array.shape

    def fill(first: int) -> None:
        part = array[:, :, first : first + CHUNK]
        size = part.shape[2]
        failure = np.moveaxis(part[:, FAILURE_ROW:STOP_ROW], 2, 0)
        stop = np.moveaxis(part[:, STOP_ROW:FIRST_STATE_ROW], 2, 0)
        blocks = solve_rows(BASE, stop.reshape(size, channels, 2, PROGRAM_TOTALS), failure)
        part[:, :ROWS] = np.moveaxis(blocks, 0, 2).reshape(channels, ROWS, -1)[:, :, :size]

    with ThreadPoolExecutor(torch.get_num_threads()) as pool:
        list(pool.map(fill, range(0, count, CHUNK)))


class RowIndex(NamedTuple):
    """The rows of a state's values, indexed by symbols set aside, dice left and points."""

    deciding: Tensor
    rolling: Tensor
    """The row of the value of rolling, or 0 if rolling is not possible."""


@cache
def row_index(device: torch.device) -> RowIndex:
    """Return the row numbers of every state's values."""
    turn = program(BASE)
    deciding = torch.zeros(64, 9, TOTALS, dtype=torch.long)
    rolling = torch.zeros_like(deciding)
    for symbols in range(64):
        for dice in range(9):
            for points in range(TOTALS):
                state = DiceState(symbols, dice, points=points)
                if state in turn.numbers:
                    deciding[symbols, dice, points] = turn.deciding_row(state)
                    rolling[symbols, dice, points] = turn.rolling_row(state)
                elif not state.can_roll:
                    total = state.total(BASE)
                    row = FAILURE_ROW if total is None else STOP_ROW + total
                    deciding[symbols, dice, points] = row
    return RowIndex(deciding.to(device), rolling.to(device))
