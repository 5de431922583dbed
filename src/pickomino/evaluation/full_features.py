"""A position of any rules as numbers for a network: version 2 of the features.

It has what version 1 has, for eighteen tiles, and every option, the specialists and the Bratwurms.
Without Extrawurm the tiles 11 and 13 count as turned, and every specialist waits.
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
    joined,
    table_parts,
    table_width,
    tiles_of,
)

VERSION: Final = 2

KNOWN: Final = {
    "bothextra": ("no", "yes"),
    "claim": ("next", "any"),
    "emptyflip": ("no", "yes"),
    "golden": ("111www", "plain"),
    "returned": ("stays", "turned", "down"),
    "steal": ("forced", "optional"),
    "weaselbust": ("no", "yes"),
}
"""The options that networks of this version were trained with, and their values from 0 on."""

ALL_TILES: Final = EXTRA_TILES + TILES
BESIDE: Final = len(ALL_TILES)
"""The place of a specialist that waits; a smaller one is that of a tile on the grill."""
FIRST_HOLDER: Final = BESIDE + 1
"""The place of a specialist that seat 0 holds."""
EXTRAWURM: Final = len(KNOWN)
"""Where among the options is whether Extrawurm is played."""

_PLACES: Final = {tile: place for place, tile in enumerate(ALL_TILES)}


class FullArrays(NamedTuple):
    """Tables of any rules, one a row; every array may be NumPy's or torch's."""

    place: Any
    """For each tile UP, DOWN, or FIRST_SEAT and the seat in whose stack it is."""
    height: Any
    """For each tile in a stack, how many lie under it; otherwise 0."""
    specialists: Any
    """For each specialist its tile's number, BESIDE, or FIRST_HOLDER and the seat."""
    bratwurms: Any
    """By seat."""
    options: Any
    """The place of each option's value, in the order of KNOWN, then whether Extrawurm is in."""


def width(players: int) -> int:
    """Return how many numbers `encode` makes of a table.

    >>> width(2), width(7)
    (311, 701)
    """
    options = sum(len(values) - 1 for values in KNOWN.values()) + 1
    specialists = len(Specialist) * (FIRST_HOLDER + players)
    return table_width(players, len(ALL_TILES)) + options + specialists + players + SUPPLY


def knows(rules: Rules) -> bool:
    """Return whether networks know these rules: no option that they never saw.

    >>> knows(Rules.preset("short", extrawurm=True, returned="down"))
    True
    """
    return are_trained_values(rules, KNOWN)


def options_of(rules: Rules) -> tuple[float, ...]:
    """Return the options, each as the place of its value, and whether Extrawurm is played.

    >>> options_of(Rules.preset("manual", extrawurm=True, returned="down"))
    (1.0, 1.0, 1.0, 0.0, 2.0, 1.0, 0.0, 1.0)
    """
    places = (values.index(getattr(rules, option)) for option, values in KNOWN.items())
    return (*map(float, places), float(rules.extrawurm))


def full_arrays_of(positions: Sequence[Position]) -> FullArrays:
    """Put positions of equally many players into arrays."""
    players = positions[0].players
    place, height = tiles_of(positions, _PLACES)
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
    options = np.array([options_of(position.rules) for position in positions], np.float32)
    return FullArrays(place, height, specialists, bratwurms, options)


def specialist_places(extrawurm: Extrawurm, first: int) -> list[int]:
    """Return where each specialist is as a number, the seat `first` being seat 0."""
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
    """Return the features of many tables, one a row, as 32-bit floats; `xp` is NumPy or torch.

    >>> from pickomino import Rules, start
    >>> encode(full_arrays_of([start(Rules.parse("classic+extrawurm"), 2)]), 2, np).shape
    (1, 311)
    """
    place, height, specialists, bratwurms, options = arrays
    device = place.device
    option_parts = [
        options[:, number : number + 1] == value
        for number, values in enumerate(KNOWN.values())
        for value in range(1, len(values))
    ]
    rules = joined([*option_parts, options[:, EXTRAWURM:]], xp)
    parts = table_parts(BaseArrays(place, height, rules), players, ALL_TILES, xp, bratwurms)
    where = xp.arange(FIRST_HOLDER + players, device=device)
    parts += [specialists[:, number : number + 1] == where for number in range(len(Specialist))]
    gained = xp.sum(bratwurms, axis=1, keepdims=True)
    parts += [bratwurms / SUPPLY, gained == xp.arange(1, SUPPLY + 1, device=device)]
    return joined(parts, xp)
