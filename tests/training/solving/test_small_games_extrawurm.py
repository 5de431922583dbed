from functools import cache

import numpy as np
import pytest
import torch

from pickomino import CHANCE, OVER, Position, Rules, apply, legal_actions
from pickomino.evaluation.features import arrays_from_positions
from pickomino.evaluation.protocol import final_chances
from pickomino.solved import small_start
from pickomino.solver.outcomes import turn_outcomes
from pickomino.solver.solution import solve
from training.solving import small_games

CPU = torch.device("cpu")
ONE_TILE = small_start(Rules.preset("standard", extrawurm=True), 1)
TWO_TILES = Position.from_wfen("manual+extrawurm xxooxxxxxxxxxxxxxx -/- a - ~ 21,22,-,-,-/4,3/-")


@pytest.mark.parametrize("first", [ONE_TILE, TWO_TILES], ids=["one tile", "two tiles"])
def test_solution_matches_the_engine_on_every_position(first):
    game = small_games.find_tables(first, CPU)
    values = small_games.solve_small_game(game)
    rows = torch.cat(game.arrays[:-1], dim=1).tolist()
    numbers = {tuple(row): number for number, row in enumerate(rows)}
    visited = set()

    @cache
    def chance_of(position, seat):
        """Return the chance of a seat, which makes the Raven's choice if there is one."""
        if position.to_act == OVER:
            return final_chances(position)[seat]
        if position.to_act != CHANCE:
            actions = legal_actions(position)
            return max(chance_of(apply(position, action), seat) for action in actions)
        row = np.concatenate(arrays_from_positions([position])[:-1], axis=1)[0]
        number = numbers[tuple(row.tolist())]
        visited.add(number)
        value = float(values[number])
        return value if position.seat == seat else 1 - value

    waiting, known = [first], {first}
    while waiting:
        position = waiting.pop()
        outcomes = turn_outcomes(position)
        ends = [chance_of(after, position.seat) for after in outcomes.positions]
        value = float(solve(position, ends, fast=True).value(position))
        expected = chance_of(position, position.seat)
        assert value == pytest.approx(expected, abs=1e-9), position.wfen()
        for after in outcomes.positions:
            choices = [after]
            if after.to_act not in (OVER, CHANCE):
                choices = [apply(after, action) for action in legal_actions(after)]
            fresh = {choice for choice in choices if choice.to_act == CHANCE} - known
            known |= fresh
            waiting += fresh
    assert visited == set(game.final.isnan().nonzero()[:, 0].tolist())
