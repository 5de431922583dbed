"""Chances of winning from a formula that compares the strengths of the seats."""

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
    """Evaluates a position by the formula, without looking ahead.

    >>> from pickomino import Rules, start
    >>> chances = WinChance().evaluate([start(Rules.preset("classic"), 2)])[0]
    >>> 0.5 < chances[0] < 0.55, round(sum(chances), 12)
    (True, 1.0)
    """

    def evaluate(self, positions: Sequence[Position]) -> list[Chances]:
        """Return the chances in each position."""
        return [_chances(position) for position in positions]


def _chances(position: Position) -> Chances:
    if position.to_act == OVER:
        return final_chances(position)
    own_weights = weights()[position.players]
    strengths = [sum(map(float.__mul__, own_weights, own)) for own in figures(position)]
    strongest = max(strengths)
    shares = [exp(strength - strongest) for strength in strengths]
    sum_of_shares = sum(shares)
    return tuple(share / sum_of_shares for share in shares)


@cache
def weights() -> dict[int, list[float]]:
    """Return the weights of the figures for each number of players.

    >>> sorted(weights())
    [2, 3, 4, 5, 6, 7]
    """
    text = files("pickomino.evaluation").joinpath("weights.json").read_text()
    by_players = cast("dict[str, list[float]]", json.loads(text))
    return {int(players): weights for players, weights in by_players.items()}
