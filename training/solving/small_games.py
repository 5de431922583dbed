"""Small games of two players solved exactly: only some of the tiles are in play.

All other tiles start face down. Face-down tiles never come back, so the tables with the most of
them are solved first. All tables with the same number of face-down tiles form a layer, whose values
are improved together until they no longer change.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor

from pickomino.core.position import Position
from pickomino.envs.torch import tables
from pickomino.envs.torch.tables import FAILURE, FIRST_GAIN, FIRST_ROBBERY
from pickomino.evaluation.features import DOWN, UP, TableArrays
from training.games.batches import flatten_rows, tables_from_positions, take_rows
from training.games.solver import solve_start, turn_shapes
from training.games.turns import best_ends, payoffs
from training.players.network import TableChances
from training.solving.table_keys import PLAYERS, TableKeys

PRECISION = 1e-10
"""A layer is solved when no value changes by more than this in a round; changes keep shrinking."""
ROUGH_PRECISION = 1e-5
"""Until values change by less than this, 32-bit floats suffice, and are twice as fast on a GPU."""
CHUNK = 1 << (16 if torch.cuda.is_available() else 13)
"""Tables per batch: a GPU needs many, and a CPU's cache holds few."""
EVALUATED = 1 << 18
"""The number of tables that a network evaluates at once."""
HISTORY = 4
"""The number of past rounds from which the next values are extrapolated."""
MAX_TILES = 12
"""More tiles take more memory than a GPU has."""
ENDS = FIRST_ROBBERY + PLAYERS - 1
"""The number of ends of a turn, not counting those with a Bratwurm."""


class SmallGame(NamedTuple):
    """Every table of a small game, and the tables to which each turn can lead."""

    start: int
    """The number of the table at the start of the game."""
    arrays: TableArrays
    ends: Tensor
    """The ends that turns of this game can have; those with a Bratwurm are numbered from ENDS."""
    next_tables: Tensor
    """The number of the next table, indexed by table and by place in `ends`.

    It is -1 if the end is impossible. The numbers have only 32 bits, because games of ten tiles
    have 200 million tables.
    """
    layer: Tensor
    """How many tiles are face down on each table."""
    final: Tensor
    """The result for the seat whose turn it is, on tables where the game is over; NaN elsewhere."""


def find_tables(start: Position, device: torch.device) -> SmallGame:
    """Return the small game with every table that can be reached from the start of a turn."""
    first = tables_from_positions([start], device)
    codec = TableKeys(first)
    ends = _find_ends(codec)
    start_key = codec.encode(first)
    keys, fresh = start_key, start_key
    while len(fresh):
        parts = [
            _unknown_keys(_keys_after(codec.decode(part), codec, ends), keys)
            for part in fresh.split(CHUNK)
        ]
        fresh = torch.cat(parts).unique()
        keys = torch.cat([keys, fresh]).sort().values
    return _link_tables(codec, ends, keys, int(torch.searchsorted(keys, start_key)))


def _find_ends(codec: TableKeys) -> Tensor:
    """Return the ends that turns with these tiles can have."""
    device = codec.tiles.device
    failure = torch.tensor([FAILURE], device=device)
    ends = torch.cat([failure, FIRST_GAIN + codec.tiles])
    if not codec.has_extrawurm:
        return ends
    ends = torch.cat([ends, torch.arange(FIRST_ROBBERY, ENDS, device=device)])
    return torch.cat([ends, ENDS + ends])


def _unknown_keys(keys: Tensor, known: Tensor) -> Tensor:
    """Return the distinct keys that are not among the known keys."""
    distinct = keys[keys >= 0].unique()
    return distinct[known[_find_keys(distinct, known)] != distinct]


def _find_keys(wanted: Tensor, keys: Tensor) -> Tensor:
    """Return the index of each wanted key, or where it would be, in the sorted keys."""
    return torch.searchsorted(keys, wanted).clamp(max=len(keys) - 1)


def _keys_after(arrays: TableArrays, codec: TableKeys, ends: Tensor) -> Tensor:
    """Return the key of the table after each end, by row and end; -1 if the end is impossible."""
    every = tables.enumerate_ends(arrays, PLAYERS)
    after = TableArrays._make(column.flatten(1, 2)[:, ends] for column in every.after)
    keys = codec.encode(flatten_rows(after)).reshape(len(arrays.place), -1)
    is_possible = every.possible.flatten(1)[:, ends] & ~tables.is_over(arrays)[:, None]
    return torch.where(is_possible, keys, -1)


def _link_tables(codec: TableKeys, ends: Tensor, keys: Tensor, start: int) -> SmallGame:
    """Find the tables to which each turn can lead; a table's number is the index of its key."""
    arrays = codec.decode(keys)
    links = torch.empty(len(keys), len(ends), dtype=torch.int32, device=keys.device)
    for first in range(0, len(keys), CHUNK):
        part = slice(first, first + CHUNK)
        after = _keys_after(take_rows(arrays, part), codec, ends)
        links[part] = torch.where(after < 0, -1, _find_keys(after, keys)).int()
    is_over = tables.is_over(arrays)
    final = torch.full((len(keys),), torch.nan, dtype=torch.double, device=keys.device)
    final[is_over] = tables.final_chances(take_rows(arrays, is_over), PLAYERS)[:, 0].double()
    layer = (arrays.place == DOWN).sum(dim=1, dtype=torch.int8)
    return SmallGame(start, arrays, ends, links, layer, final)


def print_layer(layer: int, chunks: list[Tensor], rounds: int, change: float) -> None:
    """Print to standard error that a layer is solved."""
    tables = sum(map(len, chunks))
    line = f"{layer} tiles face down: {tables} tables, {rounds} rounds, last change {change:.1e}"
    print(line, file=sys.stderr, flush=True)


def solve_small_game(game: SmallGame) -> Tensor:
    """Return, for each table, the exact win chance of the seat whose turn it is.

    Both players play perfectly.
    """
    # For each table, the chance of the player whose turn led to it; the other player rolls next.
    after = torch.where(game.final.isnan(), 0.5, 1 - game.final)
    for layer in layers(game):
        chunks = layer_chunks(game, layer)
        rough_rounds, _ = iterate_to_fixed_point(
            after,
            chunks,
            lambda chunk: 1 - turn_values(game, chunk, after, torch.float),
            ROUGH_PRECISION,
        )
        rounds, change = iterate_to_fixed_point(
            after, chunks, lambda chunk: 1 - turn_values(game, chunk, after)
        )
        print_layer(layer, chunks, rough_rounds + rounds, change)
    return 1 - after


def layers(game: SmallGame) -> list[int]:
    """Return the layers, as numbers of face-down tiles, in the order in which they are solved."""
    return game.layer.unique().flip(0).tolist()


def layer_chunks(game: SmallGame, layer: int) -> list[Tensor]:
    """Return the tables of a layer that are not over, in chunks; fewest tiles on the grill first.

    A take leaves fewer tiles on the grill, so the tables that it leads to are solved first.
    """
    numbers = ((game.layer == layer) & game.final.isnan()).nonzero()[:, 0]
    grill = (game.arrays.place[numbers] == UP).sum(dim=1)
    order = grill.argsort(stable=True)
    sizes = grill[order].unique_consecutive(return_counts=True)[1].tolist()
    return [chunk for group in numbers[order].split(sizes) for chunk in group.split(CHUNK)]


def iterate_to_fixed_point(
    values: Tensor,
    chunks: list[Tensor],
    improve: Callable[[Tensor], Tensor],
    precision: float = PRECISION,
) -> tuple[int, float]:
    """Improve values in place, chunk by chunk, until they converge.

    Return the number of rounds and the last change.

    Between rounds the values are extrapolated (Anderson mixing), which saves a third of the rounds.
    """
    if not any(map(len, chunks)):
        return 0, 0.0
    numbers = torch.cat(chunks)
    rounds, change = 0, 1.0
    history: list[tuple[Tensor, Tensor]] = []
    while change > precision:
        before = values[numbers]
        for chunk in chunks:
            values[chunk] = improve(chunk).to(values)
        after = values[numbers]
        change = float((after - before).abs().max())
        rounds += 1
        history = [*history[-HISTORY:], (after, after - before)]
        if change > precision and rounds > 1:
            values[numbers] = _extrapolate(history)
    return rounds, change


def _extrapolate(history: list[tuple[Tensor, Tensor]]) -> Tensor:
    """Return the values whose next change should be smallest, judging by past rounds."""
    after, change = history[-1]
    changes = torch.stack([change - old for _, old in history[:-1]], dim=1)
    steps = torch.stack([after - old for old, _ in history[:-1]], dim=1)
    weights = torch.linalg.pinv(changes.T @ changes) @ (changes.T @ change)
    return (after - steps @ weights).clamp(0, 1)


def turn_values(
    game: SmallGame, numbers: Tensor, after: Tensor, dtype: torch.dtype = torch.double
) -> Tensor:
    """Solve the turns of some tables; return the win chances of the seats whose turn it is.

    `after` is, for each table, the chance of the player whose turn led to it.
    """
    stops, end_values = best_stops(game, numbers, after)
    shapes = turn_shapes(take_rows(game.arrays, numbers))
    return solve_start(*payoffs(stops, end_values[..., None].to(dtype)), shapes)[:, 0]


def best_stops(game: SmallGame, numbers: Tensor, after: Tensor) -> tuple[Tensor, Tensor]:
    """Return the best end to stop in, and the value of each end.

    The first is indexed by table, Bratwurm and total, the second by table, Bratwurm and end.
    """
    arrays, links = take_rows(game.arrays, numbers), game.next_tables[numbers]
    flat = after.new_zeros(len(numbers), 2 * ENDS)
    flat[:, game.ends] = torch.where(links < 0, 0, after[links.clamp(min=0)])
    end_values = flat.reshape(-1, 2, ENDS)
    has_bratwurm = (tables.supply(arrays) > 0)[:, None]
    end_values[:, 1] = torch.where(has_bratwurm, end_values[:, 1], end_values[:, 0])
    return best_ends(tables.find_claims(arrays, PLAYERS), end_values), end_values


def network_values(chances: TableChances, game: SmallGame) -> Tensor:
    """Return, for every table of a small game, a network's win chance of the seat to roll."""
    chunks = torch.arange(len(game.final), device=game.final.device).split(EVALUATED)
    values = [chances(take_rows(game.arrays, chunk)).double() for chunk in chunks]
    return torch.cat(values)[:, 0]
