"""Features: numbers that describe a position at the start of a turn, under any rule set.

The code works with NumPy, torch and, where neither is installed, `plain_arrays`. `TableArrays`
holds many tables with the same number of players; seats are rotated so that the seat to roll is 0.
Without Extrawurm, tiles 11 and 13 count as face down and every specialist as waiting. Any change to
the output of `encode` needs a new VERSION.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Any, Final, NamedTuple

from pickomino.core.extrawurm import SUPPLY, WAITING, Extrawurm, Specialist
from pickomino.core.position import Position, rotate
from pickomino.core.rules import OPTIONS, Rules
from pickomino.core.tiles import EXTRA_TILES, TILES, worms

VERSION: Final = 2

UP: Final = 0
DOWN: Final = 1
FIRST_SEAT: Final = 2

TRAINED_VALUES: Final = {
    "bothextra": ("no", "yes"),
    "claim": ("next", "any"),
    "emptyflip": ("no", "yes"),
    "golden": ("111www", "plain"),
    "returned": ("stays", "turned", "down"),
    "steal": ("forced", "optional"),
    "weaselbust": ("no", "yes"),
}
"""The option values that networks of this version were trained with, each encoded as its index."""

ALL_TILES: Final = EXTRA_TILES + TILES
BESIDE: Final = len(ALL_TILES)
"""The place of a specialist that waits; smaller numbers are tiles on the grill."""
FIRST_HOLDER: Final = BESIDE + 1
"""The place of a specialist held by seat 0; the numbers for the other seats follow."""
EXTRAWURM: Final = len(TRAINED_VALUES)
"""The index in `options` that tells whether Extrawurm is played."""
MAX_LEAD: Final = 6
"""A lead in worms is encoded exactly up to this number; larger leads count as this number."""

_PLACES: Final = {tile: place for place, tile in enumerate(ALL_TILES)}


class TableArrays(NamedTuple):
    """Tables, one per row, as arrays of NumPy, torch or `plain_arrays`."""

    place: Any
    """For each tile: UP, DOWN, or FIRST_SEAT plus the seat in whose stack it is."""
    height: Any
    """The number of tiles under each tile in a stack; 0 for tiles outside stacks."""
    specialists: Any
    """For each specialist: its tile's index, BESIDE, or FIRST_HOLDER plus its holder's seat."""
    bratwurms: Any
    """The Bratwurms of each seat."""
    options: Any
    """The index of each option's value in TRAINED_VALUES, then Extrawurm as 0 or 1."""


def width(players: int) -> int:
    """Return the number of features of a table.

    >>> width(2), width(7)
    (311, 701)
    """
    table = (players + 1) * (3 * len(ALL_TILES) + 4) + (players - 1) * (2 * MAX_LEAD + 2)
    options = sum(len(values) - 1 for values in TRAINED_VALUES.values()) + 1
    specialists = len(Specialist) * (FIRST_HOLDER + players)
    return table + options + specialists + players + SUPPLY


@cache
def supports(rules: Rules) -> bool:
    """Return whether networks were trained with all option values of a rule set.

    An option that is not in TRAINED_VALUES must have its default value.

    >>> supports(Rules.preset("short", extrawurm=True, returned="down"))
    True
    """
    default = Rules()
    return all(
        getattr(rules, option) in TRAINED_VALUES.get(option, (getattr(default, option),))
        for option in OPTIONS
    )


@cache
def option_indices(rules: Rules) -> tuple[float, ...]:
    """Return the index of each option's value, and whether Extrawurm is played.

    >>> option_indices(Rules.preset("manual", extrawurm=True, returned="down"))
    (1.0, 1.0, 1.0, 0.0, 2.0, 1.0, 0.0, 1.0)
    """
    indices = (values.index(getattr(rules, option)) for option, values in TRAINED_VALUES.items())
    return (*map(float, indices), float(rules.extrawurm))


def arrays_from_positions(positions: Sequence[Position], xp: Any = None) -> TableArrays:  # noqa: ANN401 - a module of arrays
    """Convert positions, which must all have the same number of players.

    `xp` is NumPy, which is the default, or `plain_arrays`.
    """
    xp = xp or import_module("numpy")
    rows = zip(*map(_position_rows, positions), strict=True)
    types = (xp.int8, xp.int8, xp.int8, xp.int8, xp.float32)
    return TableArrays._make(
        xp.asarray(column, dtype=dtype) for column, dtype in zip(rows, types, strict=True)
    )


def _position_rows(position: Position) -> tuple[Sequence[float], ...]:
    """Return the row of a position in each of the table arrays."""
    first, players, extrawurm = position.seat, position.players, position.extrawurm
    place = [UP] * len(ALL_TILES)
    height = [0] * len(ALL_TILES)
    for tile in position.face_down:
        place[_PLACES[tile]] = DOWN
    for seat, stack in enumerate(position.stacks):
        owner = FIRST_SEAT + (seat - first) % players
        for tiles_below, tile in enumerate(stack):
            place[_PLACES[tile]] = owner
            height[_PLACES[tile]] = tiles_below
    if extrawurm is None:
        place[: len(EXTRA_TILES)] = [DOWN] * len(EXTRA_TILES)
        specialists, bratwurms = [BESIDE] * len(Specialist), [0] * players
    else:
        specialists = specialist_places(extrawurm, first)
        bratwurms = rotate(extrawurm.bratwurms, first)
    return place, height, specialists, bratwurms, option_indices(position.rules)


def specialist_places(extrawurm: Extrawurm, first: int) -> list[int]:
    """Return the place of each specialist as a number; seat `first` becomes seat 0."""
    players = len(extrawurm.bratwurms)
    return [
        BESIDE
        if place == WAITING
        else FIRST_HOLDER + (place - first) % players
        if place < players
        else _PLACES[place]
        for place in extrawurm.specialists
    ]


def encode(arrays: TableArrays, players: int, xp: Any) -> Any:  # noqa: ANN401 - arrays of any kind
    """Return the features of tables, one per row, as 32-bit floats.

    `xp` is the module of the arrays: NumPy, torch or `plain_arrays`.

    >>> import numpy as np
    >>> from pickomino import Rules, start
    >>> encode(arrays_from_positions([start(Rules.preset("classic"), 2)]), 2, np).shape
    (1, 311)
    """
    specialists, bratwurms, options = arrays.specialists, arrays.bratwurms, arrays.options
    device = arrays.place.device
    parts = [
        options[:, number : number + 1] == value
        for number, values in enumerate(TRAINED_VALUES.values())
        for value in range(1, len(values))
    ]
    parts = _table_parts(arrays, players, [*parts, options[:, EXTRAWURM:]], xp)
    where = xp.arange(FIRST_HOLDER + players, device=device)
    parts += [specialists[:, number : number + 1] == where for number in range(len(Specialist))]
    gained = xp.sum(bratwurms, axis=1, keepdims=True)
    parts += [bratwurms / SUPPLY, gained == xp.arange(1, SUPPLY + 1, device=device)]
    return xp.concatenate([xp.asarray(part, dtype=xp.float32) for part in parts], axis=1)


def _table_parts(arrays: TableArrays, players: int, rules: Sequence[Any], xp: Any) -> list[Any]:  # noqa: ANN401 - arrays of any kind
    """Return the features of the grill, the rules and the stacks, as parts to be joined."""
    place, height = arrays.place, arrays.height
    worm_counts = xp.asarray([worms(tile) for tile in ALL_TILES], device=place.device)
    ranks = xp.arange(1, len(ALL_TILES) + 1, device=place.device)
    up = place == UP
    number_up = xp.sum(up, axis=1, keepdims=True)
    parts: list[Any] = [
        up,
        place == DOWN,
        number_up == xp.arange(len(ALL_TILES) + 1, device=place.device),
        number_up / len(ALL_TILES),
        xp.sum(up * worm_counts, axis=1, keepdims=True) / 40,
        xp.amax(up * ranks, axis=1, keepdims=True) / len(ALL_TILES),
        *rules,
    ]
    scores: list[Any] = []
    highest: list[Any] = []
    for seat in range(players):
        own = place == FIRST_SEAT + seat
        size = xp.sum(own, axis=1, keepdims=True)
        under_top = size - 1 - height
        top = own & (under_top == 0)
        gained = arrays.bratwurms[:, seat : seat + 1]
        scores.append(xp.sum(own * worm_counts, axis=1, keepdims=True) + gained)
        highest.append(xp.amax(own * ranks, axis=1, keepdims=True))
        parts += [top, own & (under_top == 1), own & (under_top > 1)]
        parts += [size / len(ALL_TILES), scores[-1] / 10, highest[-1] / len(ALL_TILES)]
        parts.append(xp.sum(top * worm_counts, axis=1, keepdims=True) / 4)
    leads = xp.arange(-MAX_LEAD, MAX_LEAD + 1, device=place.device)
    for rival in range(1, players):
        lead = xp.clip(scores[0] - scores[rival], -MAX_LEAD, MAX_LEAD)
        parts += [lead == leads, highest[0] > highest[rival]]
    return parts
