"""Each player's means over many reviewed games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from pickomino.analysis.confidence import Mean, MeanCounter
from pickomino.analysis.review_types import LIMITS, Review


class PlayerSummary(Struct, frozen=True):
    """The means over one player's games."""

    name: str
    games: int
    rough: int
    """How many of the reviews are rough estimates."""
    result: Mean
    adjusted: Mean
    """The result minus the luck."""
    luck: Mean
    given_away: Mean
    labels: dict[str, Mean]
    """For each label, the number of decisions with that label per game."""


def summarise(reviews: Sequence[tuple[Sequence[str], Review]]) -> list[PlayerSummary]:
    """Return each player's means, most games first; each review is paired with the seats' names."""
    played: dict[str, list[tuple[Review, int]]] = {}
    for names, review in reviews:
        for seat, name in enumerate(names):
            played.setdefault(name, []).append((review, seat))
    summaries = [_summary(name, games) for name, games in played.items()]
    return sorted(summaries, key=lambda summary: -summary.games)


def _summary(name: str, games: Sequence[tuple[Review, int]]) -> PlayerSummary:
    sums = [review.seats[seat] for review, seat in games]
    labels = [
        [decision.label for decision in review.decisions if decision.seat == seat]
        for review, seat in games
    ]
    return PlayerSummary(
        name=name,
        games=len(games),
        rough=sum(review.is_rough for review, _ in games),
        result=_mean(own.result for own in sums),
        adjusted=_mean(own.adjusted for own in sums),
        luck=_mean(own.luck for own in sums),
        given_away=_mean(own.given_away for own in sums),
        labels={label: _mean(own.count(label) for own in labels) for label, _ in LIMITS},
    )


def _mean(values: Iterable[float]) -> Mean:
    counter = MeanCounter()
    for value in values:
        counter.add(value)
    return counter.interval()
