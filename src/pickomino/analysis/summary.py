"""Each player's means over many reviewed games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from pickomino.analysis.confidence import Mean, MeanCounter
from pickomino.analysis.review_types import LIMITS, Review

FIGURES: Final = ("result", "adjusted", "luck", "given_away")


class PlayerSummary(Struct, frozen=True):
    """The means over one player's games."""

    name: str
    games: int
    rough: int
    """How many of the games have only a roughly estimated review."""
    result: Mean
    adjusted: Mean
    """The result minus the luck."""
    luck: Mean
    given_away: Mean
    labels: dict[str, Mean]
    """For each label, the number of decisions with that label per game."""


class _PlayerTally:
    """The running figures of one player."""

    def __init__(self) -> None:
        self.games = 0
        self.rough = 0
        self.figures = {figure: MeanCounter() for figure in FIGURES}
        self.labels = {label: MeanCounter() for label, _ in LIMITS}

    def add(self, review: Review, seat: int) -> None:
        self.games += 1
        self.rough += review.is_rough
        for figure, counter in self.figures.items():
            counter.add(getattr(review.seats[seat], figure))
        labels = [decision.label for decision in review.decisions if decision.seat == seat]
        for label, counter in self.labels.items():
            counter.add(labels.count(label))


def summarise(reviews: Sequence[tuple[Sequence[str], Review]]) -> list[PlayerSummary]:
    """Return each player's means, most games first; each review is paired with the seats' names."""
    tallies: dict[str, _PlayerTally] = {}
    for names, review in reviews:
        for seat, name in enumerate(names):
            tallies.setdefault(name, _PlayerTally()).add(review, seat)
    summaries = [_summary(name, tally) for name, tally in tallies.items()]
    return sorted(summaries, key=lambda summary: -summary.games)


def _summary(name: str, tally: _PlayerTally) -> PlayerSummary:
    result, adjusted, luck, given_away = (tally.figures[figure].interval() for figure in FIGURES)
    labels = {label: counter.interval() for label, counter in tally.labels.items()}
    return PlayerSummary(name, tally.games, tally.rough, result, adjusted, luck, given_away, labels)
