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


def payoffs(count, channels=1, seed=1):
    generator = torch.Generator().manual_seed(seed)
    stop = torch.rand(channels, base_solver.TOTALS, count, generator=generator, dtype=torch.float64)
    failure = torch.rand(channels, count, generator=generator, dtype=torch.float64) / 2
    return stop, failure


def wanted(stop, failure, state):
    """The values of rolling by channel and table, as the readable reference has them."""
    found = []
    for table in range(stop.shape[2]):
        claims = [tuple(each) for each in stop[:, :, table].T.tolist()]
        claims += [None] * (SHAPE_TOTALS - len(claims))
        failed = tuple(failure[:, table].tolist())
        stakes = Stakes((tuple(claims), tuple(claims)), (failed, failed))
        found.append(Reference(BASE, stakes).rolling(state))
    return np.array(found).T


DEVICES = ["cpu", *(["cuda"] if torch.cuda.is_available() else [])]


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize(("channels", "dtype"), [(1, "float64"), (3, "float64"), (2, "float32")])
def test_turns_are_solved_as_the_reference_does(device, channels, dtype):
    stop, failure = (each.to(device, getattr(torch, dtype)) for each in payoffs(20, channels))
    values = base_solver.solve(stop, failure).cpu().numpy()
    close = 1e-12 if dtype == "float64" else 1e-5
    for state in (first_state(BASE), DiceState(0b100001, 4, points=12)):
        found = values[:, program(BASE).rolling_row(state)]
        assert found == pytest.approx(wanted(stop, failure, state), abs=close)
    at_start = base_solver.at_start(stop, failure)
    assert at_start.dtype == stop.dtype
    assert torch.allclose(
        at_start.cpu(), torch.from_numpy(values[:, base_solver.START_ROW]), atol=close
    )


def test_what_is_carried_along_follows_the_first_channel():
    (stop, failure), (other, other_failure) = payoffs(10), payoffs(10, seed=2)
    together = base_solver.solve(
        torch.cat([stop, 3 * stop - 1, other, other + stop]),
        torch.cat([failure, 3 * failure - 1, other_failure, other_failure + failure]),
    )[:, base_solver.START_ROW]
    assert torch.allclose(together[0], base_solver.solve(stop, failure)[0, base_solver.START_ROW])
    assert torch.allclose(together[1], 3 * together[0] - 1)
    assert torch.allclose(together[3], together[0] + together[2])
    # Whoever plays for the second judge gets more of it than is carried along.
    best = base_solver.solve(other, other_failure)[0, base_solver.START_ROW]
    assert (together[2] <= best + 1e-12).all()
    assert (together[2] < best - 1e-3).any()


def test_dice_rolled_by_a_solution_bring_its_value():
    count = 20_000
    bits = torch.tensor([base_tables.PRESET_BITS[1]]).expand(count, -1)
    arrays = base_tables.begin(count, bits, torch.full((count,), 16))
    # One solution serves all: the tables are alike.
    one = base_turns.solve(
        type(arrays)(*(each[:1] for each in arrays)), 2, base_turns.worms_to_expect
    )
    solved = base_turns.Solved(
        base_tables.ends_of(arrays, 2),
        one.worth.expand(count, -1, -1),
        one.claim.expand(count, -1),
        one.values.expand(-1, -1, count),
    )
    end = base_turns.roll_out(solved, torch.Generator().manual_seed(3))
    won = solved.worth[torch.arange(count), end, 0].double()
    error = float(won.std()) / np.sqrt(count)
    assert float(won.mean()) == pytest.approx(float(one.at_start[0, 0]), abs=4 * error)
    assert float(one.at_start[0, 0]) == pytest.approx(1.6447290967, abs=1e-5)


def test_the_expert_judges_as_the_bot_does():
    positions = starts_of_turns(Rules.preset("classic"), 4, 100, seed=2)
    arrays = to_arrays(positions)
    worth = base_turns.worms_to_expect(arrays, base_tables.ends_of(arrays, 4), 4)[:, :, 0]
    for row, position in enumerate(positions):
        outcomes = turn_outcomes(position)
        found = [float(worth[row, training_end(label)]) for label in outcomes.labels]
        assert found == pytest.approx(expected_worms(outcomes))
