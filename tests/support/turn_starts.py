"""Positions at the start of a turn, taken from random games."""

import random

from pickomino import OVER, Phase, Rules, apply, legal_actions, start
from pickomino.evaluation.features import ALL_TILES
from pickomino.solver.outcomes import turn_outcomes

EVERY_OPTION = (
    "standard+extrawurm",
    "classic+extrawurm(bothextra=no,golden=plain)",
    "short+extrawurm(weaselbust=yes)",
    "manual+extrawurm",
    "short+extrawurm(claim=any,emptyflip=yes,returned=down)",
    "short(returned=down)",
    "standard",
    "classic",
    "manual",
    "standard(claim=any,emptyflip=yes,returned=turned)",
)
"""Every value of every option, with Extrawurm and without."""


def starts_of_turns(rules: Rules, players: int, count: int, seed: int):
    """Play turns with random outcomes and return the position before each."""
    generator = random.Random(seed)
    starts, position = [], start(rules, players)
    while len(starts) < count:
        starts.append(position)
        after = turn_outcomes(position).positions
        # Failures are frequent, so that tiles are turned face down.
        position = after[0] if generator.random() < 0.4 else generator.choice(after)
        if position.turn.phase is Phase.RAVEN:
            position = apply(position, generator.choice(legal_actions(position)))
        if position.to_act == OVER:
            position = start(rules, players)
    return starts


def to_tables(positions):
    """Return positions as torch arrays."""
    import torch

    from training.games.batches import tables_from_positions

    return tables_from_positions(positions, torch.device("cpu"))


def training_ends(position, label, after, gained):
    """Return training's ends for an outcome of the engine, each with the position it leads to."""
    from pickomino.envs.torch import tables

    tile = 0 if label is None else tables.FIRST_GAIN + ALL_TILES.index(label.value)
    if after.turn.phase is not Phase.RAVEN:
        return [(gained, tile, after)]
    first = tables.FIRST_ROBBERY - 1
    return [
        (gained, first + (action.value - position.seat) % position.players, apply(after, action))
        for action in legal_actions(after)
    ]
