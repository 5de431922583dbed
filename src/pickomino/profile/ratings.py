"""Ratings of players and puzzles: an answer is a game between the two, rated by Glicko.

docs/daily.md explains the ratings; tests/data/profile_vectors.json has the examples that the
browser's `profile/ratings.js` must reproduce.
"""

from __future__ import annotations

from math import log, pi, sqrt
from typing import Annotated, Final, NamedTuple

from msgspec import Meta


class GlickoRating(NamedTuple):
    """The rating of a player or puzzle and its standard deviation."""

    rating: Annotated[float, Meta(gt=-9999, lt=9999)]
    deviation: Annotated[float, Meta(gt=0, lt=999)]


NEWCOMER: Final = GlickoRating(1500.0, 350.0)
MIN_DEVIATION: Final = 45.0
"""Deviations never fall below this, so that ratings still react to changes in strength."""
_BY_DIFFICULTY: Final = {1: 1300.0, 2: 1500.0, 3: 1700.0}
_PUZZLE_DEVIATION: Final = 150.0
_SCALE: Final = log(10) / 400


def puzzle_rating(difficulty: int) -> GlickoRating:
    """Return the initial rating of a puzzle.

    >>> puzzle_rating(3)
    GlickoRating(rating=1700.0, deviation=150.0)
    """
    return GlickoRating(_BY_DIFFICULTY[difficulty], _PUZZLE_DEVIATION)


def expected_score(one: GlickoRating, other: GlickoRating) -> float:
    """Return the expected score of `one` against `other`, from 0 to 1."""
    return 1 / (1 + 10 ** (-_weight(other) * (one.rating - other.rating) / 400))


def update_rating(one: GlickoRating, other: GlickoRating, score: float) -> GlickoRating:
    """Return the new rating of `one` after a game against `other`; a win has a score of 1.

    >>> update_rating(NEWCOMER, puzzle_rating(2), 1)
    GlickoRating(rating=1674.2..., deviation=258.9...)
    """
    chance, weight = expected_score(one, other), _weight(other)
    information = (_SCALE * weight) ** 2 * chance * (1 - chance)
    variance = 1 / (1 / one.deviation**2 + information)
    rating = one.rating + _SCALE * variance * weight * (score - chance)
    return GlickoRating(rating, max(MIN_DEVIATION, sqrt(variance)))


def _weight(other: GlickoRating) -> float:
    """Return the weight of a game: the larger the opponent's deviation, the smaller the weight."""
    return 1 / sqrt(1 + 3 * (_SCALE * other.deviation / pi) ** 2)
