"""Version 2 of the features: numbers that describe a position under any rule set.

They are the features of version 1 for eighteen tiles, plus every option, the specialists and the
Bratwurms. Without Extrawurm, tiles 11 and 13 count as face down and every specialist as waiting.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from pickomino.core.extrawurm import SUPPLY, WAITING, Extrawurm, Specialist
from pickomino.core.position import Position
from pickomino.core.rules import Rules
from pickomino.core.tiles import EXTRA_TILES, TILES
from pickomino.evaluation.features import (
    DOWN,
    BaseArrays,
    are_trained_values,
    join_parts,
    table_parts,
    table_width,
    tile_arrays,
)

VERSION: Final = 2

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

_PLACES: Final = {tile: place for place, tile in enumerate(ALL_TILES)}


class FullArrays(NamedTuple):
    """Tables with any rule set, one per row, as NumPy arrays or torch tensors."""

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
    options = sum(len(values) - 1 for values in TRAINED_VALUES.values()) + 1
    specialists = len(Specialist) * (FIRST_HOLDER + players)
    return table_width(players, len(ALL_TILES)) + options + specialists + players + SUPPLY


def supports(rules: Rules) -> bool:
    """Return whether networks of this version were trained with all option values of a rule set.

    >>> supports(Rules.preset("short", extrawurm=True, returned="down"))
    True
    """
    return are_trained_values(rules, TRAINED_VALUES)


def option_indices(rules: Rules) -> tuple[float, ...]:
    """Return the index of each option's value, and whether Extrawurm is played.

    >>> option_indices(Rules.preset("manual", extrawurm=True, returned="down"))
    (1.0, 1.0, 1.0, 0.0, 2.0, 1.0, 0.0, 1.0)
    """
    indices = (values.index(getattr(rules, option)) for option, values in TRAINED_VALUES.items())
    return (*map(float, indices), float(rules.extrawurm))


def full_arrays_from_positions(positions: Sequence[Position]) -> FullArrays:
    """Convert positions, which must all have the same number of players."""
    players = positions[0].players
    place, height = tile_arrays(positions, _PLACES)
    specialists = np.full((len(positions), len(Specialist)), BESIDE, np.int8)
    bratwurms = np.zeros((len(positions), players), np.int8)
    for row, position in enumerate(positions):
        first = position.seat
        extrawurm = position.extrawurm
        if extrawurm is None:
            place[row, : len(EXTRA_TILES)] = DOWN
        else:
            specialists[row] = specialist_places(extrawurm, first)
            bratwurms[row] = extrawurm.bratwurms[first:] + extrawurm.bratwurms[:first]
    options = np.array([option_indices(position.rules) for position in positions], np.float32)
    return FullArrays(place, height, specialists, bratwurms, options)


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


def encode(arrays: FullArrays, players: int, xp: Any) -> Any:  # noqa: ANN401 - NumPy's or torch's
    """Return the features of tables, one per row, as 32-bit floats; `xp` is NumPy or torch.

    >>> from pickomino import Rules, start
    >>> arrays = full_arrays_from_positions([start(Rules.parse("classic+extrawurm"), 2)])
    >>> encode(arrays, 2, np).shape
    (1, 311)
    """
    place, height, specialists, bratwurms, options = arrays
    device = place.device
    option_parts = [
        options[:, number : number + 1] == value
        for number, values in enumerate(TRAINED_VALUES.values())
        for value in range(1, len(values))
    ]
    rules = join_parts([*option_parts, options[:, EXTRAWURM:]], xp)
    parts = table_parts(BaseArrays(place, height, rules), players, ALL_TILES, xp, bratwurms)
    where = xp.arange(FIRST_HOLDER + players, device=device)
    parts += [specialists[:, number : number + 1] == where for number in range(len(Specialist))]
    gained = xp.sum(bratwurms, axis=1, keepdims=True)
    parts += [bratwurms / SUPPLY, gained == xp.arange(1, SUPPLY + 1, device=device)]
    return join_parts(parts, xp)
