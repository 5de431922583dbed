"""What a sum still lacks, and what each choice would make of it."""

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
def test_the_next_sum_that_wins_and_the_next_that_steals(wfen, expected):
    assert goals_at(wfen) == expected


def test_without_a_worm_the_present_sum_is_a_goal_where_only_the_worm_is_missing():
    position = Position.from_wfen("standard oooooooooooooooo -/- a 555541 -")
    assert goals(position)[0] == Goal(25, "t25")


def test_each_symbol_says_its_sum_and_what_it_wins_or_that_it_fails():
    found = previews(Position.from_wfen("standard xxxxxxxxxxxxxoox -/- a 5555www 3"))
    assert [(each.action, each.total, each.claims) for each in found] == [("k3", 38, ("t35",))]
    found = previews(Position.from_wfen("standard oooooooooooooooo -/- a 1133444 2"))
    assert [(each.total, each.has_worm, each.is_failure) for each in found] == [(22, False, True)]
