import numpy as np
import pytest
import torch

from pickomino import Rules
from pickomino.bots.expert import expected_worms
from pickomino.solver.outcomes import turn_outcomes
from pickomino.solver.program import program
from pickomino.solver.reference import Reference, Stakes
from pickomino.solver.shape import BASE, DiceState, first_state
from pickomino.solver.shape import TOTALS as SHAPE_TOTALS
from support.turn_starts import starts_of_turns, to_arrays, training_end
from training.games import base_solver, base_tables, base_turns
from training.games.batches import take_rows


def payoffs(count, channels):
    generator = torch.Generator().manual_seed(1)
    stop = torch.rand(channels, base_tables.TOTALS, count, generator=generator, dtype=torch.float64)
    failure = torch.rand(channels, count, generator=generator, dtype=torch.float64) / 2
    return stop, failure


def reference_values(stop, failure, state):
    """Return the values of rolling by channel and table, from the reference solver."""
    values = []
    for table in range(stop.shape[2]):
        claims = [tuple(payoff) for payoff in stop[:, :, table].T.tolist()]
        claims += [None] * (SHAPE_TOTALS - len(claims))
        failed = tuple(failure[:, table].tolist())
        stakes = Stakes((tuple(claims), tuple(claims)), (failed, failed))
        values.append(Reference(BASE, stakes).rolling(state))
    return np.array(values).T


DEVICES = ["cpu", *(["cuda"] if torch.cuda.is_available() else [])]


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize(("channels", "dtype"), [(1, "float64"), (3, "float64"), (2, "float32")])
def test_solver_agrees_with_the_reference(device, channels, dtype):
    stop, failure = (part.to(device, getattr(torch, dtype)) for part in payoffs(20, channels))
    values = base_solver.solve_states(stop, failure).cpu().numpy()
    tolerance = 1e-12 if dtype == "float64" else 1e-5
    for state in (first_state(BASE), DiceState(0b100001, 4, points=12)):
        rolling = values[:, program(BASE).rolling_row(state)]
        expected = reference_values(stop, failure, state)
        assert rolling == pytest.approx(expected, abs=tolerance)
    at_start = base_solver.solve_start(stop, failure)
    assert at_start.dtype == stop.dtype
    assert torch.allclose(
        at_start.cpu(), torch.from_numpy(values[:, base_solver.START_ROW]), atol=tolerance
    )


def test_played_turns_reach_the_solved_value():
    count = 20_000
    options = torch.tensor([base_tables.option_indices(Rules.preset("classic"))]).expand(count, -1)
    arrays = base_tables.new_tables(options, torch.full((count,), 16))
    # One solution serves all tables, which are the same.
    first = take_rows(arrays, slice(1))
    one = base_turns.solve_turns(first, 2, base_turns.expert_end_values)
    solved = base_turns.SolvedTurns(
        base_tables.enumerate_ends(arrays, 2),
        one.end_values.expand(count, -1, -1),
        one.best_end.expand(count, -1),
        one.values.expand(-1, -1, count),
    )
    end = base_turns.play_turns(solved, torch.Generator().manual_seed(3))
    won = solved.end_values[torch.arange(count), end, 0].double()
    error = float(won.std()) / np.sqrt(count)
    assert float(won.mean()) == pytest.approx(float(one.at_start[0, 0]), abs=4 * error)
    assert float(one.at_start[0, 0]) == pytest.approx(1.6447290967, abs=1e-5)


def test_expert_values_match_the_bot():
    positions = starts_of_turns(Rules.preset("classic"), 4, 100, seed=2)
    arrays = to_arrays(positions)
    values = base_turns.expert_end_values(arrays, base_tables.enumerate_ends(arrays, 4), 4)[:, :, 0]
    for row, position in enumerate(positions):
        outcomes = turn_outcomes(position)
        by_label = [float(values[row, training_end(label)]) for label in outcomes.labels]
        assert by_label == pytest.approx(expected_worms(outcomes))
