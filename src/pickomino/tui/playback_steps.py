"""Selects the frames of a view that are shown one after another before the current state."""

from __future__ import annotations

from itertools import zip_longest
from typing import NamedTuple

from pickomino.core.turns import TurnEnd
from pickomino.rooms.protocol import events
from pickomino.rooms.protocol.frames import Frame
from pickomino.rooms.protocol.views import RoomView


class PlaybackStep(NamedTuple):
    """A frame that is shown for a moment."""

    frame: Frame
    turn_end: TurnEnd | None = None
    """The end of the turn, if it is shown together with this frame."""


def playback_steps(view: RoomView) -> list[PlaybackStep]:
    """Return the frames of a view worth showing; none if the view replaces the whole log."""
    if view.is_whole:
        return []
    steps: list[PlaybackStep] = []
    for frame, following in zip_longest(view.frames, view.frames[1:]):
        end = None if following is None else following.ended
        failed = end if end is not None and end.result == "failed" else None
        match frame.event:
            case events.Rolled():
                steps.append(PlaybackStep(frame, failed))
            case events.Acted(action=action) if failed is not None or action.startswith("k"):
                steps.append(PlaybackStep(frame, failed))
            case _ if frame.ended is not None and frame.ended.result != "failed":
                steps.append(PlaybackStep(frame, frame.ended))
            case _:
                pass
    return steps
