"""The memory layout of games, and the lookup tables of the kernels.

A tile is a number: 1 for 11, 2 for 13, 3 for 21 up to 18 for 36, and 0 for none. Tiles from 21 on
also have an index, 0 for 21 up to 15 for 36, and sets of them have 16 bits. Dice have four bits for
the count of each face, with the count of ones lowest, and above them six bits for the symbols shown
(`SYMBOLS_AT`). To combine two throws, add the counts and OR the symbols. Above the symbols is the
face of the golden die (`GOLDEN_AT`), 1 to 6 or 0 for none; the counts include it.
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
"""Phases, numbered as in the observation."""
OVER_SEAT: Final = -2

ROLL_ON, STOP, FIRST_TAKE, TAKE_21, FIRST_STEAL, RE_ROLL, FIRST_RAVEN = (
    index_of(Action.parse(token)) for token in ("r", "q", "t11", "t21", "s21", "z", "ba")
)
"""Action numbers; 0 to 5 set a face aside."""


def pack_options(rules: Rules) -> int:
    """Return the rule options as bits, in the order of the observation."""
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
ALLSYMBOLS_ROLLS: Final = _bit("allsymbols", "rolls")

DICE: Final = 8
COUNTS: Final = 0xFFFFFF
SYMBOLS_AT: Final = 24
GOLDEN_AT: Final = 30
ALL_SYMBOLS: Final = 63
WORM_BIT: Final = 32
ALL_TILES: Final = 0xFFFF
TILES: Final = 16
EXTRAS: Final = len(EXTRA_TILES)
"""The number of extra tiles. They are 11 and 13; here they have the numbers 1 and 2."""

# `GameArrays.extra_tiles`: for each of 11 and 13 a bit if it is face up, a bit if it is face down,
# three bits for its owner (the seat plus 1), and five bits each for the number of the tile beneath
# it and of the tile upon it.
EXTRAS_UP: Final = 3
EXTRAS_DOWN_AT, OWNER_AT, BENEATH_AT, UPON_AT = 2, 4, 10, 20

# `GameArrays.specialists`: five bits for the place of each specialist (a tile's number minus 1, a
# seat, or waiting), three bits for the Bratwurms of each seat, and a bit if the Weasel was used.
CANNED_WORM, HEN, RAVEN, WEASEL, GOLDEN_DIE = map(int, Specialist)
SPECIALISTS: Final = len(Specialist)
SEATS_AT: Final = len(ALL_PLACES)
WAITING_AT: Final = SEATS_AT + SEATS
BRATWURMS_AT: Final = 5 * SPECIALISTS
WEASEL_USED: Final = 1 << BRATWURMS_AT + 3 * SEATS
SUPPLY: Final = expansion.SUPPLY
CANNED_WORM_POINTS: Final = expansion.CANNED_WORM_POINTS

DRAWN_BITS: Final = 52
"""How many bits of a random number are used for dice, so few that no product overflows."""
HALF: Final = 4
"""A throw is looked up in two halves of at most this many dice."""


class GameArrays(NamedTuple):
    """All games of Extrawurm, one entry per game in each array."""

    face_up: NDArray[np.uint16]
    face_down: NDArray[np.uint16]
    below: Int64s
    """Four bits per tile: the index of the tile beneath it, or its own index if it lies on no
    tile or on 11 or 13."""
    tops: Int64s
    """Eight bits per seat: the number of its top tile, 0 for none."""
    shown: NDArray[np.uint16]
    """The set of all top tiles."""
    seat: Int8s
    phase: NDArray[np.uint8]
    set_aside: NDArray[np.signedinteger[Any]]
    points: NDArray[np.uint8]
    dice_left: NDArray[np.uint8]
    """The number of dice in the next roll, including the golden die."""
    rolled: NDArray[np.signedinteger[Any]]
    mask: Int64s
    """The legal actions, as bits numbered like the actions."""
    turns: NDArray[np.int32]
    """The number of turns that have ended in the game."""
    random: UInt64s
    """The state of each game's generator, in two words."""
    extra_tiles: NDArray[np.int32]
    """The places of 11 and 13."""
    specialists: Int64s
    """The places of specialists and Bratwurms."""


BASE_ARRAYS: Final = len(GameArrays._fields) - 2
BaseGameArrays = namedtuple("BaseGameArrays", GameArrays._fields[:BASE_ARRAYS])  # noqa: PYI024 # pyright: ignore[reportUntypedNamedTuple] - types as above
"""`GameArrays` for the base game, without the last two arrays. Kernels are compiled for both types,
which they tell apart by the number of fields, so the expansion costs the base game nothing."""


class Results(NamedTuple):
    """The result of the last finished game at each index."""

    ended: Bools
    """Whether the last step ended a game, by the rules or at the turn limit."""
    stopped: Bools
    """Whether the turn limit ended that game."""
    winners: Bools
    """Whether a seat won, indexed by game and seat."""
    scores: Int8s
    """The worms of a seat, indexed by game and seat."""


def new_arrays(games: int, *, extrawurm: bool) -> GameArrays:
    """Return arrays of zeros for a number of games."""
    dice = "i8" if extrawurm else "i4"
    types = f"u2 u2 i8 i8 u2 i1 u1 {dice} u1 u1 {dice} i8 i4 2u8 i4 i8".split()
    arrays = GameArrays(*(np.zeros(games, kind) for kind in types))
    return arrays if extrawurm else cast("GameArrays", BaseGameArrays(*arrays[:BASE_ARRAYS]))


def new_results(games: int, players: int) -> Results:
    """Return arrays of zeros for the results of games."""
    return Results(
        np.zeros(games, np.bool_),
        np.zeros(games, np.bool_),
        np.zeros((games, players), np.bool_),
        np.zeros((games, players), np.int8),
    )


def _pack_faces(faces: tuple[int, ...]) -> int:
    symbols = 0
    for face in faces:
        symbols |= 1 << face
    return sum(1 << 4 * face for face in faces) | symbols << SYMBOLS_AT


POWERS: Final = np.array([6**dice for dice in range(DICE + 1)], np.int64)
UNFAIR: Final = np.array([2**DRAWN_BITS % 6**dice for dice in range(DICE + 1)], np.int64)
"""Throws with a lower remainder are repeated, so that each throw of n dice has probability 6^-n."""
THROWN: Final = np.array(
    [_pack_faces(faces) for dice in range(HALF + 1) for faces in product(range(6), repeat=dice)],
    np.int32,
)
"""Every throw of 0 to 4 dice as packed dice: 6.2 kB, which fits into the L1 cache."""
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
"""The face of the nth symbol of a set, at index 8 * set + n."""

DE_BRUIJN: Final = 0x03F79D71B4CB0A89
"""All six-bit windows of this number differ, so the top six bits of its product with 2^n give n."""
BIT_INDEX: Final = np.array(
    sorted(range(64), key=lambda bit: (DE_BRUIJN << bit) % 2**64 >> 58), np.int64
)
