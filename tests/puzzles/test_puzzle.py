"""Puzzles as lines of text, valid and invalid."""

import pytest

from pickomino import Action
from pickomino.core.errors import PickominoError
from pickomino.puzzles.puzzle import format_puzzle, parse_puzzle

LINE = (
    "classic_oooo.o.ooooooooo_27/25_a_5555w_- stop 2 s25=0.61/0"
    " r=0.58/0.21/sure_tile,tile:25,failure:0.21 t24=0.55/0/steal,tile:25"
)
CHANGES = {
    "stop 2": ("stop 9", "luck 2", "stop x"),
    "_5555w_-": ("_5555w_4", "_5555w", "_555w_-"),
    "s25=0.61/0": ("s25=0.5/0", "s25=1.61/0", "s25=0.61", "t25=0.61/0", "s25=nan/0"),
    " t24=0.55/0/steal,tile:25": ("", " t24=0.55/0", " r=0.55/0/steal,tile:25"),
    "steal,tile:25": ("steal,tile", "steal,tile:x"),
}


def test_puzzle_round_trips_through_text():
    assert format_puzzle(parse_puzzle(LINE)) == LINE


def test_answer_has_a_cost_and_a_reason():
    puzzle = parse_puzzle(LINE)
    decision = puzzle.judge(Action.parse("r"))
    assert (*map(str, decision.equals), decision.label) == ("s25", "mistake")
    assert decision.cost == pytest.approx(0.03)
    assert decision.reason.parameters == {"tile": 25, "failure": 0.21}
    right = puzzle.judge(puzzle.best)
    assert right.is_equal
    assert right.reason == decision.reason, "why the second choice is worse"


@pytest.mark.parametrize(
    ("part", "change"), [(part, change) for part, changes in CHANGES.items() for change in changes]
)
def test_invalid_puzzle_is_rejected(part, change):
    assert part in LINE
    with pytest.raises(PickominoError):
        parse_puzzle(LINE.replace(part, change))
