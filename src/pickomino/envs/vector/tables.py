"""How the games lie in memory, and the tables that the kernels read.

A tile is its index, 0 for 21 up to 15 for 36, or its number, the index and 1, where 0 means none.
Sets of tiles are 16 bits. Dice are four bits a face, ones lowest, and the symbols shown as six
bits above them (`SYMBOLS_AT`): dice of two throws are added and their symbols united.
"""

from __future__ import annotations

from itertools import product
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pickomino.core.rules import Rules

Int8s = NDArray[np.int8]
Int64s = NDArray[np.int64]
UInt64s = NDArray[np.uint64]
Bools = NDArray[np.bool_]

ROLL, CHOOSE, DECIDE, OVER_PHASE = 0, 1, 2, 4
"""Phases as the observation numbers them; 3 is Extrawurm's Raven."""
OVER_SEAT: Final = -2

ACTIONS: Final = 50
ROLL_ON, STOP, FIRST_TAKE, FIRST_STEAL, PAST_STEALS = 6, 7, 10, 26, 42
"""Action ids: 0 to 5 set a face aside, 8 and 9 and from 42 on are of Extrawurm alone."""

CLAIM_ANY, STEAL_OPTIONAL, RETURNED_TURNED, EMPTYFLIP, RETURNED_DOWN = 1, 2, 4, 8, 16
OPTION_BITS: Final = {
    ("claim", "any"): CLAIM_ANY,
    ("steal", "optional"): STEAL_OPTIONAL,
    ("returned", "turned"): RETURNED_TURNED,
    ("emptyflip", "yes"): EMPTYFLIP,
    ("returned", "down"): RETURNED_DOWN,
}
"""The options of the base game; a test fails when one or a value is missing."""

DICE: Final = 8
COUNTS: Final = 0xFFFFFF
SYMBOLS_AT: Final = 24
ALL_SYMBOLS: Final = 63
WORM_BIT: Final = 32
ALL_TILES: Final = 0xFFFF
TILES: Final = 16

DRAWN_BITS: Final = 52
"""The bits of a random number that become dice: 52, so that no product below overflows."""
HALF: Final = 4
"""A throw is looked up in two parts of at most four dice."""


class Arrays(NamedTuple):
    """All games, one entry a game in each array: 62 bytes a game."""

    face_up: NDArray[np.uint16]
    face_down: NDArray[np.uint16]
    below: Int64s
    """Four bits a tile: the index of the tile beneath it in its stack, its own index if none."""
    tops: Int64s
    """Eight bits a seat: the number of its top tile, 0 if it has none."""
    shown: NDArray[np.uint16]
    """The top tiles of all seats."""
    seat: Int8s
    phase: NDArray[np.uint8]
    set_aside: NDArray[np.int32]
    points: NDArray[np.uint8]
    dice_left: NDArray[np.uint8]
    rolled: NDArray[np.int32]
    mask: Int64s
    """A bit for each legal action, by its id."""
    turns: NDArray[np.int32]
    """The turns that ended in the game."""
    random: UInt64s
    """The state of each game's generator, two words."""


class Results(NamedTuple):
    """How the last finished game of each entry came out."""

    ended: Bools
    """Whether the last step ended a game, at its end or at the turn limit."""
    stopped: Bools
    """Whether the turn limit ended it."""
    winners: Bools
    """By game and seat."""
    scores: Int8s
    """By game and seat."""


def new_arrays(games: int) -> Arrays:
    """Return room for games; nothing in it is a game yet."""
    return Arrays(
        np.zeros(games, np.uint16),
        np.zeros(games, np.uint16),
        np.zeros(games, np.int64),
        np.zeros(games, np.int64),
        np.zeros(games, np.uint16),
        np.zeros(games, np.int8),
        np.zeros(games, np.uint8),
        np.zeros(games, np.int32),
        np.zeros(games, np.uint8),
        np.zeros(games, np.uint8),
        np.zeros(games, np.int32),
        np.zeros(games, np.int64),
        np.zeros(games, np.int32),
        np.zeros((games, 2), np.uint64),
    )


def new_results(games: int, players: int) -> Results:
    """Return room for the results of games."""
    return Results(
        np.zeros(games, np.bool_),
        np.zeros(games, np.bool_),
        np.zeros((games, players), np.bool_),
        np.zeros((games, players), np.int8),
    )


def options_of(rules: Rules) -> int:
    """Return the options of the base game as bits."""
    return sum(
        bit for (option, value), bit in OPTION_BITS.items() if getattr(rules, option) == value
    )


def _dice_of(faces: tuple[int, ...]) -> int:
    symbols = 0
    for face in faces:
        symbols |= 1 << face
    return sum(1 << 4 * face for face in faces) | symbols << SYMBOLS_AT


POWERS: Final = np.array([6**dice for dice in range(DICE + 1)], np.int64)
UNFAIR: Final = np.array([2**DRAWN_BITS % 6**dice for dice in range(DICE + 1)], np.int64)
"""Remainders below this are drawn again, so that every throw of n dice has chance 6^-n exactly."""
THROWN: Final = np.array(
    [_dice_of(faces) for dice in range(HALF + 1) for faces in product(range(6), repeat=dice)],
    np.int32,
)
"""The dice of each throw of 0 to 4 dice: 6.2 kB, which stays in the first cache."""
FIRST_THROWN: Final = np.array([0, 1, 7, 43, 259], np.int64)

SYMBOL_COUNT: Final = np.array([symbols.bit_count() for symbols in range(64)], np.int64)
NTH_SYMBOL: Final = np.array(
    [
        ([face for face in range(6) if symbols >> face & 1] + [0] * 8)[nth]
        for symbols in range(64)
        for nth in range(8)
    ],
    np.int64,
)
"""The face of the nth symbol of a set, at eight times the set and n."""

DE_BRUIJN: Final = 0x03F79D71B4CB0A89
"""Each six successive bits differ, so its product with a single bit tells which bit it is."""
BIT_INDEX: Final = np.array(
    sorted(range(64), key=lambda bit: (DE_BRUIJN << bit) % 2**64 >> 58), np.int64
)
