import pytest
import torch

from pickomino import Rules
from pickomino.solved import SolvedGame, small_start
from training.games.batches import take_rows
from training.games.solver import turn_shapes
from training.solving import exact_response, small_games
from training.solving.end_chances import end_chances

CPU = torch.device("cpu")


@pytest.mark.parametrize(
    ("rules", "tiles"),
    [("standard", 1), ("standard", 2), ("short", 3), ("manual", 2), ("classic", 3)],
)
def test_solution_matches_the_engine(rules, tiles):
    game = small_games.find_tables(small_start(Rules.preset(rules), tiles), CPU)
    values = small_games.solve_small_game(game)
    expected = SolvedGame(Rules.preset(rules)).value(small_start(Rules.preset(rules), tiles))
    assert float(values[game.start]) == pytest.approx(expected, abs=1e-9)


def test_solved_values_are_a_fixed_point():
    game = small_games.find_tables(small_start(Rules.preset("manual"), 4), CPU)
    values = small_games.solve_small_game(game)
    numbers = game.final.isnan().nonzero()[:, 0]
    again = small_games.turn_values(game, numbers, 1 - values)
    assert float((again - values[numbers]).abs().max()) < 1e-10
    assert len(values) == 374


def test_perfect_play_loses_nothing():
    game = small_games.find_tables(small_start(Rules.preset("manual"), 1), CPU)
    values = small_games.solve_small_game(game)
    assert exact_response.loss(game, values) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize(
    ("rules", "tiles"), [("classic", 3), ("manual", 3), ("short+extrawurm", 1)]
)
def test_end_chances_reproduce_the_value_of_the_turn(rules, tiles):
    game = small_games.find_tables(small_start(Rules.parse(rules), tiles), CPU)
    numbers = game.final.isnan().nonzero()[:, 0]
    values = torch.rand(len(game.final), generator=torch.Generator().manual_seed(1)).double()
    stops, end_values = small_games.best_stops(game, numbers, values)
    shapes = turn_shapes(take_rows(game.arrays, numbers))
    chances = end_chances(stops, end_values, shapes)
    assert float(chances.min()) >= 0
    assert torch.allclose(chances.sum(dim=1), torch.ones(len(numbers)).double())
    expected = (chances * end_values.flatten(1)).sum(dim=1)
    assert torch.allclose(expected, small_games.turn_values(game, numbers, values), atol=1e-12)
