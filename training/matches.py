"""Matches of many games at once: one player at a table of others, seats rotated, dice shared."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any

import torch
from torch import Tensor

from pickomino.core.rules import Rules
from pickomino.evaluation.features import Arrays, rule_bits
from training import play, tables
from training.networks import Network, judge
from training.play import Judge

TURN_LIMIT = 400
CHUNK = 50_000


@dataclass(frozen=True)
class Result:
    """How a player did; a group is the same dice with the player on each seat in turn."""

    groups: int
    players: int
    share: float
    """Of the wins, a shared win counting in part."""
    error: float
    """The standard error of the share, from the means of the groups."""
    turns: float
    """A game, on average."""
    failures: float
    """The part of the player's turns that failed."""

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.groups * self.players

    @property
    def interval(self) -> tuple[float, float]:
        """The share within 95 %."""
        return self.share - 1.96 * self.error, self.share + 1.96 * self.error

    def as_dict(self) -> dict[str, Any]:
        """Return everything, for logs."""
        low, high = self.interval
        return asdict(self) | {"games": self.games, "low": low, "high": high}


def against_experts(network: Network, rules: Rules, groups: int, seed: int) -> Result:
    """Let a network play at a table of experts."""
    return match(
        judge(network.chances, rivals=False), play.worms_to_expect, network, rules, groups, seed
    )


def match(
    player: Judge, others: Judge, network: Network, rules: Rules, groups: int, seed: int
) -> Result:
    """Play `groups` times on each seat; the dice of a group are the same on every seat."""
    device = next(network.parameters()).device
    players = network.players
    shares: list[Tensor] = []
    turns = failures = own_turns = 0.0
    for first in range(0, groups, CHUNK):
        count = min(CHUNK, groups - first)
        by_seat = []
        for seat in range(players):
            generator = torch.Generator(device).manual_seed(seed * 1_000_003 + first)
            won, stats = _games(player, others, seat, players, rules, count, generator)
            by_seat.append(won)
            turns += stats[0]
            failures += stats[1]
            own_turns += stats[2]
        shares.append(torch.stack(by_seat).mean(dim=0))
    share = torch.cat(shares).double()
    return Result(
        groups,
        players,
        float(share.mean()),
        float(share.std()) / math.sqrt(groups),
        turns / (groups * players),
        failures / own_turns,
    )


def _games(
    player: Judge,
    others: Judge,
    seat: int,
    players: int,
    rules: Rules,
    count: int,
    generator: torch.Generator,
) -> tuple[Tensor, tuple[float, float, float]]:
    """Play whole games; all tables take the same turn at the same time."""
    device = generator.device
    bits = torch.tensor([rule_bits(rules)], device=device).expand(count, -1)
    arrays = tables.begin(count, bits, torch.full((count,), tables.TILE_COUNT, device=device))
    won = torch.zeros(count, device=device)
    is_open = torch.ones(count, dtype=torch.bool, device=device)
    turns = failures = own_turns = 0.0
    for turn in range(TURN_LIMIT):
        is_own = turn % players == seat
        solved = play.solve(arrays, players, player if is_own else others)
        end = play.roll_out(solved, generator)
        open_now = float(is_open.sum())
        turns += open_now
        if is_own:
            own_turns += open_now
            failures += float((is_open & (end == tables.FAILURE)).sum())
        after = tables.picked(solved.ends.after, end)
        arrays = Arrays(
            *(
                torch.where(is_open[:, None], new, old)
                for new, old in zip(after, arrays, strict=True)
            )
        )
        is_over = is_open & tables.is_over(arrays.place)
        # The seats were turned once a turn.
        chances = tables.final_chances(arrays.place, players)
        won = torch.where(is_over, chances[:, (seat - turn - 1) % players], won)
        is_open &= ~is_over
        if not is_open.any():
            break
    unfinished = tables.final_chances(arrays.place, players)[:, (seat - turn - 1) % players]
    return torch.where(is_open, unfinished, won), (turns, failures, own_turns)
