"""Lessons, and the worked examples of the rules as lessons."""

import pytest

from pickomino import Position, legal_actions
from pickomino.core.dice import DiceUsedUp
from pickomino.core.errors import PickominoError
from pickomino.rooms.views.lessons import Lesson, LessonStep, play_lesson
from support.example_lessons import steps_of
from support.worked_examples import CASES, ENDED, case_id


@pytest.mark.parametrize("case", [case for case in CASES if case.is_lesson], ids=case_id)
def test_worked_example_plays_as_a_lesson(case):
    frames = [frame for step in steps_of(case) for frame in step.frames]
    if case.ended is None:
        position = Position.from_wfen(frames[-1].wfen)
        assert set(map(str, legal_actions(position))) == set(case.tokens("legal")[-1].split())
        assert frames[-1].total == int(case.tokens("total")[-1])
        return
    (ended,) = [frame.ended for frame in frames if frame.ended is not None]
    assert {name: getattr(ended, name) for name in ("seat", *ENDED)} == case.ended
    assert case.expects("after", frames[-1].wfen)


def test_lesson_against_the_rules_is_refused():
    start = "standard oooooooooooooooo -/- a 1555w -"
    for lesson in (
        Lesson(start, "", (LessonStep("a", "t22"),)),
        Lesson(start, "123 12345", (LessonStep("a", "r"), LessonStep("b", "k2"))),
    ):
        with pytest.raises((PickominoError, DiceUsedUp)):
            play_lesson(lesson)
