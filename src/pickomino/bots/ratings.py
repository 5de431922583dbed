"""How strong the bots are, as `scripts/rate_bots.py` measured it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple, cast

FILE: Final = "ratings.json"


class Measured(NamedTuple):
    """Points and their 95 % interval; the expert has 1500, and 100 more win 64 % of duels."""

    points: float
    low: float
    high: float


@cache
def measured() -> Mapping[int, Mapping[str, Measured]]:
    """Return the ratings by number of players and bot.

    >>> measured()[2]["expert"].points
    1500.0
    """
    text = files("pickomino.bots").joinpath(FILE).read_text()
    found = cast("dict[str, Any]", json.loads(text))
    return {
        int(players): {bot: Measured(*map(float, rating)) for bot, rating in ratings.items()}
        for players, ratings in found["ratings"].items()
    }
