import pytest
import torch

from pickomino import OVER, Position, Rules
from pickomino.evaluation.protocol import final_chances
from pickomino.solver.outcomes import turn_outcomes
from pickomino.solver.solution import solve
from training.solving import exact_response, small_games
from training.solving.end_chances import end_chances

CPU = torch.device("cpu")


def solve_with_engine(rules: Rules, tiles: int) -> float:
    """Solve a small game position by position, with the engine and the reference solver."""
    first = Position.from_wfen(f"{rules} {'o' * tiles}{'x' * (16 - tiles)} -/- a - ~")
    outcomes = {}
    waiting = [first]
    while waiting:
        position = waiting.pop()
        if position.to_act != OVER and position not in outcomes:
            outcomes[position] = turn_outcomes(position)
            waiting += outcomes[position].positions
    chances = dict.fromkeys(outcomes, 0.5)

    def chance_of(position, seat):
        if position.to_act == OVER:
            return final_chances(position)[seat]
        return chances[position] if position.seat == seat else 1 - chances[position]

    change = 1.0
    while change > 1e-10:
        change = 0.0
        for position, known in outcomes.items():
            values = [chance_of(after, position.seat) for after in known.positions]
            value = float(solve(position, values, fast=True).value(position))
            change = max(change, abs(value - chances[position]))
            chances[position] = value
    return chances[first]


@pytest.mark.parametrize(
    ("rules", "tiles"),
    [("standard", 1), ("standard", 2), ("short", 3), ("manual", 2), ("classic", 3)],
)
def test_solution_matches_the_engine(rules, tiles):
    game = small_games.find_tables(Rules.preset(rules), tiles, CPU)
    values = small_games.solve_small_game(game)
    expected = solve_with_engine(Rules.preset(rules), tiles)
    assert float(values[game.start]) == pytest.approx(expected, abs=1e-9)


def test_solved_values_are_a_fixed_point():
    game = small_games.find_tables(Rules.preset("manual"), 4, CPU)
    values = small_games.solve_small_game(game)
    numbers = game.final.isnan().nonzero()[:, 0]
    again = small_games.turn_values(game, numbers, 1 - values)
    assert float((again - values[numbers]).abs().max()) < 1e-10
    assert len(values) == 374


def test_perfect_play_loses_nothing():
    game = small_games.find_tables(Rules.preset("manual"), 1, CPU)
    values = small_games.solve_small_game(game)
    assert exact_response.loss(game, values) == pytest.approx(0, abs=1e-7)


@pytest.mark.parametrize("rules", ["classic", "manual"])
def test_end_chances_reproduce_the_value_of_the_turn(rules):
    game = small_games.find_tables(Rules.preset(rules), 3, CPU)
    numbers = game.final.isnan().nonzero()[:, 0]
    values = torch.rand(len(game.final), generator=torch.Generator().manual_seed(1)).double()
    stops, end_values = small_games.best_stops(game, numbers, values)
    chances = end_chances(stops, end_values)
    assert float(chances.min()) >= 0
    assert torch.allclose(chances.sum(dim=1), torch.ones(len(numbers)).double())
    expected = (chances * end_values).sum(dim=1)
    assert torch.allclose(expected, small_games.turn_values(game, numbers, values), atol=1e-12)
