"""The strength of the bots, as measured by `scripts/rate_bots.py`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple, cast

FILE: Final = "ratings.json"


class BotRating(NamedTuple):
    """Rating points and their 95% interval; a bot 100 points ahead wins 64% of duels.

    >>> BotRating(1500.0, 1480.0, 1520.0).points
    1500.0
    """

    points: float
    low: float
    high: float


@cache
def load_ratings() -> Mapping[int, Mapping[str, BotRating]]:
    """Return the ratings by number of players, then by bot; the expert has 1500.

    >>> load_ratings()[2]["expert"].points
    1500.0
    """
    text = files("pickomino.bots").joinpath(FILE).read_text()
    data = cast("dict[str, Any]", json.loads(text))
    return {
        int(players): {bot: BotRating(*map(float, rating)) for bot, rating in ratings.items()}
        for players, ratings in data["ratings"].items()
    }
