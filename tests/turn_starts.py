"""Positions at the start of a turn, from random games of the engine."""

import random

from pickomino import OVER, Rules, start
from pickomino.core.tiles import TILES
from pickomino.evaluation.features import Arrays, tiles_of
from pickomino.solver.outcomes import turn_outcomes


def starts_of_turns(rules: Rules, players: int, count: int, seed: int):
    """Play turns that end at random, and give the position before each."""
    generator = random.Random(seed)
    found, position = [], start(rules, players)
    while len(found) < count:
        found.append(position)
        after = turn_outcomes(position).positions
        # Failures are as likely as all claims together, so that tiles are turned.
        position = after[0] if generator.random() < 0.4 else generator.choice(after)
        if position.to_act == OVER:
            position = start(rules, players)
    return found


def batched(positions):
    """Return positions as torch arrays."""
    import torch

    from training.tables import options_of

    rules = torch.tensor([options_of(position.rules) for position in positions])
    return Arrays(*(torch.from_numpy(each) for each in tiles_of(positions)), rules)


def end_of(label):
    """Return the number of an end of a turn in training, from the engine's claim."""
    return 0 if label is None else 1 + TILES.index(label.value)
