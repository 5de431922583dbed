"""The rules with every option and Extrawurm, on many tables at once.

Tables have the layout of `pickomino.evaluation.full_features`. A turn ends without or with a
Bratwurm for ones, and in one of these ways: it fails; it gains one of the 18 tiles (or the Hen that
guards it); or, if the player must choose whom the Raven robs, it gains the Raven's tile together
with a Bratwurm from one of the rivals.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from pickomino.core.extrawurm import START_TILES, SUPPLY, Specialist
from pickomino.core.tiles import EXTRA_TILES, worms
from pickomino.evaluation.features import DOWN, FIRST_SEAT, UP
from pickomino.evaluation.full_features import (
    ALL_TILES,
    BESIDE,
    EXTRAWURM,
    FIRST_HOLDER,
    TRAINED_VALUES,
    FullArrays,
)
from pickomino.solver.shape import TOTALS
from training.games.base_tables import rotate_places, top_tiles

TILE_COUNT = len(ALL_TILES)
EXTRAS = len(EXTRA_TILES)
FAILURE = 0
FIRST_GAIN = 1
FIRST_ROBBERY = FIRST_GAIN + TILE_COUNT
"""The end in which the Raven robs the next rival; the ends for the other rivals follow."""

_BOTHEXTRA, _CLAIM, _EMPTYFLIP, _GOLDEN, _RETURNED, _STEAL, _WEASELBUST = range(len(TRAINED_VALUES))
_TURNED, _GOES_DOWN = 1, 2
_HEN, _RAVEN = Specialist.HEN, Specialist.RAVEN


class ExtrawurmEnds(NamedTuple):
    """Every way in which the turns of many tables can end.

    The index "Bratwurm" is 1 if a Bratwurm was gained for ones in the turn, and 0 if not.
    """

    after: FullArrays
    """The table after each end, indexed by row, Bratwurm and end; the next to roll is seat 0.

    Meaningless where the end is not `possible`.
    """
    possible: Tensor
    """Whether the turn can end this way, indexed by row, Bratwurm and end."""
    robs: Tensor
    """Whether gaining the tile lets the player choose whom the Raven robs.

    Indexed by row, Bratwurm and tile.
    """
    claims: Tensor
    """Whether the tile may be claimed, indexed by row, total and tile."""


def new_tables(options: Tensor, players: int) -> FullArrays:
    """Set up tables with the given options."""
    count, device = len(options), options.device
    place = torch.full((count, TILE_COUNT), UP, dtype=torch.int8, device=device)
    is_played = options[:, EXTRAWURM].bool()[:, None]
    place[:, :EXTRAS] = torch.where(is_played, UP, DOWN).to(torch.int8)
    tiles = torch.tensor([ALL_TILES.index(tile) for tile in START_TILES], device=device)
    return FullArrays(
        place,
        torch.zeros_like(place),
        torch.where(is_played, tiles, BESIDE).to(torch.int8),
        torch.zeros(count, players, dtype=torch.int8, device=device),
        options,
    )


def supply(arrays: FullArrays) -> Tensor:
    """Return how many Bratwurms are left in the supply; 0 without Extrawurm."""
    left = SUPPLY - arrays.bratwurms.sum(dim=-1)
    return torch.where(arrays.options[..., EXTRAWURM].bool(), left, 0)


def enumerate_ends(arrays: FullArrays, players: int) -> ExtrawurmEnds:
    """Return every way in which the turns of many tables can end."""
    rows = len(arrays.place)
    top = top_tiles(arrays, players)
    both = _without_and_with_bratwurm(arrays)
    after, possible, robs = _after_each_end(both, players, top.repeat_interleave(2, dim=0))
    return ExtrawurmEnds(
        FullArrays._make(column.reshape(rows, 2, *column.shape[1:]) for column in after),
        possible.reshape(rows, 2, -1),
        robs.reshape(rows, 2, -1),
        _claims(arrays, _stealable(top)),
    )


def _without_and_with_bratwurm(arrays: FullArrays) -> FullArrays:
    """Return each table twice, the second time with a Bratwurm for ones if the supply has one."""
    twice = FullArrays._make(column.repeat_interleave(2, dim=0) for column in arrays)
    twice.bratwurms[1::2, 0] += (supply(arrays) > 0).to(torch.int8)
    return twice


def _stealable(top: Tensor) -> Tensor:
    """Return which tiles can be stolen: a rival's top tile, unless it is 11 or 13.

    The result is indexed by row and tile.
    """
    stealable = top[:, 1:].any(dim=1)
    stealable[:, :EXTRAS] = False
    return stealable


def _claims(arrays: FullArrays, stealable: Tensor) -> Tensor:
    """Return whether the tile may be claimed, indexed by row, total and tile."""
    place, options = arrays.place, arrays.options
    device = place.device
    totals = torch.arange(TOTALS, device=device)[:, None]
    tiles = torch.tensor(ALL_TILES, device=device)
    is_extra = torch.arange(TILE_COUNT, device=device) < EXTRAS
    grill = place == UP
    exact = totals == tiles
    within = grill[:, None, :] & (tiles <= totals) & ~is_extra
    best = torch.where(within, tiles, 0).amax(dim=2, keepdim=True)
    is_any = options[:, _CLAIM].bool()[:, None, None]
    take = torch.where(is_any, within, within & (tiles == best))
    steal = exact & stealable[:, None, :]
    is_forced = ~options[:, _STEAL].bool()[:, None, None]
    has_extra = (place[:, :EXTRAS] == FIRST_SEAT).any(dim=1)
    extra_allowed = options[:, _BOTHEXTRA].bool() | ~has_extra
    extra = exact & is_extra & (grill & extra_allowed[:, None])[:, None, :]
    return extra | steal | (take & ~(is_forced & steal.any(dim=2, keepdim=True)))


def _after_each_end(
    arrays: FullArrays, players: int, top: Tensor
) -> tuple[FullArrays, Tensor, Tensor]:
    """Return the table after every end, which ends are possible, and which tiles lead to a robbery.

    `top` comes from `top_tiles`.
    """
    grill, stealable = arrays.place == UP, _stealable(top)
    gained = _after_gains(arrays, players, top)
    raven = arrays.specialists[:, _RAVEN].long()
    on_tile = raven < TILE_COUNT
    rivals = arrays.bratwurms[:, 1:] > 0
    is_empty = on_tile & (supply(arrays) == 0)
    robbed = _after_robberies(gained, raven.clamp(max=TILE_COUNT - 1), players)
    failed = _after_failure(arrays, top[:, 0])
    ends = FullArrays._make(
        torch.cat([fail[:, None], gain, rob], dim=1)
        for fail, gain, rob in zip(failed, gained, robbed, strict=True)
    )
    tiles = torch.arange(TILE_COUNT, device=grill.device)
    robs = (is_empty & rivals.any(dim=1))[:, None] & (tiles == raven[:, None])
    possible = torch.cat(
        [
            torch.ones_like(grill[:, :1]),
            (grill & ~robs) | stealable,
            is_empty[:, None] & rivals,
        ],
        dim=1,
    )
    return _rotate_seats(_place_specialists(ends), players), possible, robs


def _after_gains(arrays: FullArrays, players: int, top: Tensor) -> FullArrays:
    """Return the tables after each tile has been gained, before specialists are placed."""
    device = arrays.place.device
    every = FullArrays._make(column[:, None].repeat(1, TILE_COUNT, 1) for column in arrays)
    diagonal = torch.arange(TILE_COUNT, device=device)
    specialists = arrays.specialists
    seats = torch.arange(players, device=device)
    is_top = top[:, :, EXTRAS:].any(dim=2)
    has_hen = specialists[:, _HEN, None] == FIRST_HOLDER + seats
    guarded = (top[:, 1:] & (has_hen & is_top)[:, 1:, None]).any(dim=1)
    size = (arrays.place == FIRST_SEAT).sum(dim=1, dtype=torch.int8)[:, None]
    every.place[:, diagonal, diagonal] = torch.where(
        guarded, arrays.place, torch.full_like(arrays.place, FIRST_SEAT)
    )
    every.height[:, diagonal, diagonal] = torch.where(guarded, arrays.height, size)
    # Specialists that are gained: the one on the tile, the robbed player's, or the Hen.
    owner = torch.where(arrays.place > FIRST_SEAT, arrays.place - FIRST_SEAT + FIRST_HOLDER, -1)
    source = torch.where(arrays.place == UP, diagonal, owner)
    comes = specialists[:, None, :] == source[:, :, None]
    is_raven = torch.arange(len(Specialist), device=device) == _RAVEN
    gains = (comes & ~is_raven).any(dim=2, keepdim=True)
    leaves = every.specialists == FIRST_HOLDER
    moved = torch.where(leaves & gains, BESIDE, every.specialists)
    moved = torch.where(comes, torch.where(is_raven, BESIDE, FIRST_HOLDER), moved)
    by_raven = comes[:, :, _RAVEN] & (supply(arrays) > 0)[:, None]
    bratwurms = every.bratwurms
    bratwurms[:, :, 0] += by_raven.to(torch.int8)
    return every._replace(specialists=moved.to(torch.int8), bratwurms=bratwurms)


def _after_robberies(gained: FullArrays, tile: Tensor, players: int) -> FullArrays:
    """Return for each rival the table after the Raven's tile and its Bratwurm are gained."""
    rows = torch.arange(len(tile), device=tile.device)
    robbed = FullArrays._make(
        column[rows, tile][:, None].repeat(1, players - 1, 1) for column in gained
    )
    rivals = torch.arange(players - 1, device=tile.device)
    robbed.bratwurms[:, rivals, rivals + 1] -= 1
    robbed.bratwurms[:, :, 0] += 1
    return robbed


def _after_failure(arrays: FullArrays, top: Tensor) -> FullArrays:
    """Return the tables after a failure, before specialists are placed.

    `top` is the roller's top tile.
    """
    place, height, specialists, bratwurms, options = arrays
    returns = top.clone()
    returns[:, :EXTRAS] = False
    has_top = returns.any(dim=1)
    guarded = has_top & (specialists[:, _HEN] == FIRST_HOLDER)
    goes_down = (options[:, _RETURNED] == _GOES_DOWN)[:, None]
    returned = torch.where(returns, torch.where(goes_down, DOWN, UP), place)
    ranks = torch.arange(1, TILE_COUNT + 1, device=place.device)
    up = returned == UP
    highest = (up * ranks).amax(dim=1)
    has_higher = highest > (returns * ranks).amax(dim=1)
    is_flip = torch.where(
        has_top, has_higher | (options[:, _RETURNED] == _TURNED), options[:, _EMPTYFLIP].bool()
    )
    flips = up & (ranks == highest[:, None]) & is_flip[:, None]
    kept = guarded[:, None]
    return FullArrays(
        torch.where(kept, place, torch.where(flips, DOWN, returned)).to(torch.int8),
        torch.where(~kept & returns, 0, height).to(torch.int8),
        torch.where(specialists == FIRST_HOLDER, BESIDE, specialists).to(torch.int8),
        bratwurms,
        options,
    )


def _place_specialists(arrays: FullArrays) -> FullArrays:
    """Put every specialist without a place, in order, on the lowest free face-up tile."""
    up = arrays.place == UP
    places = arrays.specialists
    on_grill = (places < TILE_COUNT) & torch.gather(up, -1, places.long().clamp(max=TILE_COUNT - 1))
    tiles = torch.arange(TILE_COUNT, device=up.device)
    is_unplaced = ((places <= BESIDE) & ~on_grill) & arrays.options[..., EXTRAWURM:].bool()
    taken = torch.zeros_like(up)
    for number in range(len(Specialist)):
        here = places[..., number, None] == tiles
        taken |= here & on_grill[..., number, None]
    free = up & ~taken
    order = free.cumsum(dim=-1)
    turn = is_unplaced.cumsum(dim=-1)
    placed: list[Tensor] = []
    for number in range(len(Specialist)):
        mine = free & (order == turn[..., number, None])
        tile = torch.where(mine.any(dim=-1), mine.to(torch.int8).argmax(dim=-1), BESIDE)
        placed.append(torch.where(is_unplaced[..., number], tile, places[..., number]))
    return arrays._replace(specialists=torch.stack(placed, dim=-1).to(torch.int8))


def _rotate_seats(arrays: FullArrays, players: int) -> FullArrays:
    """Renumber the seats so that the next one to roll is seat 0."""
    place, height, specialists, bratwurms, options = arrays
    return FullArrays(
        rotate_places(place, FIRST_SEAT, players),
        height,
        rotate_places(specialists, FIRST_HOLDER, players),
        bratwurms.roll(-1, dims=-1),
        options,
    )


def is_over(arrays: FullArrays) -> Tensor:
    """Return which tables have no tile face up on the grill."""
    return ~(arrays.place == UP).any(dim=-1)


def final_chances(arrays: FullArrays, players: int) -> Tensor:
    """Return each seat's share of the win if the game ended now: by worms, then by highest tile."""
    place = arrays.place
    counts = torch.tensor([worms(tile) for tile in ALL_TILES], device=place.device)
    ranks = torch.arange(1, TILE_COUNT + 1, device=place.device)
    stacks = [place == FIRST_SEAT + seat for seat in range(players)]
    scores = [
        100 * ((own * counts).sum(dim=-1) + arrays.bratwurms[..., seat])
        + (own * ranks).amax(dim=-1)
        for seat, own in enumerate(stacks)
    ]
    by_seat = torch.stack(scores, dim=-1)
    wins = (by_seat == by_seat.amax(dim=-1, keepdim=True)).float()
    return wins / wins.sum(dim=-1, keepdim=True)


def select_end(arrays: FullArrays, ends: Tensor) -> FullArrays:
    """Return, for each row, the table after the given end.

    Ends with a Bratwurm for ones are numbered after the ends without one.
    """
    rows = torch.arange(len(ends), device=ends.device)
    return FullArrays._make(column.flatten(1, 2)[rows, ends] for column in arrays)
