import pytest

from pickomino import Rules
from pickomino.evaluation.look_ahead import LookAhead
from pickomino.evaluation.win_chance import WinChance
from support.turn_starts import starts_of_turns, to_full_arrays
from training.players.strategist import by_formula, looking_ahead


@pytest.mark.parametrize("players", [2, 4])
def test_many_tables_are_judged_as_the_strategist_judges_one(players):
    positions = [
        *starts_of_turns(Rules.parse("standard+extrawurm"), players, 40, seed=5)[::4],
        *starts_of_turns(Rules.parse("short(returned=down)"), players, 12, seed=5)[::4],
    ]
    arrays = to_full_arrays(positions)
    for found, evaluator in (
        (by_formula(arrays), WinChance()),
        (looking_ahead(arrays), LookAhead(WinChance())),
    ):
        for row, (position, wanted) in enumerate(
            zip(positions, evaluator.evaluate(positions), strict=True)
        ):
            seat = position.seat
            assert found[row].tolist() == pytest.approx(wanted[seat:] + wanted[:seat], abs=2e-5), (
                position.wfen()
            )
