"""A position as a vector of numbers from 0 to 1, from the perspective of one seat.

Seats are rotated so that the observer is seat 0, and padded to seven. `SLICES` names every part;
docs/environments.md lists them. Changing any part requires a new VERSION.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import accumulate
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pickomino.core.extrawurm import SUPPLY, WAITING, Extrawurm, Specialist
from pickomino.core.play import dice_left
from pickomino.core.position import OVER, Phase, Position
from pickomino.core.roll import FACES, NO_GOLDEN, ORDINARY_DICE, Roll
from pickomino.core.rules import MAX_PLAYERS, MIN_PLAYERS, Rules
from pickomino.core.tiles import EXTRA_TILES, TILES, worms
from pickomino.core.turns import has_worm, total

VERSION: Final = 3

ObservationVector = NDArray[np.float32]

ALL_TILES: Final = EXTRA_TILES + TILES
SEATS: Final = MAX_PLAYERS
MAX_DICE: Final = ORDINARY_DICE + 1
MAX_POINTS: Final = 45
"""Nine dice of five points each; a seat with nine dice cannot also hold the Canned Worm."""
MAX_WORMS: Final = 50
"""Enough for all 49 worms: 40 on the tiles from 21 to 36, 2 on 11 and 13, and 7 Bratwurms."""

RULE_BITS: Final = (
    ("claim", "any"),
    ("steal", "optional"),
    ("returned", "turned"),
    ("emptyflip", "yes"),
    ("returned", "down"),
    ("extrawurm", True),
    ("weaselbust", "yes"),
    ("golden", "plain"),
    ("bothextra", "no"),
    ("allsymbols", "rolls"),
)
"""The option and value that each number of the part `rules` stands for.

A test checks that none is missing.
"""


def _layout() -> Iterator[tuple[str, int]]:
    yield "phase", len(Phase)
    yield "turn", SEATS
    yield "players", MAX_PLAYERS - MIN_PLAYERS + 1
    yield "rules", len(RULE_BITS)
    yield "grill", len(ALL_TILES)
    yield "face_down", len(ALL_TILES)
    for seat in range(SEATS):
        yield f"stack_{seat}", len(ALL_TILES)
        yield f"top_{seat}", len(ALL_TILES)
        yield f"score_{seat}", 1
    yield "set_aside", len(FACES)
    yield "rolled", len(FACES)
    for name in ("golden_set_aside", "golden_rolled", "total", "has_worm", "dice_left"):
        yield name, 1
    for specialist in Specialist:
        name = specialist.name.lower()
        yield f"{name}_on_tile", len(ALL_TILES)
        yield f"{name}_held_by", SEATS
        yield f"{name}_waiting", 1
    yield "bratwurms", SEATS
    yield "weasel_used", 1


def _slices() -> dict[str, slice]:
    ends = accumulate(size for _, size in _layout())
    return {name: slice(end - size, end) for (name, size), end in zip(_layout(), ends, strict=True)}


SLICES: Final = _slices()
"""The slice of the vector that belongs to each part, in order, keyed by the part's name."""
SIZE: Final = SLICES["weasel_used"].stop

_PLACE: Final = {tile: place for place, tile in enumerate(ALL_TILES)}
_PHASES: Final = {phase: place for place, phase in enumerate(Phase)}
_NO_SEAT: Final = np.zeros(2 * len(ALL_TILES) + 1, np.float32)
_NO_EXTRAWURM: Final = np.zeros(SIZE - SLICES["canned_worm_on_tile"].start, np.float32)
_NO_DICE: Final = np.zeros(SLICES["dice_left"].stop - SLICES["set_aside"].start, np.float32)


def varying(rules: Rules, players: int, tiles: Iterable[int] | None = None) -> NDArray[np.intp]:
    """Return the indices of the numbers that can vary while a seat with this view has to act.

    `tiles` are those that do not start face down; by default all that the rules have.

    >>> len(varying(Rules.preset("standard"), 2)), SIZE
    (114, 478)
    >>> len(varying(Rules.preset("standard"), 2, tiles=[21, 22]))
    30
    """
    if tiles is None:
        tiles = ALL_TILES if rules.extrawurm else TILES
    return np.flatnonzero(_can_vary(rules, players, frozenset(tiles)))


@cache
def _can_vary(rules: Rules, players: int, in_play: frozenset[int]) -> NDArray[np.bool_]:
    expansion = rules.extrawurm
    phases = (Phase.CHOOSE, Phase.DECIDE, *([Phase.RAVEN] if expansion else []))
    can = np.zeros(SIZE, np.bool_)
    can[SLICES["phase"]] = [phase in phases for phase in Phase]
    tiles = np.array([tile in in_play for tile in ALL_TILES])
    for name in ("grill", "face_down"):
        can[SLICES[name]] = tiles
    if expansion or rules.returned != "down":
        # The lowest tile is turned face down only as the last one on the grill: the game is over.
        can[SLICES["face_down"].start + int(tiles.argmax())] = False
    for seat in range(players):
        for name in ("stack", "top"):
            can[SLICES[f"{name}_{seat}"]] = tiles
        can[SLICES[f"score_{seat}"]] = True
    for name in ("set_aside", "rolled", "total", "has_worm", "dice_left"):
        can[SLICES[name]] = True
    if expansion:
        for name in ("golden_set_aside", "golden_rolled", "weasel_used"):
            can[SLICES[name]] = True
        for specialist in map(str.lower, Specialist.__members__):
            can[SLICES[f"{specialist}_on_tile"]] = True
            first = SLICES[f"{specialist}_held_by"].start
            can[first : first + players] = specialist != Specialist.RAVEN.name.lower()
            can[SLICES[f"{specialist}_waiting"]] = True
        first = SLICES["bratwurms"].start
        can[first : first + players] = True
    return can


def encode(position: Position, seat: int) -> ObservationVector:
    """Return a new vector of SIZE numbers: the position from the perspective of a seat.

    >>> from pickomino import Rules, start
    >>> vector = encode(start(Rules.preset("standard"), 3), seat=1)
    >>> vector.shape, vector[SLICES["turn"]]
    ((478,), array([0., 0., 1., 0., 0., 0., 0.], dtype=float32))
    """
    rules, grill, face_down, stacks, acting, turn, extrawurm = position
    # Parts that recur often are cached: encoding takes 5 us instead of 67.
    return np.concatenate(
        (
            _setup(rules, len(stacks), turn.phase, acting, seat),
            _tiles(grill, face_down, stacks, extrawurm and extrawurm.bratwurms, seat),
            *_dice(position),
            _NO_EXTRAWURM if extrawurm is None else _extrawurm(extrawurm, seat),
        )
    )


@lru_cache(maxsize=4096)
def _setup(rules: Rules, players: int, phase: Phase, acting: int, seat: int) -> ObservationVector:
    phases = np.zeros(len(Phase))
    phases[_PHASES[phase]] = 1
    seats = np.zeros(SEATS)
    if acting != OVER:
        seats[(acting - seat) % players] = 1
    numbers = np.zeros(MAX_PLAYERS - MIN_PLAYERS + 1)
    numbers[players - MIN_PLAYERS] = 1
    bits = [getattr(rules, option) == value for option, value in RULE_BITS]
    return np.concatenate((phases, seats, numbers, bits)).astype(np.float32)


@lru_cache(maxsize=1024)
def _tiles(
    grill: tuple[int, ...],
    face_down: tuple[int, ...],
    stacks: tuple[tuple[int, ...], ...],
    bratwurms: tuple[int, ...] | None,
    seat: int,
) -> ObservationVector:
    players = len(stacks)
    counts = bratwurms or (0,) * players
    lying = np.zeros(2 * len(ALL_TILES), np.float32)
    lying[[_PLACE[tile] for tile in grill]] = 1
    lying[[len(ALL_TILES) + _PLACE[tile] for tile in face_down]] = 1
    seats = [*range(seat, players), *range(seat)]
    held = [_stack(stacks[other], counts[other]) for other in seats]
    return np.concatenate((lying, *held, *[_NO_SEAT] * (SEATS - players)))


@lru_cache(maxsize=65536)
def _stack(stack: tuple[int, ...], bratwurms: int) -> ObservationVector:
    part = np.zeros(2 * len(ALL_TILES) + 1, np.float32)
    for height, tile in enumerate(stack, 1):
        part[_PLACE[tile]] = height / len(ALL_TILES)
    if stack:
        part[len(ALL_TILES) + _PLACE[stack[-1]]] = 1
    part[-1] = (sum(map(worms, stack)) + bratwurms) / MAX_WORMS
    return part


def _dice(position: Position) -> tuple[ObservationVector, ...]:
    """Return the parts for the dice, which are zero outside the phases ROLL, CHOOSE and DECIDE."""
    phase, set_aside, rolled = position.turn
    if phase is Phase.RAVEN or phase is Phase.OVER:
        return (_NO_DICE,)
    rest = _rest(
        set_aside.golden != NO_GOLDEN,
        rolled.golden != NO_GOLDEN,
        total(position),
        has_worm(position),
        dice_left(position),
    )
    return _faces(set_aside), _faces(rolled), rest


@cache
def _rest(*figures: int) -> ObservationVector:
    scales = (1, 1, MAX_POINTS, 1, MAX_DICE)
    return np.array([f / scale for f, scale in zip(figures, scales, strict=True)], np.float32)


@cache
def _faces(roll: Roll) -> ObservationVector:
    return np.array([count / MAX_DICE for count in roll.counts], np.float32)


@lru_cache(maxsize=16384)
def _extrawurm(extrawurm: Extrawurm, seat: int) -> ObservationVector:
    players = len(extrawurm.bratwurms)
    part = np.zeros(len(_NO_EXTRAWURM), np.float32)
    block = len(ALL_TILES) + SEATS + 1
    for specialist, place in enumerate(extrawurm.specialists):
        if place == WAITING:
            offset = block - 1
        elif place in _PLACE:
            offset = _PLACE[place]
        else:
            offset = len(ALL_TILES) + (place - seat) % players
        part[specialist * block + offset] = 1
    bratwurms = len(Specialist) * block
    for other, count in enumerate(extrawurm.bratwurms):
        part[bratwurms + (other - seat) % players] = count / SUPPLY
    part[-1] = extrawurm.weasel_used
    return part
