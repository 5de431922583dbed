"""Positions at the start of a turn, taken from random games."""

import random

from pickomino import OVER, Phase, Rules, apply, legal_actions, start
from pickomino.core.tiles import TILES
from pickomino.evaluation.features import BaseArrays, tile_arrays
from pickomino.evaluation.full_features import ALL_TILES, FullArrays, full_arrays_from_positions
from pickomino.solver.outcomes import turn_outcomes

FULL_RULES = (
    "standard+extrawurm",
    "classic+extrawurm(bothextra=no,golden=plain)",
    "short+extrawurm(weaselbust=yes)",
    "manual+extrawurm",
    "short+extrawurm(claim=any,emptyflip=yes,returned=down)",
    "short(returned=down)",
    "manual",
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


def to_arrays(positions):
    """Return positions as torch arrays."""
    import torch

    from training.games.base_tables import option_indices

    rules = torch.tensor([option_indices(position.rules) for position in positions])
    return BaseArrays(*(torch.from_numpy(array) for array in tile_arrays(positions)), rules)


def training_end(label):
    """Return training's number for the end of a turn, given the engine's claim."""
    return 0 if label is None else 1 + TILES.index(label.value)


def to_full_arrays(positions):
    """Return positions under any rules as torch arrays."""
    import torch

    return FullArrays(*map(torch.from_numpy, full_arrays_from_positions(positions)))


def training_ends(position, label, after, gained):
    """Return training's ends for an outcome of the engine, each with the position it leads to."""
    from training.games import extrawurm_tables

    tile = 0 if label is None else extrawurm_tables.FIRST_GAIN + ALL_TILES.index(label.value)
    if after.turn.phase is not Phase.RAVEN:
        return [(gained, tile, after)]
    first = extrawurm_tables.FIRST_ROBBERY - 1
    return [
        (gained, first + (action.value - position.seat) % position.players, apply(after, action))
        for action in legal_actions(after)
    ]
