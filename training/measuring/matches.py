"""Matches of many games at once, between one player and opponents that all play alike.

The player takes every seat in turn, with the same dice.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any

import torch
from torch import Tensor

from pickomino.core.rules import Rules
from pickomino.envs.torch import tables
from pickomino.envs.torch.tables import TurnEnds
from pickomino.evaluation.features import TableArrays, option_indices
from training.games.batches import replace_rows
from training.games.turns import EndEvaluator, play_turns, solve_turns
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

    @property
    def games(self) -> int:
        """The number of games played."""
        return self.groups * self.players

    def as_dict(self) -> dict[str, Any]:
        """Return all fields for logs, with the 95 % bounds of the shares for many groups."""
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


def play_match(
    player: MatchPlayer, opponents: EndEvaluator, rules: Rules, groups: int, seed: int
) -> MatchScore:
    """Play `groups` games with the player in each seat; the games of a group have the same dice.

    The player's own values measure the luck.
    """
    chunks: list[Tensor] = []
    for first in range(0, groups, CHUNK):
        count = min(CHUNK, groups - first)
        by_seat: list[Tensor] = []
        for seat in range(player.players):
            generator = torch.Generator(player.device).manual_seed(seed * 1_000_003 + first)
            by_seat.append(_play_games(player, opponents, seat, rules, count, generator))
        chunks.append(torch.stack(by_seat).mean(dim=0))
    share, luck = torch.cat(chunks, dim=1).double()
    adjusted = share - luck
    return MatchScore(
        groups,
        player.players,
        float(share.mean()),
        float(share.std()) / math.sqrt(groups),
        float(adjusted.mean()),
        float(adjusted.std()) / math.sqrt(groups),
    )


def _play_games(
    player: MatchPlayer,
    opponents: EndEvaluator,
    seat: int,
    rules: Rules,
    count: int,
    generator: torch.Generator,
) -> Tensor:
    """Play whole games; the nth turns of all tables are played together.

    Return, for each game, the player's share of the win, and how much of it was luck.
    """
    device, players = generator.device, player.players
    options = torch.tensor([option_indices(rules)], device=device).expand(count, -1)
    arrays = tables.new_tables(options, players)
    won, luck = torch.zeros(2, count, device=device)
    is_open = torch.ones(count, dtype=torch.bool, device=device)
    turn = 0
    for turn in range(TURN_LIMIT):
        decides = None if turn % players == seat else opponents
        evaluate = _with_chance(decides, player, (seat - turn) % players)
        solved = solve_turns(arrays, players, evaluate)
        end = play_turns(solved, generator)
        chance_after = solved.end_values[..., 1].flatten(1)[torch.arange(count, device=device), end]
        luck += torch.where(is_open, chance_after - solved.at_start[:, 1], 0)
        arrays = replace_rows(is_open, tables.select_end(solved.ends.after, end), arrays)
        is_over = is_open & tables.is_over(arrays)
        # The seats have been rotated once a turn.
        chances = tables.final_chances(arrays, players)
        won = torch.where(is_over, chances[:, (seat - turn - 1) % players], won)
        is_open &= ~is_over
        if not is_open.any():
            break
    unfinished = tables.final_chances(arrays, players)[:, (seat - turn - 1) % players]
    return torch.stack([torch.where(is_open, unfinished, won), luck])


def _with_chance(decides: EndEvaluator | None, player: MatchPlayer, seat: int) -> EndEvaluator:
    """Return an evaluator that appends the player's win chance in its seat as a second channel.

    The roller is seat 0. If `decides` is None, the player's chance is also the first channel.
    """
    evaluate_chance = player.end_evaluator(seat)

    def evaluate(arrays: TableArrays, ends: TurnEnds, players: int) -> Tensor:
        chance = evaluate_chance(arrays, ends, players)
        objective = decides(arrays, ends, players)[..., :1] if decides else chance
        return torch.cat([objective, chance], dim=-1)

    return evaluate
