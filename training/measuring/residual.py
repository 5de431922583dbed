"""The Bellman residual: how far a network is from agreeing with itself one turn later."""

from __future__ import annotations

import math

import torch

from pickomino.core.rules import Rules
from pickomino.envs.torch import tables
from pickomino.evaluation.features import option_indices
from training.games.batches import replace_rows, take_rows
from training.games.turns import play_turns, solve_turns
from training.players.champion import Champion
from training.players.network import ValueNetwork, add_last_seat, end_evaluator

WARM_UP = 60
"""The turns played before measuring or learning, so that tables are at all stages of a game."""


def measure_residual(
    network: ValueNetwork | Champion, rules: Rules, count: int, turns: int, seed: int
) -> dict[str, float]:
    """Play without exploring, and measure the residual on the tables that occur.

    The differences are between the network's chance for the seat to roll and the exact value of its
    turn. Return their root mean square as `residual`, their mean as `bias`, their number as
    `turns`, and the win chance of the seat that begins as `first`.
    """
    device = network.device
    generator = torch.Generator(device).manual_seed(seed)
    players = network.players
    evaluate = end_evaluator(network.chances)
    options = torch.tensor([option_indices(rules)], device=device).expand(count, -1)
    start = tables.new_tables(options, players)
    arrays, squares, sums, measured = start, 0.0, 0.0, 0
    for turn in range(WARM_UP + turns):
        solved = solve_turns(arrays, players, evaluate)
        if turn >= WARM_UP:
            chances = network.chances(arrays, is_quick=False)
            difference = (chances - add_last_seat(solved.at_start))[:, 0].double()
            squares += float((difference**2).sum())
            sums += float(difference.sum())
            measured += count
        after = tables.select_end(solved.ends.after, play_turns(solved, generator))
        arrays = replace_rows(tables.is_over(after), start, after)
    first = solve_turns(take_rows(start, slice(1)), players, evaluate)
    return {
        "players": players,
        "residual": math.sqrt(squares / measured),
        "bias": sums / measured,
        "turns": measured,
        "first": float(first.at_start[0, 0]),
    }
