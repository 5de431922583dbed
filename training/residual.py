"""How far a network is from agreeing with itself one turn later, on the tables that it meets."""

from __future__ import annotations

import math

import torch

from pickomino.core.rules import Rules
from pickomino.evaluation import features
from pickomino.evaluation.features import Arrays, rule_bits
from training import play, tables
from training.networks import Network, judge, whole

WARM_UP = 60
"""Turns before anything is measured: by then tables are at all stages of a game."""


def residual(network: Network, rules: Rules, count: int, turns: int, seed: int) -> dict[str, float]:
    """Play without exploring; give the root of the mean squared difference, and its mean.

    `first` is the chance of the seat that begins.
    """
    device = next(network.parameters()).device
    generator = torch.Generator(device).manual_seed(seed)
    bits = torch.tensor([rule_bits(rules)], device=device).expand(count, -1)
    fresh = tables.begin(count, bits, torch.full((count,), tables.TILE_COUNT, device=device))
    arrays, squares, sums, measured = fresh, 0.0, 0.0, 0
    for turn in range(WARM_UP + turns):
        solved = play.solve(arrays, network.players, judge(network.chances))
        if turn >= WARM_UP:
            with torch.no_grad():
                encoded = features.encode(arrays, network.players, torch)
                judged = network(encoded).softmax(dim=1)
            difference = (judged - whole(solved.at_start))[:, 0].double()
            squares += float((difference**2).sum())
            sums += float(difference.sum())
            measured += count
        after = tables.picked(solved.ends.after, play.roll_out(solved, generator))
        over = tables.is_over(after.place)[:, None]
        arrays = Arrays(
            *(torch.where(over, new, old) for new, old in zip(fresh, after, strict=True))
        )
    first = play.solve(
        Arrays(*(each[:1] for each in fresh)), network.players, judge(network.chances)
    )
    return {
        "residual": math.sqrt(squares / measured),
        "bias": sums / measured,
        "turns": measured,
        "first": float(first.at_start[0, 0]),
    }
