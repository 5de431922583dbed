"""Shapes, random stakes and random positions for the tests of the solver."""

from __future__ import annotations

import random
from itertools import product

from naive.setups import random_setup
from pickomino import Extrawurm, Phase, Position, Specialist
from pickomino.core.play import can_roll_on, dice_to_roll
from pickomino.solver.reference import Stakes
from pickomino.solver.shape import BASE, TOTALS, TurnShape

WEASELS = [(False, False), (True, False), (True, True)]
SHAPES = [
    shape._replace(rolls_with_all_symbols=True)
    for shape in (BASE, TurnShape("111www"), TurnShape("plain", True, True, False, True))
]
SHAPES += [
    TurnShape(golden, *weasel, canned_worm, bratwurm)
    for golden, weasel, canned_worm, bratwurm in product(
        ("", "111www", "plain"), WEASELS, (False, True), (False, True)
    )
]
RULES = ["standard", "classic", "short", "manual", "mini"]
RULES += ["classic(claim=any,steal=forced)", "standard(allsymbols=rolls)"]
EXTRAWURM_RULES = [
    "standard+extrawurm",
    "classic+extrawurm(golden=plain)",
    "short+extrawurm(weaselbust=yes)",
    "manual+extrawurm(bothextra=no)",
    "manual+extrawurm(golden=plain,steal=forced,weaselbust=yes)",
]
ADDED = [Specialist.CANNED_WORM, Specialist.WEASEL]
"""Specialists that can be added within a turn; the Golden Die cannot join dice already rolled."""


def random_stakes(rng: random.Random, channels: int = 1, digits: int = 15) -> Stakes:
    """Return stakes with claims below failures, totals without a claim, and both signs.

    Few digits make many ties.
    """
    claim_share = rng.choice([0.3, 0.7, 1.0])

    def vector(mean: float) -> tuple[float, ...]:
        return tuple(round(rng.gauss(mean, 1), digits) for _ in range(channels))

    stop = tuple(
        tuple(vector(0) if rng.random() < claim_share else None for _ in range(TOTALS))
        for _ in range(2)
    )
    return Stakes(stop, (vector(-0.5), vector(-0.5)))


def random_position(rng: random.Random, rules: str, max_dice: int = 8) -> Position:
    """Return a position inside a turn with at most this many dice left."""
    while True:
        position = Position.from_wfen(random_setup(rng, rules, rng.choice([2, 3])))
        if position.turn.phase in (Phase.RAVEN, Phase.OVER):
            continue
        ordinary, golden = dice_to_roll(position)
        if ordinary + bool(golden) <= max_dice:
            return position


def with_several_specialists(rng: random.Random, position: Position) -> Position | None:
    """Give one seat more specialists than the rules allow; None if the dice do not fit."""
    assert position.extrawurm is not None
    places = list(position.extrawurm.specialists)
    for specialist in ADDED:
        if rng.random() < 0.7:
            places[specialist] = position.seat
    changed = position._replace(
        extrawurm=Extrawurm(tuple(places), position.extrawurm.bratwurms, weasel_used=False)
    )
    return changed if can_roll_on(changed) else None
