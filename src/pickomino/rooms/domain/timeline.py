"""What happened in the present game of a room, told in frames."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from pickomino.core.errors import PickominoError
from pickomino.core.turns import TurnEnd
from pickomino.record.state import GameState
from pickomino.rooms.domain.past_games import without_moves
from pickomino.rooms.domain.room import RoomState, apply_event, fold
from pickomino.rooms.protocol import events
from pickomino.rooms.protocol.events import Event, Log, redact
from pickomino.rooms.protocol.frames import Frame, end_frame, frame_of, step_frames
from pickomino.rooms.protocol.views import MAX_FRAMES


def frames_of(before: RoomState, event: Event, after: RoomState) -> tuple[Frame, ...]:
    """Return the table after an event, or only the event where it does not touch the table."""
    match event:
        case events.Rolled() | events.Acted():
            game, following = game_of(before), game_of(after)
            last = following.steps_since(following.length - 1)[0].event
            ended = last if isinstance(last, TurnEnd) else None
            return step_frames(event, game.position, following.position, ended, game.turn_label)
        case events.GameStarted() | events.Undone() | events.GameEnded():
            return (table_frame(after, redact(event)),)
        case events.TurnEnded():
            # LogEntry by an earlier version; the roll or action before it has told it.
            return ()
        case _:
            return (Frame(redact(event)),)


class Told(NamedTuple):
    """A frame in the story of a game."""

    frame: Frame
    version: int
    moments: int
    """How many events the game had then."""


class Timeline(NamedTuple):
    """What there is to tell of the present game, or of the lobby."""

    told: list[Told]
    begin: int
    """The version of the first event told."""
    undone: int
    """The version of the last event that took others back."""

    def since(self, version: int) -> tuple[tuple[Frame, ...], bool]:
        """Return the frames after a version, and whether they are all there are."""
        is_whole = version < max(self.begin, self.undone)
        found = (told.frame for told in self.told if is_whole or told.version > version)
        return tuple(found)[-MAX_FRAMES:], is_whole


def build_timeline(log: Log) -> Timeline:
    """Return the present game from its log; what was taken back is left out."""
    begin = _last_beginning(log)
    state, undone = fold(without_moves(log[:begin])), 0
    found: list[Told] = []
    for entry in log[begin:]:
        after = apply_event(state, replace(entry, version=state.version + 1))
        event = entry.event
        if isinstance(event, events.Undone):
            undone = entry.version
            found = [told for told in found if told.moments <= event.kept]
        moments = 0 if after.game is None else after.game.length
        frames = frames_of(state, event, after)
        found += (Told(frame, entry.version, moments) for frame in frames)
        state = after
    return Timeline(found, log[begin].version, undone)


def game_of(state: RoomState) -> GameState:
    """Return the game of a room that has one."""
    if state.game is None:
        raise PickominoError("room_damaged", room=state.code, version=state.version)
    return state.game


def table_frame(state: RoomState, event: Event | None = None) -> Frame:
    """Return the table as it is."""
    game = game_of(state)
    show = end_frame if state.phase == "over" else frame_of
    return show(game.position, game.turn_label, event)


def _last_beginning(log: Log) -> int:
    beginnings = events.GameStarted | events.RematchOpened
    for index in range(len(log) - 1, -1, -1):
        if isinstance(log[index].event, beginnings):
            return index
    return 0
