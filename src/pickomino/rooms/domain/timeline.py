"""The current game of a room as a sequence of frames."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from pickomino.core.turns import TurnEnd
from pickomino.rooms.domain.past_games import without_moves
from pickomino.rooms.domain.room import RoomState, apply_event, fold, require_game
from pickomino.rooms.protocol import events
from pickomino.rooms.protocol.events import Event, Log, redact
from pickomino.rooms.protocol.frames import Frame, end_frame, frame_of, step_frames
from pickomino.rooms.protocol.views import MAX_FRAMES


def frames_of(before: RoomState, event: Event, after: RoomState) -> tuple[Frame, ...]:
    """Return the frames of an event; they show the table only if the event changed it."""
    match event:
        case events.Rolled() | events.Acted():
            game, following = require_game(before), require_game(after)
            last = following.steps_since(following.length - 1)[0].event
            ended = last if isinstance(last, TurnEnd) else None
            return step_frames(event, game.position, following.position, ended, game.turn_label)
        case events.GameStarted() | events.Undone() | events.GameEnded():
            return (table_frame(after, redact(event)),)
        case events.TurnEnded():
            # Only in old logs; the frames of the roll or action before it include the end.
            return ()
        case _:
            return (Frame(redact(event)),)


class TimelineEntry(NamedTuple):
    """A frame with its place in the log."""

    frame: Frame
    version: int
    game_length: int
    """The number of events in the game up to and including this frame's event."""


class Timeline(NamedTuple):
    """The frames of the current game or lobby."""

    entries: list[TimelineEntry]
    begin: int
    """The version of the first event in the current game or lobby."""
    undone: int
    """The version of the last undo; 0 if nothing was undone."""

    def since(self, version: int) -> tuple[tuple[Frame, ...], bool]:
        """Return the frames after a version, and whether they replace all frames seen before."""
        is_whole = version < max(self.begin, self.undone)
        entries = (entry for entry in self.entries if is_whole or entry.version > version)
        return tuple(entry.frame for entry in entries)[-MAX_FRAMES:], is_whole


def build_timeline(log: Log) -> Timeline:
    """Build the timeline of the current game from its log, without undone events."""
    begin = _current_game_index(log)
    state, undone = fold(without_moves(log[:begin])), 0
    entries: list[TimelineEntry] = []
    for entry in log[begin:]:
        after = apply_event(state, replace(entry, version=state.version + 1))
        event = entry.event
        if isinstance(event, events.Undone):
            undone = entry.version
            entries = [kept for kept in entries if kept.game_length <= event.kept]
        length = 0 if after.game is None else after.game.length
        frames = frames_of(state, event, after)
        entries += (TimelineEntry(frame, entry.version, length) for frame in frames)
        state = after
    return Timeline(entries, log[begin].version, undone)


def table_frame(state: RoomState, event: Event | None = None) -> Frame:
    """Return the current table."""
    game = require_game(state)
    show = end_frame if state.phase == "over" else frame_of
    return show(game.position, game.turn_label, event)


def _current_game_index(log: Log) -> int:
    starts = events.GameStarted | events.RematchOpened
    for index in range(len(log) - 1, -1, -1):
        if isinstance(log[index].event, starts):
            return index
    return 0
