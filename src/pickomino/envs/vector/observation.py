"""Observations of many games at once, encoded exactly as in `pickomino.envs.encoding`."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pickomino.core.rules import MIN_PLAYERS
from pickomino.envs.encoding import ALL_TILES, MAX_DICE, MAX_POINTS, MAX_WORMS, RULE_BITS, SLICES
from pickomino.envs.vector.chance import int64
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
from pickomino.solver.compiling import compiled, kernel

Observations = NDArray[np.float32]

TURN: Final = SLICES["turn"].start
PLAYERS: Final = SLICES["players"].start - MIN_PLAYERS
RULES: Final = SLICES["rules"].start
GRILL: Final = SLICES["grill"].start
FACE_DOWN: Final = SLICES["face_down"].start
STACK: Final = SLICES["stack_0"].start
TOP: Final = SLICES["top_0"].start
SCORE: Final = SLICES["score_0"].start
SEAT_SIZE: Final = SLICES["stack_1"].start - STACK
SET_ASIDE: Final = SLICES["set_aside"].start
ROLLED: Final = SLICES["rolled"].start
GOLDEN_SET_ASIDE: Final = SLICES["golden_set_aside"].start
GOLDEN_ROLLED: Final = SLICES["golden_rolled"].start
TOTAL: Final = SLICES["total"].start
HAS_WORM: Final = SLICES["has_worm"].start
DICE_LEFT: Final = SLICES["dice_left"].start
FIRST_SPECIALIST: Final = SLICES["canned_worm_on_tile"].start
SPECIALIST_SIZE: Final = SLICES["hen_on_tile"].start - FIRST_SPECIALIST
BRATWURMS: Final = SLICES["bratwurms"].start
USED_WEASEL: Final = SLICES["weasel_used"].start
PLACES: Final = len(ALL_TILES)
OPTIONS: Final = len(RULE_BITS)


@compiled
def _observe_stack(row: Observations, relative: int, table: PackedTable, seat: int) -> None:
    first = SEAT_SIZE * relative
    row[SCORE + first] = (rank(table, seat) // 32) / MAX_WORMS
    top = top_of(table.tops, seat)
    height, number = 0, top
    while number:
        height += 1
        number = beneath(table, number)
    if top:
        row[TOP + first + top - 1] = 1
    while top:
        row[STACK + first + top - 1] = height / PLACES
        height -= 1
        top = beneath(table, top)


@compiled
def _observe_dice(row: Observations, table: PackedTable, turn: PackedTurn) -> None:
    set_aside, rolled = turn.set_aside, turn.rolled
    for face in range(6):
        row[SET_ASIDE + face] = ((set_aside >> 4 * face) & 15) / MAX_DICE
        row[ROLLED + face] = ((rolled >> 4 * face) & 15) / MAX_DICE
    has_worm = (set_aside >> SYMBOLS_AT) & WORM_BIT != 0
    row[TOTAL] = turn.points / MAX_POINTS
    row[HAS_WORM] = has_worm
    row[DICE_LEFT] = turn.dice_left / MAX_DICE
    if len(table) != BASE:
        row[GOLDEN_SET_ASIDE] = set_aside >> GOLDEN_AT != 0
        row[GOLDEN_ROLLED] = rolled >> GOLDEN_AT != 0
        if not has_worm and has_canned_worm(table, turn.seat):
            row[TOTAL] = (turn.points + CANNED_WORM_POINTS) / MAX_POINTS
            row[HAS_WORM] = 1


@compiled
def _observe_expansion(row: Observations, table: PackedTable, viewer: int, players: int) -> None:
    for extra in range(EXTRAS):
        row[GRILL + extra] = (table.extra_tiles >> extra) & 1
        row[FACE_DOWN + extra] = (table.extra_tiles >> (EXTRAS_DOWN_AT + extra)) & 1
    for which in range(SPECIALISTS):
        place = (table.specialists >> 5 * which) & 31
        if SEATS_AT <= place < WAITING_AT:
            place = SEATS_AT + (place - SEATS_AT - viewer) % players
        row[FIRST_SPECIALIST + which * SPECIALIST_SIZE + place] = 1
    for seat in range(players):
        relative = (seat - viewer) % players
        row[BRATWURMS + relative] = bratwurms_of(table.specialists, seat) / SUPPLY
    row[USED_WEASEL] = table.specialists & WEASEL_USED != 0


@kernel
def observe(  # noqa: PLR0913, PLR0917 - kernels take many arguments
    arrays: GameArrays,
    rule: PackedRules,
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
            row[TURN + (turn.seat - viewer) % rule.players] = 1
            if turn.phase != RAVENS_CHOICE:
                _observe_dice(row, table, turn)
        row[PLAYERS + rule.players] = 1
        for option in range(OPTIONS):
            row[RULES + option] = (rule.options >> option) & 1
        for index in range(TILES):
            row[GRILL + EXTRAS + index] = (table.face_up >> index) & 1
            row[FACE_DOWN + EXTRAS + index] = (table.face_down >> index) & 1
        for relative in range(rule.players):
            seat = (viewer + relative) % rule.players
            _observe_stack(row, relative, table, seat)
        if len(arrays) != BASE_ARRAYS:
            _observe_expansion(row, table, viewer, rule.players)
