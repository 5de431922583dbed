"""Random numbers, dice and random actions: compiled functions that use one game's generator.

Every game has its own xoroshiro128++ generator (Blackman and Vigna). A throw of n dice takes one
random number, and every throw has a probability of exactly 6^-n.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np

from pickomino.envs.vector.layout import (
    ALL_SYMBOLS,
    BIT_INDEX,
    COUNTS,
    DE_BRUIJN,
    DRAWN_BITS,
    FIRST_THROWN,
    GOLDEN_AT,
    HALF,
    NTH_SYMBOL,
    POWERS,
    SYMBOL_COUNT,
    SYMBOLS_AT,
    THROWN,
    UNFAIR,
)
from pickomino.solver.compiling import compiled

FRACTION = (1 << DRAWN_BITS) - 1
WORM_FACE = 5

int64 = cast("Callable[[Any], int]", np.int64)
"""The type of every number in a game in compiled code, since numba does not mix types safely."""


@compiled
def next_bits(one: np.uint64, two: np.uint64) -> tuple[np.uint64, np.uint64, np.uint64]:
    """Return 64 random bits and the next state of xoroshiro128++."""
    both = one + two
    bits = ((both << np.uint64(17)) | (both >> np.uint64(47))) + one
    two ^= one
    after = ((one << np.uint64(49)) | (one >> np.uint64(15))) ^ two ^ (two << np.uint64(21))
    return bits, after, (two << np.uint64(28)) | (two >> np.uint64(36))


@compiled
def throw_dice(dice: int, one: np.uint64, two: np.uint64) -> tuple[int, np.uint64, np.uint64]:
    """Throw up to eight dice: two lookups give the base-6 digits of a random fraction."""
    first = min(dice, HALF)
    second = dice - first
    while True:
        bits, one, two = next_bits(one, two)
        fraction = int64(bits >> np.uint64(64 - DRAWN_BITS)) * POWERS[first]
        a = THROWN[FIRST_THROWN[first] + (fraction >> DRAWN_BITS)]
        fraction = (fraction & FRACTION) * POWERS[second]
        b = THROWN[FIRST_THROWN[second] + (fraction >> DRAWN_BITS)]
        if (fraction & FRACTION) >= UNFAIR[dice]:
            break
    counts = int64((a & COUNTS) + (b & COUNTS))
    return counts | int64((a | b) >> SYMBOLS_AT) << SYMBOLS_AT, one, two


@compiled
def nth_action(mask: int, bits: np.uint64) -> int:
    """Return a random legal action; the bias with n actions is less than n / 2^52."""
    fraction = int64(bits >> np.uint64(64 - DRAWN_BITS))
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
    """Return the index of the only bit that is set in a number."""
    return BIT_INDEX[int64((np.uint64(bit) * np.uint64(DE_BRUIJN)) >> np.uint64(58))]


@compiled
def with_golden(
    rolled: int, plain: int, one: np.uint64, two: np.uint64
) -> tuple[int, np.uint64, np.uint64]:
    """Add a throw of the golden die; unless it is plain, it has three ones and three worms."""
    die, one, two = throw_dice(1, one, two)
    face = NTH_SYMBOL[8 * (die >> SYMBOLS_AT)]
    if not plain:
        face = 0 if 2 * face < WORM_FACE else WORM_FACE
    dice = (rolled + (1 << 4 * face)) | 1 << (SYMBOLS_AT + face)
    return dice | (face + 1) << GOLDEN_AT, one, two
