"""Matches of many games at once, between one player and opponents that all play alike.

The player takes every seat in turn, with the same dice.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

import torch
from torch import Tensor

from pickomino.core.rules import Rules
from training.games.base_tables import FAILURE, TILE_COUNT
from training.games.batches import TableBatch, replace_rows
from training.games.variants import AnyEnds, EndEvaluator
from training.measuring.confidence import ONE_SIDED_99, TWO_SIDED_95
from training.players.champion import Champion
from training.players.deviator import Deviator
from training.players.network import ValueNetwork

MatchPlayer = ValueNetwork | Champion | Deviator

TURN_LIMIT = 400
CHUNK = 50_000


@dataclass(frozen=True)
class MatchScore:
    """The result of a match.

    In each group, the player plays one game in each seat with the same dice.
    """

    groups: int
    players: int
    share: float
    """The player's share of wins; a shared win counts as a fraction."""
    error: float
    """The standard error of the share, computed from the means of the groups."""
    adjusted: float
    """The share minus the luck.

    The luck of a turn is the value after it minus the expected value before it, both according to
    the network. Luck has mean zero for any player.
    """
    adjusted_error: float
    turns: float
    """The mean number of turns per game."""
    failures: float
    """The share of the player's turns that failed."""

    @property
    def games(self) -> int:
        """The number of games played."""
        return self.groups * self.players

    def as_dict(self) -> dict[str, Any]:
        """Return all fields for logs, with the 95 % bounds of the shares."""
        return asdict(self) | {
            "games": self.games,
            "low": self.share - TWO_SIDED_95 * self.error,
            "high": self.share + TWO_SIDED_95 * self.error,
            "adjusted_low": self.adjusted - TWO_SIDED_95 * self.adjusted_error,
            "adjusted_high": self.adjusted + TWO_SIDED_95 * self.adjusted_error,
        }


def match_deviator(deviator: Deviator, rules: Rules, groups: int, seed: int) -> dict[str, Any]:
    """Let a deviator play against copies of the fixed player that it responds to.

    Return the score, the deviator's gain over an equal share, the gain's standard error and its
    one-sided 99 % lower bound.
    """
    opponents = deviator.fixed.end_evaluator(0)
    result = play_match(deviator, opponents, rules, groups, seed)
    gain = result.adjusted - 1 / deviator.players
    return result.as_dict() | {
        "gain": gain,
        "gain_error": result.adjusted_error,
        "gain_at_least": gain - ONE_SIDED_99 * result.adjusted_error,
    }


def match_experts(player: MatchPlayer, rules: Rules, groups: int, seed: int) -> MatchScore:
    """Let a player play against experts."""
    return play_match(player, player.variant.expert_end_values, rules, groups, seed)


def play_match(
    player: MatchPlayer, opponents: EndEvaluator, rules: Rules, groups: int, seed: int
) -> MatchScore:
    """Play `groups` games with the player in each seat; the games of a group have the same dice.

    The player's own values measure the luck.
    """
    shares: list[Tensor] = []
    luck_chunks: list[Tensor] = []
    turns = failures = own_turns = 0.0
    for first in range(0, groups, CHUNK):
        count = min(CHUNK, groups - first)
        by_seat: list[Tensor] = []
        for seat in range(player.players):
            generator = torch.Generator(player.device).manual_seed(seed * 1_000_003 + first)
            games = _play_games(player, opponents, seat, rules, count, generator)
            by_seat.append(torch.stack([games.won, games.luck]))
            turns += games.turns
            failures += games.failures
            own_turns += games.own_turns
        share, luck = torch.stack(by_seat).mean(dim=0)
        shares.append(share)
        luck_chunks.append(luck)
    share = torch.cat(shares).double()
    adjusted = share - torch.cat(luck_chunks).double()
    return MatchScore(
        groups,
        player.players,
        float(share.mean()),
        float(share.std()) / math.sqrt(groups),
        float(adjusted.mean()),
        float(adjusted.std()) / math.sqrt(groups),
        turns / (groups * player.players),
        failures / own_turns,
    )


class _MatchGames(NamedTuple):
    """The results of whole games."""

    won: Tensor
    """The player's share of the win in each game."""
    luck: Tensor
    """How much of the player's share was luck, in each game."""
    turns: float
    """The number of turns in all games together."""
    failures: float
    """The number of the player's turns that failed."""
    own_turns: float


def _play_games(
    player: MatchPlayer,
    opponents: EndEvaluator,
    seat: int,
    rules: Rules,
    count: int,
    generator: torch.Generator,
) -> _MatchGames:
    """Play whole games; the nth turns of all tables are played together."""
    device, variant, players = generator.device, player.variant, player.players
    options = torch.tensor([variant.encode_options(rules)], device=device).expand(count, -1)
    tiles = torch.full((count,), TILE_COUNT, device=device)
    arrays = variant.new_tables(options, tiles, players)
    won, luck = torch.zeros(2, count, device=device)
    is_open = torch.ones(count, dtype=torch.bool, device=device)
    turns = failures = own_turns = 0.0
    turn = 0
    for turn in range(TURN_LIMIT):
        is_own = turn % players == seat
        evaluate = _with_chance(None if is_own else opponents, player, (seat - turn) % players)
        solved = variant.solve_turns(arrays, players, evaluate)
        end = variant.play_turns(solved, generator)
        chance_after = solved.end_values[..., 1].flatten(1)[torch.arange(count, device=device), end]
        luck += torch.where(is_open, chance_after - solved.at_start[:, 1], 0)
        open_now = float(is_open.sum())
        turns += open_now
        if is_own:
            own_turns += open_now
            is_failure = end % solved.ends.possible.shape[-1] == FAILURE
            failures += float((is_open & is_failure).sum())
        arrays = replace_rows(is_open, variant.select_end(solved.ends.after, end), arrays)
        is_over = is_open & variant.is_over(arrays)
        # The seats have been rotated once a turn.
        chances = variant.final_chances(arrays, players)
        won = torch.where(is_over, chances[:, (seat - turn - 1) % players], won)
        is_open &= ~is_over
        if not is_open.any():
            break
    unfinished = variant.final_chances(arrays, players)[:, (seat - turn - 1) % players]
    return _MatchGames(torch.where(is_open, unfinished, won), luck, turns, failures, own_turns)


def _with_chance(decides: EndEvaluator | None, player: MatchPlayer, seat: int) -> EndEvaluator:
    """Return an evaluator that appends the player's win chance in its seat as a second channel.

    The roller is seat 0. If `decides` is None, the player's chance is also the first channel.
    """
    evaluate_chance = player.end_evaluator(seat)

    def evaluate(arrays: TableBatch, ends: AnyEnds, players: int) -> Tensor:
        chance = evaluate_chance(arrays, ends, players)
        objective = decides(arrays, ends, players)[..., :1] if decides else chance
        return torch.cat([objective, chance], dim=-1)

    return evaluate
