"""The chance to win by a formula: strengths of the seats, compared."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from math import exp
from typing import cast

from pickomino.core.position import OVER, Position
from pickomino.evaluation.protocol import Chances, final_chances
from pickomino.evaluation.strength import figures


class WinChance:
    """Judges a position at once, from what lies on the table.

    >>> from pickomino import Rules, start
    >>> chances = WinChance().evaluate([start(Rules.preset("classic"), 2)])[0]
    >>> 0.5 < chances[0] < 0.55, round(sum(chances), 12)
    (True, 1.0)
    """

    def evaluate(self, positions: Sequence[Position]) -> list[Chances]:
        """Judge many positions."""
        return [_chances(position) for position in positions]


def _chances(position: Position) -> Chances:
    if position.to_act == OVER:
        return final_chances(position)
    weighed = weights()[position.players]
    strengths = [sum(map(float.__mul__, weighed, of_seat)) for of_seat in figures(position)]
    strongest = max(strengths)
    shares = [exp(strength - strongest) for strength in strengths]
    whole = sum(shares)
    return tuple(share / whole for share in shares)


@cache
def weights() -> dict[int, list[float]]:
    """Return the weight of each figure, by number of players."""
    text = files("pickomino.evaluation").joinpath("weights.json").read_text()
    found = cast("dict[str, list[float]]", json.loads(text))
    return {int(players): weights for players, weights in found.items()}
