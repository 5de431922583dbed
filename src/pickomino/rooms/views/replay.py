"""A game of a room, step by step: what a replay shows, and what checks its dice."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from pickomino.rooms.domain.past_games import LATEST, log_of_game
from pickomino.rooms.domain.room import fold
from pickomino.rooms.domain.timeline import story_of
from pickomino.rooms.protocol import events
from pickomino.rooms.protocol.frames import Frame
from pickomino.rooms.protocol.views import SeatView
from pickomino.rooms.storage.store import Log
from pickomino.rooms.views.room_views import room_of


class Replay(msgspec.Struct, frozen=True, tag=True, tag_field="type"):
    """A whole game; what reveals its dice is empty until it is over."""

    code: str
    game_id: str
    rules: str
    names: tuple[str, ...]
    seats: tuple[SeatView, ...]
    commitment: str
    nonces: tuple[str, ...]
    dice_time: str
    """With the next two part of what was committed to; empty for dice of version 1."""
    dice_round: int
    dice_starter: str
    frames: tuple[Frame, ...]
    """First the start, then every roll, action and end of a turn that still stands."""
    secret: str = ""
    seed: int | None = None
    """Of practice dice."""
    is_over: bool = False


def replay(log: Log, game_id: str = LATEST) -> Replay:
    """Build the replay of a game from the log of its room; raises `not_running`."""
    game = log_of_game(log, game_id)
    story = story_of(game)
    state = fold(game[: story.begin])
    start, *later = (told.frame for told in story.told if told.frame.wfen)
    end = next((f.event for f in later if isinstance(f.event, events.GameEnded)), None)
    room = room_of(state)
    return Replay(
        room.code,
        room.game_id,
        room.settings.rules,
        room.names,
        room.seats,
        room.commitment,
        () if state.dice is None else state.dice.nonces,
        room.dice_time,
        room.dice_round,
        room.dice_starter,
        (replace(start, event=None), *(f for f in later if not isinstance(f.event, events.Undone))),
        "" if end is None else end.secret,
        None if end is None else end.seed,
        end is not None,
    )
