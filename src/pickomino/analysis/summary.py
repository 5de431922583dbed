"""What many reviewed games add up to, player by player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from pickomino.analysis.confidence import Mean, MeanCounter
from pickomino.analysis.review_types import LIMITS, Review

FIGURES: Final = ("result", "adjusted", "luck", "given_away")


class PlayerSummary(NamedTuple):
    """The means of one player's games, a game being one value."""

    name: str
    games: int
    rough: int
    """How many of them are rough estimates."""
    result: Mean
    adjusted: Mean
    """The result with the luck taken out."""
    luck: Mean
    given_away: Mean
    labels: dict[str, Mean]
    """How many decisions of a game are called so."""


class _Tally:
    """The figures of one player while they are added up."""

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
    """Add up reviews, each with the names of its seats; most games come first."""
    tallies: dict[str, _Tally] = {}
    for names, review in reviews:
        for seat, name in enumerate(names):
            tallies.setdefault(name, _Tally()).add(review, seat)
    found = [_summary(name, tally) for name, tally in tallies.items()]
    return sorted(found, key=lambda each: -each.games)


def _summary(name: str, tally: _Tally) -> PlayerSummary:
    result, adjusted, luck, given_away = (tally.figures[each].interval() for each in FIGURES)
    labels = {label: counter.interval() for label, counter in tally.labels.items()}
    return PlayerSummary(name, tally.games, tally.rough, result, adjusted, luck, given_away, labels)
