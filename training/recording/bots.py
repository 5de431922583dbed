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
from pickomino.core.roll import POINTS, WORM
from pickomino.core.tiles import worms
from pickomino.envs.torch.tables import EXTRAS, FAILURE, FIRST_GAIN, TILE_COUNT
from pickomino.evaluation.features import ALL_TILES, FIRST_SEAT, TableArrays
from training.games.turns import SolvedTurns, expert_end_values, solve_turns
from training.recording.turn_recorder import (
    FACES,
    ROLL_ON,
    OpenTurns,
    RollChoices,
    TurnPlayer,
    ValuePlayer,
)

FIRST_TILE = ALL_TILES[EXTRAS] - EXTRAS
"""A tile of the base game minus this is its index in ALL_TILES."""
WORM_FACE = WORM - 1
OVERRIDING = 1000
"""A bonus that outweighs any rating based on dice alone."""


class TurnContext(NamedTuple):
    """The data from which a player decides, for one turn on many tables."""

    arrays: TableArrays
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
        self.worms = torch.tensor([0, *map(worms, ALL_TILES)], device=device)
        self.is_rivals = context.arrays.place > FIRST_SEAT
        self.gains = FIRST_GAIN + torch.arange(TILE_COUNT, device=device)

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
        legal = self.context.solved.ends.claims.legal[turns.table, turns.points]
        claim = (legal * self.gains).amax(dim=1) * turns.has_worm
        rolls = turns.can_roll() & ((claim == FAILURE) | self._risks(turns, claim))
        return torch.where(rolls, ROLL_ON, claim)

    def _risks(self, turns: OpenTurns, claim: Tensor) -> Tensor:
        """Return in which turns the player rolls on although a tile can be claimed."""
        raise NotImplementedError


class BeginnerPlayer(_HabitPlayer):
    """Prefers worms, then points; stops as soon as a tile can be claimed."""

    def _rate_faces(self, turns: OpenTurns, choices: RollChoices) -> Tensor:
        del turns
        points = choices.counts * self.points + OVERRIDING * (self.faces == WORM_FACE)
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
        rating = choices.counts * (self.points - DIE_COST) + WORM_BONUS * (self.faces == WORM_FACE)
        return rating - self.faces / (4 * FACES)

    def _risks(self, turns: OpenTurns, claim: Tensor) -> Tensor:
        bust = (_symbols_used(turns) / FACES) ** turns.dice
        accepted = torch.tensor([DARE.get(count, 0.0) for count in range(5)]).to(bust.device)
        return bust < accepted[self.worms[claim]]


class ThumbPlayer(_HabitPlayer):
    """Plays by the rule of thumb, like the bot in `pickomino.bots.rule_of_thumb`."""

    def _rate_faces(self, turns: OpenTurns, choices: RollChoices) -> Tensor:
        rating = choices.counts * (self.points - rule_of_thumb.DIE_COST)
        rating = rating + rule_of_thumb.FIRST_WORMS * (self.faces == WORM_FACE)
        has_worm = turns.has_worm[:, None] | (self.faces == WORM_FACE)
        tile = (choices.points - FIRST_TILE).clamp(EXTRAS, TILE_COUNT - 1)
        legal = self.context.solved.ends.claims.legal[turns.table[:, None], choices.points, tile]
        steals = legal & self.is_rivals[turns.table[:, None], tile] & has_worm
        steals &= choices.points - FIRST_TILE == tile
        return rating + OVERRIDING * steals + self.faces / FACES

    def _risks(self, turns: OpenTurns, claim: Tensor) -> Tensor:
        enough = torch.tensor([0, *rule_of_thumb.ENOUGH_SYMBOLS.values()], device=claim.device)
        tile = (claim - FIRST_GAIN).clamp(min=0)
        steals = self.is_rivals[turns.table, tile]
        is_enough = _symbols_used(turns) >= enough[self.worms[claim]]
        return ~(steals | is_enough | (turns.dice == rule_of_thumb.LAST_DIE))


def _symbols_used(turns: OpenTurns) -> Tensor:
    return (turns.set_aside > 0).sum(dim=1)


def _champion(context: TurnContext) -> TurnPlayer:
    return ValuePlayer(context.solved)


def _expert(context: TurnContext) -> TurnPlayer:
    return ValuePlayer(solve_turns(context.arrays, context.players, expert_end_values))


PLAYERS: dict[str, Callable[[TurnContext], TurnPlayer]] = {
    "champion": _champion,
    "expert": _expert,
    "thumb": ThumbPlayer,
    "family": FamilyPlayer,
    "beginner": BeginnerPlayer,
}
