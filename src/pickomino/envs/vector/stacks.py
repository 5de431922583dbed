"""Compiled functions on the grill and stacks of one game, including the tiles 11 and 13."""

from __future__ import annotations

from typing import Final, NamedTuple

from pickomino.envs.vector.layout import (
    BENEATH_AT,
    BRATWURMS_AT,
    EXTRAS,
    EXTRAS_DOWN_AT,
    EXTRAS_UP,
    OWNER_AT,
    RETURNED_DOWN,
    RETURNED_TURNED,
    UPON_AT,
)
from pickomino.solver.compiling import compiled, inlined


class PackedRules(NamedTuple):
    """The rules of all games: options as bits, number of players, turn limit (0 for no limit)."""

    options: int
    players: int
    turn_limit: int


class PackedTable(NamedTuple):
    """Grill and stacks of one Extrawurm game, as in `GameArrays`."""

    face_up: int
    face_down: int
    below: int
    tops: int
    shown: int
    extra_tiles: int
    specialists: int


class PackedBaseTable(NamedTuple):
    """Grill and stacks of one base game.

    Functions are annotated with PackedTable and accept either. Comparisons of `len(table)` are
    evaluated at compile time, provided that the variable is never assigned another table.
    """

    face_up: int
    face_down: int
    below: int
    tops: int
    shown: int


class PackedTurn(NamedTuple):
    """The turn of one game, as in `GameArrays`."""

    number: int
    seat: int
    phase: int
    set_aside: int
    points: int
    dice_left: int
    rolled: int
    mask: int


BASE: Final = len(PackedBaseTable._fields)


@inlined
def with_tiles(  # noqa: PLR0913, PLR0917 - kernels take many arguments
    table: PackedTable, face_up: int, face_down: int, below: int, tops: int, shown: int
) -> PackedTable:
    """Return the table with its grill and stacks replaced, but with 11 and 13 unchanged."""
    if len(table) == BASE:
        return PackedBaseTable(face_up, face_down, below, tops, shown)  # pyright: ignore[reportReturnType] - see PackedBaseTable
    return PackedTable(face_up, face_down, below, tops, shown, table.extra_tiles, table.specialists)


@inlined
def with_extra_tiles(table: PackedTable, extra_tiles: int) -> PackedTable:
    """Return the table with 11 and 13 in different places."""
    face_up, face_down, below, tops, shown, _, specialists = table
    return PackedTable(face_up, face_down, below, tops, shown, extra_tiles, specialists)


@inlined
def highest(tiles: int) -> int:
    """Return the highest tile of a set, as a set."""
    tiles |= tiles >> 1
    tiles |= tiles >> 2
    tiles |= tiles >> 4
    tiles |= tiles >> 8
    return tiles ^ (tiles >> 1)


@inlined
def as_set(number: int) -> int:
    """Return a tile as a set, which is empty for 11, 13 and no tile."""
    return (1 << number) >> (EXTRAS + 1)


@inlined
def worms_of(number: int) -> int:
    """Return the number of worms on a tile."""
    return max(1, (number + 1) // 4)


@inlined
def top_of(tops: int, seat: int) -> int:
    """Return the number of a seat's top tile, 0 for none."""
    return (tops >> 8 * seat) & 255


@inlined
def with_top(tops: int, seat: int, number: int) -> int:
    """Return the top tiles with one seat's tile replaced."""
    return (tops & ~(255 << 8 * seat)) | (number << 8 * seat)


@inlined
def beneath(table: PackedTable, number: int) -> int:
    """Return the number of the tile beneath a tile, 0 for none."""
    if len(table) != BASE:
        for extra in range(EXTRAS):
            if (table.extra_tiles >> (UPON_AT + 5 * extra)) & 31 == number:
                return extra + 1
        if number <= EXTRAS:
            return (table.extra_tiles >> (BENEATH_AT + 5 * (number - 1))) & 31
    index = number - EXTRAS - 1
    under = (table.below >> 4 * index) & 15
    return 0 if under == index else under + EXTRAS + 1


@inlined
def pop_tile(table: PackedTable, seat: int) -> PackedTable:
    """Remove a seat's top tile, which is neither 11 nor 13."""
    own = top_of(table.tops, seat)
    uncovered = beneath(table, own)
    tops = with_top(table.tops, seat, uncovered)
    shown = (table.shown ^ as_set(own)) | as_set(uncovered)
    after = with_tiles(table, table.face_up, table.face_down, table.below, tops, shown)
    if len(table) == BASE or uncovered == 0 or uncovered > EXTRAS:
        return after
    upon = 31 << (UPON_AT + 5 * (uncovered - 1))
    return with_extra_tiles(after, table.extra_tiles & ~upon)


@inlined
def push_tile(table: PackedTable, seat: int, number: int) -> PackedTable:
    """Put a tile from 21 to 36 on a seat's stack."""
    own, index = top_of(table.tops, seat), number - EXTRAS - 1
    under = index if own <= EXTRAS else own - EXTRAS - 1
    below = (table.below & ~(15 << 4 * index)) | (under << 4 * index)
    tops = with_top(table.tops, seat, number)
    shown = (table.shown & ~as_set(own)) | as_set(number)
    after = with_tiles(table, table.face_up, table.face_down, below, tops, shown)
    if len(table) == BASE:
        return after
    return with_extra_tiles(after, with_upon(table.extra_tiles, own, number))


@inlined
def with_upon(extra_tiles: int, own: int, number: int) -> int:
    """If `own`, the previous top tile, is 11 or 13, record that the new tile lies on it."""
    return extra_tiles | number << (UPON_AT + 5 * (own - 1)) if 0 < own <= EXTRAS else extra_tiles


@inlined
def take_tile(table: PackedTable, seat: int, number: int) -> PackedTable:
    """Take a tile from the grill."""
    face_up = table.face_up & ~as_set(number)
    rest = with_tiles(table, face_up, table.face_down, table.below, table.tops, table.shown)
    if len(table) == BASE or number > EXTRAS:
        return push_tile(rest, seat, number)
    own, extra = top_of(table.tops, seat), number - 1
    extra_tiles = with_upon(table.extra_tiles & ~(1 << extra), own, number)
    extra_tiles |= (own << (BENEATH_AT + 5 * extra)) | ((seat + 1) << (OWNER_AT + 3 * extra))
    tops, shown = with_top(table.tops, seat, number), table.shown & ~as_set(own)
    after = with_tiles(table, table.face_up, table.face_down, table.below, tops, shown)
    return with_extra_tiles(after, extra_tiles)


@inlined
def owner_of(table: PackedTable, seat: int, players: int, number: int) -> int:
    """Return the opponent whose top tile this is."""
    owner = 0
    while owner == seat or top_of(table.tops, owner) != number:
        owner = (owner + 1) % players
    return owner


@inlined
def flip_highest(table: PackedTable) -> PackedTable:
    """Flip the highest tile on the grill face down."""
    best = highest(table.face_up)
    face_up, face_down = table.face_up ^ best, table.face_down | best
    after = with_tiles(table, face_up, face_down, table.below, table.tops, table.shown)
    if len(table) == BASE or best:
        return after
    extra = highest(table.extra_tiles & EXTRAS_UP)
    return with_extra_tiles(after, table.extra_tiles ^ (extra | extra << EXTRAS_DOWN_AT))


@inlined
def return_tile(table: PackedTable, seat: int, options: int) -> PackedTable:
    """Put a seat's top tile (not 11 or 13) back on the grill and flip tiles (rules, section 3)."""
    best = highest(table.face_up)
    tile = as_set(top_of(table.tops, seat))
    flipped = best
    if best < tile:
        flipped = tile if options & (RETURNED_TURNED | RETURNED_DOWN) else 0
    elif options & RETURNED_DOWN:
        flipped |= tile
    rest = pop_tile(table, seat)
    face_up, face_down = (rest.face_up | tile) & ~flipped, rest.face_down | flipped
    return with_tiles(rest, face_up, face_down, rest.below, rest.tops, rest.shown)


@compiled
def rank(table: PackedTable, seat: int) -> int:
    """Return a number that ranks seats: 32 times the worms plus the number of the highest tile."""
    worms, best = 0, 0
    if len(table) != BASE:
        worms = (table.specialists >> (BRATWURMS_AT + 3 * seat)) & 7
    number = top_of(table.tops, seat)
    while number:
        worms += worms_of(number)
        best = max(best, number)
        number = beneath(table, number)
    return 32 * worms + best
