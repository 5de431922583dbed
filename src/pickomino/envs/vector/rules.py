"""The rules of one game as compiled functions: a table and a turn in, a table and a turn out.

Both live in registers while a game is played. Dice come from xoroshiro128++, one generator a game,
by Blackman and Vigna: a throw of n dice takes one number and has chance 6^-n exactly.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, cast

import numpy as np

from pickomino.envs.vector.compiling import compiled
from pickomino.envs.vector.tables import (
    ALL_SYMBOLS,
    ALL_TILES,
    BIT_INDEX,
    CHOOSE,
    CLAIM_ANY,
    COUNTS,
    DE_BRUIJN,
    DECIDE,
    DICE,
    DRAWN_BITS,
    EMPTYFLIP,
    FIRST_STEAL,
    FIRST_TAKE,
    FIRST_THROWN,
    HALF,
    NTH_SYMBOL,
    OVER_PHASE,
    OVER_SEAT,
    POWERS,
    RETURNED_DOWN,
    RETURNED_TURNED,
    ROLL,
    ROLL_ON,
    STEAL_OPTIONAL,
    STOP,
    SYMBOL_COUNT,
    SYMBOLS_AT,
    THROWN,
    UNFAIR,
    WORM_BIT,
)

LOWEST = 21
HIGHEST = 36
FAILED = 5
"""A phase that only lasts inside a kernel: the turn is to end with nothing."""
FRACTION = (1 << DRAWN_BITS) - 1

whole = cast("Callable[[Any], int]", np.int64)
"""All numbers of a game are of this type while it is played: numba mixes no others safely."""


class Rule(NamedTuple):
    """What holds for all games: the options as bits, the players, the turn limit (0 for none)."""

    options: int
    players: int
    turn_limit: int


class Table(NamedTuple):
    """Grill and stacks of one game, as in `Arrays`."""

    face_up: int
    face_down: int
    below: int
    tops: int
    shown: int


class Turn(NamedTuple):
    """How far the turn of one game has come, as in `Arrays`."""

    number: int
    seat: int
    phase: int
    set_aside: int
    points: int
    dice_left: int
    rolled: int
    mask: int


# ---------------------------------------------------------------- chance


@compiled
def drawn(one: np.uint64, two: np.uint64) -> tuple[np.uint64, np.uint64, np.uint64]:
    """Return 64 random bits and the next state of xoroshiro128++."""
    both = one + two
    bits = ((both << np.uint64(17)) | (both >> np.uint64(47))) + one
    two ^= one
    after = ((one << np.uint64(49)) | (one >> np.uint64(15))) ^ two ^ (two << np.uint64(21))
    return bits, after, (two << np.uint64(28)) | (two >> np.uint64(36))


@compiled
def thrown(dice: int, one: np.uint64, two: np.uint64) -> tuple[int, np.uint64, np.uint64]:
    """Throw dice: the digits of a random fraction in base 6, two lookups for up to eight."""
    first = min(dice, HALF)
    second = dice - first
    while True:
        bits, one, two = drawn(one, two)
        fraction = whole(bits >> np.uint64(64 - DRAWN_BITS)) * POWERS[first]
        a = THROWN[FIRST_THROWN[first] + (fraction >> DRAWN_BITS)]
        fraction = (fraction & FRACTION) * POWERS[second]
        b = THROWN[FIRST_THROWN[second] + (fraction >> DRAWN_BITS)]
        if (fraction & FRACTION) >= UNFAIR[dice]:
            break
    counts = whole((a & COUNTS) + (b & COUNTS))
    return counts | whole((a | b) >> SYMBOLS_AT) << SYMBOLS_AT, one, two


@compiled
def nth_action(mask: int, bits: np.uint64) -> int:
    """Return a legal action at random; one of n is off its chance by less than n / 2^52."""
    fraction = whole(bits >> np.uint64(64 - DRAWN_BITS))
    if mask <= ALL_SYMBOLS:
        nth: int = (fraction * SYMBOL_COUNT[mask]) >> DRAWN_BITS
        return NTH_SYMBOL[8 * mask + nth]
    count = 0
    rest = mask
    while rest:
        rest &= rest - 1
        count += 1
    for _ in range((fraction * count) >> DRAWN_BITS):
        mask &= mask - 1
    return bit_index(mask & -mask)


@compiled
def bit_index(bit: int) -> int:
    """Return which bit a number with one bit has."""
    return BIT_INDEX[whole((np.uint64(bit) * np.uint64(DE_BRUIJN)) >> np.uint64(58))]


# ---------------------------------------------------------------- grill and stacks


@compiled
def highest(tiles: int) -> int:
    """Return the highest tile of a set, as a set."""
    tiles |= tiles >> 1
    tiles |= tiles >> 2
    tiles |= tiles >> 4
    tiles |= tiles >> 8
    return tiles ^ (tiles >> 1)


@compiled
def top_of(tops: int, seat: int) -> int:
    """Return the number of a seat's top tile, 0 for none."""
    return (tops >> 8 * seat) & 255


@compiled
def under(below: int, number: int) -> int:
    """Return the number of the tile beneath a tile, 0 for none."""
    index = number - 1
    found = (below >> 4 * index) & 15
    return 0 if found == index else found + 1


@compiled
def with_top(tops: int, seat: int, number: int) -> int:
    """Put another tile on top."""
    return (tops & ~(255 << 8 * seat)) | (number << 8 * seat)


@compiled
def gained(  # noqa: PLR0913, PLR0917 - what a kernel needs
    table: Table, seat: int, index: int, face_up: int, tops: int, shown: int
) -> Table:
    """Put a tile on the own stack; the last three are as they are without that tile."""
    own = top_of(tops, seat)
    beneath = index if own == 0 else own - 1
    below = (table.below & ~(15 << 4 * index)) | (beneath << 4 * index)
    shown = (shown & ~((1 << own) >> 1)) | (1 << index)
    return Table(face_up, table.face_down, below, with_top(tops, seat, index + 1), shown)


@compiled
def stolen(table: Table, seat: int, players: int, index: int) -> Table:
    """Take an opponent's top tile."""
    owner = 0
    while owner == seat or top_of(table.tops, owner) != index + 1:
        owner = (owner + 1) % players
    bared = under(table.below, index + 1)
    tops = with_top(table.tops, owner, bared)
    return gained(table, seat, index, table.face_up, tops, table.shown | ((1 << bared) >> 1))


@compiled
def failed(table: Table, seat: int, options: int) -> Table:
    """Return the top tile and turn the highest, as section 3 of the rules has it."""
    best = highest(table.face_up)
    own = top_of(table.tops, seat)
    if own == 0:
        if not options & EMPTYFLIP:
            return table
        face_up, face_down = table.face_up ^ best, table.face_down | best
        return Table(face_up, face_down, table.below, table.tops, table.shown)
    returned = 1 << (own - 1)
    turned = best
    if best < returned:
        turned = returned if options & (RETURNED_TURNED | RETURNED_DOWN) else 0
    elif options & RETURNED_DOWN:
        turned |= returned
    bared = under(table.below, own)
    return Table(
        (table.face_up | returned) & ~turned,
        table.face_down | turned,
        table.below,
        with_top(table.tops, seat, bared),
        (table.shown ^ returned) | ((1 << bared) >> 1),
    )


# ---------------------------------------------------------------- a turn


@compiled
def claims(table: Table, turn: Turn, options: int, total: int) -> int:
    """Return the claims of a total with a worm, as action bits (section 4)."""
    if total < LOWEST:
        return 0
    index = min(total, HIGHEST) - LOWEST
    takes = table.face_up & ((2 << index) - 1)
    if not options & CLAIM_ANY:
        takes = highest(takes)
    own = (1 << top_of(table.tops, turn.seat)) >> 1
    steal = table.shown & ~own & (1 << index) if total <= HIGHEST else 0
    if steal and not options & STEAL_OPTIONAL:
        takes = 0
    return (takes << FIRST_TAKE) | (steal << FIRST_STEAL)


@compiled
def set_aside(table: Table, turn: Turn, options: int, face: int) -> Turn:
    """Set aside all dice that show a face; the turn may fail by that."""
    count = (turn.rolled >> 4 * face) & 15
    dice = (turn.set_aside | 1 << (SYMBOLS_AT + face)) + (count << 4 * face)
    symbols = dice >> SYMBOLS_AT
    points = turn.points + count * min(face + 1, 5)
    left = turn.dice_left - count
    mask = claims(table, turn, options, points) if symbols & WORM_BIT else 0
    if left > 0 and symbols != ALL_SYMBOLS:
        mask |= 1 << ROLL_ON if mask else (1 << ROLL_ON) | (1 << STOP)
    phase = DECIDE if mask else FAILED
    return Turn(turn.number, turn.seat, phase, dice, points, left, 0, mask)


@compiled
def next_turn(table: Table, turn: Turn, players: int) -> Turn:
    """Pass the turn on, or end the game if no tile is face up."""
    number = turn.number + 1
    if table.face_up == 0:
        return Turn(number, OVER_SEAT, OVER_PHASE, 0, 0, DICE, 0, 0)
    seat = turn.seat + 1
    return Turn(number, seat if seat < players else 0, ROLL, 0, 0, DICE, 0, 0)


@compiled
def after_roll(rule: Rule, table: Table, turn: Turn, rolled: int) -> tuple[Table, Turn]:
    """Let dice fall; without a new symbol the turn fails."""
    number, seat, _, aside, points, left, _, _ = turn
    choices = (rolled & ~aside) >> SYMBOLS_AT
    if choices:
        return table, Turn(number, seat, CHOOSE, aside, points, left, rolled, choices)
    table = failed(table, seat, rule.options)
    return table, next_turn(table, turn, rule.players)


@compiled
def after_action(rule: Rule, table: Table, turn: Turn, action: int) -> tuple[Table, Turn]:
    """Do a legal action."""
    number, seat, _, aside, points, left, _, _ = turn
    if action < ROLL_ON:
        turn = set_aside(table, turn, rule.options, action)
        if turn.phase != FAILED:
            return table, turn
        table = failed(table, seat, rule.options)
    elif action == ROLL_ON:
        return table, Turn(number, seat, ROLL, aside, points, left, 0, 0)
    elif action == STOP:
        table = failed(table, seat, rule.options)
    elif action < FIRST_STEAL:
        index = action - FIRST_TAKE
        face_up = table.face_up & ~(1 << index)
        table = gained(table, seat, index, face_up, table.tops, table.shown)
    else:
        table = stolen(table, seat, rule.players, action - FIRST_STEAL)
    return table, next_turn(table, turn, rule.players)


# ---------------------------------------------------------------- a game


@compiled
def new_table() -> Table:
    """Return the table at the start: all tiles face up."""
    return Table(ALL_TILES, 0, 0, 0, 0)


@compiled
def new_turn() -> Turn:
    """Return the first turn."""
    return Turn(0, 0, ROLL, 0, 0, DICE, 0, 0)


@compiled
def rank(tops: int, below: int, seat: int) -> int:
    """Return what decides who wins: 32 times the worms, and the number of the highest tile."""
    worms, best = 0, 0
    number = top_of(tops, seat)
    while number:
        worms += (number + 3) // 4
        best = max(best, number)
        number = under(below, number)
    return 32 * worms + best
