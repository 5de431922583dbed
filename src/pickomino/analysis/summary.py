"""Each player's means over many reviewed games."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import Final

from msgspec import Struct

from pickomino.analysis.confidence import (
    MIN_GAMES,
    Mean,
    MeanCounter,
    bounded_interval,
    wilson_interval,
)
from pickomino.analysis.review_types import LIMITS, Review
from pickomino.core.errors import check_list, check_type, wrong_type

PAIRS_EXPECTED: Final = "pairs of names and a review, such as [(game.names, review(game))]"


class PlayerSummary(Struct, frozen=True):
    """The means over one player's games.

    >>> from pickomino import play_game, review, summarise
    >>> games = [play_game(["beginner", "random"], seed=seed) for seed in (1, 2)]
    >>> (first, _) = summarise((game.names, review(game)) for game in games)
    >>> first.name, first.games
    ('bot:beginner', 2)
    """

    name: str
    games: int
    rough: int
    """How many of the reviews are rough estimates."""
    result: Mean
    adjusted: Mean | None
    """The result minus the luck; like all that follows, over the reviews with a verdict only."""
    luck: Mean | None
    given_away: Mean | None
    labels: dict[str, Mean]
    """For each label, the number of decisions with that label per game."""


def summarise(reviews: Iterable[tuple[Sequence[str], Review]]) -> list[PlayerSummary]:
    """Return each player's means, most games first; each review is paired with the seats' names.

    >>> from pickomino import Game, review
    >>> game = Game.from_wgn('[Rules "mini"][a "Ann"][b "Ben"] 1a. 12355www:w 12355:5 t25')
    >>> [player.name for player in summarise([(game.names, review(game))])]
    ['Ann', 'Ben']
    """
    played: dict[str, list[tuple[Review, int]]] = {}
    check_type(reviews, Iterable, PAIRS_EXPECTED)
    for pair in reviews:
        names, review = _check_pair(pair)
        for seat, name in enumerate(names):
            played.setdefault(name, []).append((review, seat))
    summaries = [_summary(name, games) for name, games in played.items()]
    return sorted(summaries, key=lambda summary: -summary.games)


def _check_pair(pair: tuple[Sequence[str], Review]) -> tuple[Sequence[str], Review]:
    """Return the names and the review; raise TypeError if there is not a name for each seat."""
    match pair:
        case (Sequence() as names, Review() as review) if len(names) == review.players:
            check_list(names, PAIRS_EXPECTED)
            return names, review
        case _:
            raise wrong_type(pair, PAIRS_EXPECTED)


def _summary(name: str, games: Sequence[tuple[Review, int]]) -> PlayerSummary:
    judged = [(review, seat) for review, seat in games if not review.is_rough]
    sums = [review.seats[seat] for review, seat in judged]
    labels = [
        [decision.label for decision in review.decisions if decision.seat == seat]
        for review, seat in judged
    ]
    return PlayerSummary(
        name=name,
        games=len(games),
        rough=len(games) - len(judged),
        result=_share([review.seats[seat].result for review, seat in games]),
        adjusted=_mean([own.adjusted for own in sums], 0, 1),
        luck=_bounded([own.luck for own in sums], -1, 1),
        given_away=_bounded([own.given_away for own in sums], 0, 1),
        labels={
            label: mean
            for label, _ in LIMITS
            if (mean := _mean([own.count(label) for own in labels], 0, math.inf)) is not None
        },
    )


def _share(results: Sequence[float]) -> Mean:
    """Return the share of the wins; near 0 and 1 Wilson's interval is right, and Student's not."""
    share = fmean(results)
    if len(results) < MIN_GAMES:
        return Mean(share, -math.inf, math.inf)
    return wilson_interval(share, len(results))


def _bounded(values: Sequence[float], lowest: float, highest: float) -> Mean | None:
    """Return the mean with Wilson's interval, unbounded below MIN_GAMES; None for no values."""
    if len(values) < MIN_GAMES:
        return _mean(values, lowest, highest)
    return bounded_interval(values, lowest, highest)


def _mean(values: Sequence[float], lowest: float, highest: float) -> Mean | None:
    """Return the mean with Student's interval, unbounded below MIN_GAMES; None for no values."""
    if not values:
        return None
    if len(values) < MIN_GAMES:
        return Mean(min(max(fmean(values), lowest), highest), -math.inf, math.inf)
    counter = MeanCounter()
    for value in values:
        counter.add(value)
    return counter.interval().within(lowest, highest)
