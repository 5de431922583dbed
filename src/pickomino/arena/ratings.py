"""Ratings by a direct Bradley-Terry fit: the order of the games does not matter, ties are ties."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from pickomino.analysis.confidence import NORMAL_QUANTILE
from pickomino.arena.groups import GroupResult
from pickomino.arena.intervals import AdjustedCounter, ShareCounter
from pickomino.core.rules import MIN_PLAYERS

MEAN_POINTS: Final = 1500.0
"""The mean of all ratings at a table."""
SCALE: Final = 400 / math.log(10)
"""Points to a unit of log odds: a lead of 100 stands for 64 wins in 100 duels."""
EVEN_SHARE: Final = 0.5
_MOST_GAMES: Final = 1e9
_ROUNDS: Final = 100
_SMALL: Final = 1e-10


class Rating(NamedTuple):
    """Points and their 95 % interval."""

    points: float
    low: float
    high: float


class Duel(NamedTuple):
    """What two of many players did against each other."""

    first: int
    second: int
    share: float
    """Of the first; a tie counts one half."""
    games: float
    """How many independent games would be as sure."""


def rate(groups: Sequence[GroupResult], bots: int) -> tuple[Rating, ...]:
    """Rate the bots of a match: of any two, who came before whom, and how often."""
    pairs = [(first, second) for first in range(bots) for second in range(first + 1, bots)]
    return fit_ratings([_compared(groups, *pair) for pair in pairs], bots)


def _compared(groups: Sequence[GroupResult], first: int, second: int) -> Duel:
    """Compare two bots of a match; if it has no others, with the luck taken out."""
    games = groups[0].games
    is_adjusted = len(games) == MIN_PLAYERS and bool(games[0].luck)
    counter = AdjustedCounter() if is_adjusted else ShareCounter(games=len(games))
    for group in groups:
        counter.add(
            group.adjusted_shares[first] if is_adjusted else _came_before(group, first, second)
        )
    return make_duel(first, second, counter.mean, counter.error)


def _came_before(group: GroupResult, first: int, second: int) -> float:
    ranks = [(game.ranks[first], game.ranks[second]) for game in group.games]
    return sum(1.0 if one < other else 0.5 * (one == other) for one, other in ranks) / len(ranks)


def make_duel(first: int, second: int, share: float, error: float) -> Duel:
    """Say how many independent games would be as sure of a share as its standard error.

    A luck-adjusted share may be below 0 or above 1.

    >>> make_duel(0, 1, 0.5, 0.05).games
    100.0
    >>> round(make_duel(0, 1, -0.01, 0.02).games)
    49
    """
    near = min(max(share, error), 1 - error) if error < EVEN_SHARE else EVEN_SHARE
    games = near * (1 - near) / error**2 if error > 0 else _MOST_GAMES
    return Duel(first, second, min(1.0, max(0.0, share)), round(min(games, _MOST_GAMES), 6))


def fit_ratings(
    duels: Sequence[Duel], players: int, anchor: int | None = None
) -> tuple[Rating, ...]:
    """Return the ratings under which the shares of all duels are likeliest.

    Every duel counts half a win for either side more than was played: who won every game is
    better, but not infinitely. EVEN is the mean of all players, or the `anchor`, who then has no
    interval, because the others are compared with it.

    >>> [round(rating.points) for rating in fit_ratings([Duel(0, 1, 0.64, 1e6)], 2)]
    [1550, 1450]
    """
    strength = [0.0] * players
    for _ in range(_ROUNDS):
        slope, curve = _derivatives(duels, strength)
        change = _solved(curve, slope)
        # Far from the end a full step may overshoot.
        step = min(1.0, 2.0 / max(map(abs, change), default=1.0) if any(change) else 1.0)
        strength = [each + step * by for each, by in zip(strength, change, strict=True)]
        if max(map(abs, change)) < _SMALL:
            break
    _, curve = _derivatives(duels, strength)
    even = [1 / players if anchor is None else float(each == anchor) for each in range(players)]
    return tuple(_rating(strength, curve, even, player) for player in range(players))


def _derivatives(
    duels: Sequence[Duel], strength: Sequence[float]
) -> tuple[list[float], list[list[float]]]:
    """Return how the likelihood grows with each strength, and how that growth falls."""
    players = len(strength)
    slope = [0.0] * players
    # Fixes the mean, which the duels leave open.
    curve = [[1.0 / players] * players for _ in strength]
    for first, second, share, games in duels:
        expected = 1 / (1 + math.exp(strength[second] - strength[first]))
        played = games + 1
        surplus = share * games + 0.5 - played * expected
        information = played * expected * (1 - expected)
        slope[first] += surplus
        slope[second] -= surplus
        curve[first][first] += information
        curve[second][second] += information
        curve[first][second] -= information
        curve[second][first] -= information
    return slope, curve


def _rating(
    strength: Sequence[float], curve: list[list[float]], even: Sequence[float], player: int
) -> Rating:
    lead = [float(each == player) - share for each, share in enumerate(even)]
    points = MEAN_POINTS + SCALE * sum(map(float.__mul__, lead, strength))
    variance = sum(map(float.__mul__, lead, _solved(curve, lead)))
    reach = NORMAL_QUANTILE * SCALE * math.sqrt(max(variance, 0.0))
    return Rating(points, points - reach, points + reach)


def _solved(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Solve linear equations whose matrix is positive definite, by Gauss and Jordan."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for pivot, row in enumerate(rows):
        row[:] = [value / row[pivot] for value in row]
        for number, other in enumerate(rows):
            if number != pivot:
                factor = other[pivot]
                other[:] = [a - factor * b for a, b in zip(other, row, strict=True)]
    return [row[-1] for row in rows]
