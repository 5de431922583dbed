"""How strong the bots are, as `scripts/rate_bots.py` measured it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple, cast

FILE: Final = "ratings.json"


class BotRating(NamedTuple):
    """Points and their 95 % interval; the expert has 1500, and 100 more win 64 % of duels."""

    points: float
    low: float
    high: float


@cache
def load_ratings() -> Mapping[int, Mapping[str, BotRating]]:
    """Return the ratings by number of players and bot.

    >>> load_ratings()[2]["expert"].points
    1500.0
    """
    text = files("pickomino.bots").joinpath(FILE).read_text()
    found = cast("dict[str, Any]", json.loads(text))
    return {
        int(players): {bot: BotRating(*map(float, rating)) for bot, rating in ratings.items()}
        for players, ratings in found["ratings"].items()
    }
