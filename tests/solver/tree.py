"""A plain search of a turn by the rules: every roll, every action, no states merged."""

from __future__ import annotations

import random
import zlib
from functools import cache

from pickomino import Phase, Position, apply, apply_roll, chance_outcomes, legal_actions


def pseudo_random_value(position: Position) -> float:
    """Return a value between -1 and 1 that looks random and is the same on every run."""
    if position.extrawurm is not None:
        # Whether the Weasel was used makes no difference to the Raven's choice.
        position = position._replace(extrawurm=position.extrawurm._replace(weasel_used=False))
    return random.Random(zlib.crc32(repr(position).encode())).uniform(-1, 1)


def searcher(seat: int, value_after):
    """Return a function for the value of any position of a seat's turn."""

    @cache
    def value(position: Position) -> float:
        phase = position.turn.phase
        if position.seat != seat or phase in (Phase.RAVEN, Phase.OVER):
            return value_after(position)
        if phase is Phase.ROLL:
            rolls = chance_outcomes(position)
            weights = sum(weight for _, weight in rolls)
            return sum(w * value(apply_roll(position, roll)) for roll, w in rolls) / weights
        return max(value(apply(position, action)) for action in legal_actions(position))

    return value
