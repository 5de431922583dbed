"""Matches of many games at once: one player at a table of others, seats rotated, dice shared."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import torch
from torch import Tensor

from pickomino.core.rules import Rules
from training.games.base_tables import FAILURE, TILE_COUNT
from training.games.variants import chosen
from training.players.champion import Champion
from training.players.deviator import Response
from training.players.network import Network
from training.reports.network_figures import ONE_SIDED_99

Player = Network | Champion | Response
Judge = Callable[..., Tensor]
"""Judges the ends of a turn, as a game's `solve` asks for."""

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
    adjusted: float
    """The share with the luck taken out: what each turn brought by the network's judgement beyond
    what it was worth before, which has mean zero whoever plays it."""
    adjusted_error: float
    turns: float
    """A game, on average."""
    failures: float
    """The part of the player's turns that failed."""

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.groups * self.players

    def as_dict(self) -> dict[str, Any]:
        """Return everything, for logs, the shares within 95 % too."""
        return asdict(self) | {
            "games": self.games,
            "low": self.share - 1.96 * self.error,
            "high": self.share + 1.96 * self.error,
            "adjusted_low": self.adjusted - 1.96 * self.adjusted_error,
            "adjusted_high": self.adjusted + 1.96 * self.adjusted_error,
        }


def against_strategists(network: Network, rules: Rules, groups: int, seed: int) -> Result:
    """Let a network play at a table of strategists; it must be one of the full game."""
    from training.players.strategist import strategist

    return match(None, strategist, network, rules, groups, seed)


def against_network(
    network: Network | Champion, other: Network, rules: Rules, groups: int, seed: int
) -> Result:
    """Let a network play at a table of another one."""
    return match(None, other.judge_for(0), network, rules, groups, seed)


def against_frozen(response: Response, rules: Rules, groups: int, seed: int) -> dict[str, Any]:
    """Let a response play at a table of the network that it responds to.

    Return also its gain over an equal share, and what that is at least, with 99 % confidence.
    """
    result = match(None, response.frozen.judge_for(0), response, rules, groups, seed)
    gain = result.adjusted - 1 / response.players
    return result.as_dict() | {
        "gain": gain,
        "gain_error": result.adjusted_error,
        "gain_at_least": gain - ONE_SIDED_99 * result.adjusted_error,
    }


def against_experts(network: Network | Champion, rules: Rules, groups: int, seed: int) -> Result:
    """Let a network play at a table of experts."""
    return match(None, network.game.expert, network, rules, groups, seed)


def match(
    player: Judge | None,
    others: Judge,
    network: Player,
    rules: Rules,
    groups: int,
    seed: int,
) -> Result:
    """Play `groups` times on each seat; the dice of a group are the same on every seat.

    The luck is what the network says of it; without a player, it is the one who plays.
    """
    device = network.device
    players = network.players
    shares: list[Tensor] = []
    lucks: list[Tensor] = []
    turns = failures = own_turns = 0.0
    for first in range(0, groups, CHUNK):
        count = min(CHUNK, groups - first)
        by_seat = []
        for seat in range(players):
            generator = torch.Generator(device).manual_seed(seed * 1_000_003 + first)
            *found, stats = _games(network, (player, others), seat, rules, count, generator)
            by_seat.append(torch.stack(found))
            turns += stats[0]
            failures += stats[1]
            own_turns += stats[2]
        share, luck = torch.stack(by_seat).mean(dim=0)
        shares.append(share)
        lucks.append(luck)
    share = torch.cat(shares).double()
    adjusted = share - torch.cat(lucks).double()
    return Result(
        groups,
        players,
        float(share.mean()),
        float(share.std()) / math.sqrt(groups),
        float(adjusted.mean()),
        float(adjusted.std()) / math.sqrt(groups),
        turns / (groups * players),
        failures / own_turns,
    )


def _games(
    network: Player,
    judges: tuple[Judge | None, Judge],
    seat: int,
    rules: Rules,
    count: int,
    generator: torch.Generator,
) -> tuple[Tensor, Tensor, tuple[float, float, float]]:
    """Play whole games; all tables take the same turn at the same time.

    Return what the player won, how much of that was luck, and figures of the games.
    """
    device, game, players = generator.device, network.game, network.players
    player, others = judges
    options = torch.tensor([game.options_of(rules)], device=device).expand(count, -1)
    arrays = game.begin(options, torch.full((count,), TILE_COUNT, device=device), players)
    won, luck = torch.zeros(2, count, device=device)
    is_open = torch.ones(count, dtype=torch.bool, device=device)
    turns = failures = own_turns = 0.0
    for turn in range(TURN_LIMIT):
        is_own = turn % players == seat
        judged = _with_chance(player if is_own else others, network, (seat - turn) % players)
        solved = game.solve(arrays, players, judged)
        end = game.roll_out(solved, generator)
        came = solved.worth[..., 1].flatten(1)[torch.arange(count, device=device), end]
        luck += torch.where(is_open, came - solved.at_start[:, 1], 0)
        open_now = float(is_open.sum())
        turns += open_now
        if is_own:
            own_turns += open_now
            is_failure = end % solved.ends.possible.shape[-1] == FAILURE
            failures += float((is_open & is_failure).sum())
        arrays = chosen(is_open, game.picked(solved.ends.after, end), arrays)
        is_over = is_open & game.is_over(arrays)
        # The seats were turned once a turn.
        chances = game.final_chances(arrays, players)
        won = torch.where(is_over, chances[:, (seat - turn - 1) % players], won)
        is_open &= ~is_over
        if not is_open.any():
            break
    unfinished = game.final_chances(arrays, players)[:, (seat - turn - 1) % players]
    return torch.where(is_open, unfinished, won), luck, (turns, failures, own_turns)


def _with_chance(decides: Judge | None, network: Player, seat: int) -> Judge:
    """Carry along what the network thinks of a seat's chance, the roller being seat 0."""
    chance = network.judge_for(seat)

    def worth(*given: Any) -> Tensor:  # noqa: ANN401 - what every judge is given
        judged = chance(*given)
        return torch.cat([decides(*given)[..., :1] if decides else judged, judged], dim=-1)

    return worth
