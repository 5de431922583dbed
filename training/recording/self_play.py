"""Whole games on many tables at once, with all that happened on record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import torch
from torch import Tensor

from pickomino.core.rules import Rules
from pickomino.evaluation.features import FIRST_SEAT, knows
from pickomino.evaluation.network import read_network, version_for
from training.games import extrawurm_tables
from training.games.base_tables import FAILURE, LOWEST, TILE_COUNT
from training.games.variants import BASE, Solved, Tables
from training.players.network import Network, judge, shipped, whole
from training.recording import bots
from training.recording.turn_recorder import Recorder, Roll

TURN_LIMIT = 400
NOBODY = -1


class Setting(NamedTuple):
    """What is played: the rules, and who sits where."""

    rules: Rules
    seats: tuple[str, ...]

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.seats)

    @staticmethod
    def checked(rules: Rules, seats: tuple[str, ...]) -> Setting:
        """Return a setting; ValueError if its champion has no network, or a bot cannot play it."""
        found = Setting(rules, seats)
        if version_for(rules, len(seats)) is None:
            raise ValueError(f"the networks do not know {rules} with {len(seats)} players")
        if not found.is_recorded and set(seats) != {"champion"}:
            raise ValueError(f"only champions play {rules} here")
        return found

    @property
    def is_recorded(self) -> bool:
        """Whether every roll is on record: not with Extrawurm and rare options."""
        return knows(self.rules)

    def network_file(self) -> Path:
        """Return the champion's network for these rules."""
        name = f"{self.players}.npz" if self.is_recorded else f"{self.players}-full.npz"
        return Path(str(files("pickomino.evaluation") / "nets" / name))

    def network_hash(self) -> str:
        """Return the hash of the network's weights, from its manifest."""
        return read_network(self.network_file()).manifest["hash"]

    def network(self, device: torch.device) -> Network:
        """Read the champion's network."""
        return shipped(self.network_file(), device)


class PlayedTurn(NamedTuple):
    """One turn of all games that are not over; chances are by row and seat."""

    number: int
    seat: int
    game: Tensor
    """The game that each row is of."""
    before: Tables
    after: Tables
    """The table before and after the turn; the seat to roll is seat 0."""
    start: Tensor
    """The chances before the first roll."""
    end: Tensor
    """The judge's chances after the turn, or the result."""
    failure: Tensor
    """The roller's chance if the turn fails."""
    failed: Tensor
    gained: Tensor
    """The number of the tile that was gained, or 0."""
    robbed: Tensor
    """The seat that it was stolen from, or NOBODY."""
    rolls: list[Roll]
    """Nothing with Extrawurm, whose rolls are not on record."""
    is_last: Tensor
    """Whether the game is over; at the limit of turns it counts as it stands."""
    result: Tensor
    """The share of the win, as the table stands."""


def play_games(
    network: Network, setting: Setting, count: int, generator: torch.Generator
) -> Iterator[PlayedTurn]:
    """Play games to their ends, a turn of each at a time."""
    game, players, device = network.game, setting.players, generator.device
    options = torch.tensor([game.options_of(setting.rules)], device=device).expand(count, -1)
    arrays = game.begin(options, torch.full((count,), TILE_COUNT, device=device), players)
    numbers = torch.arange(count, device=device)
    for number in range(TURN_LIMIT):
        turn = _played(network, setting, arrays, number, numbers, generator)
        yield turn
        is_open = (~turn.is_last).nonzero()[:, 0]
        arrays = type(arrays)(*(each[is_open] for each in turn.after))
        numbers = numbers[is_open]
        if not len(numbers):
            return


def _played(
    network: Network,
    setting: Setting,
    arrays: Tables,
    number: int,
    numbers: Tensor,
    generator: torch.Generator,
) -> PlayedTurn:
    game, players = network.game, setting.players
    seat = number % players
    solved = game.solve(arrays, players, judge(network.chances))
    if game is BASE:
        player = bots.PLAYERS[setting.seats[seat]]
        given = bots.Turn(arrays, players, solved, generator)
        rolls = Recorder(solved, seat, generator).rolls(player(given))
        end = _ends(rolls, len(numbers))
    else:
        rolls, end = [], game.roll_out(solved, generator)
    after = game.picked(solved.ends.after, end)
    is_last = game.is_over(after) | (number == TURN_LIMIT - 1)
    failed, gained, robbed = _outcome(solved, arrays, end, seat, players)
    worth = solved.worth.flatten(1, -2)
    ended = worth[torch.arange(len(end), device=end.device), end]
    return PlayedTurn(
        number,
        seat,
        numbers,
        arrays,
        after,
        whole(solved.at_start).roll(seat, dims=1),
        whole(ended).roll(seat, dims=1),
        worth[:, FAILURE, 0],
        failed,
        gained,
        robbed,
        rolls,
        is_last,
        game.final_chances(after, players).roll(seat + 1, dims=1),
    )


def _ends(rolls: Sequence[Roll], count: int) -> Tensor:
    """Return how each turn ended: its last roll says so."""
    end = torch.zeros(count, dtype=torch.long, device=rolls[0].end.device)
    for roll in rolls:
        end[roll.state.table] = roll.end
    return end


def _outcome(
    solved: Solved, arrays: Tables, end: Tensor, seat: int, players: int
) -> tuple[Tensor, Tensor, Tensor]:
    """Return which turns failed, the tile that was gained and the seat that was robbed."""
    tiles = arrays.place.shape[1]
    is_base = tiles == TILE_COUNT
    # With Extrawurm every end is there twice, without and with a Bratwurm.
    kind = end % solved.ends.possible.shape[-1]
    place = kind - (1 if is_base else extrawurm_tables.FIRST_GAIN)
    gains = (place >= 0) & (place < tiles) & (kind != FAILURE)
    place = place.clamp(0, tiles - 1)
    numbers = range(LOWEST, LOWEST + tiles) if is_base else extrawurm_tables.ALL_TILES
    gained = torch.where(gains, torch.tensor(numbers, device=end.device)[place], 0)
    owner = arrays.place.gather(1, place[:, None])[:, 0].long() - FIRST_SEAT
    robbed = torch.where(gains & (owner > 0), (owner + seat) % players, NOBODY)
    return kind == FAILURE, gained, robbed
