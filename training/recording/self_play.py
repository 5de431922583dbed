"""Whole games on many tables at once, with every turn recorded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from pickomino.core.rules import Rules
from pickomino.envs.torch import tables
from pickomino.envs.torch.tables import FAILURE, FIRST_GAIN
from pickomino.evaluation.features import (
    ALL_TILES,
    FIRST_SEAT,
    TableArrays,
    option_indices,
    supports,
)
from pickomino.evaluation.network import network_for
from training.games.batches import take_rows
from training.games.turns import SolvedTurns, play_turns, solve_turns
from training.players.network import (
    ValueNetwork,
    add_last_seat,
    end_evaluator,
    load_value_network,
)
from training.recording.bots import PLAYERS, TurnContext
from training.recording.turn_recorder import RecordedRoll, TurnRecorder

TURN_LIMIT = 400
NO_SEAT = -1


class GameSetup(NamedTuple):
    """The rules, and the bot in each seat."""

    rules: Rules
    seats: tuple[str, ...]

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.seats)

    @staticmethod
    def create(rules: Rules, seats: tuple[str, ...]) -> GameSetup:
        """Return a setup; raise ValueError if no network supports it or a bot cannot play it."""
        setup = GameSetup(rules, seats)
        if not supports(rules):
            raise ValueError(f"the networks do not support the rules {rules}")
        if not setup.has_recorded_rolls and set(seats) != {"champion"}:
            raise ValueError(f"only champions can play {rules} here")
        return setup

    @property
    def has_recorded_rolls(self) -> bool:
        """Whether every roll is recorded: true except with Extrawurm."""
        return not self.rules.extrawurm

    def network_hash(self) -> str:
        """Return the hash of the network's weights, from its manifest."""
        return network_for(self.players).manifest["hash"]

    def network(self, device: torch.device) -> ValueNetwork:
        """Read the champion's network."""
        return load_value_network(network_for(self.players), device)


class PlayedTurn(NamedTuple):
    """One turn of all games that are not over; chances are indexed by row and seat."""

    number: int
    seat: int
    game: Tensor
    """The number of each row's game."""
    before: TableArrays
    """The tables before the turn; the seat to roll is seat 0."""
    after: TableArrays
    """The tables after the turn; the next seat to roll is seat 0."""
    start: Tensor
    """The chances before the first roll."""
    end: Tensor
    """The network's chances after the turn, or the result if the game is over."""
    failure: Tensor
    """The roller's chance if the turn fails."""
    failed: Tensor
    gained: Tensor
    """The number of the tile that was gained, or 0."""
    robbed: Tensor
    """The seat that the tile was stolen from, or NO_SEAT."""
    rolls: list[RecordedRoll]
    """Every roll of the turn; empty unless `GameSetup.has_recorded_rolls`."""
    is_last: Tensor
    """Whether the game ends with this turn, either by the rules or at the turn limit."""
    result: Tensor
    """Each seat's share of the win if the game ended after this turn."""


def play_games(
    network: ValueNetwork, setup: GameSetup, count: int, generator: torch.Generator
) -> Iterator[PlayedTurn]:
    """Play games to the end; yield one turn of all unfinished games at a time."""
    players, device = setup.players, generator.device
    options = torch.tensor([option_indices(setup.rules)], device=device).expand(count, -1)
    arrays = tables.new_tables(options, players)
    games = torch.arange(count, device=device)
    for number in range(TURN_LIMIT):
        turn = _play_turn(network, setup, arrays, number, games, generator)
        yield turn
        is_open = (~turn.is_last).nonzero()[:, 0]
        arrays = take_rows(turn.after, is_open)
        games = games[is_open]
        if not len(games):
            return


def _play_turn(
    network: ValueNetwork,
    setup: GameSetup,
    arrays: TableArrays,
    number: int,
    games: Tensor,
    generator: torch.Generator,
) -> PlayedTurn:
    players = setup.players
    seat = number % players
    solved = solve_turns(arrays, players, end_evaluator(network.chances))
    if setup.has_recorded_rolls:
        make_player = PLAYERS[setup.seats[seat]]
        player = make_player(TurnContext(arrays, players, solved, generator))
        rolls = TurnRecorder(solved, seat, generator).play(player)
        end = _turn_ends(rolls, len(games))
    else:
        rolls, end = [], play_turns(solved, generator)
    after = tables.select_end(solved.ends.after, end)
    is_last = tables.is_over(after) | (number == TURN_LIMIT - 1)
    failed, gained, robbed = _outcomes(solved, arrays, end, seat, players)
    end_values = solved.end_values.flatten(1, -2)
    chosen_values = end_values[torch.arange(len(end), device=end.device), end]
    return PlayedTurn(
        number,
        seat,
        games,
        arrays,
        after,
        add_last_seat(solved.at_start).roll(seat, dims=1),
        add_last_seat(chosen_values).roll(seat, dims=1),
        end_values[:, FAILURE, 0],
        failed,
        gained,
        robbed,
        rolls,
        is_last,
        tables.final_chances(after, players).roll(seat + 1, dims=1),
    )


def _turn_ends(rolls: Sequence[RecordedRoll], count: int) -> Tensor:
    """Return the end of each turn: the end chosen after its last roll."""
    end = torch.zeros(count, dtype=torch.long, device=rolls[0].end.device)
    for roll in rolls:
        end[roll.turns.table] = roll.end
    return end


def _outcomes(
    solved: SolvedTurns, arrays: TableArrays, end: Tensor, seat: int, players: int
) -> tuple[Tensor, Tensor, Tensor]:
    """Return which turns failed, the tiles that were gained and the seats that were robbed."""
    # Every end comes twice, without and with a Bratwurm.
    kind = end % solved.ends.possible.shape[-1]
    index = kind - FIRST_GAIN
    gains = (index >= 0) & (index < len(ALL_TILES))
    index = index.clamp(0, len(ALL_TILES) - 1)
    gained = torch.where(gains, torch.tensor(ALL_TILES, device=end.device)[index], 0)
    owner = arrays.place.gather(1, index[:, None])[:, 0].long() - FIRST_SEAT
    robbed = torch.where(gains & (owner > 0), (owner + seat) % players, NO_SEAT)
    return kind == FAILURE, gained, robbed
