"""The current game of a room as a sequence of frames."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from pickomino.core.turns import TurnEnd
from pickomino.narration.hints import choice_hints, goal_hints, turn_end_hints
from pickomino.narration.line import Line
from pickomino.record.state import GameState
from pickomino.rooms.domain.past_games import last_index, without_moves
from pickomino.rooms.domain.room import RoomState, apply_event, fold, require_game
from pickomino.rooms.protocol import events
from pickomino.rooms.protocol.events import Event, Log, redact
from pickomino.rooms.protocol.frames import Frame, end_frame, frame_of, step_frames
from pickomino.rooms.protocol.room_lines import room_event_lines
from pickomino.rooms.protocol.views import MAX_FRAMES


def frames_of(before: RoomState, event: Event, after: RoomState) -> tuple[Frame, ...]:
    """Return the frames of an event; they show the table only if the event changed it."""
    match event:
        case events.Rolled() | events.Acted():
            frames = _move_frames(require_game(before), event, require_game(after))
            return _with_hints(frames, require_game(before), after) if after.is_guided else frames
        case events.GameStarted() if after.is_guided:
            return (replace(table_frame(after, redact(event)), hints=_goal_hints(after)),)
        case events.GameStarted() | events.GameEnded():
            return (table_frame(after, redact(event)),)
        case events.Undone():
            return (replace(table_frame(after, event), lines=room_event_lines(event)),)
        case events.TurnEnded():
            # Only in old logs; the frames of the roll or action before it include the end.
            return ()
        case _:
            return (Frame(redact(event), lines=room_event_lines(event)),)


def _move_frames(
    before: GameState, event: events.Rolled | events.Acted, after: GameState
) -> tuple[Frame, ...]:
    move, *rest = after.steps_since(before.length)
    ended = next((step.event for step in rest if isinstance(step.event, TurnEnd)), None)
    return step_frames(move, before.position, ended, before.turn_label, event)


def _goal_hints(state: RoomState) -> tuple[Line, ...]:
    rival = next((seat for seat, info in enumerate(state.seats) if info.kind == "bot"), None)
    return () if rival is None else goal_hints(rival)


def _with_hints(
    frames: tuple[Frame, ...], before: GameState, after: RoomState
) -> tuple[Frame, ...]:
    """Add what the last frame shows a beginner: the end of a turn, or a choice of their own."""
    *first, last = frames
    position = require_game(after).position
    if last.ended is not None:
        is_rival = after.seats[last.ended.seat].kind == "bot"
        hints = turn_end_hints(last.ended, before.position, is_rival=is_rival)
    elif after.seats[position.seat].kind == "person":
        hints = choice_hints(position)
    else:
        hints = ()
    return *first, replace(last, hints=hints)


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
    starts = events.GameStarted | events.RematchOpened
    begin = last_index(log, lambda event: isinstance(event, starts)) or 0
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
