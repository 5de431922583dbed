"""Ratings of players and puzzles: an answer is a game between the two, rated by Glicko's formula.

docs/daily.md explains it; the browser's `profile/ratings.js` computes the same.
"""

from __future__ import annotations

from math import log, pi, sqrt
from typing import Final, NamedTuple


class GlickoRating(NamedTuple):
    """How strong somebody is, and how far from that the truth may well be (one sigma)."""

    rating: float
    deviation: float


NEWCOMER: Final = GlickoRating(1500.0, 350.0)
MIN_DEVIATION: Final = 45.0
"""Nobody stays the same: below this, ratings would stop following their owners."""
_BY_DIFFICULTY: Final = {1: 1300.0, 2: 1500.0, 3: 1700.0}
_PUZZLE_DEVIATION: Final = 150.0
_SCALE: Final = log(10) / 400


def puzzle_rating(difficulty: int) -> GlickoRating:
    """Return where a puzzle begins.

    >>> puzzle_rating(3)
    Rating(rating=1700.0, deviation=150.0)
    """
    return GlickoRating(_BY_DIFFICULTY[difficulty], _PUZZLE_DEVIATION)


def expected_score(one: GlickoRating, other: GlickoRating) -> float:
    """Return the score that one may expect against the other, from 0 to 1."""
    return 1 / (1 + 10 ** (-_weight(other) * (one.rating - other.rating) / 400))


def update_rating(one: GlickoRating, other: GlickoRating, score: float) -> GlickoRating:
    """Return the rating of one after a game against the other: score 1 for a win, 0 for a loss.

    >>> update_rating(NEWCOMER, puzzle_rating(2), 1)
    Rating(rating=1674.2..., deviation=258.9...)
    """
    chance, weight = expected_score(one, other), _weight(other)
    told = (_SCALE * weight) ** 2 * chance * (1 - chance)
    variance = 1 / (1 / one.deviation**2 + told)
    rating = one.rating + _SCALE * variance * weight * (score - chance)
    return GlickoRating(rating, max(MIN_DEVIATION, sqrt(variance)))


def _weight(other: GlickoRating) -> float:
    """Return how much a game tells: less, the less is known of the other."""
    return 1 / sqrt(1 + 3 * (_SCALE * other.deviation / pi) ** 2)
