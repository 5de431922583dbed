"""The rules on many tables at once: how turns can end, and who has won.

Tables have the layout of `pickomino.evaluation.features`. A turn ends without or with a Bratwurm
for ones, and in one of these ways: it fails; it gains one of the 18 tiles (or the Hen that guards
it); or, if the player must choose whom the Raven robs, it gains the Raven's tile together with a
Bratwurm from one of the rivals.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from pickomino.core.extrawurm import START_TILES, SUPPLY, Specialist
from pickomino.core.rules import MIN_PLAYERS
from pickomino.core.tiles import EXTRA_TILES, TILES, worms
from pickomino.evaluation.features import (
    ALL_TILES,
    BESIDE,
    DOWN,
    EXTRAWURM,
    FIRST_HOLDER,
    FIRST_SEAT,
    TRAINED_VALUES,
    UP,
    TableArrays,
)
from pickomino.solver.shape import TOTALS

TILE_COUNT = len(ALL_TILES)
EXTRAS = len(EXTRA_TILES)
FAILURE = 0
FIRST_GAIN = 1
FIRST_ROBBERY = FIRST_GAIN + TILE_COUNT
"""The end in which the Raven robs the next rival; the ends for the other rivals follow."""

_BOTHEXTRA, _CLAIM, _EMPTYFLIP, _GOLDEN, _RETURNED, _STEAL, _WEASELBUST = range(len(TRAINED_VALUES))
_TURNED, _GOES_DOWN = 1, 2
_HEN, _RAVEN = int(Specialist.HEN), int(Specialist.RAVEN)


class Claims(NamedTuple):
    """What a player may claim at the end of a turn.

    The index "Bratwurm" is 1 if a Bratwurm was gained for ones in the turn, and 0 if not.
    """

    legal: Tensor
    """Whether the tile may be claimed, indexed by row, total and tile."""
    robs: Tensor
    """Whether gaining the tile lets the player choose whom the Raven robs.

    Indexed by row, Bratwurm and tile.
    """
    victims: Tensor
    """Whether the Raven can rob the rival, indexed by row, Bratwurm and rival."""


class TurnEnds(NamedTuple):
    """Every way in which the turns of many tables can end."""

    after: TableArrays
    """The table after each end, indexed by row, Bratwurm and end; the next to roll is seat 0.

    Meaningless where the end is not `possible`.
    """
    possible: Tensor
    """Whether the turn can end this way, indexed by row, Bratwurm and end.

    If the supply has no Bratwurm, only the ends without one are possible.
    """
    claims: Claims


def new_tables(options: Tensor, players: int, tiles: Tensor | None = None) -> TableArrays:
    """Set up tables with the given options.

    `tiles` is how many of the lowest tiles from 21 on each table uses (default: all).
    """
    count, device = len(options), options.device
    ranks = torch.arange(1 - EXTRAS, 1 + len(TILES), device=device).expand(count, -1)
    is_used = ranks <= (len(TILES) if tiles is None else tiles[:, None])
    is_played = options[:, EXTRAWURM:].bool()
    place = torch.where(is_used & (is_played | (ranks > 0)), UP, DOWN).to(torch.int8)
    starts = torch.tensor([ALL_TILES.index(tile) for tile in START_TILES], device=device)
    return _place_specialists(
        TableArrays(
            place,
            torch.zeros_like(place),
            torch.where(is_played, starts, BESIDE).to(torch.int8),
            torch.zeros(count, players, dtype=torch.int8, device=device),
            options,
        )
    )


def top_tiles(arrays: TableArrays, players: int) -> Tensor:
    """Return whether the tile is on top of the seat's stack, indexed by row, seat and tile."""
    seats = torch.arange(FIRST_SEAT, FIRST_SEAT + players, device=arrays.place.device)
    own = arrays.place[:, None, :] == seats[:, None]
    highest = torch.where(own, arrays.height[:, None, :], -1).amax(dim=2, keepdim=True)
    return own & (arrays.height[:, None, :] == highest)


def supply(arrays: TableArrays) -> Tensor:
    """Return how many Bratwurms are left in the supply; 0 without Extrawurm."""
    left = SUPPLY - arrays.bratwurms.sum(dim=-1)
    return torch.where(arrays.options[..., EXTRAWURM].bool(), left, 0)


def enumerate_ends(arrays: TableArrays, players: int) -> TurnEnds:
    """Return every way in which the turns of many tables can end."""
    top, claims = top_tiles(arrays, players), find_claims(arrays, players)
    both = _without_and_with_bratwurm(arrays)
    after = _after_each_end(both, players, top.repeat_interleave(2, dim=0))
    is_gain = (arrays.place == UP)[:, None] & ~claims.robs | _stealable(top)[:, None]
    possible = torch.cat([torch.ones_like(is_gain[..., :1]), is_gain, claims.victims], dim=2)
    possible[:, 1] &= (supply(arrays) > 0)[:, None]
    shaped = (column.reshape(-1, 2, *column.shape[1:]) for column in after)
    return TurnEnds(TableArrays._make(shaped), possible, claims)


def find_claims(arrays: TableArrays, players: int) -> Claims:
    """Return what a player may claim on each table."""
    left = supply(_without_and_with_bratwurm(arrays)).reshape(-1, 2)
    raven = arrays.specialists[:, _RAVEN, None]
    is_open = ((left == 0) & (raven < TILE_COUNT))[..., None]
    victims = is_open & (arrays.bratwurms[:, None, 1:] > 0)
    tiles = torch.arange(TILE_COUNT, device=left.device)
    robs = victims.any(dim=2, keepdim=True) & (tiles == raven)[:, None]
    return Claims(_legal_claims(arrays, top_tiles(arrays, players)), robs, victims)


def _without_and_with_bratwurm(arrays: TableArrays) -> TableArrays:
    """Return each table twice, the second time with a Bratwurm for ones if the supply has one."""
    twice = TableArrays._make(column.repeat_interleave(2, dim=0) for column in arrays)
    twice.bratwurms[1::2, 0] += (supply(arrays) > 0).to(torch.int8)
    return twice


def _stealable(top: Tensor) -> Tensor:
    """Return which tiles can be stolen: a rival's top tile, unless it is 11 or 13.

    The result is indexed by row and tile.
    """
    stealable = top[:, 1:].any(dim=1)
    stealable[:, :EXTRAS] = False
    return stealable


def _legal_claims(arrays: TableArrays, top: Tensor) -> Tensor:
    """Return whether the tile may be claimed, indexed by row, total and tile.

    `top` comes from `top_tiles`.
    """
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
    steal = exact & _stealable(top)[:, None, :]
    is_forced = ~options[:, _STEAL].bool()[:, None, None]
    has_extra = (place[:, :EXTRAS] == FIRST_SEAT).any(dim=1)
    extra_allowed = options[:, _BOTHEXTRA].bool() | ~has_extra
    extra = exact & is_extra & (grill & extra_allowed[:, None])[:, None, :]
    return extra | steal | (take & ~(is_forced & steal.any(dim=2, keepdim=True)))


def _after_each_end(arrays: TableArrays, players: int, top: Tensor) -> TableArrays:
    """Return the table after every end; `top` comes from `top_tiles`."""
    gained = _after_gains(arrays, players, top)
    raven = arrays.specialists[:, _RAVEN].long()
    robbed = _after_robberies(gained, raven.clamp(max=TILE_COUNT - 1), players)
    failed = _after_failure(arrays, top[:, 0])
    ends = TableArrays._make(
        torch.cat([fail[:, None], gain, rob], dim=1)
        for fail, gain, rob in zip(failed, gained, robbed, strict=True)
    )
    return _rotate_seats(_place_specialists(ends), players)


def _after_gains(arrays: TableArrays, players: int, top: Tensor) -> TableArrays:
    """Return the tables after each tile has been gained, before specialists are placed."""
    device = arrays.place.device
    every = TableArrays._make(column[:, None].repeat(1, TILE_COUNT, 1) for column in arrays)
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


def _after_robberies(gained: TableArrays, tile: Tensor, players: int) -> TableArrays:
    """Return for each rival the table after the Raven's tile and its Bratwurm are gained."""
    rows = torch.arange(len(tile), device=tile.device)
    robbed = TableArrays._make(
        column[rows, tile][:, None].repeat(1, players - 1, 1) for column in gained
    )
    rivals = torch.arange(players - 1, device=tile.device)
    robbed.bratwurms[:, rivals, rivals + 1] -= 1
    robbed.bratwurms[:, :, 0] += 1
    return robbed


def _after_failure(arrays: TableArrays, top: Tensor) -> TableArrays:
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
    return TableArrays(
        torch.where(kept, place, torch.where(flips, DOWN, returned)).to(torch.int8),
        torch.where(~kept & returns, 0, height).to(torch.int8),
        torch.where(specialists == FIRST_HOLDER, BESIDE, specialists).to(torch.int8),
        bratwurms,
        options,
    )


def _place_specialists(arrays: TableArrays) -> TableArrays:
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
    placed: list[Tensor] = []
    for number in range(len(Specialist)):
        is_unplaced_here = is_unplaced[..., number]
        lowest = torch.where(free.any(dim=-1), free.to(torch.int8).argmax(dim=-1), BESIDE)
        placed.append(torch.where(is_unplaced_here, lowest, places[..., number]))
        free = free & ~(is_unplaced_here[..., None] & (lowest[..., None] == tiles))
    return arrays._replace(specialists=torch.stack(placed, dim=-1).to(torch.int8))


def _rotate_seats(arrays: TableArrays, players: int) -> TableArrays:
    """Renumber the seats so that the next one to roll is seat 0."""
    place, height, specialists, bratwurms, options = arrays
    return TableArrays(
        _rotate_places(place, FIRST_SEAT, players),
        height,
        _rotate_places(specialists, FIRST_HOLDER, players),
        bratwurms.roll(-1, dims=-1),
        options,
    )


def _rotate_places(places: Tensor, first: int, players: int) -> Tensor:
    """Renumber the seats so that the next one to roll is first; `first` is the lowest number."""
    rotated = (places - first + players - 1) % players + first
    return torch.where(places < first, places, rotated).to(torch.int8)


def take_raven_tile(arrays: TableArrays, players: int, tile: Tensor) -> TableArrays:
    """Return the tables on which the Raven's tile is taken, and the Raven is to rob a player."""
    rows = torch.arange(len(tile), device=tile.device)
    gained = _after_gains(arrays, players, top_tiles(arrays, players))
    return TableArrays._make(column[rows, tile] for column in gained)


def rob(arrays: TableArrays, players: int, rival: Tensor) -> TableArrays:
    """Return the tables after the Raven robs a rival, which ends the turn that took its tile."""
    rows = torch.arange(len(rival), device=rival.device)
    bratwurms = arrays.bratwurms.clone()
    bratwurms[rows, rival] -= 1
    bratwurms[:, 0] += 1
    return _rotate_seats(_place_specialists(arrays._replace(bratwurms=bratwurms)), players)


def is_over(arrays: TableArrays) -> Tensor:
    """Return which tables have no tile face up on the grill."""
    return ~(arrays.place == UP).any(dim=-1)


def is_endless(arrays: TableArrays, players: int) -> Tensor:
    """Return the tables of two players on which rational players need not end the game.

    Only tile 11 or 13 is left, and a player who has the other one may not take it.
    """
    is_forbidden = ~arrays.options[:, _BOTHEXTRA].bool() & arrays.options[:, EXTRAWURM].bool()
    has_others = (arrays.place[:, EXTRAS:] == UP).any(dim=1)
    return is_forbidden & ~has_others & ~is_over(arrays) & (players == MIN_PLAYERS)


def final_chances(arrays: TableArrays, players: int) -> Tensor:
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


def select_end(arrays: TableArrays, ends: Tensor) -> TableArrays:
    """Return, for each row, the table after the given end.

    Ends with a Bratwurm for ones are numbered after the ends without one.
    """
    rows = torch.arange(len(ends), device=ends.device)
    return TableArrays._make(column.flatten(1, 2)[rows, ends] for column in arrays)
