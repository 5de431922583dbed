"""A best response to a frozen player, to see how much a single deviator can win against it.

The deviator looks some turns ahead: its own are worth what the best play makes of them, those of
all others what the frozen network's play makes of them, both exactly. Only at the end of that does
it believe the frozen network.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from training.games.variants import Game, Tables
from training.players.champion import Champion
from training.players.network import Network, of_ends

CHUNK = 1 << 14
"""Tables that are looked ahead from at once."""
FURTHEST = 8
"""Turns ahead at most, however few ways there are to go on."""


def turns_ahead(ways: Tensor, budget: int) -> Tensor:
    """Return how far to look ahead of tables whose next turn can end in so many ways."""
    # A little more than the logarithm, which may come out a little less than a whole number.
    turns = math.log(budget) / ways.clamp(min=2).double().log() + 1e-9
    return turns.clamp(1, FURTHEST).long()


@dataclass(frozen=True)
class Response:
    """A frozen player, and how many tables are judged ahead of each that a turn may lead to."""

    frozen: Network | Champion
    budget: int

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.frozen.game

    @property
    def players(self) -> int:
        """How many sit at a table, the deviator among them."""
        return self.frozen.players

    @property
    def device(self) -> torch.device:
        """Where the weights are."""
        return self.frozen.device

    def judge_for(self, seat: int) -> Callable[..., Tensor]:
        """Make a judge of the ends of a turn for the deviator's seat, the roller being seat 0."""

        def worth(arrays: Tables, ends: Any, _: int) -> Tensor:  # noqa: ANN401 - of either game
            # Matches go on with tables that are over; nobody needs to look ahead of these.
            possible = ends.possible & ~self.game.is_over(arrays)[:, None]
            return of_ends(
                lambda after: self._looked_ahead(after, (seat - 1) % self.players)[:, None],
                ends._replace(possible=possible),
            )

        return worth

    def _looked_ahead(self, given: Tables, seat: int) -> Tensor:
        """Judge tables for a deviator on some seat, as far ahead as is affordable."""
        arrays, places = _different(given)
        found = torch.empty(len(arrays.place), device=places.device)
        ways = self.game.ends_of(arrays, self.players).possible.sum(dim=1)
        ahead = turns_ahead(ways, self.budget)
        for turns in ahead.unique().tolist():
            rows = (ahead == turns).nonzero()[:, 0]
            found[rows] = self.ahead(_rows(arrays, rows), seat, turns)
        return found[places]

    @torch.no_grad()
    def ahead(self, arrays: Tables, seat: int, turns: int) -> Tensor:
        """Judge tables for a deviator on some seat (the roller's is 0), so many turns ahead."""
        found = self.game.final_chances(arrays, self.players)[:, seat]
        is_open = ~self.game.is_over(arrays)
        for rows in is_open.nonzero()[:, 0].split(CHUNK):
            if len(rows):
                found[rows] = self._turns(_rows(arrays, rows), seat, turns).to(found)
        return found

    def _turns(self, arrays: Tables, seat: int, turns: int) -> Tensor:
        """Solve the next turn of tables, and look ahead from where it ends."""
        ends = self.game.ends_of(arrays, self.players)
        worth = of_ends(lambda after: self._worth(after, seat, turns - 1), ends)
        return self.game.decide(arrays, ends, worth).at_start[:, -1].clamp(0, 1)

    def _worth(self, after: Tables, seat: int, turns: int) -> Tensor:
        """Judge tables after a turn: the aim of its roller, and what it means to the deviator."""
        judged = self.frozen.chances(after)
        next_seat = (seat - 1) % self.players
        deviator = self.ahead(after, next_seat, turns) if turns else judged[:, next_seat]
        aims = [] if seat == 0 else [judged[:, -1]]
        return torch.stack([*aims, deviator], dim=1)


def _different(arrays: Tables) -> tuple[Tables, Tensor]:
    """Return every different table once, and where each is: first turns are much the same."""
    whole = torch.cat([each.to(torch.int8) for each in arrays], dim=1)
    different, places = whole.unique(dim=0, return_inverse=True)
    rows = places.new_empty(len(different))
    rows[places] = torch.arange(len(places), device=places.device)
    return _rows(arrays, rows), places


def _rows(arrays: Tables, rows: Tensor) -> Tables:
    return type(arrays)(*(each[rows] for each in arrays))
