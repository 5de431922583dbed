"""The bots that can play recorded games, deciding on many tables at once.

They decide like `pickomino.bots`; tests/training/recording/test_self_play.py compares them.
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
from pickomino.evaluation.features import FIRST_SEAT, BaseArrays
from training.games import base_turns
from training.games.base_tables import FAILURE, LOWEST, TILE_COUNT
from training.games.base_turns import WORM, SolvedTurns
from training.recording.turn_recorder import (
    FACES,
    ROLL_ON,
    OpenTurns,
    RollChoices,
    TurnPlayer,
    ValuePlayer,
)

OVERRIDING = 1000
"""A bonus that outweighs any rating based on dice alone."""


class TurnContext(NamedTuple):
    """The data from which a player decides, for one turn on many tables."""

    arrays: BaseArrays
    players: int
    solved: SolvedTurns
    """The turns, solved with the champion's values."""
    generator: torch.Generator


class _HabitPlayer:
    """Base class of the players that rate symbols and claim the highest tile."""

    def __init__(self, context: TurnContext) -> None:
        device = context.arrays.place.device
        self.context = context
        self.points = torch.tensor(POINTS, device=device)
        self.faces = torch.arange(FACES, device=device)
        self.worms = torch.tensor([0, *(worms(LOWEST + i) for i in range(TILE_COUNT))]).to(device)
        self.is_rivals = context.arrays.place > FIRST_SEAT
        self.tiles = torch.arange(1, TILE_COUNT + 1, device=device)

    def choose_face(self, turns: OpenTurns, choices: RollChoices) -> Tensor:
        """Return the symbol with the highest rating."""
        return self._rank_faces(turns, choices)[:, 0]

    def _rank_faces(self, turns: OpenTurns, choices: RollChoices) -> Tensor:
        ratings = torch.where(choices.legal, self._rate_faces(turns, choices), -torch.inf)
        return ratings.argsort(dim=1, descending=True)

    def _rate_faces(self, turns: OpenTurns, choices: RollChoices) -> Tensor:
        """Return a rating of every symbol, without ties."""
        raise NotImplementedError

    def choose_end(self, turns: OpenTurns) -> Tensor:
        """Claim the highest tile; roll on if none can be claimed or the player takes the risk."""
        claims = self.context.solved.ends.claims[turns.table, turns.points]
        claim = (claims * self.tiles).amax(dim=1) * turns.has_worm
        rolls = turns.can_roll() & ((claim == FAILURE) | self._risks(turns, claim))
        return torch.where(rolls, ROLL_ON, claim)

    def _risks(self, turns: OpenTurns, claim: Tensor) -> Tensor:
        """Return in which turns the player rolls on although a tile can be claimed."""
        raise NotImplementedError


class BeginnerPlayer(_HabitPlayer):
    """Prefers worms, then points; stops as soon as a tile can be claimed."""

    def _rate_faces(self, turns: OpenTurns, choices: RollChoices) -> Tensor:
        del turns
        points = choices.counts * self.points + OVERRIDING * (self.faces == WORM)
        return points - self.faces / FACES

    def _risks(self, turns: OpenTurns, claim: Tensor) -> Tensor:
        del turns
        return torch.zeros_like(claim, dtype=torch.bool)


class FamilyPlayer(_HabitPlayer):
    """Prefers worms and fives, risks more if its tile has few worms, and sometimes errs."""

    def choose_face(self, turns: OpenTurns, choices: RollChoices) -> Tensor:
        """Return the symbol with the highest rating or, as a mistake, the second highest."""
        ranked = self._rank_faces(turns, choices)
        drawn = torch.rand(len(ranked), device=ranked.device, generator=self.context.generator)
        slips = (choices.legal.sum(dim=1) > 1) & (drawn < SLIP)
        return torch.where(slips, ranked[:, 1], ranked[:, 0])

    def _rate_faces(self, turns: OpenTurns, choices: RollChoices) -> Tensor:
        del turns
        rating = choices.counts * (self.points - DIE_COST) + WORM_BONUS * (self.faces == WORM)
        return rating - self.faces / (4 * FACES)

    def _risks(self, turns: OpenTurns, claim: Tensor) -> Tensor:
        bust = (_symbols_used(turns) / FACES) ** turns.dice
        accepted = torch.tensor([DARE.get(count, 0.0) for count in range(5)]).to(bust.device)
        return bust < accepted[self.worms[claim]]


class ThumbPlayer(_HabitPlayer):
    """Plays by the rule of thumb, like the bot in `pickomino.bots.rule_of_thumb`."""

    def _rate_faces(self, turns: OpenTurns, choices: RollChoices) -> Tensor:
        rating = choices.counts * (self.points - rule_of_thumb.DIE_COST)
        rating = rating + rule_of_thumb.FIRST_WORMS * (self.faces == WORM)
        has_worm = turns.has_worm[:, None] | (self.faces == WORM)
        tile = (choices.points - LOWEST).clamp(0, TILE_COUNT - 1)
        can_claim = self.context.solved.ends.claims[turns.table[:, None], choices.points, tile]
        steals = can_claim & self.is_rivals[turns.table[:, None], tile] & has_worm
        steals &= choices.points - LOWEST == tile
        return rating + OVERRIDING * steals + self.faces / FACES

    def _risks(self, turns: OpenTurns, claim: Tensor) -> Tensor:
        enough = torch.tensor([0, *rule_of_thumb.ENOUGH_SYMBOLS.values()], device=claim.device)
        tile = (claim - 1).clamp(min=0)
        steals = self.is_rivals[turns.table, tile]
        is_enough = _symbols_used(turns) >= enough[self.worms[claim]]
        return ~(steals | is_enough | (turns.dice == rule_of_thumb.LAST_DIE))


def _symbols_used(turns: OpenTurns) -> Tensor:
    return (turns.set_aside > 0).sum(dim=1)


def _champion(context: TurnContext) -> TurnPlayer:
    return ValuePlayer(context.solved)


def _expert(context: TurnContext) -> TurnPlayer:
    return ValuePlayer(
        base_turns.solve_turns(context.arrays, context.players, base_turns.expert_end_values)
    )


PLAYERS: dict[str, Callable[[TurnContext], TurnPlayer]] = {
    "champion": _champion,
    "expert": _expert,
    "thumb": ThumbPlayer,
    "family": FamilyPlayer,
    "beginner": BeginnerPlayer,
}
