"""A deviator: an approximate best response to a fixed player, to measure what that player loses.

The deviator looks some turns ahead. It computes exactly what its own turns are worth if it plays
them best, and what all others' turns are worth if the fixed player plays them. Only at the horizon
does it use the fixed player's values.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor

from pickomino.envs.torch.tables import TurnEnds, enumerate_ends, final_chances, is_over
from pickomino.evaluation.features import TableArrays
from training.games.batches import take_rows
from training.games.turns import EndEvaluator, solve_with_values
from training.players.champion import Champion
from training.players.network import ValueNetwork, evaluate_ends

CHUNK = 1 << 14
"""Tables per batch when looking ahead."""
MAX_TURNS = 8
"""The maximum number of turns to look ahead, even if turns can end in only a few ways."""


def turns_ahead(end_counts: Tensor, budget: int) -> Tensor:
    """Return how many turns to look ahead on each table, given how many ends its next turn has."""
    # The logarithm of a power may come out slightly below a whole number.
    turns = math.log(budget) / end_counts.clamp(min=2).double().log() + 1e-9
    return turns.clamp(1, MAX_TURNS).long()


class Deviator:
    """The best response to a fixed player within a budget.

    The budget limits roughly how many tables are evaluated when looking ahead from one table that a
    turn may lead to.
    """

    def __init__(self, fixed: ValueNetwork | Champion, budget: int) -> None:
        self.fixed, self.budget = fixed, budget
        self.players, self.device = fixed.players, fixed.device

    def end_evaluator(self, seat: int) -> EndEvaluator:
        """Return an evaluator of a turn's ends for the deviator's seat; the roller is seat 0."""

        def evaluate(arrays: TableArrays, ends: TurnEnds, _: int) -> Tensor:
            # Matches keep finished tables in the batch; these need no look ahead.
            possible = ends.possible & ~is_over(arrays)[:, None, None]
            return evaluate_ends(
                lambda after: self._look_ahead((seat - 1) % self.players, after)[:, None],
                ends._replace(possible=possible),
            )

        return evaluate

    def _look_ahead(self, seat: int, tables: TableArrays) -> Tensor:
        """Return the deviator's chance, looking as far ahead as the budget allows."""
        arrays, indices = _unique_tables(tables)
        chances = torch.empty(len(arrays.place), device=indices.device)
        end_counts = enumerate_ends(arrays, self.players).possible.sum(dim=(1, 2))
        horizon = turns_ahead(end_counts, self.budget)
        for turns in horizon.unique().tolist():
            rows = (horizon == turns).nonzero()[:, 0]
            chances[rows] = self.chances_ahead(take_rows(arrays, rows), seat, turns)
        return chances[indices]

    @torch.no_grad()
    def chances_ahead(self, arrays: TableArrays, seat: int, turns: int) -> Tensor:
        """Return the deviator's chance, looking a number of turns ahead.

        `seat` is the deviator's seat, counted from the roller, who is seat 0.
        """
        chances = final_chances(arrays, self.players)[:, seat]
        is_open = ~is_over(arrays)
        for rows in is_open.nonzero()[:, 0].split(CHUNK):
            if len(rows):
                chances[rows] = self._solve_next_turn(take_rows(arrays, rows), seat, turns).to(
                    chances
                )
        return chances

    def _solve_next_turn(self, arrays: TableArrays, seat: int, turns: int) -> Tensor:
        """Solve the next turn of unfinished games, looking ahead from the tables after it."""
        ends = enumerate_ends(arrays, self.players)
        end_values = evaluate_ends(lambda after: self._values_after(after, seat, turns - 1), ends)
        solved = solve_with_values(arrays, ends, end_values)
        return solved.at_start[:, -1].clamp(0, 1)

    def _values_after(self, after: TableArrays, seat: int, turns: int) -> Tensor:
        """Return the deviator's chance after a turn.

        If another player rolled, that player's chance comes first, as the roller's objective.
        """
        chances = self.fixed.chances(after)
        next_seat = (seat - 1) % self.players
        deviator = self.chances_ahead(after, next_seat, turns) if turns else chances[:, next_seat]
        objectives = [] if seat == 0 else [chances[:, -1]]
        return torch.stack([*objectives, deviator], dim=1)


def _unique_tables(arrays: TableArrays) -> tuple[TableArrays, Tensor]:
    """Return the distinct tables, and the index of each table in them.

    The first turns of many games lead to the same tables.
    """
    rows = torch.cat([column.to(torch.int8) for column in arrays], dim=1)
    distinct, indices = rows.unique(dim=0, return_inverse=True)
    first = indices.new_empty(len(distinct))
    first[indices] = torch.arange(len(indices), device=indices.device)
    return take_rows(arrays, first), indices
