"""Dice that fit how a rival's turn ended, where only the result is known."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from pickomino.core.actions import ROLL_ON, Action
from pickomino.core.play import claims_of_total
from pickomino.core.position import Position
from pickomino.core.roll import POINTS, SYMBOLS, Roll

MADE_UP = "Rivals"
"""The tag of a record in which only the dice of the first seat are real."""
DICE = 8
HIGHEST_SUM = 45
Move = Roll | Action
FAILED: tuple[Move, ...] = (
    Roll.parse("12222222"),
    Action.parse("k1"),
    ROLL_ON,
    Roll.parse("1111111"),
)
"""A turn that fails: the second roll has nothing new."""


def fitting_moves(position: Position, claim: Action) -> list[Move]:
    """Return rolls and choices that end in a claim, at the start of a turn without Extrawurm.

    >>> from pickomino import Rules, start
    >>> claim = Action.parse("t22")
    >>> [str(move) for move in fitting_moves(start(Rules.preset("standard"), 2), claim)]
    ['444wwwww', 'k4', 'r', '111ww', 'kw', 't22']
    """
    sums = (total for total in range(HIGHEST_SUM + 1) if claim in claims_of_total(position, total))
    counts = _counts(next(sums))
    moves: list[Move] = []
    left = DICE
    for place, (symbol, count) in enumerate(counts):
        following = counts[place + 1][0] if place + 1 < len(counts) else _other(symbol)
        dice = sorted(symbol * count + following * (left - count), key=SYMBOLS.index)
        moves += [Roll.parse("".join(dice)), Action.parse(f"k{symbol}"), ROLL_ON]
        left -= count
    return [*moves[:-1], claim]


def _counts(total: int) -> list[tuple[str, int]]:
    """Return how many dice of which symbols make a sum, a worm among them."""
    found = next(counts for counts in _combinations() if _worth(counts) == total)
    pairs = [(symbol, count) for symbol, count in zip(SYMBOLS, found, strict=True) if count]
    return sorted(pairs, key=lambda pair: pair[0] == "w")


def _combinations() -> Iterator[tuple[int, ...]]:
    for counts in product(range(DICE + 1), repeat=len(SYMBOLS)):
        if counts[-1] and sum(counts) <= DICE:
            yield counts


def _worth(counts: tuple[int, ...]) -> int:
    return sum(count * points for count, points in zip(counts, POINTS, strict=True))


def _other(symbol: str) -> str:
    return "1" if symbol != "1" else "2"
