"""The exact turn for many tables on a processor: compiled, and vectorised over blocks of tables."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numba
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from pickomino.solver.kernels import LANES
from pickomino.solver.program import FAILURE_ROW, NO_CHOICE_ROW, Tables, program
from pickomino.solver.shape import BASE

Floats = NDArray[np.floating]
DEEPEST = 7
"""Nothing and up to six symbols in one roll."""


def run(values: Tensor) -> None:
    """Fill in the rows of all states, by channel, row and table; the first channel decides."""
    given = values.numpy()
    count = given.shape[2]

    def fill(first: int) -> None:
        block = np.ascontiguousarray(given[:, :, first : first + LANES])
        _run(program(BASE).tables, block)
        given[:, :, first : first + LANES] = block

    with ThreadPoolExecutor(torch.get_num_threads()) as pool:
        list(pool.map(fill, range(0, count, LANES)))


@numba.njit(nogil=True, fastmath={"contract", "nnan", "nsz"})
def _run(tables: Tables, values: Floats) -> None:
    channels, rows, lanes = values.shape
    states = len(tables.tree)
    first_rolling = rows - states
    first_deciding = first_rolling - states
    best = np.empty((DEEPEST, channels, lanes), values.dtype)
    expected = np.empty((channels, lanes), values.dtype)
    is_more = np.empty(lanes, np.bool_)
    for state in range(states):
        choice = tables.choice_row[tables.first_choice[state] : tables.first_choice[state + 1]]
        tree = tables.tree[state]
        for channel in range(channels):
            expected[channel] = tables.bust_weight[tree] * values[channel, FAILURE_ROW]
            best[0, channel] = values[channel, NO_CHOICE_ROW]
        for node in range(tables.first_node[tree], tables.first_node[tree + 1]):
            depth = tables.node_depth[node]
            if depth > 0:
                row = choice[tables.node_choice[node]]
                _compare(is_more, values[0, row], best[depth - 1, 0])
                for channel in range(channels):
                    _choose(
                        best[depth, channel],
                        is_more,
                        values[channel, row],
                        best[depth - 1, channel],
                    )
                    _add(expected[channel], tables.node_weight[node], best[depth, channel])
            for leaf in range(tables.first_leaf[node], tables.first_leaf[node + 1]):
                row, weight = choice[tables.leaf_choice[leaf]], tables.leaf_weight[leaf]
                _compare(is_more, values[0, row], best[depth, 0])
                for channel in range(channels):
                    _add_chosen(
                        expected[channel],
                        weight,
                        is_more,
                        values[channel, row],
                        best[depth, channel],
                    )
        stop = tables.stop_row[state]
        _compare(is_more, expected[0], values[0, stop])
        for channel in range(channels):
            values[channel, first_rolling + state] = expected[channel]
            deciding = values[channel, first_deciding + state]
            _choose(deciding, is_more, expected[channel], values[channel, stop])


@numba.njit(nogil=True)
def _compare(result: NDArray[np.bool_], one: Floats, other: Floats) -> None:
    for lane in range(len(result)):
        result[lane] = one[lane] > other[lane]


@numba.njit(nogil=True)
def _choose(result: Floats, is_one: NDArray[np.bool_], one: Floats, other: Floats) -> None:
    for lane in range(len(result)):
        result[lane] = one[lane] if is_one[lane] else other[lane]


@numba.njit(nogil=True, fastmath={"contract"})
def _add(result: Floats, weight: float, values: Floats) -> None:
    scale = result.dtype.type(weight)
    for lane in range(len(result)):
        result[lane] += scale * values[lane]


@numba.njit(nogil=True, fastmath={"contract"})
def _add_chosen(
    result: Floats, weight: float, is_one: NDArray[np.bool_], one: Floats, other: Floats
) -> None:
    scale = result.dtype.type(weight)
    for lane in range(len(result)):
        result[lane] += scale * (one[lane] if is_one[lane] else other[lane])
