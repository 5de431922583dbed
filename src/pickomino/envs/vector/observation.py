"""Observations of many games at once, number for number those of `pickomino.envs.encoding`."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pickomino.core.rules import FEWEST_PLAYERS
from pickomino.core.tiles import EXTRA_TILES
from pickomino.envs.encoding import (
    ALL_TILES,
    MOST_DICE,
    MOST_POINTS,
    MOST_WORMS,
    SIZE,
    SLICES,
)
from pickomino.envs.vector.compiling import compiled
from pickomino.envs.vector.rules import Rule
from pickomino.envs.vector.tables import OVER_PHASE, SYMBOLS_AT, TILES, WORM_BIT, Arrays, Int8s

Observations = NDArray[np.float32]

__all__ = ["LAYOUT", "SIZE", "Layout", "Observations", "observe"]


class Layout(NamedTuple):
    """Where the parts of an observation begin, and what they are divided by.

    An argument of the kernel, because compiled code on disk does not follow another folder.
    """

    turn: int
    players: int
    rules: int
    grill: int
    face_down: int
    stack: int
    top: int
    score: int
    seat_size: int
    set_aside: int
    rolled: int
    total: int
    has_worm: int
    dice_left: int
    extra_tiles: int
    all_tiles: int
    most_dice: int
    most_points: int
    most_worms: int


LAYOUT: Final = Layout(
    SLICES["turn"].start,
    SLICES["players"].start - FEWEST_PLAYERS,
    SLICES["rules"].start,
    SLICES["grill"].start,
    SLICES["face_down"].start,
    SLICES["stack_0"].start,
    SLICES["top_0"].start,
    SLICES["score_0"].start,
    SLICES["stack_1"].start - SLICES["stack_0"].start,
    SLICES["set_aside"].start,
    SLICES["rolled"].start,
    SLICES["total"].start,
    SLICES["has_worm"].start,
    SLICES["dice_left"].start,
    len(EXTRA_TILES),
    len(ALL_TILES),
    MOST_DICE,
    MOST_POINTS,
    MOST_WORMS,
)


@compiled
def _observe_stack(
    row: Observations, layout: Layout, relative: int, number: int, below: int
) -> None:
    """Write a stack whose top tile has a number, as `tables` counts."""
    first = layout.seat_size * relative
    place = first + layout.extra_tiles - 1
    if number:
        row[layout.top + place + number] = 1
    height, worms, tile = 0, 0, number
    while tile:
        height += 1
        worms += (tile + 3) // 4
        beneath = (below >> 4 * (tile - 1)) & 15
        tile = 0 if beneath == tile - 1 else beneath + 1
    row[layout.score + first] = worms / layout.most_worms
    while number:
        row[layout.stack + place + number] = height / layout.all_tiles
        height -= 1
        beneath = (below >> 4 * (number - 1)) & 15
        number = 0 if beneath == number - 1 else beneath + 1


@compiled
def _observe_dice(row: Observations, layout: Layout, arrays: Arrays, game: int) -> None:
    set_aside, rolled = np.int64(arrays.set_aside[game]), np.int64(arrays.rolled[game])
    for face in range(6):
        row[layout.set_aside + face] = ((set_aside >> 4 * face) & 15) / layout.most_dice
        row[layout.rolled + face] = ((rolled >> 4 * face) & 15) / layout.most_dice
    row[layout.total] = arrays.points[game] / layout.most_points
    row[layout.has_worm] = 1 if (set_aside >> SYMBOLS_AT) & WORM_BIT else 0
    row[layout.dice_left] = arrays.dice_left[game] / layout.most_dice


@compiled
def observe(  # noqa: PLR0913, PLR0917 - what a kernel needs
    arrays: Arrays,
    rule: Rule,
    layout: Layout,
    seats: Int8s,
    found: Observations,
    first: int,
    last: int,
) -> None:
    """Write each game as one of its seats sees it."""
    for game in range(first, last):
        row, phase, viewer = found[game], arrays.phase[game], np.int64(seats[game])
        row[:] = 0
        row[phase] = 1
        if phase != OVER_PHASE:
            row[layout.turn + (arrays.seat[game] - viewer) % rule.players] = 1
            _observe_dice(row, layout, arrays, game)
        row[layout.players + rule.players] = 1
        for option in range(5):
            row[layout.rules + option] = (rule.options >> option) & 1
        face_up, face_down = np.int64(arrays.face_up[game]), np.int64(arrays.face_down[game])
        for index in range(TILES):
            row[layout.grill + layout.extra_tiles + index] = (face_up >> index) & 1
            row[layout.face_down + layout.extra_tiles + index] = (face_down >> index) & 1
        for relative in range(rule.players):
            seat = (viewer + relative) % rule.players
            number = (arrays.tops[game] >> 8 * seat) & 255
            _observe_stack(row, layout, relative, number, arrays.below[game])
