"""Small games of two players solved exactly: only the lowest tiles are in play.

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

from pickomino.core.rules import Rules
from pickomino.evaluation.features import DOWN, FIRST_SEAT, UP, BaseArrays
from training.games import base_solver, base_tables
from training.games.base_tables import FAILURE, LOWEST, TILE_COUNT, TOTALS
from training.games.batches import flatten_rows, take_rows

PLAYERS = 2
PRECISION = 1e-10
"""A layer is solved when no value changes by more than this in a round; changes keep shrinking."""
ROUGH_PRECISION = 1e-5
"""Until values change by less than this, 32-bit floats suffice, and are twice as fast on a GPU."""
CHUNK = 1 << (17 if torch.cuda.is_available() else 14)
"""Tables per batch: a GPU needs many, and a CPU's cache holds few."""
HISTORY = 4
"""The number of past rounds from which the next values are extrapolated."""

MAX_TILES = 12
"""More tiles do not fit into a 64-bit key."""
_PLACES = FIRST_SEAT + PLAYERS * MAX_TILES
"""The number of places for a tile: face up, face down, or at some height in one of two stacks."""


class SmallGame(NamedTuple):
    """Every table of a small game, and the tables to which each turn can lead."""

    rules: Rules
    start: int
    """The number of the table at the start of the game."""
    arrays: BaseArrays
    next_tables: Tensor
    """The number of the next table, indexed by table and end (failing, or gaining a tile).

    It is -1 if the end is impossible. The numbers have only 32 bits, because games of ten tiles
    have 200 million tables.
    """
    layer: Tensor
    """How many tiles are face down on each table."""
    final: Tensor
    """The result for the seat whose turn it is, on tables where the game is over; NaN elsewhere."""


def find_tables(rules: Rules, tiles: int, device: torch.device) -> SmallGame:
    """Return the small game with every table that can be reached from the start."""
    options = torch.tensor([base_tables.option_indices(rules)], device=device)
    first = _encode_keys(base_tables.new_tables(options, torch.tensor([tiles], device=device)))
    keys, fresh = first, first
    while len(fresh):
        parts = [
            _unknown_keys(_keys_after(_decode_keys(part, options), tiles), keys)
            for part in fresh.split(CHUNK)
        ]
        fresh = torch.cat(parts).unique()
        keys = torch.cat([keys, fresh]).sort().values
    return _link_tables(rules, tiles, keys, int(torch.searchsorted(keys, first)))


def _unknown_keys(keys: Tensor, known: Tensor) -> Tensor:
    """Return the distinct keys that are not among the known keys."""
    distinct = keys[keys >= 0].unique()
    return distinct[known[_find_keys(distinct, known)] != distinct]


def _find_keys(wanted: Tensor, keys: Tensor) -> Tensor:
    """Return the index of each wanted key, or where it would be, in the sorted keys."""
    return torch.searchsorted(keys, wanted).clamp(max=len(keys) - 1)


def _keys_after(arrays: BaseArrays, tiles: int) -> Tensor:
    """Return the key of the table after each end, by row and end; -1 if the end is impossible."""
    ends = base_tables.enumerate_ends(arrays, PLAYERS)
    used = slice(1 + tiles)
    after = BaseArrays._make(column[:, used] for column in ends.after)
    keys = _encode_keys(flatten_rows(after)).reshape(len(arrays.place), -1)
    is_possible = ends.possible[:, used] & ~base_tables.is_over(arrays.place)[:, None]
    return torch.where(is_possible, keys, -1)


def _encode_keys(arrays: BaseArrays) -> Tensor:
    """Return each table as one number."""
    place, height = arrays.place.long(), arrays.height.long()
    in_stack = FIRST_SEAT + (place - FIRST_SEAT) * MAX_TILES + height
    code = torch.where(place < FIRST_SEAT, place, in_stack)
    key = torch.zeros_like(code[:, 0])
    for tile in range(MAX_TILES):
        key = key * _PLACES + code[:, tile]
    return key


def _decode_keys(keys: Tensor, options: Tensor) -> BaseArrays:
    """Return the tables that keys stand for."""
    place = torch.full((len(keys), TILE_COUNT), DOWN, dtype=torch.int8, device=keys.device)
    height = torch.zeros_like(place)
    rest = keys.clone()
    for tile in reversed(range(MAX_TILES)):
        code = rest % _PLACES
        rest //= _PLACES
        in_stack = code - FIRST_SEAT
        place[:, tile] = torch.where(in_stack < 0, code, FIRST_SEAT + in_stack // MAX_TILES)
        height[:, tile] = torch.where(in_stack < 0, 0, in_stack % MAX_TILES)
    return BaseArrays(place, height, options.expand(len(keys), -1))


def _link_tables(rules: Rules, tiles: int, keys: Tensor, start: int) -> SmallGame:
    """Find the tables to which each turn can lead; a table's number is the index of its key."""
    options = torch.tensor([base_tables.option_indices(rules)], device=keys.device)
    arrays = _decode_keys(keys, options)
    links = torch.empty(len(keys), 1 + tiles, dtype=torch.int32, device=keys.device)
    for first in range(0, len(keys), CHUNK):
        part = slice(first, first + CHUNK)
        after = _keys_after(take_rows(arrays, part), tiles)
        links[part] = torch.where(after < 0, -1, _find_keys(after, keys))
    is_over = base_tables.is_over(arrays.place)
    final = torch.full((len(keys),), torch.nan, dtype=torch.double, device=keys.device)
    final[is_over] = base_tables.final_chances(arrays.place[is_over], PLAYERS)[:, 0].double()
    layer = (arrays.place == DOWN).sum(dim=1, dtype=torch.int8)
    return SmallGame(rules, start, arrays, links, layer, final)


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
    stop, failure = end_values.gather(1, stops).to(dtype), end_values[:, FAILURE].to(dtype)
    return base_solver.solve_start(stop.T[None].contiguous(), failure[None].contiguous())[0]


def best_stops(game: SmallGame, numbers: Tensor, after: Tensor) -> tuple[Tensor, Tensor]:
    """Return the best end to stop in for each table and total, and each table's end values."""
    links = game.next_tables[numbers]
    end_values = after[links.clamp(min=0)]
    tiles = links.shape[1] - 1
    place, height, options = take_rows(game.arrays, numbers)
    used = BaseArrays(place[:, :tiles], height[:, :tiles], options)
    # Below the lowest tile nothing can be claimed, and all totals above the highest are alike.
    totals = range(LOWEST - 1, LOWEST + tiles + 1)
    legal = base_tables.legal_claims(used, base_tables.top_tiles(used, PLAYERS), totals)
    best = torch.where(legal, end_values[:, None, 1:], -torch.inf).max(dim=2)
    stops = torch.where(best.values > -torch.inf, best.indices + 1, FAILURE)
    total = torch.arange(TOTALS, device=links.device).clamp(totals[0], totals[-1]) - totals[0]
    return stops[:, total], end_values
