"""How far a network is from agreeing with itself one turn later, on the tables that it meets."""

from __future__ import annotations

import math

import torch

from pickomino.core.rules import Rules
from training.games.base_tables import TILE_COUNT
from training.games.variants import chosen
from training.players.champion import Champion
from training.players.network import Network, judge, whole

WARM_UP = 60
"""Turns before anything is measured or learned: by then tables are at all stages of a game."""


def residual(
    network: Network | Champion, rules: Rules, count: int, turns: int, seed: int
) -> dict[str, float]:
    """Play without exploring; return the root of the mean squared difference, and its mean.

    `first` is the chance of the seat that begins.
    """
    device = network.device
    generator = torch.Generator(device).manual_seed(seed)
    game, players = network.game, network.players
    options = torch.tensor([game.options_of(rules)], device=device).expand(count, -1)
    fresh = game.begin(options, torch.full((count,), TILE_COUNT, device=device), players)
    arrays, squares, sums, measured = fresh, 0.0, 0.0, 0
    for turn in range(WARM_UP + turns):
        solved = game.solve(arrays, players, judge(network.chances))
        if turn >= WARM_UP:
            judged = network.chances(arrays, is_quick=False)
            difference = (judged - whole(solved.at_start))[:, 0].double()
            squares += float((difference**2).sum())
            sums += float(difference.sum())
            measured += count
        after = game.picked(solved.ends.after, game.roll_out(solved, generator))
        arrays = chosen(game.is_over(after), fresh, after)
    first = game.solve(type(fresh)(*(each[:1] for each in fresh)), players, judge(network.chances))
    return {
        "residual": math.sqrt(squares / measured),
        "bias": sums / measured,
        "turns": measured,
        "first": float(first.at_start[0, 0]),
    }
