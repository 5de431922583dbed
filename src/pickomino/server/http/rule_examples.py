"""Pictures for the rules page, taken from steps of the lessons."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from pickomino.core.position import Position
from pickomino.core.roll import Roll
from pickomino.i18n import Texts
from pickomino.i18n.lessons import LESSON_TEXTS
from pickomino.i18n.narrator import Narrator
from pickomino.rooms.protocol.frames import Frame
from pickomino.rooms.protocol.messages import encode
from pickomino.rooms.views.lessons import TutorialStep, tutorial_steps


class RuleExample(NamedTuple):
    """A frame as JSON, its text alternative, and the lesson's text."""

    frame: str
    choice: str
    """The action that the lesson asks for next; empty if the lesson only explains something."""
    label: str
    text: str


def example(texts: Texts, name: str) -> RuleExample:
    """Return an example with the last frame of a lesson step."""
    step = _steps()[name]
    frame, text = step.frames[-1], texts.gettext(LESSON_TEXTS[name])
    return RuleExample(encode(frame).decode(), step.expects or "", _label(frame, texts), text)


@cache
def _steps() -> dict[str, TutorialStep]:
    return {step.id: step for step in tutorial_steps()}


def _label(frame: Frame, texts: Texts) -> str:
    narrator, gettext = Narrator(texts, ()), texts.gettext
    position = Position.from_wfen(frame.wfen)
    aside = frame.set_aside
    kept = position.turn.set_aside if aside is None else Roll.parse(aside)
    dice = gettext("{dice}: sum {total}").format(dice=narrator.dice(kept), total=frame.total)
    tiles = ", ".join(map(str, position.grill))
    grill = gettext("Grill: {tiles}.").format(tiles=tiles)
    return f"{dice}. {grill}" if kept.size else grill
