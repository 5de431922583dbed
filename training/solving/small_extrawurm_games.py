"""Small games of two players with Extrawurm, solved exactly, from any position to begin with."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from pickomino.core.extrawurm import Specialist
from pickomino.core.position import Position
from pickomino.core.rules import Rules
from pickomino.core.tiles import TILES
from pickomino.evaluation.features import DOWN
from pickomino.evaluation.full_features import FullArrays, full_arrays_of
from training.games import extrawurm_tables, extrawurm_turns
from training.games.variants import flattened
from training.solving.small_games import PLAYERS, settle

CHUNK = 1 << 13
"""Tables at once; a turn with Extrawurm has many more states."""


class SmallFullGame(NamedTuple):
    """Every table of a small game with Extrawurm, and where its turns lead."""

    start: int
    """The number of the first table."""
    arrays: FullArrays
    next_tables: Tensor
    """By table, Bratwurm and end, the table after it; -1 impossible."""
    final: Tensor
    """The chance of the seat to roll where the game is over, NaN elsewhere."""


def lowest_tiles(rules: Rules, tiles: int) -> Position:
    """Return a small game to begin with: the lowest tiles from 21 on, specialists on the first.

    >>> lowest_tiles(Rules.preset("standard", extrawurm=True), 2).wfen()
    'standard+extrawurm xxooxxxxxxxxxxxxxx -/- a - ~ 21,22,-,-,-/0,0/-'
    """
    grill = "xx" + "o" * tiles + "x" * (len(TILES) - tiles)
    places = [str(tile) for tile in TILES[: min(tiles, len(Specialist))]]
    places += ["-"] * (len(Specialist) - len(places))
    return Position.from_wfen(f"{rules} {grill} -/- a - ~ {','.join(places)}/0,0/-")


def small_full_game(first: Position, device: torch.device) -> SmallFullGame:
    """Find every table that play can reach from a position at the start of a turn."""
    given = full_arrays_of([first])
    begin = FullArrays(*(torch.from_numpy(each).to(device) for each in given))
    rows = fresh = _rows(begin)
    while len(fresh):
        after = torch.cat([_after(_tables(part, begin))[0] for part in fresh.split(CHUNK)])
        known = len(rows)
        rows, places = torch.cat([rows, after]).unique(dim=0, return_inverse=True)
        is_new = torch.ones(len(rows), dtype=torch.bool, device=device)
        is_new[places[:known]] = False
        fresh = rows[is_new]
    return _linked(rows, begin)


def _rows(arrays: FullArrays) -> Tensor:
    """Write each table as a row of small numbers; all have the same options."""
    return torch.cat(arrays[:-1], dim=1)


def _tables(rows: Tensor, like: FullArrays) -> FullArrays:
    """Read tables from their rows."""
    widths = [each.shape[1] for each in like[:-1]]
    return FullArrays(*rows.split(widths, dim=1), like.options.expand(len(rows), -1))


def _after(arrays: FullArrays) -> tuple[Tensor, Tensor]:
    """Return the rows of all tables that a turn may lead to, and by table which ends they are."""
    ends = extrawurm_tables.ends_of(arrays, PLAYERS)
    goes_on = ends.possible & ~extrawurm_tables.is_over(arrays)[:, None, None]
    return _rows(flattened(ends.after))[goes_on.flatten()], goes_on


def _linked(rows: Tensor, begin: FullArrays) -> SmallFullGame:
    arrays = _tables(rows, begin)
    links = []
    for part in rows.split(CHUNK):
        after, goes_on = _after(_tables(part, begin))
        link = torch.full(goes_on.shape, -1, device=rows.device)
        link[goes_on] = _places(after, rows)
        links.append(link)
    over = extrawurm_tables.is_over(arrays)
    final = extrawurm_tables.final_chances(arrays, PLAYERS)[:, 0].double()
    start = int(_places(_rows(begin), rows))
    return SmallFullGame(
        start, arrays, torch.cat(links), torch.where(over, final, torch.nan).double()
    )


def _places(wanted: Tensor, rows: Tensor) -> Tensor:
    """Return where each row is among the different ones; all are there."""
    places = torch.cat([rows, wanted]).unique(dim=0, return_inverse=True)[1]
    return places[len(rows) :]


def solve(game: SmallFullGame) -> Tensor:
    """Return the exact chance of the seat to roll on every table, both playing perfectly."""
    values = torch.where(game.final.isnan(), 0.5, game.final)
    layers = (game.arrays.place == DOWN).sum(dim=1)
    for layer in layers.unique().flip(0).tolist():
        numbers = ((layers == layer) & game.final.isnan()).nonzero()[:, 0]
        settle(values, list(numbers.split(CHUNK)), lambda part: turn_values(game, part, values))
    return values


def turn_values(game: SmallFullGame, numbers: Tensor, values: Tensor) -> Tensor:
    """Solve the turns of some tables; `values` is the chance of the seat to roll, by table."""

    def worth(_: FullArrays, __: extrawurm_tables.Ends, ___: int) -> Tensor:
        return (1 - values)[game.next_tables[numbers].clamp(min=0)][..., None]

    arrays = FullArrays(*(each[numbers] for each in game.arrays))
    return extrawurm_turns.solve(arrays, PLAYERS, worth).at_start[:, 0]
