"""The vocabulary that the app, plain text and the adviser share."""

import pytest

from pickomino import Position, legal_actions
from pickomino.tables.answers import needs_confirmation, parse_answer

CHOOSING = "standard oooooooooooooooo -/- a w 1234555"
ONE_CLAIM = "standard oooooooooooooooo -/- a 4555www -"
TWO_CLAIMS = "classic oooo.ooooooooooo -/25 a 5wwww -"
NO_CLAIM = "standard oooooooooooooooo -/- a 12w -"
LAST_CLAIM = "standard oooooooooooooooo -/- a 12345www -"


@pytest.mark.parametrize(
    ("wfen", "answers"),
    [
        (CHOOSING, {"5": "k5", "k5": "k5", "K5": "k5", "w": None, "12": None, "s": None, "": None}),
        (ONE_CLAIM, {"r": "r", "s": "t34", "": "t34", "t34": "t34", "T34": "t34", "q": None}),
        (TWO_CLAIMS, {"r": "r", "s": None, "": None, "t24": "t24", "s25": "s25", "25": None}),
        (NO_CLAIM, {"r": "r", "s": "q", "q": "q", "": None, "t21": None}),
        (LAST_CLAIM, {"s": "t30", "": "t30", "r": None}),
    ],
)
def test_answers_stand_for_actions(wfen, answers):
    position = Position.from_wfen(wfen)
    parsed = {answer: parse_answer(position, answer) for answer in answers}
    assert {answer: action and str(action) for answer, action in parsed.items()} == answers


@pytest.mark.parametrize(("wfen", "asked"), [(NO_CLAIM, ["q"]), (ONE_CLAIM, []), (CHOOSING, [])])
def test_only_giving_up_by_choice_needs_confirmation(wfen, asked):
    legal = legal_actions(Position.from_wfen(wfen))
    assert [str(action) for action in legal if needs_confirmation(action, legal)] == asked
