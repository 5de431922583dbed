"""Ratings of the bots by openskill, fed with every game in order, so that they are reproducible."""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from typing import Any, NamedTuple

from pickomino.arena.groups import GroupResult
from pickomino.core.errors import PickominoError


class Rating(NamedTuple):
    """A skill by the Plackett-Luce model: estimate, doubt, and the estimate less three doubts."""

    mu: float
    sigma: float
    ordinal: float


def rate(groups: Iterable[GroupResult], bots: int) -> tuple[Rating, ...]:
    """Rate the bots over all games, in the order given."""
    model = _model()
    ratings = [model.rating() for _ in range(bots)]
    for group in groups:
        for game in group.games:
            teams = model.rate([[rating] for rating in ratings], ranks=list(game.ranks))
            ratings = [rating for (rating,) in teams]
    return tuple(Rating(rating.mu, rating.sigma, rating.ordinal()) for rating in ratings)


def check_ratings() -> None:
    """Refuse to begin a match that could not be rated at its end."""
    _model()


def _model() -> Any:  # noqa: ANN401 - openskill loads only here and comes with an extra
    try:
        return importlib.import_module("openskill.models").PlackettLuce()
    except ImportError as error:
        raise PickominoError("needs_extra", package="openskill", extra="bots") from error
