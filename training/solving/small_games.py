"""Small games of two players, solved exactly: the lowest tiles, the others face down at once.

Face-down tiles never come back, so the tables with most of them are solved first; among those with
equally many, the values of all tables are improved together until nothing changes any more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor

from pickomino.core.rules import Rules
from pickomino.evaluation.features import DOWN, FIRST_SEAT, UP, Arrays
from training.games import base_solver, base_tables
from training.games.base_tables import FAILURE, LOWEST, TILE_COUNT, TOTALS
from training.games.variants import flattened

PLAYERS = 2
PRECISION = 1e-10
"""When no value changes by more, a layer is solved; the last change shrinks with each round."""
ROUGHLY = 1e-5
"""Until values change by less, 32-bit floats are precise enough, and twice as fast on a GPU."""
CHUNK = 1 << (17 if torch.cuda.is_available() else 14)
"""Tables at once: a GPU needs many, and a processor's cache holds few."""
REMEMBERED = 4
"""Rounds that the next values are extrapolated from."""

MOST_TILES = 12
"""As many fit into a key."""
_PLACES = FIRST_SEAT + PLAYERS * MOST_TILES
"""Where a tile can be: face up, face down, or at some height in one of two stacks."""


class SmallGame(NamedTuple):
    """Every table of a small game, and where its turns lead."""

    rules: Rules
    start: int
    """The number of the first table."""
    arrays: Arrays
    next_tables: Tensor
    """By table and end (the failure, or the gain of a tile), the table after it; -1 impossible.

    As 32-bit numbers: games of ten tiles have 200 million tables.
    """
    layer: Tensor
    """How many tiles are face down on each table."""
    final: Tensor
    """The chance of the seat to roll where the game is over, NaN elsewhere."""


def small_game(rules: Rules, tiles: int, device: torch.device) -> SmallGame:
    """Find every table that play can reach from the start."""
    bits = torch.tensor([base_tables.options_of(rules)], device=device)
    first = _keys(base_tables.begin(1, bits, torch.tensor([tiles], device=device)))
    keys, fresh = first, first
    while len(fresh):
        found = [
            _unique_new(_after(_tables(part, bits), tiles), keys) for part in fresh.split(CHUNK)
        ]
        fresh = torch.cat(found).unique()
        keys = torch.cat([keys, fresh]).sort().values
    return _linked(rules, tiles, keys, int(torch.searchsorted(keys, first)))


def _unique_new(found: Tensor, known: Tensor) -> Tensor:
    """Return the different ones of some keys that are not known yet."""
    different = found[found >= 0].unique()
    return different[known[_places(different, known)] != different]


def _places(wanted: Tensor, keys: Tensor) -> Tensor:
    """Return where each key is, or would have to be, among the sorted ones."""
    return torch.searchsorted(keys, wanted).clamp(max=len(keys) - 1)


def _after(arrays: Arrays, tiles: int) -> Tensor:
    """Return the key of the table after each end, by row; -1 where there is none."""
    ends = base_tables.ends_of(arrays, PLAYERS)
    used = slice(1 + tiles)
    after = Arrays(*(each[:, used] for each in ends.after))
    keys = _keys(flattened(after)).reshape(len(arrays.place), -1)
    goes_on = ends.possible[:, used] & ~base_tables.is_over(arrays.place)[:, None]
    return torch.where(goes_on, keys, -1)


def _keys(arrays: Arrays) -> Tensor:
    """Write each table as one number."""
    place, height = arrays.place.long(), arrays.height.long()
    in_stack = FIRST_SEAT + (place - FIRST_SEAT) * MOST_TILES + height
    code = torch.where(place < FIRST_SEAT, place, in_stack)
    key = torch.zeros_like(code[:, 0])
    for tile in range(MOST_TILES):
        key = key * _PLACES + code[:, tile]
    return key


def _tables(keys: Tensor, bits: Tensor) -> Arrays:
    """Read tables from their keys."""
    place = torch.full((len(keys), TILE_COUNT), DOWN, dtype=torch.int8, device=keys.device)
    height = torch.zeros_like(place)
    left = keys.clone()
    for tile in reversed(range(MOST_TILES)):
        code = left % _PLACES
        left //= _PLACES
        in_stack = code - FIRST_SEAT
        place[:, tile] = torch.where(in_stack < 0, code, FIRST_SEAT + in_stack // MOST_TILES)
        height[:, tile] = torch.where(in_stack < 0, 0, in_stack % MOST_TILES)
    return Arrays(place, height, bits.expand(len(keys), -1))


def _linked(rules: Rules, tiles: int, keys: Tensor, start: int) -> SmallGame:
    """Find where the turns of all tables lead; the number of a table is the place of its key."""
    bits = torch.tensor([base_tables.options_of(rules)], device=keys.device)
    arrays = _tables(keys, bits)
    links = torch.empty(len(keys), 1 + tiles, dtype=torch.int32, device=keys.device)
    for first in range(0, len(keys), CHUNK):
        part = slice(first, first + CHUNK)
        wanted = _after(Arrays(*(each[part] for each in arrays)), tiles)
        links[part] = torch.where(wanted < 0, -1, _places(wanted, keys))
    over = base_tables.is_over(arrays.place)
    final = torch.full((len(keys),), torch.nan, dtype=torch.double, device=keys.device)
    final[over] = base_tables.final_chances(arrays.place[over], PLAYERS)[:, 0].double()
    layer = (arrays.place == DOWN).sum(dim=1, dtype=torch.int8)
    return SmallGame(rules, start, arrays, links, layer, final)


Progress = Callable[[str], None]
"""Is told of every layer that is solved."""


def told(layer: int, parts: list[Tensor], rounds: int, change: float) -> str:
    """Say how a layer was solved."""
    return f"{layer} face down: {sum(map(len, parts))} tables, {rounds} rounds, {change:.1e}"


def silent(_: str) -> None:
    """Say nothing of progress."""


def solve(game: SmallGame, progress: Progress = silent) -> Tensor:
    """Return the exact chance of the seat to roll on every table, both playing perfectly."""
    # What a turn that leads to a table is worth to its roller: the other one's chance there.
    after = torch.where(game.final.isnan(), 0.5, 1 - game.final)
    for layer in layers(game):
        parts = parts_of(game, layer)
        roughly, _ = settle(
            after, parts, lambda part: 1 - turn_values(game, part, after, torch.float), ROUGHLY
        )
        rounds, change = settle(after, parts, lambda part: 1 - turn_values(game, part, after))
        progress(told(layer, parts, roughly + rounds, change))
    return 1 - after


def layers(game: SmallGame) -> list[int]:
    """Return the numbers of tiles face down, in the order in which they are solved."""
    return game.layer.unique().flip(0).tolist()


def parts_of(game: SmallGame, layer: int) -> list[Tensor]:
    """Return a layer's open tables, some at a time; a small grill comes first: takes lead there."""
    numbers = ((game.layer == layer) & game.final.isnan()).nonzero()[:, 0]
    grill = (game.arrays.place[numbers] == UP).sum(dim=1)
    order = grill.argsort(stable=True)
    sizes = grill[order].unique_consecutive(return_counts=True)[1].tolist()
    return [part for group in numbers[order].split(sizes) for part in group.split(CHUNK)]


def settle(
    values: Tensor,
    parts: list[Tensor],
    improved: Callable[[Tensor], Tensor],
    precision: float = PRECISION,
) -> tuple[int, float]:
    """Improve values in place, part by part, until they agree; return rounds and last change.

    Between rounds they are extrapolated (Anderson's mixing), which saves a third of the rounds.
    """
    if not any(map(len, parts)):
        return 0, 0.0
    numbers = torch.cat(parts)
    rounds, change = 0, 1.0
    past: list[tuple[Tensor, Tensor]] = []
    while change > precision:
        before = values[numbers]
        for part in parts:
            values[part] = improved(part).to(values)
        after = values[numbers]
        change = float((after - before).abs().max())
        rounds += 1
        past = [*past[-REMEMBERED:], (after, after - before)]
        if change > precision and rounds > 1:
            values[numbers] = _extrapolated(past)
    return rounds, change


def _extrapolated(past: list[tuple[Tensor, Tensor]]) -> Tensor:
    """Return the values whose next change should be smallest, by the changes of past rounds."""
    after, change = past[-1]
    changes = torch.stack([change - old for _, old in past[:-1]], dim=1)
    steps = torch.stack([after - old for old, _ in past[:-1]], dim=1)
    weights = torch.linalg.pinv(changes.T @ changes) @ (changes.T @ change)
    return (after - steps @ weights).clamp(0, 1)


def turn_values(
    game: SmallGame, numbers: Tensor, after: Tensor, dtype: torch.dtype = torch.double
) -> Tensor:
    """Solve the turns of some tables; `after` is the roller's chance after them, by table."""
    stops, worth = stakes(game, numbers, after)
    stop, failure = worth.gather(1, stops).to(dtype), worth[:, FAILURE].to(dtype)
    return base_solver.at_start(stop.T[None].contiguous(), failure[None].contiguous())[0]


def stakes(game: SmallGame, numbers: Tensor, after: Tensor) -> tuple[Tensor, Tensor]:
    """Return the end of stopping, by table and total, and the worth of every end, by table."""
    links = game.next_tables[numbers]
    worth = after[links.clamp(min=0)]
    tiles = links.shape[1] - 1
    place, height, options = (each[numbers] for each in game.arrays)
    used = Arrays(place[:, :tiles], height[:, :tiles], options)
    # Below the lowest tile nothing can be claimed, and all totals above the highest are alike.
    totals = range(LOWEST - 1, LOWEST + tiles + 1)
    legal = base_tables.claims_of(used, base_tables.tops(used, PLAYERS), totals)
    best = torch.where(legal, worth[:, None, 1:], -torch.inf).max(dim=2)
    stops = torch.where(best.values > -torch.inf, best.indices + 1, FAILURE)
    total = torch.arange(TOTALS, device=links.device).clamp(totals[0], totals[-1]) - totals[0]
    return stops[:, total], worth
