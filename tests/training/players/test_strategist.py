import pytest

from pickomino import Rules
from pickomino.evaluation.look_ahead import LookAhead
from pickomino.evaluation.win_chance import WinChance
from support.turn_starts import starts_of_turns, to_full_arrays
from training.players.strategist import formula_chances, look_ahead_chances


@pytest.mark.parametrize("players", [2, 4])
def test_chances_match_the_strategist_bot(players):
    positions = [
        *starts_of_turns(Rules.parse("standard+extrawurm"), players, 40, seed=5)[::4],
        *starts_of_turns(Rules.parse("short(returned=down)"), players, 12, seed=5)[::4],
    ]
    arrays = to_full_arrays(positions)
    for chances, evaluator in (
        (formula_chances(arrays), WinChance()),
        (look_ahead_chances(arrays), LookAhead(WinChance())),
    ):
        for row, (position, expected) in enumerate(
            zip(positions, evaluator.evaluate(positions), strict=True)
        ):
            rotated = expected[position.seat :] + expected[: position.seat]
            assert chances[row].tolist() == pytest.approx(rotated, abs=2e-5), position.wfen()
