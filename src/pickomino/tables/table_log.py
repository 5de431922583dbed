"""The log of a game at a table, collected from the frames of its views and narrated in steps."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import NamedTuple

from pickomino.core.actions import Action
from pickomino.core.position import Position
from pickomino.core.roll import Roll
from pickomino.core.turns import TurnEnd
from pickomino.i18n.narration import turn_title
from pickomino.i18n.narrator import Narrator
from pickomino.i18n.room_text import describe_room_event
from pickomino.i18n.verification_text import describe_verification
from pickomino.narration.events import event_lines, turn_end_lines
from pickomino.record.state import ActionEvent, GameStep, RollEvent
from pickomino.record.verification import Verification
from pickomino.rooms.protocol import events
from pickomino.rooms.protocol.frames import Frame
from pickomino.rooms.protocol.views import RoomView

Note = tuple[int, events.Event]
"""The number of earlier log steps, and an event that is not a move, such as a vote."""


class LogStep(NamedTuple):
    """A roll, an action or the end of a turn, with the position before it."""

    before: Position
    game_step: GameStep
    turn: str


class LogLine(NamedTuple):
    """A line of the log; a line of kind `title` is the heading of a turn."""

    text: str
    kind: str = "event"
    """`title`, `event`, `failed`, `won` or `note`."""


class TableLog:
    """What this client has seen of the game at one table."""

    def __init__(self) -> None:
        self._clear()

    def _clear(self) -> None:
        self.steps: list[LogStep] = []
        self.notes: list[Note] = []
        self.verification: Verification | None = None
        """The result of checking the dice after the game."""
        self._position: Position | None = None

    def follow(self, view: RoomView) -> None:
        """Add the frames of a view; a whole view replaces the log."""
        if view.is_whole:
            self._clear()
        self.add_frames(view.frames)

    def add_frames(self, frames: Sequence[Frame]) -> None:
        """Add frames that come after those seen so far."""
        for frame, following in zip_longest(frames, frames[1:]):
            if frame.wfen:
                # A frame draws the table before the tiles move; the position after the event is
                # in the frame of the turn's end, if one follows.
                end = following if following is not None and following.ended else frame
                self._add(frame, position_of(end))
            elif frame.event is not None:
                self.notes.append((len(self.steps), frame.event))

    def _add(self, frame: Frame, position: Position) -> None:
        event = frame.ended or _game_event(frame.event)
        if event is not None and self._position is not None:
            self.steps.append(LogStep(self._position, GameStep(event, position), frame.turn))
        self._position = position

    def lines(self, narrator: Narrator, max_lines: int) -> list[LogLine]:
        first = turn_start(self.steps, len(self.steps) - max_lines)
        notes = [note for note in self.notes if note[0] >= first]
        lines = log_lines(self.steps, narrator, first, notes)
        if self.verification is not None:
            kind = "note" if self.verification.is_valid else "failed"
            lines.append(LogLine(describe_verification(self.verification, narrator.texts), kind))
        return lines[-max_lines:]


def log_lines(
    steps: Sequence[LogStep], narrator: Narrator, first: int = 0, notes: Sequence[Note] = ()
) -> list[LogLine]:
    """Return the lines of all steps from `first` on, with the notes between them."""
    lines, waiting, turn = list[LogLine](), list(notes), ""
    for index, step in enumerate(steps[first:], first):
        while waiting and waiting[0][0] <= index:
            lines += _note_lines(waiting.pop(0)[1], narrator)
        if step.turn != turn:
            turn = step.turn
            lines.append(LogLine(turn_title(turn, step.game_step.event.seat, narrator), "title"))
        lines += step_lines(step, narrator)
    for _, event in waiting:
        lines += _note_lines(event, narrator)
    return lines


def step_lines(step: LogStep, narrator: Narrator) -> list[LogLine]:
    event, position = step.game_step
    kind = "event"
    if isinstance(event, TurnEnd):
        kind = "failed" if event.result == "failed" else "won"
    lines = event_lines(event, step.before, position)
    return [LogLine(text, kind) for text in narrator.render_all(lines)]


def is_failure(frame: Frame) -> bool:
    return frame.ended is not None and frame.ended.result == "failed"


def describe_turn_end(ended: TurnEnd, narrator: Narrator) -> str:
    return " ".join(narrator.render_all(turn_end_lines(ended)))


def position_of(frame: Frame) -> Position:
    return _position(frame.wfen)


@lru_cache(maxsize=512)
def _position(wfen: str) -> Position:
    return Position.from_wfen(wfen)


def _game_event(event: events.Event | None) -> RollEvent | ActionEvent | None:
    """Convert a room event to the event that records use, or None if records have no such event."""
    match event:
        case events.Rolled():
            return RollEvent(event.seat, Roll.parse(event.roll))
        case events.Acted():
            return ActionEvent(event.seat, Action.parse(event.action))
        case _:
            return None


def turn_start(steps: Sequence[LogStep], at: int) -> int:
    """Return the index of the first step in the same turn as step `at`."""
    while at > 0 and steps[at - 1].turn == steps[at].turn:
        at -= 1
    return max(0, at)


def _note_lines(event: events.Event, narrator: Narrator) -> list[LogLine]:
    text = describe_room_event(event, narrator)
    return [LogLine(text, "note")] if text else []
