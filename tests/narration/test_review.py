"""Answers to a player's questions about a reviewed game."""

import pytest

from pickomino import Action, Game, Position, review
from pickomino.analysis.review_types import JudgedChoice, Reason
from pickomino.i18n import texts_in
from pickomino.i18n.narrator import Narrator
from pickomino.narration.review import decision_lines, review_answers

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


AFTER_ROLL = Position.from_wfen("standard oooooooooooooooo -/- a - 12344555")


def judged(chosen, *equals, cost=0.0, reason=None):
    return JudgedChoice(
        chosen=Action.parse(chosen),
        equals=tuple(map(Action.parse, equals)),
        cost=cost,
        reason=reason,
    )


@pytest.mark.parametrize(
    ("decision", "expected"),
    [
        (judged("k5", "k5"), "set aside 3 dice with 5: the best choice."),
        (judged("k5", "k5", "k4"), "set aside 3 dice with 5: as good as any."),
        (
            judged("k4", "k5", "k4"),
            "set aside 2 dice with 4: as good as any; set aside 3 dice with 5 fails less often.",
        ),
        (
            judged("k4", "k5", cost=0.031),
            "set aside 2 dice with 4 (−3.1%). Better: set aside 3 dice with 5.",
        ),
        (judged("k4", "k5", cost=0.0004), "set aside 2 dice with 4: as good as any."),
    ],
    ids=["best", "equal", "riskier", "worse", "worse by 0.0%"],
)
def test_sentence_says_what_a_decision_cost(decision, expected):
    assert words(decision_lines(AFTER_ROLL, decision)) == [expected]


def test_reason_follows_what_a_decision_cost():
    reason = Reason("fails_less", {"better": 0.2, "chosen": 0.3})
    lines = decision_lines(AFTER_ROLL, judged("k4", "k5", cost=0.03, reason=reason))
    assert words(lines)[1:] == ["The turn then fails in 20.0% of cases instead of 30.0%."]


@pytest.mark.parametrize(("cost", "expected"), [(0.02, " (about −2.0%)"), (0.004, "")])
def test_estimate_says_only_what_a_decision_cost(cost, expected):
    lines = decision_lines(AFTER_ROLL, judged("k4", "k5", cost=cost), is_rough=True)
    assert words(lines) == [f"set aside 2 dice with 4{expected}"]


def test_every_question_is_answered_in_one_sentence(answers):
    for answer in answers[1]:
        for lines in (answer.luck, answer.mistake, answer.lesson):
            (text,) = words(lines)
            assert text.endswith(".")
            assert ". " not in text
