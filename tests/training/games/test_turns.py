import numpy as np
import pytest
import torch

from pickomino import Rules
from pickomino.bots.expert import expected_worms
from pickomino.solver.outcomes import turn_outcomes
from pickomino.solver.reference import Reference, Stakes
from pickomino.solver.shape import TOTALS, TurnShape, first_state
from pickomino.solver.solution import solve
from support.turn_starts import EVERY_OPTION, starts_of_turns, to_tables, training_ends
from training.games import solver, turns

DEVICES = ["cpu", *(["cuda"] if torch.cuda.is_available() else [])]


def payoffs(count, channels):
    generator = torch.Generator().manual_seed(1)
    options = {"generator": generator, "dtype": torch.float64}
    stop = torch.rand(channels, 2, TOTALS, count, **options)
    return stop, torch.rand(channels, 2, count, **options) / 2


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize(("channels", "dtype"), [(2, "float64"), (1, "float32")])
def test_solver_agrees_with_the_reference(device, channels, dtype):
    count = len(solver.SHAPES)
    given = [part.to(getattr(torch, dtype)) for part in payoffs(count, channels)]
    shape = torch.arange(count) % len(solver.SHAPES)
    moved = [part.to(device) for part in (*given, shape)]
    values = solver.solve_states(*moved).at_start.cpu().numpy()
    at_start = solver.solve_start(*moved).cpu().numpy()
    stop, failure = (part.double() for part in given)
    tolerance = 1e-12 if dtype == "float64" else 1e-5
    for table in range(count):
        claims = tuple(
            tuple(tuple(payoff) for payoff in stop[:, gained, :, table].T.tolist())
            for gained in range(2)
        )
        failed = tuple(tuple(payoff) for payoff in failure[:, :, table].T.tolist())
        kind = solver.SHAPES[int(shape[table])]
        expected = Reference(kind, Stakes(claims, failed)).rolling(first_state(kind))
        assert values[table] == pytest.approx(expected, abs=tolerance)
        assert at_start[table] == pytest.approx(expected, abs=tolerance)


def test_turn_shape_and_value_match_the_engine():
    positions = [
        position
        for rules in map(Rules.parse, EVERY_OPTION)
        for position in starts_of_turns(rules, 3, 30, seed=3)
    ]
    arrays = to_tables(positions)
    solved = turns.solve_turns(arrays, 3, turns.expert_end_values)
    shapes = solver.turn_shapes(arrays)
    assert len(set(shapes.tolist())) == len(solver.SHAPES)
    for row, position in enumerate(positions):
        outcomes = turn_outcomes(position)
        shape = solver.SHAPES[int(shapes[row])]
        assert shape._replace(bratwurm=False) == TurnShape.from_position(position)._replace(
            bratwurm=False
        )
        values = expected_worms(outcomes)
        half = len(values) // 2 if outcomes.shape.bratwurm else len(values)
        for index, value in enumerate(values):
            label, after = outcomes.labels[index], outcomes.positions[index]
            for gained, end, _ in training_ends(position, label, after, int(index >= half)):
                assert float(solved.end_values[row, gained, end, 0]) == pytest.approx(value)
        exact = solve(position, values, fast=True).value(position)
        assert float(solved.at_start[row, 0]) == pytest.approx(exact, abs=1e-5)


def test_played_turns_reach_the_solved_value():
    count = 3000
    by_shape = {}
    for rules in map(Rules.parse, EVERY_OPTION):
        for position in starts_of_turns(rules, 2, 80, seed=8):
            arrays = to_tables([position])
            by_shape.setdefault(int(solver.turn_shapes(arrays)[0]), arrays)
    assert len(by_shape) == len(solver.SHAPES)
    for arrays in by_shape.values():
        one = turns.solve_turns(arrays, 2, turns.expert_end_values)
        # One solution serves all tables, which are the same.
        many = turns.SolvedTurns(
            one.ends,
            one.end_values.expand(count, -1, -1, -1),
            one.best_end.expand(count, -1, -1),
            solver.StateValues(
                one.values.rows, one.values.shape.expand(count), one.values.column.expand(count)
            ),
        )
        end = turns.play_turns(many, torch.Generator().manual_seed(3))
        won = one.end_values.flatten(1, 2)[0, end, 0].double()
        error = float(won.std()) / np.sqrt(count) + 1e-9
        assert float(won.mean()) == pytest.approx(float(one.at_start[0, 0]), abs=4 * error)


def test_exploration_reaches_every_choice():
    """Exploration could once make a player stop, but never roll on."""
    count = 400
    arrays = to_tables(starts_of_turns(Rules.preset("classic"), 2, 1, seed=1) * count)
    # Failing is worth more than any tile, so that no player would stop or claim by choice.
    solved = turns.solve_turns(
        arrays, 2, lambda *parts: -turns.expert_end_values(*parts).abs() - 1.0
    )
    for exploration, is_explored in ((0.0, False), (1.0, True)):
        share = torch.full((count,), exploration)
        end = turns.play_turns(solved, torch.Generator().manual_seed(2), share)
        tiles = end[end > 0].unique()
        assert bool(len(tiles) > 3) == is_explored
