"""The champion on many tables: a network that looks one turn further in the endgame."""

from __future__ import annotations

from functools import partial

import torch
from torch import Tensor

from pickomino.envs.torch.tables import is_over, top_tiles
from pickomino.evaluation.endgame_look_ahead import MAX_ENDS, MAX_EXTRAWURM_ENDS
from pickomino.evaluation.features import EXTRAWURM, UP, TableArrays
from training.games.batches import take_rows
from training.games.turns import EndEvaluator, solve_turns
from training.players.network import ValueNetwork, add_last_seat, end_evaluator

CHUNK = 1 << 15
"""Tables per batch when solving the next turn."""


class Champion:
    """A network that, like `EndgameChance`, solves the next turn if it can end in few ways."""

    def __init__(self, network: ValueNetwork) -> None:
        self.network = network
        self.players, self.device = network.players, network.device

    @torch.no_grad()
    def chances(self, arrays: TableArrays, *, is_quick: bool = True) -> Tensor:
        """Return each seat's chance on each table; for finished games, the result."""
        chances = self.network.chances(arrays, is_quick=is_quick)
        evaluate = end_evaluator(partial(self.network.chances, is_quick=is_quick))
        for rows in self._is_endgame(arrays).nonzero()[:, 0].split(CHUNK):
            if len(rows):
                solved = solve_turns(take_rows(arrays, rows), self.players, evaluate)
                chances[rows] = add_last_seat(solved.at_start).clamp(0, 1).to(chances)
        return chances

    def end_evaluator(self, seat: int) -> EndEvaluator:
        """Return an evaluator of the ends of a turn for one seat; the roller is seat 0."""
        return end_evaluator(self.chances, slice(seat, seat + 1))

    def _is_endgame(self, arrays: TableArrays) -> Tensor:
        """Return for each table whether its next turn is to be solved, not left to the network."""
        rivals = top_tiles(arrays, self.players)[:, 1:].any(dim=2).sum(dim=1)
        # A take, a steal, the failure.
        ends = (arrays.place == UP).sum(dim=1) + rivals + 1
        has_extrawurm = arrays.options[:, EXTRAWURM].bool()
        limit = torch.where(has_extrawurm, MAX_EXTRAWURM_ENDS, MAX_ENDS)
        return (ends <= limit) & ~is_over(arrays)
