"""Observations of many games at once, identical to those of `pickomino.envs.encoding`."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pickomino.core.rules import MIN_PLAYERS
from pickomino.envs.encoding import (
    ALL_TILES,
    MAX_DICE,
    MAX_POINTS,
    MAX_WORMS,
    RULE_BITS,
    SIZE,
    SLICES,
)
from pickomino.envs.vector.chance import int64
from pickomino.envs.vector.compiling import compiled, kernel
from pickomino.envs.vector.extrawurm import bratwurms_of, has_canned_worm
from pickomino.envs.vector.kernels import read_table, read_turn
from pickomino.envs.vector.layout import (
    BASE_ARRAYS,
    CANNED_WORM_POINTS,
    EXTRAS,
    EXTRAS_DOWN_AT,
    GOLDEN_AT,
    OVER_PHASE,
    RAVENS_CHOICE,
    SEATS_AT,
    SPECIALISTS,
    SUPPLY,
    SYMBOLS_AT,
    TILES,
    WAITING_AT,
    WEASEL_USED,
    WORM_BIT,
    GameArrays,
    Int8s,
)
from pickomino.envs.vector.stacks import (
    BASE,
    PackedRules,
    PackedTable,
    PackedTurn,
    beneath,
    rank,
    top_of,
)

Observations = NDArray[np.float32]

__all__ = ["LAYOUT", "SIZE", "ObservationLayout", "Observations", "observe"]


class ObservationLayout(NamedTuple):
    """The start of each part of an observation, and the divisors that scale the values.

    It is passed to the kernel as an argument, because compiled code cached on disk does not notice
    changes in another folder.
    """

    turn: int
    players: int
    rules: int
    rule_bits: int
    grill: int
    face_down: int
    stack: int
    top: int
    score: int
    seat_size: int
    set_aside: int
    rolled: int
    golden_set_aside: int
    golden_rolled: int
    total: int
    has_worm: int
    dice_left: int
    specialists: int
    specialist_size: int
    bratwurms: int
    weasel_used: int
    all_tiles: int
    max_dice: int
    max_points: int
    max_worms: int


LAYOUT: Final = ObservationLayout(
    SLICES["turn"].start,
    SLICES["players"].start - MIN_PLAYERS,
    SLICES["rules"].start,
    len(RULE_BITS),
    SLICES["grill"].start,
    SLICES["face_down"].start,
    SLICES["stack_0"].start,
    SLICES["top_0"].start,
    SLICES["score_0"].start,
    SLICES["stack_1"].start - SLICES["stack_0"].start,
    SLICES["set_aside"].start,
    SLICES["rolled"].start,
    SLICES["golden_set_aside"].start,
    SLICES["golden_rolled"].start,
    SLICES["total"].start,
    SLICES["has_worm"].start,
    SLICES["dice_left"].start,
    SLICES["canned_worm_on_tile"].start,
    SLICES["hen_on_tile"].start - SLICES["canned_worm_on_tile"].start,
    SLICES["bratwurms"].start,
    SLICES["weasel_used"].start,
    len(ALL_TILES),
    MAX_DICE,
    MAX_POINTS,
    MAX_WORMS,
)


@compiled
def _observe_stack(
    row: Observations, layout: ObservationLayout, relative: int, table: PackedTable, seat: int
) -> None:
    """Write the stack of a seat, its top tile and its score."""
    first = layout.seat_size * relative
    row[layout.score + first] = (rank(table, seat) // 32) / layout.max_worms
    top = top_of(table.tops, seat)
    height, number = 0, top
    while number:
        height += 1
        number = beneath(table, number)
    if top:
        row[layout.top + first + top - 1] = 1
    while top:
        row[layout.stack + first + top - 1] = height / layout.all_tiles
        height -= 1
        top = beneath(table, top)


@compiled
def _observe_dice(
    row: Observations, layout: ObservationLayout, table: PackedTable, turn: PackedTurn
) -> None:
    set_aside, rolled = turn.set_aside, turn.rolled
    for face in range(6):
        row[layout.set_aside + face] = ((set_aside >> 4 * face) & 15) / layout.max_dice
        row[layout.rolled + face] = ((rolled >> 4 * face) & 15) / layout.max_dice
    has_worm = (set_aside >> SYMBOLS_AT) & WORM_BIT != 0
    row[layout.total] = turn.points / layout.max_points
    row[layout.has_worm] = has_worm
    row[layout.dice_left] = turn.dice_left / layout.max_dice
    if len(table) != BASE:
        row[layout.golden_set_aside] = set_aside >> GOLDEN_AT != 0
        row[layout.golden_rolled] = rolled >> GOLDEN_AT != 0
        if not has_worm and has_canned_worm(table, turn.seat):
            row[layout.total] = (turn.points + CANNED_WORM_POINTS) / layout.max_points
            row[layout.has_worm] = 1


@compiled
def _observe_expansion(
    row: Observations, layout: ObservationLayout, table: PackedTable, viewer: int, players: int
) -> None:
    for extra in range(EXTRAS):
        row[layout.grill + extra] = (table.extra_tiles >> extra) & 1
        row[layout.face_down + extra] = (table.extra_tiles >> (EXTRAS_DOWN_AT + extra)) & 1
    for which in range(SPECIALISTS):
        place = (table.specialists >> 5 * which) & 31
        if SEATS_AT <= place < WAITING_AT:
            place = SEATS_AT + (place - SEATS_AT - viewer) % players
        row[layout.specialists + which * layout.specialist_size + place] = 1
    for seat in range(players):
        relative = (seat - viewer) % players
        row[layout.bratwurms + relative] = bratwurms_of(table.specialists, seat) / SUPPLY
    row[layout.weasel_used] = table.specialists & WEASEL_USED != 0


@kernel
def observe(  # noqa: PLR0913, PLR0917 - kernels take many arguments
    arrays: GameArrays,
    rule: PackedRules,
    layout: ObservationLayout,
    seats: Int8s,
    rows: Observations,
    first: int,
    last: int,
) -> None:
    """Write the observation of one seat in each game."""
    for game in range(first, last):
        row, viewer = rows[game], int64(seats[game])
        table, turn = read_table(arrays, game), read_turn(arrays, game)
        row[:] = 0
        row[turn.phase] = 1
        if turn.phase != OVER_PHASE:
            row[layout.turn + (turn.seat - viewer) % rule.players] = 1
            if turn.phase != RAVENS_CHOICE:
                _observe_dice(row, layout, table, turn)
        row[layout.players + rule.players] = 1
        for option in range(layout.rule_bits):
            row[layout.rules + option] = (rule.options >> option) & 1
        for index in range(TILES):
            row[layout.grill + EXTRAS + index] = (table.face_up >> index) & 1
            row[layout.face_down + EXTRAS + index] = (table.face_down >> index) & 1
        for relative in range(rule.players):
            seat = (viewer + relative) % rule.players
            _observe_stack(row, layout, relative, table, seat)
        if len(arrays) != BASE_ARRAYS:
            _observe_expansion(row, layout, table, viewer, rule.players)
