"""The rules on many tables at once: what a turn may end in, and what is over.

A table is held as in `pickomino.evaluation.features`: the seat to roll is seat 0. A turn ends in
one of 17 ways, the failure or the gain of one of the 16 tiles (which is a take or a steal,
depending on where that tile lies).
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from pickomino.core.rules import OPTIONS, PRESETS, Rules
from pickomino.core.tiles import TILES, worms
from pickomino.evaluation.features import DOWN, FIRST_SEAT, KNOWN, UP, Arrays
from pickomino.evaluation.full_features import FullArrays

TILE_COUNT = len(TILES)
LOWEST = TILES[0]
FAILURE = 0
ENDS = 1 + TILE_COUNT
TOTALS = 41
"""Eight dice show at most 40."""
ANY, OPTIONAL, RETURNED, EMPTYFLIP = range(4)
_TURNED, _DOWN = 1, 2


def options_of(rules: Rules) -> tuple[float, ...]:
    """Return the options of the base game, each as the place of its value.

    The values that networks know come first, so for them these are the features' bits.
    """
    return tuple(float(OPTIONS[option].index(getattr(rules, option))) for option in KNOWN)


PRESET_BITS = tuple(options_of(Rules.preset(name)) for name in PRESETS if name != "mini")


class Ends(NamedTuple):
    """What the turns of many tables can come to."""

    after: Arrays
    """Tables by row and end, the next seat to roll being seat 0; nonsense where not `possible`."""
    possible: Tensor
    claims: Tensor
    """By row and total, which tiles may be claimed."""


def begin(count: int, bits: Tensor, tiles: Tensor) -> Arrays:
    """Lay out tables: `bits` the options of each, `tiles` how many of its lowest tiles are used."""
    device = bits.device
    ranks = torch.arange(TILE_COUNT, device=device)
    place = torch.where(ranks < tiles[:, None], UP, DOWN).to(torch.int8)
    return Arrays(place, torch.zeros(count, TILE_COUNT, dtype=torch.int8, device=device), bits)


def tops(arrays: Arrays | FullArrays, players: int) -> Tensor:
    """Return by row, seat and tile whether the tile is on top of the seat's stack."""
    seats = torch.arange(FIRST_SEAT, FIRST_SEAT + players, device=arrays.place.device)
    own = arrays.place[:, None, :] == seats[:, None]
    highest = torch.where(own, arrays.height[:, None, :], -1).amax(dim=2, keepdim=True)
    return own & (arrays.height[:, None, :] == highest)


def ends_of(arrays: Arrays, players: int) -> Ends:
    """Return every way in which the turns of many tables may end."""
    top = tops(arrays, players)
    grill = arrays.place == UP
    stealable = top[:, 1:].any(dim=1)
    after = _after(arrays, players, top[:, 0])
    possible = torch.cat([torch.ones_like(grill[:, :1]), grill | stealable], dim=1)
    return Ends(after, possible, claims_of(arrays, top, range(TOTALS)))


def claims_of(arrays: Arrays, top: Tensor, totals: range) -> Tensor:
    """Return by row, total and tile what may be claimed; `top` as `tops` gives it."""
    grill, stealable = arrays.place == UP, top[:, 1:].any(dim=1)
    small = {"dtype": torch.int8, "device": grill.device}
    tiles = torch.arange(LOWEST, LOWEST + grill.shape[1], **small)
    reached = torch.arange(totals.start, totals.stop, **small)[:, None]
    exact = reached == tiles
    within = grill[:, None, :] & (tiles <= reached)
    best = torch.where(within, tiles, 0).amax(dim=2, keepdim=True)
    is_any = arrays.rules[:, ANY].bool()[:, None, None]
    take = torch.where(is_any, within, within & (tiles == best))
    steal = exact & stealable[:, None, :]
    is_forced = ~arrays.rules[:, OPTIONAL].bool()[:, None, None]
    return steal | (take & ~(is_forced & steal.any(dim=2, keepdim=True)))


def _after(arrays: Arrays, players: int, top: Tensor) -> Arrays:
    place, height, rules = arrays
    rows = len(place)
    gained_place = place[:, None, :].repeat(1, TILE_COUNT, 1)
    gained_height = height[:, None, :].repeat(1, TILE_COUNT, 1)
    size = (place == FIRST_SEAT).sum(dim=1, dtype=torch.int8)
    diagonal = torch.arange(TILE_COUNT, device=place.device)
    gained_place[:, diagonal, diagonal] = FIRST_SEAT
    gained_height[:, diagonal, diagonal] = size[:, None]
    failed_place, failed_height = _failed(arrays, top)
    after_place = torch.cat([failed_place[:, None], gained_place], dim=1)
    after_height = torch.cat([failed_height[:, None], gained_height], dim=1)
    turned = torch.where(
        after_place < FIRST_SEAT,
        after_place,
        (after_place - FIRST_SEAT + players - 1) % players + FIRST_SEAT,
    ).to(torch.int8)
    return Arrays(turned, after_height, rules[:, None].expand(rows, ENDS, -1))


def _failed(arrays: Arrays, top: Tensor) -> tuple[Tensor, Tensor]:
    place, height, rules = arrays
    goes_down = (rules[:, RETURNED] == _DOWN)[:, None]
    returned = torch.where(top, torch.where(goes_down, DOWN, UP), place)
    has_top = top.any(dim=1)
    ranks = torch.arange(1, TILE_COUNT + 1, device=place.device)
    up = returned == UP
    highest = (up * ranks).amax(dim=1)
    has_higher = highest > (top * ranks).amax(dim=1)
    turns = torch.where(
        has_top, has_higher | (rules[:, RETURNED] == _TURNED), rules[:, EMPTYFLIP].bool()
    )
    is_turned = up & (ranks == highest[:, None]) & turns[:, None]
    flipped = torch.where(is_turned, DOWN, returned)
    return flipped.to(torch.int8), torch.where(top, 0, height).to(torch.int8)


def is_over(place: Tensor) -> Tensor:
    """Return which tables have no tile face up on the grill."""
    return ~(place == UP).any(dim=-1)


def final_chances(place: Tensor, players: int) -> Tensor:
    """Return each seat's share of the win, as the tables stand: worms, then the highest tile."""
    device = place.device
    counts = torch.tensor([worms(tile) for tile in TILES], device=device)
    ranks = torch.arange(1, TILE_COUNT + 1, device=device)
    own = [place == FIRST_SEAT + seat for seat in range(players)]
    worth = [100 * (mine * counts).sum(dim=-1) + (mine * ranks).amax(dim=-1) for mine in own]
    by_seat = torch.stack(worth, dim=-1)
    wins = (by_seat == by_seat.amax(dim=-1, keepdim=True)).float()
    return wins / wins.sum(dim=-1, keepdim=True)


def picked(arrays: Arrays, ends: Tensor) -> Arrays:
    """Take one end of each row."""
    rows = torch.arange(len(ends), device=ends.device)
    return Arrays(*(each[rows, ends] for each in arrays))
