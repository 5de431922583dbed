"""The exact turn in Triton: one program solves some tables, all its states one after the other.

What limits it: 36,105 roll classes a turn, each one read of 4 bytes and a multiply-add for every
table; see docs/training.md for the figures. Tables lie side by side, so that each read of a
program is one contiguous piece.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import torch
import triton
import triton.language as tl
from torch import Tensor

from pickomino.solver.program import FAILURE_ROW, FIRST_STATE_ROW, program
from pickomino.solver.shape import BASE
from training.turns import FIRST_ROLLING_ROW, STATES

DEEPEST = 7
LEAST = -1e30
"""Below every payoff; finite, because its product with a weight of 0 is added."""
GROUP = tl.constexpr(4)
"""Leaves are read four at a time, so that their reads wait together; short groups are padded."""


class Tables(NamedTuple):
    """The program of the base game, written out for every state."""

    first_node: Tensor
    bust_weight: Tensor
    stop_row: Tensor
    node_depth: Tensor
    node_row: Tensor
    node_weight: Tensor
    first_leaf: Tensor
    leaf_row: Tensor
    leaf_weight: Tensor


@cache
def _tables(device: torch.device, dtype: torch.dtype) -> Tables:
    tables = program(BASE).tables
    first_node, node_depth, node_row, node_weight = [0], [], [], []
    first_leaf, leaf_row, leaf_weight = [0], [], []
    for state in range(STATES):
        tree, first = int(tables.tree[state]), int(tables.first_choice[state])
        for node in range(int(tables.first_node[tree]), int(tables.first_node[tree + 1])):
            depth = int(tables.node_depth[node])
            node_depth.append(depth)
            node_row.append(int(tables.choice_row[first + tables.node_choice[node]]))
            node_weight.append(float(tables.node_weight[node]) if depth else 0.0)
            leaves = range(int(tables.first_leaf[node]), int(tables.first_leaf[node + 1]))
            for leaf in leaves:
                leaf_row.append(int(tables.choice_row[first + tables.leaf_choice[leaf]]))
                leaf_weight.append(float(tables.leaf_weight[leaf]))
            padding = -len(leaves) % GROUP.value
            leaf_row += [leaf_row[-1]] * padding
            leaf_weight += [0.0] * padding
            first_leaf.append(len(leaf_row))
        first_node.append(len(node_depth))
    return Tables(
        _integers(first_node, device),
        torch.tensor(tables.bust_weight[tables.tree], dtype=dtype, device=device),
        _integers(tables.stop_row, device),
        _integers(node_depth, device),
        _integers(node_row, device),
        torch.tensor(node_weight, dtype=dtype, device=device),
        _integers(first_leaf, device),
        _integers(leaf_row, device),
        torch.tensor(leaf_weight, dtype=dtype, device=device),
    )


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
def _solve(
    values,
    best,
    tables_first_node,
    bust_weight,
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
    states: tl.constexpr,
    first_rolling: tl.constexpr,
    first_deciding: tl.constexpr,
    failure_row: tl.constexpr,
    least: tl.constexpr,
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
    failure = tl.load(every + failure_row * stride, mask=inside)
    failure_aim = _aim(aim + failure_row * stride, failure, aims, width)
    tl.store(best_every, failure * 0 + least, mask=inside)
    for state in range(states):
        expected = tl.load(bust_weight + state) * failure
        expected_aim = tl.load(bust_weight + state) * failure_aim
        for node in range(
            tl.load(tables_first_node + state), tl.load(tables_first_node + state + 1)
        ):
            depth = tl.load(node_depth + node)
            here = failure * 0 + least
            here_aim = failure_aim * 0 + least
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
                for number in tl.static_range(GROUP):
                    row = tl.load(leaf_row + leaf + number) * stride
                    weight = tl.load(leaf_weight + leaf + number)
                    more = tl.load(every + row, mask=inside)
                    more_aim = _aim(aim + row, more, aims, width)
                    expected += weight * _better(more, more_aim, here, here_aim, width)
                    expected_aim += weight * tl.maximum(more_aim, here_aim)
        stop = tl.load(stop_row + state) * stride
        stopping = tl.load(every + stop, mask=inside)
        stopping_aim = _aim(aim + stop, stopping, aims, width)
        decided = _better(expected, expected_aim, stopping, stopping_aim, width)
        tl.store(every + (first_rolling + state) * stride, expected, mask=inside)
        tl.store(every + (first_deciding + state) * stride, decided, mask=inside)
        if width > 1:
            tl.debug_barrier()


def run(values: Tensor) -> None:
    """Fill in the rows of all states; `values` is by channel, row and table."""
    channels, rows, count = values.shape
    lanes = 64 if channels == 1 else 32
    _solve[triton.cdiv(count, lanes),](
        values,
        values.new_empty(channels, DEEPEST, count),
        *_tables(values.device, values.dtype),
        count,
        channels,
        rows * count,
        DEEPEST * count,
        states=STATES,
        first_rolling=FIRST_ROLLING_ROW,
        first_deciding=FIRST_STATE_ROW,
        failure_row=FAILURE_ROW,
        least=LEAST,
        lanes=lanes,
        width=triton.next_power_of_2(channels),
        num_warps=1,
    )
