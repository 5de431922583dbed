"""How often a turn ends in each way when somebody else's values decide."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numba
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from pickomino.solver.kernels import LANES, solve_rows
from pickomino.solver.program import FAILURE_ROW, NO_CHOICE_ROW, STOP_ROW, Tables, program
from pickomino.solver.shape import BASE
from pickomino.solver.shape import TOTALS as SHAPE_TOTALS
from training import turns
from training.tables import FAILURE, TOTALS

Floats = NDArray[np.float64]
DEEPEST = 7
"""Nothing and up to six symbols in one roll."""
CHANNELS_CHUNK = 1 << 14
"""Tables at once where every end is a channel, which takes much memory."""


def end_chances(stops: Tensor, worth: Tensor) -> Tensor:
    """Give the chance of each end, by table.

    `stops` is the end of stopping, by table and total; `worth` what each end is worth to the
    player who decides, by table.
    """
    if worth.is_cuda:
        parts = zip(stops.split(CHANNELS_CHUNK), worth.split(CHANNELS_CHUNK), strict=True)
        return torch.cat([by_channels(*part) for part in parts])
    return _by_reach(stops, worth)


def by_channels(stops: Tensor, worth: Tensor) -> Tensor:
    """Carry a channel for each end along: whether it was this one."""
    ends = torch.arange(worth.shape[1], device=worth.device)
    stop = torch.cat(
        [worth.gather(1, stops).T[None], (ends[:, None, None] == stops.T).to(worth.dtype)]
    )
    failed = (ends == FAILURE).to(worth.dtype)[:, None].expand(-1, len(worth))
    failure = torch.cat([worth[:, FAILURE][None], failed])
    return turns.solve(stop.contiguous(), failure.contiguous())[1:, turns.START_ROW].T


def _by_reach(stops: Tensor, worth: Tensor) -> Tensor:
    """Solve the turns by compiled code, and then follow the decisions from the first roll on."""
    failure = worth[:, FAILURE].numpy()
    stop = np.repeat(failure[:, None], SHAPE_TOTALS, 1)
    stop[:, :TOTALS] = worth.gather(1, stops).numpy()
    reached = np.empty((len(worth), TOTALS + 1))

    def follow(block: slice) -> None:
        given = np.repeat(stop[block, None], 2, 1), np.repeat(failure[block, None], 2, 1)
        solved = np.ascontiguousarray(solve_rows(BASE, *given).T)
        reach = np.zeros_like(solved)
        reach[:, turns.START_ROW] = 1
        _follow(program(BASE).tables, solved, reach)
        reached[block, :TOTALS] = reach[:, STOP_ROW : STOP_ROW + TOTALS]
        reached[block, TOTALS] = reach[:, FAILURE_ROW]

    blocks = [slice(first, first + LANES) for first in range(0, len(worth), LANES)]
    with ThreadPoolExecutor(torch.get_num_threads()) as pool:
        list(pool.map(follow, blocks))
    ends = torch.cat([stops, torch.full_like(stops[:, :1], FAILURE)], dim=1)
    return torch.zeros_like(worth).scatter_add_(1, ends, torch.from_numpy(reached))


@numba.njit(nogil=True)
def _follow(tables: Tables, solved: Floats, reach: Floats) -> None:
    """Fill in how often each row is reached; on a tie one keeps what one had, as everywhere."""
    states = len(tables.tree)
    first_rolling = solved.shape[1] - states
    first_deciding = first_rolling - states
    best = np.empty(DEEPEST, np.int64)
    for lane in range(len(solved)):
        values, shares = solved[lane], reach[lane]
        for state in range(states - 1, -1, -1):
            rolling, stopping = first_rolling + state, tables.stop_row[state]
            decided = rolling if values[rolling] > values[stopping] else stopping
            shares[decided] += shares[first_deciding + state]
            share = shares[rolling]
            if share == 0:
                continue
            rows = tables.choice_row[tables.first_choice[state] : tables.first_choice[state + 1]]
            tree = tables.tree[state]
            shares[tables.bust_row[state]] += share * tables.bust_weight[tree]
            best[0] = NO_CHOICE_ROW
            for node in range(tables.first_node[tree], tables.first_node[tree + 1]):
                depth = tables.node_depth[node]
                if depth > 0:
                    here, more = best[depth - 1], rows[tables.node_choice[node]]
                    best[depth] = more if values[more] > values[here] else here
                    shares[best[depth]] += share * tables.node_weight[node]
                here = best[depth]
                for leaf in range(tables.first_leaf[node], tables.first_leaf[node + 1]):
                    more = rows[tables.leaf_choice[leaf]]
                    chosen = more if values[more] > values[here] else here
                    shares[chosen] += share * tables.leaf_weight[leaf]
