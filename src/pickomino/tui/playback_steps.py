"""Selects the frames of a view that are shown one after another before the current state."""

from __future__ import annotations

from itertools import zip_longest
from typing import NamedTuple

from pickomino.rooms.protocol import events
from pickomino.rooms.protocol.frames import Frame
from pickomino.rooms.protocol.views import RoomView
from pickomino.tables.table_log import is_failure


class PlaybackStep(NamedTuple):
    """A frame that is shown for a moment."""

    frame: Frame
    turn_end: Frame | None = None
    """The end of the turn, if it is shown together with this frame."""


def playback_steps(view: RoomView) -> list[PlaybackStep]:
    """Return the frames of a view worth showing; none if the view replaces the whole log."""
    if view.is_whole:
        return []
    steps: list[PlaybackStep] = []
    for frame, following in zip_longest(view.frames, view.frames[1:]):
        failed = following if following is not None and is_failure(following) else None
        match frame.event:
            case events.Rolled():
                steps.append(PlaybackStep(frame, failed))
            case events.Acted(action=action) if failed is not None or action.startswith("k"):
                steps.append(PlaybackStep(frame, failed))
            case events.TurnEnded() if not is_failure(frame):
                steps.append(PlaybackStep(frame, frame))
            case _:
                pass
    return steps
