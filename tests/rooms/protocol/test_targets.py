"""The sums to aim for, and a preview of each choice."""

import pytest

from pickomino.core.position import Position
from pickomino.rooms.protocol.targets import Goal, goals, previews


def goals_at(wfen):
    return [(goal.total, goal.claim) for goal in goals(Position.from_wfen(wfen))]


@pytest.mark.parametrize(
    ("wfen", "expected"),
    [
        ("standard oooooooooooooooo -/- a - ~", [(21, "t21")]),
        ("standard oooooooooooooooo -/- a 55w -", [(21, "t21")]),
        ("standard oo.ooooooooooooo -/23 a 55w -", [(21, "t21"), (23, "s23")]),
        ("standard .ooooooooooooooo -/21 a 55w 12345", [(21, "s21")]),
        ("standard oooooooooooooooo -/- a 44w555 -", [(29, "t29")]),
        ("standard oooo....oooooooo 25,26,27,28/- a 55554 -", [(24, "t24")]),
        ("standard oooo....oooooooo 25,26,27,28/- a 5555w -", [(29, "t29")]),
        ("standard oooooooooooooooo -/- a wwww5555 -", []),
        ("standard xxxxxxxxxxxxxxxo -/- a 111w -", []),
        ("standard oooooooooooooooo -/- a 12345ww -", []),
        ("standard+extrawurm oooooooooooooooooo -/- a w ~ 11,21,23,25,27/0,0/-", [(11, "t11")]),
    ],
)
def test_goals_are_the_next_claim_and_the_next_steal(wfen, expected):
    assert goals_at(wfen) == expected


def test_current_sum_is_a_goal_if_only_a_worm_is_missing():
    position = Position.from_wfen("standard oooooooooooooooo -/- a 555541 -")
    assert goals(position)[0] == Goal(25, "t25")


def test_preview_shows_sum_and_claims():
    (preview,) = previews(Position.from_wfen("standard xxxxxxxxxxxxxoox -/- a 5555www 3"))
    assert (preview.action, preview.total, preview.claims) == ("k3", 38, ("t35",))


def test_preview_shows_a_certain_failure():
    (preview,) = previews(Position.from_wfen("standard oooooooooooooooo -/- a 1133444 2"))
    assert (preview.total, preview.has_worm, preview.is_failure) == (22, False, True)
