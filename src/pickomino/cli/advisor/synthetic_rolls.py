"""Synthetic rolls for a rival's turn when only its result is known."""

from __future__ import annotations

from itertools import product
from operator import mul

from pickomino.core.actions import ROLL_ON, Action
from pickomino.core.play import claims_for_total
from pickomino.core.position import Position
from pickomino.core.roll import POINTS, SYMBOLS, Roll

SYNTHETIC_TAG = "Rivals"
"""The record tag that marks all dice but the first seat's as synthetic."""
DICE = 8
MAX_TOTAL = 45
Move = Roll | Action
FAILED_TURN: tuple[Move, ...] = (
    Roll.parse("12222222"),
    Action.parse("k1"),
    ROLL_ON,
    Roll.parse("1111111"),
)
"""A turn that fails: the second roll has no new symbol."""


def synthesize_moves(position: Position, claim: Action) -> list[Move]:
    """Return the rolls and choices of a made-up turn that ends with a claim (not for Extrawurm).

    >>> from pickomino import Rules, start
    >>> claim = Action.parse("t22")
    >>> [str(move) for move in synthesize_moves(start(Rules.preset("standard"), 2), claim)]
    ['444wwwww', 'k4', 'r', '111ww', 'kw', 't22']
    """
    sums = (total for total in range(MAX_TOTAL + 1) if claim in claims_for_total(position, total))
    counts = _counts(next(sums))
    moves: list[Move] = []
    left = DICE
    for place, (symbol, count) in enumerate(counts):
        following = counts[place + 1][0] if place + 1 < len(counts) else _another(symbol)
        dice = sorted(symbol * count + following * (left - count), key=SYMBOLS.index)
        moves += [Roll.parse("".join(dice)), Action.parse(f"k{symbol}"), ROLL_ON]
        left -= count
    return [*moves[:-1], claim]


def _counts(total: int) -> list[tuple[str, int]]:
    """Return symbols and their counts; they include a worm and are worth `total` points."""
    combination = next(
        counts
        for counts in product(range(DICE + 1), repeat=len(SYMBOLS))
        if counts[-1] and sum(counts) <= DICE and sum(map(mul, counts, POINTS)) == total
    )
    pairs = [(symbol, count) for symbol, count in zip(SYMBOLS, combination, strict=True) if count]
    return sorted(pairs, key=lambda pair: pair[0] == "w")


def _another(symbol: str) -> str:
    return "1" if symbol != "1" else "2"
