"""The worked examples of the rules as lessons, so that the tutorial's board can show them."""

import tomllib
from pathlib import Path

from pickomino.rooms.views.lessons import Lesson, LessonStep, play_lesson

FILE = Path(__file__).parents[1] / "data" / "worked_examples.toml"
EXAMPLES = tomllib.loads(FILE.read_text("utf-8"))["examples"]


def steps_of(example):
    """Play an example as a lesson: one step per move, and a last one that shows the result."""
    moves = [
        LessonStep(f"move {at}", token) for at, token in enumerate(example.get("moves", "").split())
    ]
    last = LessonStep("end", rival=example.get("rival", ""))
    return play_lesson(Lesson(example["start"], example.get("rolls", ""), (*moves, last)))
