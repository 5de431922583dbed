"""The exact solution of a turn in Triton: each program solves some tables, state by state.

A turn has 36,105 roll classes; each takes a read of 4 bytes and a multiply-add for every table.
Tables lie side by side in memory, so that each read by a program is contiguous. All tables of one
program have the same turn shape.
"""

# Triton compiles its functions from untyped source, and is installed only with torch for GPUs.
# pyright: reportMissingImports=false, reportUntypedFunctionDecorator=false, reportIndexIssue=false
# pyright: reportMissingParameterType=false, reportUnknownParameterType=false
# pyright: reportMissingTypeStubs=false, reportArgumentType=false, reportCallIssue=false

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
import torch
import triton
import triton.language as tl
from numpy.typing import NDArray
from torch import Tensor

from pickomino.solver.program import NO_ROW, Program, program
from pickomino.solver.rows import FIRST_STATE_ROW
from pickomino.solver.shape import TurnShape

MAX_DEPTH = 7
BELOW_ALL = -1e30
"""Below every payoff, but finite, because it is multiplied by a weight of 0 and added."""
GROUP = tl.constexpr(4)
"""Leaves are read four at a time, so that their reads overlap; short groups are padded."""


class TritonTables(NamedTuple):
    """The programs of all shapes, concatenated and expanded for every state."""

    first_state: Tensor
    """The first state of each shape, then the end of the last shape twice, for an empty shape."""
    first_node: Tensor
    bust_weight: Tensor
    bust_row: Tensor
    reroll_row: Tensor
    """The row of the Weasel's re-roll; a row of BELOW_ALL where no re-roll is possible."""
    stop_row: Tensor
    node_depth: Tensor
    node_row: Tensor
    node_weight: Tensor
    first_leaf: Tensor
    leaf_row: Tensor
    leaf_weight: Tensor


class _Trees(NamedTuple):
    """The nodes and leaves of all states added so far."""

    first_node: list[int]
    node_depth: list[int]
    node_row: list[int]
    node_weight: list[float]
    first_leaf: list[int]
    leaf_row: list[int]
    leaf_weight: list[float]


@cache
def _triton_tables(
    shapes: tuple[TurnShape, ...], below_all_row: int, device: torch.device, dtype: torch.dtype
) -> TritonTables:
    programs = [program(shape) for shape in shapes]
    trees = _Trees([0], [], [], [], [0], [], [])
    for turn in programs:
        for state in range(len(turn.states)):
            _add_state(turn, state, trees)
    tables = [turn.tables for turn in programs]
    states = np.cumsum([0, *(len(turn.states) for turn in programs)])
    again = np.concatenate([part.reroll_row for part in tables])
    bust_weights = np.concatenate([part.bust_weight[part.tree] for part in tables])

    def floats(numbers: list[float] | NDArray[Any]) -> Tensor:
        return torch.tensor(np.asarray(numbers), dtype=dtype, device=device)

    return TritonTables(
        _integers(np.append(states, states[-1]), device),
        _integers(trees.first_node, device),
        floats(bust_weights),
        _integers(np.concatenate([part.bust_row for part in tables]), device),
        _integers(np.where(again == NO_ROW, below_all_row, again), device),
        _integers(np.concatenate([part.stop_row for part in tables]), device),
        _integers(trees.node_depth, device),
        _integers(trees.node_row, device),
        floats(trees.node_weight),
        _integers(trees.first_leaf, device),
        _integers(trees.leaf_row, device),
        floats(trees.leaf_weight),
    )


def _add_state(turn: Program, state: int, trees: _Trees) -> None:
    """Add the tree of a state's rolls, with the rows that the rolls lead to."""
    tables = turn.tables
    tree, first = int(tables.tree[state]), int(tables.first_choice[state])
    for node in range(int(tables.first_node[tree]), int(tables.first_node[tree + 1])):
        depth = int(tables.node_depth[node])
        trees.node_depth.append(depth)
        trees.node_row.append(int(tables.choice_row[first + tables.node_choice[node]]))
        trees.node_weight.append(float(tables.node_weight[node]) if depth else 0.0)
        leaves = slice(int(tables.first_leaf[node]), int(tables.first_leaf[node + 1]))
        rows = tables.choice_row[first + tables.leaf_choice[leaves]].tolist()
        weights = tables.leaf_weight[leaves].tolist()
        padding = -len(rows) % GROUP.value
        trees.leaf_row.extend(rows + rows[-1:] * padding)
        trees.leaf_weight.extend(weights + [0.0] * padding)
        trees.first_leaf.append(len(trees.leaf_row))
    trees.first_node.append(len(trees.node_depth))


def _integers(numbers: list[int] | NDArray[Any], device: torch.device) -> Tensor:
    return torch.tensor(np.asarray(numbers, np.int32), device=device)


@triton.jit
def _load_objective(pointer, values, inside, width: tl.constexpr):
    """Return the first channel of some values; if it is the only one, the values themselves."""
    if width == 1:
        return values
    return tl.load(pointer, mask=inside)


@triton.jit
def _prefer(new, new_objective, old, old_objective, width: tl.constexpr):
    """Return, element by element, the value whose first channel is higher."""
    if width == 1:
        return tl.maximum(new, old)
    return tl.where(new_objective > old_objective, new, old)


@triton.jit
def _solve_kernel(  # noqa: PLR0915 - one kernel
    values,
    best,
    program_shape,
    first_state,
    first_node,
    bust_weight,
    bust_row,
    reroll_row,
    stop_row,
    node_depth,
    node_row,
    node_weight,
    first_leaf,
    leaf_row,
    leaf_weight,
    count,
    channels,
    channel_stride,
    best_stride,
    first_deciding: tl.constexpr,
    lanes: tl.constexpr,
    width: tl.constexpr,
):
    lane = tl.program_id(0).to(tl.int64) * lanes + tl.arange(0, lanes)[None, :]
    channel = tl.arange(0, width)[:, None]
    in_range = lane < count
    inside = in_range & (channel < channels)
    stride = tl.cast(count, tl.int64)
    objective = values + lane
    every = values + channel * tl.cast(channel_stride, tl.int64) + lane
    best_objective = best + lane
    best_every = best + channel * tl.cast(best_stride, tl.int64) + lane
    shape = tl.load(program_shape + tl.program_id(0))
    begin = tl.load(first_state + shape)
    states = tl.load(first_state + shape + 1) - begin
    for number in range(states):
        state = begin + number
        bust = tl.load(bust_row + state) * stride
        failure = tl.load(every + bust, mask=inside)
        expected = tl.load(bust_weight + state) * failure
        expected_objective = tl.load(bust_weight + state) * _load_objective(
            objective + bust, failure, in_range, width
        )
        again = tl.load(reroll_row + state) * stride
        root = tl.load(every + again, mask=inside)
        root_objective = _load_objective(objective + again, root, in_range, width)
        tl.store(best_every, root, mask=inside)
        if width > 1:
            tl.debug_barrier()
        for node in range(tl.load(first_node + state), tl.load(first_node + state + 1)):
            depth = tl.load(node_depth + node)
            here = root
            here_objective = root_objective
            if depth > 0:
                row = tl.load(node_row + node) * stride
                above = (depth - 1) * stride
                before = tl.load(best_every + above, mask=inside)
                before_objective = _load_objective(best_objective + above, before, in_range, width)
                choice = tl.load(every + row, mask=inside)
                choice_objective = _load_objective(objective + row, choice, in_range, width)
                here = _prefer(choice, choice_objective, before, before_objective, width)
                here_objective = tl.maximum(choice_objective, before_objective)
                expected += tl.load(node_weight + node) * here
                expected_objective += tl.load(node_weight + node) * here_objective
                tl.store(best_every + depth * stride, here, mask=inside)
                if width > 1:
                    tl.debug_barrier()
            for leaf in range(tl.load(first_leaf + node), tl.load(first_leaf + node + 1), GROUP):
                for place in tl.static_range(GROUP):
                    row = tl.load(leaf_row + leaf + place) * stride
                    weight = tl.load(leaf_weight + leaf + place)
                    choice = tl.load(every + row, mask=inside)
                    choice_objective = _load_objective(objective + row, choice, in_range, width)
                    expected += weight * _prefer(
                        choice, choice_objective, here, here_objective, width
                    )
                    expected_objective += weight * tl.maximum(choice_objective, here_objective)
        stop = tl.load(stop_row + state) * stride
        stopping = tl.load(every + stop, mask=inside)
        stopping_objective = _load_objective(objective + stop, stopping, in_range, width)
        decided = _prefer(expected, expected_objective, stopping, stopping_objective, width)
        deciding = (first_deciding + number) * stride
        tl.store(every + deciding + states * stride, expected, mask=inside)
        tl.store(every + deciding, decided, mask=inside)
        if width > 1:
            tl.debug_barrier()


def fill_states(
    values: Tensor, shapes: tuple[TurnShape, ...], first_column: Tensor, alignment: int
) -> None:
    """Fill in the rows of all states; `values` is indexed by channel, row and table.

    The kernel uses the last row as scratch space. `first_column` has the column at which the tables
    of each shape begin, always a multiple of `alignment`, and finally the column at which the last
    shape ends.
    """
    channels, rows, count = values.shape
    lanes = alignment if channels == 1 else alignment // 2
    programs = triton.cdiv(count, lanes)
    values[:, -1] = BELOW_ALL
    places = lanes * torch.arange(programs, device=values.device)
    program_shape = torch.searchsorted(first_column[1:], places, right=True, out_int32=True)
    _solve_kernel[programs,](
        values,
        values.new_empty(channels, MAX_DEPTH, count),
        program_shape,
        *_triton_tables(shapes, rows - 1, values.device, values.dtype),
        count,
        channels,
        rows * count,
        MAX_DEPTH * count,
        first_deciding=FIRST_STATE_ROW,
        lanes=lanes,
        width=triton.next_power_of_2(channels),
        num_warps=1,
    )
