"""The exact loss of a player in a small game, against an opponent who knows its decisions.

The player decides by its own estimates, called `values` below: the player's chance on each table if
the player rolls next.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor

from training.games.batches import take_rows
from training.games.solver import turn_shapes
from training.solving.end_chances import end_chances
from training.solving.small_games import (
    CHUNK,
    ROUGH_PRECISION,
    SmallGame,
    best_stops,
    layer_chunks,
    layers,
    print_layer,
    turn_values,
)
from training.solving.table_keys import PLAYERS

PRECISION = 1e-7
"""A layer is solved when no chance changes by more than this (losses are reported to 1e-6)."""
SPREAD_ROUNDS = 20
"""After this many rounds the player must be bad, so unsolved tables restart from chance 0."""
MAX_ROUNDS = 500
"""A game of two bad players may never end; this many rounds are enough to detect that."""
MAX_SPREADS = 50
"""The maximum number of times that an error is spread to other tables."""
NEGLIGIBLE_SHARE = 0.01
"""Effects below this share of the largest error are not spread further."""

SolveTurns = Callable[[Tensor, torch.dtype], Tensor]
"""Returns the opponent's chance on the given tables if the opponent rolls next."""


class _Matchup(NamedTuple):
    """A player and its opponent; the opponent's chances are improved in place."""

    game: SmallGame
    end_chances: Tensor
    """The chance of each end of the player's turns, indexed by table and end."""
    to_roll: Tensor
    """The opponent's chance on each table if the opponent rolls next."""
    waiting: Tensor
    """The opponent's chance on each table if the player rolls next."""


def best_response(
    game: SmallGame,
    values: Tensor,
    opponent_values: Tensor | None = None,
    *,
    is_quiet: bool = False,
) -> tuple[Tensor, Tensor]:
    """Solve the game in which one seat decides by `values` and the opponent plays perfectly.

    Return two chances of the opponent on each table: if the opponent rolls next, and if the player
    does. With `opponent_values` (the opponent's chance if the player rolls next), the opponent
    decides by these values instead of playing perfectly.
    """
    # The player's own values are close to the truth, which saves rounds.
    to_roll = torch.where(game.final.isnan(), values, game.final)
    # The player decides by its own values, whatever the opponent gets.
    matchup = _Matchup(game, _all_end_chances(game, 1 - values), to_roll, 1 - to_roll)
    responses = None if opponent_values is None else _all_end_chances(game, opponent_values)

    def solve_turns(chunk: Tensor, dtype: torch.dtype) -> Tensor:
        if responses is None:
            return turn_values(game, chunk, matchup.waiting, dtype)
        return _expected_values(game, chunk, responses, matchup.waiting)

    for layer in layers(game):
        chunks = layer_chunks(game, layer)
        rounds, change = _solve_layer(matchup, chunks, solve_turns)
        if not is_quiet:
            print_layer(layer, chunks, rounds, change)
    return matchup.to_roll, matchup.waiting


def _solve_layer(
    matchup: _Matchup, chunks: list[Tensor], solve_turns: SolveTurns
) -> tuple[int, float]:
    """Improve the chances of a layer until they converge.

    Return the number of rounds and the last change. A turn is solved again only if the chance on a
    table that it may lead to has changed.
    """
    rounds, change = 0, 0.0
    for dtype, precision in ((torch.float, ROUGH_PRECISION), (torch.double, PRECISION)):
        used, unsolved = matchup.waiting.clone(), chunks
        while unsolved and rounds < MAX_ROUNDS:
            rounds += 1
            error = torch.zeros_like(matchup.to_roll)
            for chunk in unsolved:
                error[chunk] = solve_turns(chunk, dtype) - matchup.to_roll[chunk]
            change = float(error.abs().max())
            if rounds == SPREAD_ROUNDS:
                matchup.to_roll[torch.cat(unsolved)] = 0
            else:
                step = _spread_error(matchup, chunks, error) if rounds < SPREAD_ROUNDS else error
                matchup.to_roll.add_(step)
            matchup.to_roll.clamp_(0, 1)
            for chunk in chunks:
                matchup.waiting[chunk] = _expected_values(
                    matchup.game, chunk, matchup.end_chances, matchup.to_roll
                )
            has_moved = (matchup.waiting - used).abs() > precision
            used[has_moved] = matchup.waiting[has_moved]
            unsolved = _tables_leading_to(matchup.game, chunks, has_moved)
    return rounds, change


def _tables_leading_to(game: SmallGame, chunks: list[Tensor], mask: Tensor) -> list[Tensor]:
    """Return the tables, in chunks, from which a turn can lead to a table in the mask."""
    leading = [chunk[mask[game.next_tables[chunk].clamp(min=0)].any(dim=1)] for chunk in chunks]
    numbers = torch.cat(leading)
    return list(numbers.split(CHUNK)) if len(numbers) else []


def _spread_error(matchup: _Matchup, chunks: list[Tensor], error: Tensor) -> Tensor:
    """Return the errors of a layer, plus the errors they cause on other tables of the same layer.

    Errors spread as if the player were in both seats, since a good player plays nearly like the
    perfect opponent. Without this step, more than twice as many turns would have to be solved,
    which takes far longer.
    """
    step, caused = error.clone(), error
    negligible = NEGLIGIBLE_SHARE * float(error.abs().max())
    for _ in range(MAX_SPREADS):
        for _ in range(PLAYERS):
            effect = torch.zeros_like(caused)
            for chunk in chunks:
                effect[chunk] = _expected_values(matchup.game, chunk, matchup.end_chances, caused)
            caused = effect
        step += caused
        if float(caused.abs().max()) <= negligible:
            break
    return step


def _all_end_chances(game: SmallGame, after: Tensor) -> Tensor:
    """Return the chance of each end of all turns if the roller decides by `after`.

    `after` is, for each table, the chance of the player whose turn led to it.
    The chances are 32-bit floats, which take half the memory and change a loss by less than a
    millionth.
    """
    chances = torch.zeros(game.next_tables.shape, device=after.device)
    for layer in layers(game):
        for chunk in layer_chunks(game, layer):
            stops, end_values = best_stops(game, chunk, after)
            shapes = turn_shapes(take_rows(game.arrays, chunk))
            chances[chunk] = end_chances(stops, end_values.float(), shapes)[:, game.ends]
    return chances


def _expected_values(game: SmallGame, chunk: Tensor, chances: Tensor, after: Tensor) -> Tensor:
    """Return the expected value of `after` on the next table, for each table of a chunk."""
    links = game.next_tables[chunk].clamp(min=0)
    return (chances[chunk] * after[links]).sum(dim=1)


def look_ahead(game: SmallGame, values: Tensor, horizon: Tensor) -> Tensor:
    """Return a deviator's chance on each table if the player rolls next.

    `horizon` is the number of turns that the deviator looks ahead from each table.
    """
    is_open = game.final.isnan()
    numbers = is_open.nonzero()[:, 0]
    chunks = numbers.split(CHUNK)
    chances = _all_end_chances(game, 1 - values)
    to_roll = torch.where(is_open, values, game.final)
    waiting = 1 - to_roll
    result = waiting.clone()
    for turns in range(1, int(horizon.max()) + 1):
        own = torch.cat([turn_values(game, chunk, waiting) for chunk in chunks])
        waiting[numbers] = torch.cat(
            [_expected_values(game, chunk, chances, to_roll) for chunk in chunks]
        )
        to_roll[numbers] = own
        result = torch.where(horizon == turns, waiting, result)
    return result


def loss(
    game: SmallGame,
    values: Tensor,
    opponent_values: Tensor | None = None,
    *,
    is_quiet: bool = False,
) -> float:
    """Return the win chance that the player loses against perfect play, averaged over both seats.

    Averaged over both seats, a perfect player wins half of the games; the loss is the shortfall
    from that. With `opponent_values` (see `best_response`), the opponent decides by these values.
    """
    to_roll, waiting = best_response(game, values, opponent_values, is_quiet=is_quiet)
    player_first, player_second = 1 - float(waiting[game.start]), 1 - float(to_roll[game.start])
    return (1 - player_first - player_second) / 2
