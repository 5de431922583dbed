"""Answers to a player's questions about a reviewed game."""

import pytest

from pickomino import Game, review
from pickomino.i18n import texts_in
from pickomino.i18n.narrator import Narrator
from pickomino.narration.review import review_answers

TWO_KINDS = """[Rules "classic"]
[a "Ann"]
[b "Ben"]
1a. 11222344:4 2244ww:w 1345:5 112:2 t25
1b. 122235ww:w 11135w:5 245ww:4 2334:3 s25
2a. 1112355w:1 2345w:w 2345:2 345:5 34:4 4#
"""


@pytest.fixture(scope="module")
def answers():
    game = Game.from_wgn(TWO_KINDS)
    reviewed = review(game)
    return reviewed, [review_answers(game, reviewed, seat) for seat in (0, 1)]


def words(lines):
    return Narrator(texts_in("en"), ("Ann", "Ben")).render_all(lines)


def test_lesson_counts_its_decisions_and_their_cost(answers):
    """Without them, a lesson that was not about the costliest decision looked wrong."""
    reviewed, (ann, _) = answers
    (lesson,) = ann.lesson
    costs = [
        decision.cost
        for decision in reviewed.decisions
        if decision.seat == 0 and f"lesson_{decision.lesson}" == lesson.args["lesson"][0].key
    ]
    assert costs
    assert lesson.args["count"] == len(costs)
    assert lesson.args["lost"][0].args["percent"] == pytest.approx(sum(costs))


def test_every_question_is_answered_in_one_sentence(answers):
    for answer in answers[1]:
        for lines in (answer.luck, answer.mistake, answer.lesson):
            (text,) = words(lines)
            assert text.endswith(".")
            assert ". " not in text
