"""How the games lie in memory, and the tables that the kernels read.

A tile is its number, 1 for 11, 2 for 13, 3 for 21 up to 18 for 36, where 0 means none; tiles from
21 on also have an index, 0 for 21 up to 15 for 36, and sets of them are 16 bits. Dice are four bits
a face, ones lowest, and the symbols shown as six bits above them (`SYMBOLS_AT`): dice of two throws
are added and their symbols united. Above them is the face of the golden die (`GOLDEN_AT`), 1 to 6
or 0 for none; the counts include it.
"""

from __future__ import annotations

from collections import namedtuple
from itertools import product
from typing import Any, Final, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from pickomino.core import extrawurm as expansion
from pickomino.core.actions import Action
from pickomino.core.extrawurm import Specialist
from pickomino.core.rules import Rules
from pickomino.core.tiles import EXTRA_TILES
from pickomino.envs.actions import index_of
from pickomino.envs.encoding import ALL_TILES as ALL_PLACES
from pickomino.envs.encoding import RULE_BITS, SEATS

Int8s = NDArray[np.int8]
Int64s = NDArray[np.int64]
UInt64s = NDArray[np.uint64]
Bools = NDArray[np.bool_]

ROLL, CHOOSE, DECIDE, RAVENS_CHOICE, OVER_PHASE = 0, 1, 2, 3, 4
"""Phases as the observation numbers them."""
OVER_SEAT: Final = -2

ROLL_ON, STOP, FIRST_TAKE, TAKE_21, FIRST_STEAL, RE_ROLL, FIRST_RAVEN = (
    index_of(Action.parse(token)) for token in ("r", "q", "t11", "t21", "s21", "z", "ba")
)
"""Action ids; 0 to 5 set a face aside."""


def options_of(rules: Rules) -> int:
    """Return the options as bits, in the order of the observation."""
    return sum(
        1 << place
        for place, (option, value) in enumerate(RULE_BITS)
        if getattr(rules, option) == value
    )


def _bit(option: str, value: str) -> int:
    return 1 << RULE_BITS.index((option, value))


CLAIM_ANY: Final = _bit("claim", "any")
STEAL_OPTIONAL: Final = _bit("steal", "optional")
RETURNED_TURNED: Final = _bit("returned", "turned")
RETURNED_DOWN: Final = _bit("returned", "down")
EMPTYFLIP: Final = _bit("emptyflip", "yes")
WEASELBUST: Final = _bit("weaselbust", "yes")
GOLDEN_PLAIN: Final = _bit("golden", "plain")
BOTHEXTRA_NO: Final = _bit("bothextra", "no")

DICE: Final = 8
COUNTS: Final = 0xFFFFFF
SYMBOLS_AT: Final = 24
GOLDEN_AT: Final = 30
ALL_SYMBOLS: Final = 63
WORM_BIT: Final = 32
ALL_TILES: Final = 0xFFFF
TILES: Final = 16
EXTRAS: Final = len(EXTRA_TILES)
"""11 and 13, which have the lowest numbers."""

# `GameArrays.extra_tiles`: a bit for each of 11 and 13 that is face up, one that is face down, then
# three bits for its owner (the seat and 1), and five each for the number of the tile beneath it and
# of the tile upon it.
EXTRAS_UP: Final = 3
EXTRAS_DOWN_AT, OWNER_AT, BENEATH_AT, UPON_AT = 2, 4, 10, 20

# `GameArrays.specialists`: five bits for the place of each specialist, which is a tile's number less 1,
# a seat, or waiting; three for the Bratwurms of each seat; one for the Weasel that was used.
CANNED_WORM, HEN, RAVEN, WEASEL, GOLDEN_DIE = map(int, Specialist)
SPECIALISTS: Final = len(Specialist)
SEATS_AT: Final = len(ALL_PLACES)
WAITING_AT: Final = SEATS_AT + SEATS
BRATWURMS_AT: Final = 5 * SPECIALISTS
WEASEL_USED: Final = 1 << BRATWURMS_AT + 3 * SEATS
SUPPLY: Final = expansion.SUPPLY
CANNED_WORM_POINTS: Final = expansion.CANNED_WORM_POINTS
FIRST_PLACES: Final = sum(
    ALL_PLACES.index(tile) << 5 * which for which, tile in enumerate(expansion.START_TILES)
)

DRAWN_BITS: Final = 52
"""The bits of a random number that become dice: 52, so that no product below overflows."""
HALF: Final = 4
"""A throw is looked up in two parts of at most four dice."""


class GameArrays(NamedTuple):
    """All games of Extrawurm, one entry a game in each array."""

    face_up: NDArray[np.uint16]
    face_down: NDArray[np.uint16]
    below: Int64s
    """Four bits a tile: the index of the tile beneath it in its stack, its own index if none
    or 11 or 13."""
    tops: Int64s
    """Eight bits a seat: the number of its top tile, 0 if it has none."""
    shown: NDArray[np.uint16]
    """The top tiles of all seats."""
    seat: Int8s
    phase: NDArray[np.uint8]
    set_aside: NDArray[np.signedinteger[Any]]
    points: NDArray[np.uint8]
    dice_left: NDArray[np.uint8]
    """The dice that the next roll has, the golden die included."""
    rolled: NDArray[np.signedinteger[Any]]
    mask: Int64s
    """A bit for each legal action, by its id."""
    turns: NDArray[np.int32]
    """The turns that ended in the game."""
    random: UInt64s
    """The state of each game's generator, two words."""
    extra_tiles: NDArray[np.int32]
    """Where 11 and 13 are."""
    specialists: Int64s
    """The specialists and Bratwurms."""


BASE_ARRAYS: Final = len(GameArrays._fields) - 2
BaseGameArrays = namedtuple("BaseGameArrays", GameArrays._fields[:BASE_ARRAYS])  # noqa: PYI024 # pyright: ignore[reportUntypedNamedTuple] - types as above
"""All games of the base game. Kernels are compiled for either: what they ask of the length is known
by then, so the base game pays nothing for the expansion."""


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


def new_arrays(games: int, *, extrawurm: bool) -> GameArrays:
    """Return room for games; nothing in it is a game yet."""
    dice = np.int64 if extrawurm else np.int32
    arrays = GameArrays(
        np.zeros(games, np.uint16),
        np.zeros(games, np.uint16),
        np.zeros(games, np.int64),
        np.zeros(games, np.int64),
        np.zeros(games, np.uint16),
        np.zeros(games, np.int8),
        np.zeros(games, np.uint8),
        np.zeros(games, dice),
        np.zeros(games, np.uint8),
        np.zeros(games, np.uint8),
        np.zeros(games, dice),
        np.zeros(games, np.int64),
        np.zeros(games, np.int32),
        np.zeros((games, 2), np.uint64),
        np.zeros(games, np.int32),
        np.zeros(games, np.int64),
    )
    return arrays if extrawurm else cast("GameArrays", BaseGameArrays(*arrays[:BASE_ARRAYS]))


def new_results(games: int, players: int) -> Results:
    """Return room for the results of games."""
    return Results(
        np.zeros(games, np.bool_),
        np.zeros(games, np.bool_),
        np.zeros((games, players), np.bool_),
        np.zeros((games, players), np.int8),
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
