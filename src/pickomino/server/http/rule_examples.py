"""Pictures of the rules page: moments of the lessons, which the engine played."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from pickomino.core.position import Position
from pickomino.core.roll import Roll
from pickomino.i18n import Texts
from pickomino.i18n.lessons import LESSON_TEXTS
from pickomino.i18n.words import Speaker
from pickomino.rooms.protocol.frames import Frame
from pickomino.rooms.protocol.messages import encode
from pickomino.rooms.views.lessons import TutorialStep, tutorial_steps


class Example(NamedTuple):
    """What the client draws, what it shows in words, and what it teaches."""

    frame: str
    choice: str
    """What the lesson asks for then; nothing where it only tells."""
    label: str
    text: str


def example(texts: Texts, name: str) -> Example:
    """Return the last moment of a step of the lessons."""
    step = _steps()[name]
    frame, text = step.frames[-1], texts.gettext(LESSON_TEXTS[name])
    return Example(encode(frame).decode(), step.expects or "", _label(frame, texts), text)


@cache
def _steps() -> dict[str, TutorialStep]:
    return {step.id: step for step in tutorial_steps()}


def _label(frame: Frame, texts: Texts) -> str:
    speaker, gettext = Speaker(texts, ()), texts.gettext
    kept = speaker.dice(Roll.parse(frame.set_aside))
    dice = gettext("{dice}: sum {total}").format(dice=kept, total=frame.total)
    tiles = ", ".join(map(str, Position.from_wfen(frame.wfen).grill))
    grill = gettext("Grill: {tiles}.").format(tiles=tiles)
    return f"{dice}. {grill}" if frame.set_aside else grill
