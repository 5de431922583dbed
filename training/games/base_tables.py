"""The rules of the base game on many tables at once: how turns can end, and who has won.

Tables have the layout of `pickomino.evaluation.features`: the seat to roll is seat 0. A turn ends
in one of 17 ways: it fails, or it gains one of the 16 tiles (by taking or stealing it, depending on
where that tile lies).
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from pickomino.core.rules import OPTIONS, Rules
from pickomino.core.tiles import TILES, worms
from pickomino.evaluation.features import DOWN, FIRST_SEAT, TRAINED_VALUES, UP, BaseArrays
from pickomino.evaluation.full_features import FullArrays

TILE_COUNT = len(TILES)
LOWEST = TILES[0]
FAILURE = 0
END_COUNT = 1 + TILE_COUNT
TOTALS = 41
"""The number of totals: from 0 to 40, the most that eight dice can show."""
ANY, OPTIONAL, RETURNED, EMPTYFLIP = range(4)
_TURNED, _DOWN = 1, 2


def option_indices(rules: Rules) -> tuple[float, ...]:
    """Return the options of the base game, each as the index of its value.

    `OPTIONS` lists the values that networks were trained with first, so their indices equal the
    bits in the features.
    """
    return tuple(float(OPTIONS[option].index(getattr(rules, option))) for option in TRAINED_VALUES)


class BaseEnds(NamedTuple):
    """Every way in which the turns of many tables can end."""

    after: BaseArrays
    """The table after each end, indexed by row and end; the next seat to roll is seat 0.

    Meaningless where the end is not `possible`.
    """
    possible: Tensor
    """Whether the turn can end this way, indexed by row and end."""
    claims: Tensor
    """Whether the tile may be claimed, indexed by row, total and tile."""


def new_tables(options: Tensor, tiles: Tensor) -> BaseArrays:
    """Set up tables with the given options; each table uses only its `tiles` lowest tiles."""
    device = options.device
    ranks = torch.arange(TILE_COUNT, device=device)
    place = torch.where(ranks < tiles[:, None], UP, DOWN).to(torch.int8)
    height = torch.zeros(len(options), TILE_COUNT, dtype=torch.int8, device=device)
    return BaseArrays(place, height, options)


def top_tiles(arrays: BaseArrays | FullArrays, players: int) -> Tensor:
    """Return whether the tile is on top of the seat's stack, indexed by row, seat and tile."""
    seats = torch.arange(FIRST_SEAT, FIRST_SEAT + players, device=arrays.place.device)
    own = arrays.place[:, None, :] == seats[:, None]
    highest = torch.where(own, arrays.height[:, None, :], -1).amax(dim=2, keepdim=True)
    return own & (arrays.height[:, None, :] == highest)


def enumerate_ends(arrays: BaseArrays, players: int) -> BaseEnds:
    """Return every way in which the turns of many tables can end."""
    top = top_tiles(arrays, players)
    grill = arrays.place == UP
    stealable = top[:, 1:].any(dim=1)
    after = _after_each_end(arrays, players, top[:, 0])
    possible = torch.cat([torch.ones_like(grill[:, :1]), grill | stealable], dim=1)
    return BaseEnds(after, possible, legal_claims(arrays, top, range(TOTALS)))


def legal_claims(arrays: BaseArrays, top: Tensor, totals: range) -> Tensor:
    """Return whether the tile may be claimed, indexed by row, total and tile.

    `top` comes from `top_tiles`.
    """
    grill, stealable = arrays.place == UP, top[:, 1:].any(dim=1)
    device = grill.device
    tiles = torch.arange(LOWEST, LOWEST + grill.shape[1], dtype=torch.int8, device=device)
    total = torch.arange(totals.start, totals.stop, dtype=torch.int8, device=device)[:, None]
    exact = total == tiles
    within = grill[:, None, :] & (tiles <= total)
    best = torch.where(within, tiles, 0).amax(dim=2, keepdim=True)
    is_any = arrays.rules[:, ANY].bool()[:, None, None]
    take = torch.where(is_any, within, within & (tiles == best))
    steal = exact & stealable[:, None, :]
    is_forced = ~arrays.rules[:, OPTIONAL].bool()[:, None, None]
    return steal | (take & ~(is_forced & steal.any(dim=2, keepdim=True)))


def _after_each_end(arrays: BaseArrays, players: int, top: Tensor) -> BaseArrays:
    place, height, rules = arrays
    rows = len(place)
    gained_place = place[:, None, :].repeat(1, TILE_COUNT, 1)
    gained_height = height[:, None, :].repeat(1, TILE_COUNT, 1)
    size = (place == FIRST_SEAT).sum(dim=1, dtype=torch.int8)
    diagonal = torch.arange(TILE_COUNT, device=place.device)
    gained_place[:, diagonal, diagonal] = FIRST_SEAT
    gained_height[:, diagonal, diagonal] = size[:, None]
    failed_place, failed_height = _after_failure(arrays, top)
    after_place = torch.cat([failed_place[:, None], gained_place], dim=1)
    after_height = torch.cat([failed_height[:, None], gained_height], dim=1)
    rotated = rotate_places(after_place, FIRST_SEAT, players)
    return BaseArrays(rotated, after_height, rules[:, None].expand(rows, END_COUNT, -1))


def rotate_places(places: Tensor, first: int, players: int) -> Tensor:
    """Renumber the seats so that the next one to roll is first; `first` is the lowest number."""
    rotated = (places - first + players - 1) % players + first
    return torch.where(places < first, places, rotated).to(torch.int8)


def _after_failure(arrays: BaseArrays, top: Tensor) -> tuple[Tensor, Tensor]:
    """Return the tiles' places and heights after a failure; `top` is the roller's top tile."""
    place, height, rules = arrays
    goes_down = (rules[:, RETURNED] == _DOWN)[:, None]
    returned = torch.where(top, torch.where(goes_down, DOWN, UP), place)
    has_top = top.any(dim=1)
    ranks = torch.arange(1, TILE_COUNT + 1, device=place.device)
    up = returned == UP
    highest = (up * ranks).amax(dim=1)
    has_higher = highest > (top * ranks).amax(dim=1)
    flips = torch.where(
        has_top, has_higher | (rules[:, RETURNED] == _TURNED), rules[:, EMPTYFLIP].bool()
    )
    is_flipped = up & (ranks == highest[:, None]) & flips[:, None]
    flipped = torch.where(is_flipped, DOWN, returned)
    return flipped.to(torch.int8), torch.where(top, 0, height).to(torch.int8)


def is_over(place: Tensor) -> Tensor:
    """Return which tables have no tile face up on the grill."""
    return ~(place == UP).any(dim=-1)


def final_chances(place: Tensor, players: int) -> Tensor:
    """Return each seat's share of the win if the game ended now: by worms, then by highest tile."""
    device = place.device
    counts = torch.tensor([worms(tile) for tile in TILES], device=device)
    ranks = torch.arange(1, TILE_COUNT + 1, device=device)
    stacks = [place == FIRST_SEAT + seat for seat in range(players)]
    scores = [100 * (own * counts).sum(dim=-1) + (own * ranks).amax(dim=-1) for own in stacks]
    by_seat = torch.stack(scores, dim=-1)
    wins = (by_seat == by_seat.amax(dim=-1, keepdim=True)).float()
    return wins / wins.sum(dim=-1, keepdim=True)


def select_end(arrays: BaseArrays, ends: Tensor) -> BaseArrays:
    """Return, for each row, the table after the given end."""
    rows = torch.arange(len(ends), device=ends.device)
    return BaseArrays._make(column[rows, ends] for column in arrays)
