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
from pickomino.evaluation.features import DOWN, FIRST_SEAT, Arrays
from training import tables, turns
from training.games import flattened
from training.tables import FAILURE, TOTALS

PLAYERS = 2
PRECISION = 1e-11
"""When no value changes by more, a layer is solved; the last change shrinks with each round."""
CHUNK = 1 << 17


class SmallGame(NamedTuple):
    """Every table of a small game, and where its turns lead."""

    rules: Rules
    arrays: Arrays
    next_tables: Tensor
    """By table and end (the failure, or the gain of a tile), the table after it; -1 impossible."""
    claims: Tensor
    """By table and total, which ends may be claimed, as bits of ends."""
    layer: Tensor
    """How many tiles are face down on each table."""
    final: Tensor
    """The chance of the seat to roll where the game is over, NaN elsewhere."""

    @property
    def start(self) -> int:
        """The number of the first table."""
        return 0


def small_game(rules: Rules, tiles: int, device: torch.device) -> SmallGame:
    """Find every table that play can reach from the start."""
    bits = torch.tensor([tables.options_of(rules)], device=device)
    found = tables.begin(1, bits, torch.tensor([tiles], device=device))
    keys, fresh = _keys(found), found
    parts = [found]
    while len(fresh.place):
        after, _ = _reached(fresh, tiles)
        after = Arrays(*(each[~tables.is_over(fresh.place)].flatten(0, 1) for each in after))
        new_keys, first = _unique(_keys(after))
        is_new = ~torch.isin(new_keys, keys) & (new_keys >= 0)
        fresh = Arrays(*(each[first[is_new]] for each in after))
        parts.append(fresh)
        keys = torch.cat([keys, new_keys[is_new]])
    arrays = Arrays(*(torch.cat(each) for each in zip(*parts, strict=True)))
    return _linked(rules, tiles, arrays, keys)


def _reached(arrays: Arrays, tiles: int) -> tuple[Arrays, Tensor]:
    """Return the tables after each end; the place is -1 where an end is impossible."""
    ends = tables.ends_of(arrays, PLAYERS)
    used = 1 + tiles
    place = torch.where(ends.possible[:, :used, None], ends.after.place[:, :used], -1)
    return Arrays(place, ends.after.height[:, :used], ends.after.rules[:, :used]), ends.claims


def _keys(arrays: Arrays) -> Tensor:
    """Write a table of at most 12 used tiles as one number; -1 for an impossible one."""
    place, height = arrays.place.long(), arrays.height.long()
    code = torch.where(place < FIRST_SEAT, place, FIRST_SEAT + (place - FIRST_SEAT) * 12 + height)
    key = torch.zeros_like(code[:, 0])
    for tile in range(12):
        key = key * 26 + code[:, tile]
    return torch.where(place[:, 0] < 0, -1, key)


def _unique(keys: Tensor) -> tuple[Tensor, Tensor]:
    """Return the different keys and the first place of each."""
    unique, inverse = torch.unique(keys, return_inverse=True)
    first = torch.full_like(unique, len(keys))
    places = torch.arange(len(keys), device=keys.device)
    return unique, first.scatter_reduce(0, inverse, places, "amin")


def _linked(rules: Rules, tiles: int, arrays: Arrays, keys: Tensor) -> SmallGame:
    order = keys.argsort()
    in_order = keys[order]
    links, claims = [], []
    weights = 1 << torch.arange(1, tiles + 1, device=keys.device)
    for first in range(0, len(keys), CHUNK):
        part = Arrays(*(each[first : first + CHUNK] for each in arrays))
        after, legal = _reached(part, tiles)
        wanted = _keys(flattened(after))
        at = torch.searchsorted(in_order, wanted).clamp(max=len(keys) - 1)
        # Where a game is over, its ends are not tables of the game.
        known = (wanted >= 0) & (in_order[at] == wanted)
        links.append(torch.where(known, order[at], -1).reshape(len(part.place), -1))
        claims.append((legal[:, :, :tiles] * weights).sum(dim=2))
    over = tables.is_over(arrays.place)
    final = tables.final_chances(arrays.place, PLAYERS)[:, 0].double()
    return SmallGame(
        rules,
        arrays,
        torch.cat(links),
        torch.cat(claims),
        (arrays.place == DOWN).sum(dim=1),
        torch.where(over, final, torch.nan),
    )


Progress = Callable[[str], None]


def solve(game: SmallGame, progress: Progress = lambda _: None) -> Tensor:
    """Return the exact chance of the seat to roll on every table, both playing perfectly."""
    values = torch.where(game.final.isnan(), 0.5, game.final)
    for layer in sorted(set(game.layer.tolist()), reverse=True):
        numbers = ((game.layer == layer) & game.final.isnan()).nonzero()[:, 0]
        rounds, change = 0, 1.0
        while len(numbers) and change > PRECISION:
            fresh = torch.cat(
                [turn_values(game, part, 1 - values) for part in numbers.split(CHUNK)]
            )
            change = float((fresh - values[numbers]).abs().max())
            values[numbers] = fresh
            rounds += 1
        progress(f"{layer} face down: {len(numbers)} tables, {rounds} rounds, {change:.1e}")
    return values


def turn_values(game: SmallGame, numbers: Tensor, after: Tensor) -> Tensor:
    """Solve the turns of some tables; `after` is the roller's chance after them, by table."""
    stops, worth = stakes(game, numbers, after)
    stop, failure = worth.gather(1, stops), worth[:, FAILURE]
    if not worth.is_cuda:
        return _solved_by_numba(stop, failure)
    return turns.solve(stop.T[None].contiguous(), failure[None].contiguous())[0, turns.START_ROW]


def stakes(game: SmallGame, numbers: Tensor, after: Tensor) -> tuple[Tensor, Tensor]:
    """Return the end of stopping, by table and total, and the worth of every end, by table."""
    links = game.next_tables[numbers]
    worth = after[links.clamp(min=0)]
    ends = torch.arange(1, links.shape[1], device=links.device)
    legal = game.claims[numbers][:, :, None] >> ends & 1 > 0
    best = torch.where(legal, worth[:, None, 1:], -torch.inf).max(dim=2)
    return torch.where(best.values > -torch.inf, best.indices + 1, FAILURE), worth


def _solved_by_numba(stop: Tensor, failure: Tensor) -> Tensor:
    """Solve by the compiled kernel of the package, on a processor 40 times as fast as torch."""
    from pickomino.solver.kernels import solve_batch
    from pickomino.solver.shape import BASE
    from pickomino.solver.shape import TOTALS as SHAPE_TOTALS

    given = failure[:, None, None, None].repeat(1, 1, 2, SHAPE_TOTALS)
    given[..., :TOTALS] = stop[:, None, None]
    solved = solve_batch(BASE, given.numpy(), failure[:, None, None].repeat(1, 1, 2).numpy())
    return torch.from_numpy(solved[:, 0])
