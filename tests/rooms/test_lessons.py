"""Lessons are played by the engine; so are the worked examples of the rules."""

import pytest

from pickomino import Position, legal_actions
from pickomino.core.dice import DiceUsedUp
from pickomino.core.errors import PickominoError
from pickomino.rooms.protocol.events import TurnEnded
from pickomino.rooms.views.lessons import Lesson, LessonStep, play_lesson
from support.worked_examples import EXAMPLES, steps_of


def test_every_worked_example_is_there():
    assert sorted({example["number"] for example in EXAMPLES}) == list(range(1, 24))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: str(example["number"]))
def test_every_worked_example_plays_as_a_lesson(example):
    frames = [frame for step in steps_of(example) for frame in step.frames]
    if "legal" in example:
        position = Position.from_wfen(frames[-1].wfen)
        assert " ".join(map(str, legal_actions(position))) == example["legal"]
        assert frames[-1].total == example["total"]
        return
    (ended,) = [frame.event for frame in frames if isinstance(frame.event, TurnEnded)]
    for name in ("result", "reason", "total", "tile", "robbed", "returned", "turned"):
        if name in example["ended"] or name in ("tile", "returned", "turned"):
            assert getattr(ended, name) == example["ended"].get(name)


def test_a_lesson_that_the_rules_forbid_cannot_be_written():
    start = "standard oooooooooooooooo -/- a 1555w -"
    for lesson in (
        Lesson(start, "", (LessonStep("a", "t22"),)),
        Lesson(start, "123 12345", (LessonStep("a", "r"), LessonStep("b", "k2"))),
    ):
        with pytest.raises((PickominoError, DiceUsedUp)):
            play_lesson(lesson)
