import numpy as np
import pytest
import torch

from pickomino import Rules
from pickomino.bots.expert import expected_worms
from pickomino.solver.outcomes import turn_outcomes
from pickomino.solver.reference import Reference, Stakes
from pickomino.solver.shape import TOTALS, TurnShape, first_state
from pickomino.solver.solution import solve
from support.turn_starts import FULL_RULES, starts_of_turns, to_full_arrays, training_ends
from training.games import extrawurm_solver, extrawurm_turns

DEVICES = ["cpu", *(["cuda"] if torch.cuda.is_available() else [])]


def payoffs(count, channels):
    generator = torch.Generator().manual_seed(1)
    drawn = {"generator": generator, "dtype": torch.float64}
    stop = torch.rand(channels, 2, TOTALS, count, **drawn)
    return stop, torch.rand(channels, 2, count, **drawn) / 2


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize(("channels", "dtype"), [(2, "float64"), (1, "float32")])
def test_turns_of_every_shape_are_solved_as_the_reference_does(device, channels, dtype):
    count = len(extrawurm_solver.SHAPES)
    given = [each.to(getattr(torch, dtype)) for each in payoffs(count, channels)]
    shape = torch.arange(count) % len(extrawurm_solver.SHAPES)
    moved = [each.to(device) for each in (*given, shape)]
    found = extrawurm_solver.solve(*moved).at_start.cpu().numpy()
    stop, failure = (each.double() for each in given)
    for table in range(count):
        claims = tuple(
            tuple(tuple(each) for each in stop[:, gained, :, table].T.tolist())
            for gained in range(2)
        )
        failed = tuple(tuple(each) for each in failure[:, :, table].T.tolist())
        kind = extrawurm_solver.SHAPES[int(shape[table])]
        wanted = Reference(kind, Stakes(claims, failed)).rolling(first_state(kind))
        assert found[table] == pytest.approx(wanted, abs=1e-12 if dtype == "float64" else 1e-5)


def test_a_turn_has_the_shape_and_the_value_that_the_engine_says():
    positions = [
        position
        for rules in map(Rules.parse, FULL_RULES)
        for position in starts_of_turns(rules, 3, 30, seed=3)
    ]
    arrays = to_full_arrays(positions)
    solved = extrawurm_turns.solve(arrays, 3, extrawurm_turns.worms_to_expect)
    shapes = extrawurm_solver.shapes_of(arrays)
    assert len(set(shapes.tolist())) == len(extrawurm_solver.SHAPES)
    for row, position in enumerate(positions):
        outcomes = turn_outcomes(position)
        shape = extrawurm_solver.SHAPES[int(shapes[row])]
        assert shape._replace(bratwurm=False) == TurnShape.of(position)._replace(bratwurm=False)
        worth = expected_worms(outcomes)
        half = len(worth) // 2 if outcomes.shape.bratwurm else len(worth)
        for place, value in enumerate(worth):
            label, after = outcomes.labels[place], outcomes.positions[place]
            for gained, end, _ in training_ends(position, label, after, int(place >= half)):
                assert float(solved.worth[row, gained, end, 0]) == pytest.approx(value)
        exact = solve(position, worth, fast=True).value(position)
        assert float(solved.at_start[row, 0]) == pytest.approx(exact, abs=1e-5)


def test_dice_rolled_by_a_solution_bring_its_value_whatever_is_held():
    count = 3000
    by_shape = {}
    for rules in map(Rules.parse, FULL_RULES):
        for position in starts_of_turns(rules, 2, 80, seed=8):
            arrays = to_full_arrays([position])
            by_shape.setdefault(int(extrawurm_solver.shapes_of(arrays)[0]), arrays)
    assert len(by_shape) == len(extrawurm_solver.SHAPES)
    for arrays in by_shape.values():
        one = extrawurm_turns.solve(arrays, 2, extrawurm_turns.worms_to_expect)
        # One solution serves all: the tables are alike.
        many = extrawurm_turns.Solved(
            one.ends,
            one.worth.expand(count, -1, -1, -1),
            one.claim.expand(count, -1, -1),
            extrawurm_solver.Values(
                one.values.rows, one.values.shape.expand(count), one.values.column.expand(count)
            ),
        )
        end = extrawurm_turns.roll_out(many, torch.Generator().manual_seed(3))
        won = one.worth.flatten(1, 2)[0, end, 0].double()
        error = float(won.std()) / np.sqrt(count) + 1e-9
        assert float(won.mean()) == pytest.approx(float(one.at_start[0, 0]), abs=4 * error)
