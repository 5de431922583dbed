from functools import cache

import numpy as np
import pytest
import torch

from pickomino import CHANCE, OVER, Position, Rules, apply, legal_actions
from pickomino.evaluation.full_features import full_arrays_of
from pickomino.evaluation.protocol import final_chances
from pickomino.solver.outcomes import turn_outcomes
from pickomino.solver.solution import solve
from training.solving import small_extrawurm_games

CPU = torch.device("cpu")
ONE_TILE = small_extrawurm_games.lowest_tiles(Rules.preset("standard", extrawurm=True), 1)
TWO_TILES = Position.from_wfen("manual+extrawurm xxooxxxxxxxxxxxxxx -/- a - ~ 21,22,-,-,-/4,3/-")


@pytest.mark.parametrize("first", [ONE_TILE, TWO_TILES], ids=["one tile", "two tiles"])
def test_small_games_with_extrawurm_are_solved_as_by_the_engine(first):
    game = small_extrawurm_games.small_full_game(first, CPU)
    values = small_extrawurm_games.solve(game)
    numbers = {
        tuple(row): number for number, row in enumerate(torch.cat(game.arrays[:-1], dim=1).tolist())
    }
    met = set()

    @cache
    def worth(position, seat):
        """Return what a position is worth to a seat, which makes the Raven's choice."""
        if position.to_act == OVER:
            return final_chances(position)[seat]
        if position.to_act != CHANCE:
            return max(worth(apply(position, choice), seat) for choice in legal_actions(position))
        row = np.concatenate(full_arrays_of([position])[:-1], axis=1)[0]
        number = numbers[tuple(row.tolist())]
        met.add(number)
        value = float(values[number])
        return value if position.seat == seat else 1 - value

    waiting, known = [first], {first}
    while waiting:
        position = waiting.pop()
        outcomes = turn_outcomes(position)
        ends = [worth(after, position.seat) for after in outcomes.positions]
        value = float(solve(position, ends, fast=True).value(position))
        assert value == pytest.approx(worth(position, position.seat), abs=1e-9), position.wfen()
        for after in outcomes.positions:
            choices = [after]
            if after.to_act not in (OVER, CHANCE):
                choices = [apply(after, choice) for choice in legal_actions(after)]
            fresh = {each for each in choices if each.to_act == CHANCE} - known
            known |= fresh
            waiting += fresh
    assert met == set(game.final.isnan().nonzero()[:, 0].tolist())
