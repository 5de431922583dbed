"""Who may sit at a table of recorded games: the champion, and bots as they decide on many tables.

They decide as `pickomino.bots` do (tests/training/recording/test_self_play.py asks those as well).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor

from pickomino.bots import rule_of_thumb
from pickomino.bots.family import DARE, DIE_COST, SLIP, WORM_BONUS
from pickomino.core.roll import POINTS
from pickomino.core.tiles import worms
from pickomino.evaluation.features import FIRST_SEAT, Arrays
from training.games import base_turns
from training.games.base_tables import FAILURE, LOWEST, TILE_COUNT
from training.games.base_turns import WORM, Solved
from training.recording.turn_recorder import FACES, ROLL_ON, ByValue, Offer, Player, State

MANY = 1000
"""More than any appeal of dice."""


class Turn(NamedTuple):
    """What a player is given at the start of a turn."""

    arrays: Arrays
    players: int
    judged: Solved
    """The turns solved by the champion's judgement."""
    generator: torch.Generator


class _ByHabit:
    """What players by habit share: they claim the highest tile, and weigh symbols by appeal."""

    def __init__(self, turn: Turn) -> None:
        device = turn.arrays.place.device
        self.turn = turn
        self.points = torch.tensor(POINTS, device=device)
        self.faces = torch.arange(FACES, device=device)
        self.worms = torch.tensor([0, *(worms(LOWEST + i) for i in range(TILE_COUNT))]).to(device)
        self.is_rivals = turn.arrays.place > FIRST_SEAT
        self.tiles = torch.arange(1, TILE_COUNT + 1, device=device)

    def face(self, state: State, offer: Offer) -> Tensor:
        """Choose the symbol of most appeal."""
        return self._ranked(state, offer)[:, 0]

    def _ranked(self, state: State, offer: Offer) -> Tensor:
        appeal = torch.where(offer.legal, self._appeal(state, offer), -torch.inf)
        return appeal.argsort(dim=1, descending=True)

    def _appeal(self, state: State, offer: Offer) -> Tensor:
        """Weigh the symbols, no two alike."""
        raise NotImplementedError

    def end(self, state: State) -> Tensor:
        """Claim the highest tile if that is the habit."""
        claims = self.turn.judged.ends.claims[state.table, state.points]
        claim = (claims * self.tiles).amax(dim=1) * state.has_worm
        can_roll = state.can_roll()
        rolls = can_roll & ((claim == FAILURE) | self._dares(state, claim))
        return torch.where(rolls, ROLL_ON, claim)

    def _dares(self, state: State, claim: Tensor) -> Tensor:
        """Return who rolls on with a tile in hand."""
        raise NotImplementedError


class Beginner(_ByHabit):
    """Worms first, then many points; stops at the first chance."""

    def _appeal(self, state: State, offer: Offer) -> Tensor:
        del state
        points = offer.counts * self.points + MANY * (self.faces == WORM)
        return points - self.faces / FACES

    def _dares(self, state: State, claim: Tensor) -> Tensor:
        del state
        return torch.zeros_like(claim, dtype=torch.bool)


class Family(_ByHabit):
    """Likes worms and fives, dares a little more for a small tile, and sometimes slips."""

    def face(self, state: State, offer: Offer) -> Tensor:
        """Choose the symbol of most appeal, but for slips."""
        ranked = self._ranked(state, offer)
        drawn = torch.rand(len(ranked), device=ranked.device, generator=self.turn.generator)
        slips = (offer.legal.sum(dim=1) > 1) & (drawn < SLIP)
        return torch.where(slips, ranked[:, 1], ranked[:, 0])

    def _appeal(self, state: State, offer: Offer) -> Tensor:
        del state
        appeal = offer.counts * (self.points - DIE_COST) + WORM_BONUS * (self.faces == WORM)
        return appeal - self.faces / (4 * FACES)

    def _dares(self, state: State, claim: Tensor) -> Tensor:
        bust = (_used(state) / FACES) ** state.dice
        dare = torch.tensor([DARE.get(count, 0.0) for count in range(5)]).to(bust.device)
        return bust < dare[self.worms[claim]]


class Thumb(_ByHabit):
    """Goes by the rule of thumb."""

    def _appeal(self, state: State, offer: Offer) -> Tensor:
        counts = offer.counts * (self.points - rule_of_thumb.DIE_COST)
        counts = counts + rule_of_thumb.FIRST_WORMS * (self.faces == WORM)
        has_worm = state.has_worm[:, None] | (self.faces == WORM)
        tile = (offer.points - LOWEST).clamp(0, TILE_COUNT - 1)
        in_reach = self.turn.judged.ends.claims[state.table[:, None], offer.points, tile]
        steals = in_reach & self.is_rivals[state.table[:, None], tile] & has_worm
        steals &= offer.points - LOWEST == tile
        return counts + MANY * steals + self.faces / FACES

    def _dares(self, state: State, claim: Tensor) -> Tensor:
        enough = torch.tensor([0, *rule_of_thumb.ENOUGH_SYMBOLS.values()], device=claim.device)
        tile = (claim - 1).clamp(min=0)
        steals = self.is_rivals[state.table, tile]
        is_enough = _used(state) >= enough[self.worms[claim]]
        return ~(steals | is_enough | (state.dice == rule_of_thumb.LAST_DIE))


def _used(state: State) -> Tensor:
    return (state.aside > 0).sum(dim=1)


def _champion(turn: Turn) -> Player:
    return ByValue(turn.judged)


def _expert(turn: Turn) -> Player:
    return ByValue(base_turns.solve(turn.arrays, turn.players, base_turns.worms_to_expect))


PLAYERS: dict[str, Callable[[Turn], Player]] = {
    "champion": _champion,
    "expert": _expert,
    "thumb": Thumb,
    "family": Family,
    "beginner": Beginner,
}
