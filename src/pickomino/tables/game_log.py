"""What happened at a table: keeps the frames of its views, and narrates them move by move."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import NamedTuple

import msgspec
from msgspec.structs import astuple

from pickomino.core.actions import Action
from pickomino.core.position import Position
from pickomino.core.roll import Roll
from pickomino.core.turns import TurnEnded
from pickomino.i18n.narration import sum_line, told, turn_title
from pickomino.i18n.room_words import room_event_said, verification_said
from pickomino.i18n.words import Speaker
from pickomino.record.state import Acted, Event, Moment, Rolled
from pickomino.record.verification import Verification
from pickomino.rooms.protocol import events
from pickomino.rooms.protocol.frames import Frame
from pickomino.rooms.protocol.views import RoomView

Note = tuple[int, events.Event]
"""What happened around a game, after so many of its steps."""


class Step(NamedTuple):
    """A roll, an action or the end of a turn, and the positions around it."""

    before: Position
    moment: Moment
    turn: str


class Shown(NamedTuple):
    """A frame to show for a while before the next thing happens."""

    frame: Frame
    ended: Frame | None = None
    """How the turn ended, if that is part of it."""


class Line(NamedTuple):
    """A line of the log; a title heads a turn."""

    text: str
    kind: str = "event"
    """`title`, `event`, `failed`, `won` or `note`."""


class Story:
    """The game at one table as far as it is known."""

    def __init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        self.steps: list[Step] = []
        self.notes: list[Note] = []
        self.verification: Verification | None = None
        """The result of checking the dice after the game."""
        self._position: Position | None = None

    def hear(self, view: RoomView) -> list[Shown]:
        """Follow a view; returns what there is to show, nothing if the story begins anew."""
        if view.is_whole:
            self._begin()
        self.tell(view.frames)
        return [] if view.is_whole else shown_of(view.frames)

    def tell(self, frames: Sequence[Frame]) -> None:
        """Go on with some frames."""
        for frame, following in zip_longest(frames, frames[1:]):
            if frame.wfen:
                # The table before the tiles move is to be drawn; the position has gone on.
                end = following if following is not None and is_end(following) else frame
                self._add(frame, position_of(end))
            elif frame.event is not None:
                self.notes.append((len(self.steps), frame.event))

    def _add(self, frame: Frame, position: Position) -> None:
        event = _played(frame.event)
        if event is not None and self._position is not None:
            self.steps.append(Step(self._position, Moment(event, position), frame.turn))
        self._position = position

    def lines(self, speaker: Speaker, most: int) -> list[Line]:
        """Return the last lines, `most` of them."""
        first = _turn_start(self.steps, len(self.steps) - most)
        notes = [note for note in self.notes if note[0] >= first]
        found = lines_of(self.steps, speaker, first, notes)
        if self.verification is not None:
            kind = "note" if self.verification.is_right else "failed"
            found.append(Line(verification_said(self.verification, speaker.texts), kind))
        return found[-most:]


def lines_of(
    steps: Sequence[Step], speaker: Speaker, first: int = 0, notes: Sequence[Note] = ()
) -> list[Line]:
    """Return the lines of steps from one on, with what happened around them."""
    found, waiting, turn = list[Line](), list(notes), ""
    for index, step in enumerate(steps[first:], first):
        while waiting and waiting[0][0] <= index:
            found += _note(waiting.pop(0)[1], speaker)
        if step.turn != turn:
            turn = step.turn
            found.append(Line(turn_title(turn, step.moment.event.seat, speaker), "title"))
        found += told_step(step, speaker)
    for _, event in waiting:
        found += _note(event, speaker)
    return found


def told_step(step: Step, speaker: Speaker) -> list[Line]:
    """Return the lines of one event."""
    event = step.moment.event
    kind = "event"
    if isinstance(event, TurnEnded):
        kind = "failed" if event.result == "failed" else "won"
    texts = told(event, step.before, step.moment.position, speaker)
    if isinstance(event, Acted) and event.action.kind == "k":
        # The sum and what stopping would win stand beside the dice already.
        texts = [text for text in texts if text != sum_line(step.moment.position, speaker)]
    return [Line(text, kind) for text in texts]


def shown_of(frames: Sequence[Frame]) -> list[Shown]:
    """Return what is worth showing of some frames, the last one as it is now."""
    found: list[Shown] = []
    for frame, following in zip_longest(frames, frames[1:]):
        failed = following if following is not None and is_failure(following) else None
        match frame.event:
            case events.Rolled():
                found.append(Shown(frame, failed))
            case events.Acted(action=action) if failed is not None or action.startswith("k"):
                found.append(Shown(frame, failed))
            case events.TurnEnded() if not is_failure(frame):
                found.append(Shown(frame, frame))
            case _:
                pass
    return found


def is_end(frame: Frame) -> bool:
    """Return whether a frame is of the end of a turn."""
    return isinstance(frame.event, events.TurnEnded)


def is_failure(frame: Frame) -> bool:
    """Return whether a frame is of a turn that failed."""
    return isinstance(frame.event, events.TurnEnded) and frame.event.result == "failed"


def end_said(frame: Frame, speaker: Speaker) -> str:
    """Return how a turn ended."""
    event, position = _played(frame.event), position_of(frame)
    return "" if event is None else " ".join(told(event, position, position, speaker))


def position_of(frame: Frame) -> Position:
    """Return the position to draw."""
    return _position(frame.wfen)


@lru_cache(maxsize=512)
def _position(wfen: str) -> Position:
    return Position.from_wfen(wfen)


def _played(event: events.Event | None) -> Event | None:
    """Return an event as records know it, if it is one of the game."""
    match event:
        case events.Rolled():
            return Rolled(event.seat, Roll.parse(event.roll))
        case events.Acted():
            return Acted(event.seat, Action.parse(event.action))
        case events.TurnEnded():
            moved = tuple(map(astuple, event.specialists))
            return msgspec.convert((*astuple(event)[:-2], moved, event.bratwurms), TurnEnded)
        case _:
            return None


def _turn_start(steps: Sequence[Step], at: int) -> int:
    """Return where the turn of a step begins."""
    while at > 0 and steps[at - 1].turn == steps[at].turn:
        at -= 1
    return max(0, at)


def _note(event: events.Event, speaker: Speaker) -> list[Line]:
    text = room_event_said(event, speaker)
    return [Line(text, "note")] if text else []
