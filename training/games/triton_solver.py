"""The exact turn in Triton: one program solves some tables, all its states one after the other.

What limits it: 36,105 roll classes a turn, each one read of 4 bytes and a multiply-add for every
table; see docs/training.md for the figures. Tables lie side by side, so that each read of a
program is one contiguous piece. All tables of one program have the same shape of turn.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import torch
import triton
import triton.language as tl
from torch import Tensor

from pickomino.solver.program import FIRST_STATE_ROW, NO_ROW, Program, program
from pickomino.solver.shape import TurnShape

DEEPEST = 7
LEAST = -1e30
"""Below every payoff; finite, because its product with a weight of 0 is added."""
GROUP = tl.constexpr(4)
"""Leaves are read four at a time, so that their reads wait together; short groups are padded."""


class Tables(NamedTuple):
    """The programs of some shapes one after the other, written out for every state."""

    first_state: Tensor
    """For each shape its first state; two more end the last shape and a shape without states."""
    first_node: Tensor
    bust_weight: Tensor
    bust_row: Tensor
    again_row: Tensor
    """The row of what every roll offers beside its dice; without a Weasel the one of LEAST."""
    stop_row: Tensor
    node_depth: Tensor
    node_row: Tensor
    node_weight: Tensor
    first_leaf: Tensor
    leaf_row: Tensor
    leaf_weight: Tensor


class _Written(NamedTuple):
    """The nodes and leaves of all states so far."""

    first_node: list[int]
    node_depth: list[int]
    node_row: list[int]
    node_weight: list[float]
    first_leaf: list[int]
    leaf_row: list[int]
    leaf_weight: list[float]


@cache
def _tables(
    shapes: tuple[TurnShape, ...], least_row: int, device: torch.device, dtype: torch.dtype
) -> Tables:
    programs = [program(shape) for shape in shapes]
    written = _Written([0], [], [], [], [0], [], [])
    for each in programs:
        for state in range(len(each.states)):
            _write_state(each, state, written)
    tables = [each.tables for each in programs]
    states = np.cumsum([0, *(len(each.states) for each in programs)])
    again = np.concatenate([each.again_row for each in tables])
    bust_weights = np.concatenate([each.bust_weight[each.tree] for each in tables])

    def floats(numbers: list[float] | np.ndarray) -> Tensor:
        return torch.tensor(np.asarray(numbers), dtype=dtype, device=device)

    return Tables(
        _integers(np.append(states, states[-1]), device),
        _integers(written.first_node, device),
        floats(bust_weights),
        _integers(np.concatenate([each.bust_row for each in tables]), device),
        _integers(np.where(again == NO_ROW, least_row, again), device),
        _integers(np.concatenate([each.stop_row for each in tables]), device),
        _integers(written.node_depth, device),
        _integers(written.node_row, device),
        floats(written.node_weight),
        _integers(written.first_leaf, device),
        _integers(written.leaf_row, device),
        floats(written.leaf_weight),
    )


def _write_state(used: Program, state: int, written: _Written) -> None:
    """Write out the tree of a state's rolls with the rows that it leads to."""
    tables = used.tables
    tree, first = int(tables.tree[state]), int(tables.first_choice[state])
    for node in range(int(tables.first_node[tree]), int(tables.first_node[tree + 1])):
        depth = int(tables.node_depth[node])
        written.node_depth.append(depth)
        written.node_row.append(int(tables.choice_row[first + tables.node_choice[node]]))
        written.node_weight.append(float(tables.node_weight[node]) if depth else 0.0)
        leaves = slice(int(tables.first_leaf[node]), int(tables.first_leaf[node + 1]))
        rows = tables.choice_row[first + tables.leaf_choice[leaves]].tolist()
        weights = tables.leaf_weight[leaves].tolist()
        padding = -len(rows) % GROUP.value
        written.leaf_row.extend(rows + rows[-1:] * padding)
        written.leaf_weight.extend(weights + [0.0] * padding)
        written.first_leaf.append(len(written.leaf_row))
    written.first_node.append(len(written.node_depth))


def _integers(numbers: list[int] | np.ndarray, device: torch.device) -> Tensor:
    return torch.tensor(np.asarray(numbers, np.int32), device=device)


@triton.jit
def _aim(pointer, every, inside, width: tl.constexpr):
    """The first channel of some values: with one channel, the values themselves."""
    if width == 1:
        return every
    return tl.load(pointer, mask=inside)


@triton.jit
def _better(more, more_aim, here, here_aim, width: tl.constexpr):
    """The values that the first channel prefers."""
    if width == 1:
        return tl.maximum(more, here)
    return tl.where(more_aim > here_aim, more, here)


@triton.jit
def _solve(  # noqa: PLR0915 - one kernel
    values,
    best,
    program_shape,
    first_state,
    first_node,
    bust_weight,
    bust_row,
    again_row,
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
    aims = lane < count
    inside = aims & (channel < channels)
    stride = tl.cast(count, tl.int64)
    aim = values + lane
    every = values + channel * tl.cast(channel_stride, tl.int64) + lane
    best_aim = best + lane
    best_every = best + channel * tl.cast(best_stride, tl.int64) + lane
    shape = tl.load(program_shape + tl.program_id(0))
    begin = tl.load(first_state + shape)
    states = tl.load(first_state + shape + 1) - begin
    for number in range(states):
        state = begin + number
        bust = tl.load(bust_row + state) * stride
        failure = tl.load(every + bust, mask=inside)
        expected = tl.load(bust_weight + state) * failure
        expected_aim = tl.load(bust_weight + state) * _aim(aim + bust, failure, aims, width)
        again = tl.load(again_row + state) * stride
        root = tl.load(every + again, mask=inside)
        root_aim = _aim(aim + again, root, aims, width)
        tl.store(best_every, root, mask=inside)
        if width > 1:
            tl.debug_barrier()
        for node in range(tl.load(first_node + state), tl.load(first_node + state + 1)):
            depth = tl.load(node_depth + node)
            here = root
            here_aim = root_aim
            if depth > 0:
                row = tl.load(node_row + node) * stride
                above = (depth - 1) * stride
                before = tl.load(best_every + above, mask=inside)
                before_aim = _aim(best_aim + above, before, aims, width)
                more = tl.load(every + row, mask=inside)
                more_aim = _aim(aim + row, more, aims, width)
                here = _better(more, more_aim, before, before_aim, width)
                here_aim = tl.maximum(more_aim, before_aim)
                expected += tl.load(node_weight + node) * here
                expected_aim += tl.load(node_weight + node) * here_aim
                tl.store(best_every + depth * stride, here, mask=inside)
                if width > 1:
                    tl.debug_barrier()
            for leaf in range(tl.load(first_leaf + node), tl.load(first_leaf + node + 1), GROUP):
                for place in tl.static_range(GROUP):
                    row = tl.load(leaf_row + leaf + place) * stride
                    weight = tl.load(leaf_weight + leaf + place)
                    more = tl.load(every + row, mask=inside)
                    more_aim = _aim(aim + row, more, aims, width)
                    expected += weight * _better(more, more_aim, here, here_aim, width)
                    expected_aim += weight * tl.maximum(more_aim, here_aim)
        stop = tl.load(stop_row + state) * stride
        stopping = tl.load(every + stop, mask=inside)
        stopping_aim = _aim(aim + stop, stopping, aims, width)
        decided = _better(expected, expected_aim, stopping, stopping_aim, width)
        deciding = (first_deciding + number) * stride
        tl.store(every + deciding + states * stride, expected, mask=inside)
        tl.store(every + deciding, decided, mask=inside)
        if width > 1:
            tl.debug_barrier()


def run(
    values: Tensor,
    shapes: tuple[TurnShape, ...],
    first_column: Tensor | None = None,
    aligned: int = 64,
) -> None:
    """Fill in the rows of all states; `values` is by channel, row and table.

    Its last row is left to the kernel. `first_column` says where the tables of each shape begin,
    all at multiples of `aligned`, and where the last ones end; not needed for one shape.
    """
    channels, rows, count = values.shape
    lanes = aligned if channels == 1 else aligned // 2
    programs = triton.cdiv(count, lanes)
    values[:, -1] = LEAST
    places = lanes * torch.arange(programs, device=values.device)
    if first_column is None:
        program_shape = torch.zeros_like(places, dtype=torch.int32)
    else:
        program_shape = torch.searchsorted(first_column[1:], places, right=True, out_int32=True)
    _solve[programs,](
        values,
        values.new_empty(channels, DEEPEST, count),
        program_shape,
        *_tables(shapes, rows - 1, values.device, values.dtype),
        count,
        channels,
        rows * count,
        DEEPEST * count,
        first_deciding=FIRST_STATE_ROW,
        lanes=lanes,
        width=triton.next_power_of_2(channels),
        num_warps=1,
    )
