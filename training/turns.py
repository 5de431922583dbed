"""The exact solution of a turn for many tables: plain torch, and a choice of faster kernels.

A payoff has channels. The first one is the aim of the player whose turn it is: it alone decides.
The others (what rivals get, or any other judgement of the ends) are carried along under those
decisions. Rows and tables are those of `pickomino.solver.program`.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from pickomino.solver.program import (
    FAILURE_ROW,
    FIRST_STATE_ROW,
    NO_CHOICE_ROW,
    STOP_ROW,
    program,
)
from pickomino.solver.program import (
    TOTALS as PROGRAM_TOTALS,
)
from pickomino.solver.shape import BASE, State, first_state
from training.tables import TOTALS

LEAST = -1e30


class Tree(NamedTuple):
    """States that share their rolls: what they offer, and the roll classes by depth."""

    states: Tensor
    rows: Tensor
    """By state and choice, the row of what the choice leads to."""
    bust_weight: float
    depths: list[tuple[Tensor, Tensor, Tensor]]
    """For each depth from 1: parents in the depth before, choices, weights."""
    stop_rows: Tensor


ROWS = program(BASE).rows
STATES = len(program(BASE).states)
FIRST_ROLLING_ROW = FIRST_STATE_ROW + STATES
START_ROW = program(BASE).rolling_row(first_state(BASE))


def solve(stop: Tensor, failure: Tensor) -> Tensor:
    """Solve turns: `stop` by channel, total and table, `failure` by channel and table.

    Gives the values of all rows, by channel, row and table.
    """
    values = filled(stop, failure)
    if values.is_cuda:
        from training.turn_kernel import run

        run(values)
    elif find_spec("numba"):
        from training.turn_lanes import run

        run(values)
    else:
        run_plainly(values)
    return values


def filled(stop: Tensor, failure: Tensor) -> Tensor:
    """Lay out the rows that are given, and room for the others."""
    channels, _, count = stop.shape
    values = stop.new_empty(channels, ROWS, count)
    values[:, NO_CHOICE_ROW] = LEAST
    values[:, FAILURE_ROW : FAILURE_ROW + 2] = failure[:, None]
    values[:, STOP_ROW : STOP_ROW + TOTALS] = stop
    # Totals past eight dice, and everything with a Bratwurm: never read in the base game.
    values[:, STOP_ROW + TOTALS : FIRST_STATE_ROW] = LEAST
    return values


def run_plainly(values: Tensor) -> None:
    """Fill in the rows of all states, one tree of rolls after the other."""
    for tree in _trees(values.device):
        offered = values[:, tree.rows]
        expected = tree.bust_weight * values[:, FAILURE_ROW, None]
        best = torch.full_like(offered[:, :, :1], LEAST)
        for parents, choices, weights in tree.depths:
            before, more = best[:, :, parents], offered[:, :, choices]
            best = torch.where(more[:1] > before[:1], more, before)
            expected = expected + torch.einsum("n,csnb->csb", weights.to(values.dtype), best)
        stopping = values[:, tree.stop_rows]
        values[:, FIRST_ROLLING_ROW + tree.states] = expected
        values[:, FIRST_STATE_ROW + tree.states] = torch.where(
            expected[:1] > stopping[:1], expected, stopping
        )


@cache
def _trees(device: torch.device) -> list[Tree]:
    """Bring the program into trees by the number of dice, so that each needs only earlier ones."""
    tables, states = program(BASE).tables, program(BASE).states
    by_tree: dict[int, list[int]] = {}
    for number in range(len(states)):
        by_tree.setdefault(int(tables.tree[number]), []).append(number)
    order = sorted(by_tree, key=lambda tree: states[by_tree[tree][0]].dice)
    return [_tree(tree, by_tree[tree], device) for tree in order]


def _tree(tree: int, members: list[int], device: torch.device) -> Tree:
    tables = program(BASE).tables
    first, last = int(tables.first_node[tree]), int(tables.first_node[tree + 1])
    at: list[int] = [0]
    depths: dict[int, list[tuple[int, int, float]]] = {depth: [] for depth in range(1, 8)}
    for node in range(first, last):
        depth = int(tables.node_depth[node])
        if depth:
            entry = (at[depth - 1], int(tables.node_choice[node]), float(tables.node_weight[node]))
            depths[depth].append(entry)
            at = [*at[:depth], len(depths[depth]) - 1]
        for leaf in range(int(tables.first_leaf[node]), int(tables.first_leaf[node + 1])):
            entry = (at[depth], int(tables.leaf_choice[leaf]), float(tables.leaf_weight[leaf]))
            depths[depth + 1].append(entry)
    width = int(tables.first_choice[members[0] + 1] - tables.first_choice[members[0]])
    starts = tables.first_choice[members]
    rows = tables.choice_row[starts[:, None] + np.arange(width)]
    return Tree(
        torch.tensor(members, device=device),
        torch.from_numpy(rows.astype(np.int64)).to(device),
        float(tables.bust_weight[tree]),
        [_columns(entries, device) for entries in depths.values() if entries],
        torch.from_numpy(tables.stop_row[members].astype(np.int64)).to(device),
    )


def _columns(
    entries: list[tuple[int, int, float]], device: torch.device
) -> tuple[Tensor, Tensor, Tensor]:
    parents, choices, weights = zip(*entries, strict=True)
    return (
        torch.tensor(parents, device=device),
        torch.tensor(choices, device=device),
        torch.tensor(weights, dtype=torch.float64, device=device),
    )


class RowTable(NamedTuple):
    """Where the values of a state are, by symbols set aside, dice left and points."""

    deciding: Tensor
    rolling: Tensor
    """0 where one cannot roll."""


@cache
def row_table(device: torch.device) -> RowTable:
    """Give the rows of every state."""
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


assert PROGRAM_TOTALS >= TOTALS  # noqa: S101
