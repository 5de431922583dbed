"""Small games of two players with Extrawurm solved exactly, from any start position."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from pickomino.core.extrawurm import Specialist
from pickomino.core.position import Position
from pickomino.core.rules import Rules
from pickomino.core.tiles import TILES
from pickomino.evaluation.features import DOWN
from pickomino.evaluation.full_features import FullArrays, full_arrays_from_positions
from training.games import extrawurm_tables, extrawurm_turns
from training.games.batches import flatten_rows, move_to, take_rows
from training.solving.small_games import PLAYERS, iterate_to_fixed_point

CHUNK = 1 << 13
"""Tables per batch; a turn with Extrawurm has many more states than one of the base game."""


class SmallExtrawurmGame(NamedTuple):
    """Every table of a small game with Extrawurm, and the tables to which each turn can lead."""

    start: int
    """The number of the table at the start of the game."""
    arrays: FullArrays
    next_tables: Tensor
    """The next table's number, indexed by table, Bratwurm and end; -1 if the end is impossible."""
    final: Tensor
    """The result for the seat whose turn it is, on tables where the game is over; NaN elsewhere."""


def lowest_tiles(rules: Rules, tiles: int) -> Position:
    """Return the start of a small game: the lowest tiles from 21 on, with specialists on them.

    >>> lowest_tiles(Rules.preset("standard", extrawurm=True), 2).wfen()
    'standard+extrawurm xxooxxxxxxxxxxxxxx -/- a - ~ 21,22,-,-,-/0,0/-'
    """
    grill = "xx" + "o" * tiles + "x" * (len(TILES) - tiles)
    places = [str(tile) for tile in TILES[: min(tiles, len(Specialist))]]
    places += ["-"] * (len(Specialist) - len(places))
    return Position.from_wfen(f"{rules} {grill} -/- a - ~ {','.join(places)}/0,0/-")


def find_extrawurm_tables(start: Position, device: torch.device) -> SmallExtrawurmGame:
    """Return the small game with all tables reachable from `start`, where a turn begins."""
    first = FullArrays._make(move_to(full_arrays_from_positions([start]), device))
    rows = fresh = _encode_rows(first)
    while len(fresh):
        parts = [_rows_after(_decode_rows(part, first))[0] for part in fresh.split(CHUNK)]
        known = len(rows)
        rows, indices = torch.cat([rows, *parts]).unique(dim=0, return_inverse=True)
        is_new = torch.ones(len(rows), dtype=torch.bool, device=device)
        is_new[indices[:known]] = False
        fresh = rows[is_new]
    return _link_tables(rows, first)


def _encode_rows(arrays: FullArrays) -> Tensor:
    """Return each table as a row of small numbers, without the options: all tables share them."""
    return torch.cat(arrays[:-1], dim=1)


def _decode_rows(rows: Tensor, like: FullArrays) -> FullArrays:
    """Return the tables that rows stand for, with the options of `like`."""
    widths = [column.shape[1] for column in like[:-1]]
    return FullArrays._make([*rows.split(widths, dim=1), like.options.expand(len(rows), -1)])


def _rows_after(arrays: FullArrays) -> tuple[Tensor, Tensor]:
    """Return the rows of all tables that a turn may lead to, and the mask of the possible ends."""
    ends = extrawurm_tables.enumerate_ends(arrays, PLAYERS)
    is_possible = ends.possible & ~extrawurm_tables.is_over(arrays)[:, None, None]
    return _encode_rows(flatten_rows(ends.after))[is_possible.flatten()], is_possible


def _link_tables(rows: Tensor, first: FullArrays) -> SmallExtrawurmGame:
    arrays = _decode_rows(rows, first)
    links: list[Tensor] = []
    for part in rows.split(CHUNK):
        after, is_possible = _rows_after(_decode_rows(part, first))
        link = torch.full(is_possible.shape, -1, device=rows.device)
        link[is_possible] = _find_rows(after, rows)
        links.append(link)
    is_over = extrawurm_tables.is_over(arrays)
    final = extrawurm_tables.final_chances(arrays, PLAYERS)[:, 0].double()
    start = int(_find_rows(_encode_rows(first), rows))
    return SmallExtrawurmGame(
        start, arrays, torch.cat(links), torch.where(is_over, final, torch.nan).double()
    )


def _find_rows(wanted: Tensor, rows: Tensor) -> Tensor:
    """Return the index of each wanted row in `rows`; the rows must be distinct and include it."""
    indices = torch.cat([rows, wanted]).unique(dim=0, return_inverse=True)[1]
    return indices[len(rows) :]


def solve_small_game(game: SmallExtrawurmGame) -> Tensor:
    """Return, for each table, the exact win chance of the seat whose turn it is.

    Both players play perfectly.
    """
    values = torch.where(game.final.isnan(), 0.5, game.final)
    layers = (game.arrays.place == DOWN).sum(dim=1)
    for layer in layers.unique().flip(0).tolist():
        numbers = ((layers == layer) & game.final.isnan()).nonzero()[:, 0]
        iterate_to_fixed_point(
            values, list(numbers.split(CHUNK)), lambda chunk: turn_values(game, chunk, values)
        )
    return values


def turn_values(game: SmallExtrawurmGame, numbers: Tensor, values: Tensor) -> Tensor:
    """Solve the turns of some tables; return the win chances of the seats whose turn it is.

    `values` is the current estimate of that chance on every table of the game.
    """

    def evaluate(_: FullArrays, __: extrawurm_tables.ExtrawurmEnds, ___: int) -> Tensor:
        return (1 - values)[game.next_tables[numbers].clamp(min=0)][..., None]

    arrays = take_rows(game.arrays, numbers)
    return extrawurm_turns.solve_turns(arrays, PLAYERS, evaluate).at_start[:, 0]
