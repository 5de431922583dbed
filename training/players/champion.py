"""A network that judges as the champion does: one turn later where a turn can end in few ways."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import torch
from torch import Tensor

from pickomino.evaluation.endgame import MOST_ENDS
from pickomino.evaluation.features import UP
from pickomino.evaluation.full_features import EXTRAWURM, FullArrays
from training.games.base_tables import tops
from training.games.variants import Game, Tables
from training.players.network import Network, judge, whole

CHUNK = 1 << 15
"""Tables whose next turn is solved at once."""


@dataclass(frozen=True)
class Champion:
    """A network that looks further in the endgame, as `EndgameChance` does."""

    network: Network

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.network.game

    @property
    def players(self) -> int:
        """How many sit at a table."""
        return self.network.players

    @property
    def device(self) -> torch.device:
        """Where the weights are."""
        return self.network.device

    @torch.no_grad()
    def chances(self, arrays: Tables, *, is_quick: bool = True) -> Tensor:
        """Judge tables, one a row; those that are over count as they stand."""
        found = self.network.chances(arrays, is_quick=is_quick)
        ends = judge(partial(self.network.chances, is_quick=is_quick))
        for rows in self._is_last(arrays).nonzero()[:, 0].split(CHUNK):
            if len(rows):
                part = type(arrays)(*(each[rows] for each in arrays))
                solved = self.game.solve(part, self.players, ends)
                found[rows] = whole(solved.at_start).clamp(0, 1).to(found)
        return found

    def judge_for(self, seat: int) -> Callable[..., Tensor]:
        """Make a judge of the ends of a turn for one seat, the roller being seat 0."""
        return judge(self.chances, slice(seat, seat + 1))

    def _is_last(self, arrays: Tables) -> Tensor:
        """Return on which tables the next turn is solved."""
        rivals = tops(arrays, self.players)[:, 1:].any(dim=2).sum(dim=1)
        # A take, a steal, the failure.
        ends = (arrays.place == UP).sum(dim=1) + rivals + 1
        is_last = (ends <= MOST_ENDS) & ~self.game.is_over(arrays)
        if isinstance(arrays, FullArrays):
            is_last &= ~arrays.options[:, EXTRAWURM].bool()
        return is_last
