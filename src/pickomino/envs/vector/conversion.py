"""Conversion of single games between the arrays and positions of `pickomino.core`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np

from pickomino.core.errors import InvalidNotation, InvalidPosition, quote
from pickomino.core.extrawurm import WAITING, Extrawurm, Specialist
from pickomino.core.play import dice_left, legal_actions
from pickomino.core.position import OVER, Phase, Position, Turn
from pickomino.core.problems import problems
from pickomino.core.roll import FACES, GOLDEN_FACES, SYMBOLS, Roll, intern_roll
from pickomino.core.rules import Rules
from pickomino.core.tiles import LOWEST_TILE
from pickomino.envs.actions import index_of
from pickomino.envs.vector.kernels import read_table
from pickomino.envs.vector.layout import (
    ALL_PLACES,
    BENEATH_AT,
    BRATWURMS_AT,
    CHOOSE,
    DECIDE,
    EXTRAS,
    EXTRAS_DOWN_AT,
    GOLDEN_AT,
    GOLDEN_DIE,
    OVER_PHASE,
    OWNER_AT,
    RAVENS_CHOICE,
    ROLL,
    SEATS_AT,
    SPECIALISTS,
    SYMBOLS_AT,
    UPON_AT,
    WAITING_AT,
    WEASEL_USED,
    Bools,
    GameArrays,
    Int64s,
)
from pickomino.envs.vector.stacks import PackedTable, beneath, top_of

_PHASES: Final = {
    ROLL: Phase.ROLL,
    CHOOSE: Phase.CHOOSE,
    DECIDE: Phase.DECIDE,
    RAVENS_CHOICE: Phase.RAVEN,
    OVER_PHASE: Phase.OVER,
}
_NUMBERS: Final = {phase: number for number, phase in _PHASES.items()}
_EXTRA_BITS: Final = (1 << EXTRAS) - 1

# ---------------------------------------------------------------- a game as a position


def read_position(arrays: GameArrays, game: int, rules: Rules, players: int) -> Position:
    """Return one game of the arrays as a position."""
    turn = Turn(
        _PHASES[int(arrays.phase[game])],
        _roll(int(arrays.set_aside[game]), rules),
        _roll(int(arrays.rolled[game]), rules),
    )
    seat = int(arrays.seat[game])
    extras = int(arrays.extra_tiles[game]) if rules.extrawurm else 0
    table = read_table(arrays, game)
    return Position(
        rules,
        _tiles(extras & _EXTRA_BITS | int(arrays.face_up[game]) << EXTRAS),
        _tiles(extras >> EXTRAS_DOWN_AT & _EXTRA_BITS | int(arrays.face_down[game]) << EXTRAS),
        tuple(_stack(table, owner) for owner in range(players)),
        OVER if turn.phase is Phase.OVER else seat,
        turn,
        _extrawurm(int(arrays.specialists[game]), players) if rules.extrawurm else None,
    )


def _roll(dice: int, rules: Rules) -> Roll:
    counts = [dice >> 4 * face & 15 for face in range(len(SYMBOLS))]
    return roll_from(counts, dice >> GOLDEN_AT, rules)


def _tiles(bits: int) -> tuple[int, ...]:
    return tuple(tile for place, tile in enumerate(ALL_PLACES) if bits >> place & 1)


def _stack(table: PackedTable, owner: int) -> tuple[int, ...]:
    tiles: list[int] = []
    number = top_of(table.tops, owner)
    while number:
        tiles.append(ALL_PLACES[number - 1])
        number = beneath(table, number)
    return tuple(reversed(tiles))


def _extrawurm(word: int, players: int) -> Extrawurm:
    places = [word >> 5 * which & 31 for which in range(SPECIALISTS)]
    return Extrawurm(
        tuple(
            WAITING
            if place == WAITING_AT
            else ALL_PLACES[place]
            if place < SEATS_AT
            else place - SEATS_AT
            for place in places
        ),
        tuple(word >> BRATWURMS_AT + 3 * seat & 7 for seat in range(players)),
        bool(word & WEASEL_USED),
    )


# ---------------------------------------------------------------- a position as a game


def write_position(arrays: GameArrays, game: int, position: Position) -> None:
    """Set a game to a position after validating it; the game's generator is unchanged."""
    defects = problems(position)
    if defects:
        raise InvalidPosition(defects)
    phase, set_aside, rolled = position.turn
    up, down = _bits(position.grill), _bits(position.face_down)
    below, tops, shown, extras = _pack_stacks(position.stacks)
    arrays.face_up[game] = up >> EXTRAS
    arrays.face_down[game] = down >> EXTRAS
    arrays.below.view("uint64")[game] = below
    arrays.tops[game] = tops
    arrays.shown[game] = shown
    if position.extrawurm is not None:
        extras |= up & _EXTRA_BITS | (down & _EXTRA_BITS) << EXTRAS_DOWN_AT
        arrays.extra_tiles[game] = extras
        arrays.specialists[game] = _pack_extrawurm(position.extrawurm)
    arrays.seat[game] = position.seat
    arrays.phase[game] = _NUMBERS[phase]
    arrays.set_aside[game] = _pack_roll(set_aside)
    arrays.points[game] = set_aside.points
    arrays.dice_left[game] = dice_left(position)
    arrays.rolled[game] = _pack_roll(rolled)
    arrays.mask[game] = sum(1 << index_of(action) for action in legal_actions(position))
    arrays.turns[game] = 0


def _pack_roll(roll: Roll) -> int:
    return int(pack_rolls(np.array([roll.counts]), np.array([roll.golden_face]))[0])


def _bits(tiles: Iterable[int]) -> int:
    return sum(1 << ALL_PLACES.index(tile) for tile in tiles)


def _pack_stacks(stacks: tuple[tuple[int, ...], ...]) -> tuple[int, int, int, int]:
    """Return stacks in the format of the arrays: `below`, `tops`, `shown` and `extra_tiles`."""
    below = tops = shown = extras = 0
    for seat, stack in enumerate(stacks):
        under = 0
        for tile in stack:
            number, index = ALL_PLACES.index(tile) + 1, tile - LOWEST_TILE
            if 0 < under <= EXTRAS:
                extras |= number << UPON_AT + 5 * (under - 1)
            if number <= EXTRAS:
                extras |= under << BENEATH_AT + 5 * (number - 1)
                extras |= seat + 1 << OWNER_AT + 3 * (number - 1)
            else:
                below |= (index if under <= EXTRAS else under - EXTRAS - 1) << 4 * index
            under = number
        tops |= under << 8 * seat
        shown |= 1 << under >> EXTRAS + 1
    return below, tops, shown, extras


def _pack_extrawurm(extrawurm: Extrawurm) -> int:
    word = WEASEL_USED if extrawurm.weasel_used else 0
    for which in Specialist:
        place = extrawurm.specialists[which]
        on_tile = ALL_PLACES.index(place) if place in ALL_PLACES else SEATS_AT + place
        word |= (WAITING_AT if place == WAITING else on_tile) << 5 * which
    for seat, count in enumerate(extrawurm.bratwurms):
        word |= count << BRATWURMS_AT + 3 * seat
    return word


# ---------------------------------------------------------------- dice


def pack_rolls(counts: Int64s, golden: Int64s) -> Int64s:
    """Convert dice from counts of faces to the format of the arrays."""
    faces = np.arange(len(FACES))
    dice = counts << 4 * faces | (counts > 0).astype(np.int64) << SYMBOLS_AT + faces
    return dice.sum(axis=1) | golden << GOLDEN_AT


def roll_from(counts: Iterable[int], golden: int, rules: Rules) -> Roll:
    """Return the roll with these counts of faces; they include `golden`, the golden die's face."""
    rest = list(counts)
    if golden == 0:
        return intern_roll("".join(s * n for s, n in zip(SYMBOLS, rest, strict=True)))
    symbols = {intern_roll("", face).golden_face: face for face in GOLDEN_FACES[rules.golden]}
    if golden not in symbols or not rest[golden - 1]:
        allowed = ", ".join(str(face) for face in (0, *sorted(symbols)))
        raise InvalidNotation(
            "bad_option_value", option="golden", value=quote(golden), allowed=allowed
        )
    rest[golden - 1] -= 1
    ordinary = "".join(s * n for s, n in zip(SYMBOLS, rest, strict=True))
    return intern_roll(ordinary, symbols[golden])


def rolls_golden(arrays: GameArrays, rules: Rules) -> Bools:
    """Return, for each game, whether its next roll includes the golden die."""
    if not rules.extrawurm:
        return np.zeros(len(arrays.seat), np.bool_)
    place = arrays.specialists >> 5 * GOLDEN_DIE & 31
    return (place == arrays.seat + SEATS_AT) & (arrays.set_aside >> GOLDEN_AT == 0)
