"""Answers to a player's questions about a reviewed game."""

import pytest
from msgspec.structs import replace

from pickomino import Action, Game, Position, review
from pickomino.analysis.review_types import JudgedChoice, Reason, cost_label
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


@pytest.mark.parametrize(("cost", "expected"), [(0.12, " (about −12.0%)"), (0.08, "")])
def test_estimate_says_only_what_a_decision_cost(cost, expected):
    lines = decision_lines(AFTER_ROLL, judged("k4", "k5", cost=cost), is_rough=True)
    assert words(lines) == [f"set aside 2 dice with 4{expected}"]


def luck(own, rivals):
    """Return the answer to "Was I lucky?" if the dice of the player and the rivals did this."""
    parts = {"own_luck": own, "rivals_luck": rivals}
    game = Game.from_wgn(TWO_KINDS)
    reviewed = review(game)
    sums = replace(reviewed.seats[0], **parts)
    answers = review_answers(game, replace(reviewed, seats=(sums, reviewed.seats[1])), 0)
    return words(answers.luck)


@pytest.mark.parametrize(
    ("own", "rivals", "expected"),
    [
        (
            -0.182,
            0.359,
            "Yes: rivals’ dice raised the win chance by 35.9%, own dice lowered it by 18.2%.",
        ),
        (
            0.12,
            -0.06,
            "A little: own dice raised the win chance by 12.0%, rivals’ dice lowered it by 6.0%.",
        ),
        (0.25, -0.007, "Yes: the dice raised the win chance by 24.3%."),
        (-0.1, -0.08, "No: the dice lowered the win chance by 18.0%."),
    ],
)
def test_luck_names_both_parts_that_work_against_each_other(own, rivals, expected):
    """ "Yes" once stood above "What your dice did −18.2%"."""
    assert luck(own, rivals) == [expected]


def slips(*costs):
    """Return the mistake and the lesson of a player whose decisions cost this."""
    game = Game.from_wgn(TWO_KINDS)
    reviewed = review(game)
    turn = reviewed.turns[0]
    decisions = tuple(
        replace(decision, cost=cost, label=cost_label(cost), lesson="worms")
        for decision, cost in zip(turn.decisions, costs, strict=False)
    )
    turns = (replace(turn, decisions=decisions),)
    answers = review_answers(game, replace(reviewed, turns=turns), 0)
    return words((*answers.mistake, *answers.lesson))


def test_small_slip_is_neither_a_fault_nor_a_lesson():
    """A decision that cost 1.5% once read like a serious fault."""
    mistake, lesson = slips(0.015)
    assert mistake == (
        "Hardly anywhere: the costliest decision, in turn 1, lowered the win chance by only 1.5%."
    )
    assert lesson == "Nothing big: there were only small slips."


@pytest.mark.parametrize("costs", [(0.03,), (0.015, 0.015)])
def test_serious_or_repeated_slip_is_a_lesson(costs):
    assert slips(*costs)[1].startswith("Set worms aside earlier")


def rough(luck, cost):
    """Return the answers of an estimate of a player's luck and the cost of a decision."""
    game = Game.from_wgn(TWO_KINDS)
    reviewed = review(game)
    turn = reviewed.turns[0]
    turns = (replace(turn, decisions=(replace(turn.decisions[0], cost=cost),)),)
    sums = replace(reviewed.seats[0], own_luck=luck, rivals_luck=0.0)
    estimate = replace(reviewed, is_rough=True, turns=turns, seats=(sums, reviewed.seats[1]))
    answers = review_answers(game, estimate, 0)
    return words((*answers.luck, *answers.mistake, *answers.lesson))


def test_estimate_answers_with_rounded_hedged_sentences():
    luck, mistake, lesson = rough(-0.204, 0.178)
    assert luck == "Probably not: by the estimate the dice lowered the win chance by about 20%."
    assert mistake == (
        "Perhaps in turn 1: by the estimate, “set aside 2 dice with 4” lowered the win chance by"
        " about 18%."
    )
    assert lesson == "No lesson: under these rules the estimates are too rough."


def test_estimate_names_no_figure_within_its_error():
    assert "%" not in " ".join(rough(0.08, 0.08))


def test_every_question_is_answered_in_one_sentence(answers):
    for answer in answers[1]:
        for lines in (answer.luck, answer.mistake, answer.lesson):
            (text,) = words(lines)
            assert text.endswith(".")
            assert ". " not in text
