"""Replays: every step of a game, and what is needed to verify its dice."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from pickomino.rooms.domain.past_games import LATEST, log_of_game
from pickomino.rooms.domain.room import fold
from pickomino.rooms.domain.timeline import build_timeline
from pickomino.rooms.protocol import events
from pickomino.rooms.protocol.events import Log
from pickomino.rooms.protocol.frames import Frame, with_texts
from pickomino.rooms.protocol.views import SeatView
from pickomino.rooms.views.room_views import room_of


class Replay(msgspec.Struct, frozen=True, tag=True, tag_field="type"):
    """A whole game; the dice secrets are left out until the game is over."""

    code: str
    game_id: str
    rules: str
    names: tuple[str, ...]
    seats: tuple[SeatView, ...]
    commitment: str
    nonces: tuple[str, ...]
    dice_time: str
    """The commitment covers this and the next fields; they are unset for dice of version 1."""
    dice_round: int
    dice_starter: str
    frames: tuple[Frame, ...]
    """The start, then every roll, action and end of a turn, without what was undone."""
    secret: str = ""
    seed: int | None = None
    """The seed of practice dice."""
    is_over: bool = False
    dice_game: int = 0
    """Unset before version 4, as are the next two fields."""
    dice_seats: str = ""
    voided_rounds: tuple[str, ...] = ()
    dice_room: str = ""
    """The room and the game that the commitment names, if the record of a game was uploaded."""
    dice_game_id: str = ""


def replay(log: Log, game_id: str = LATEST) -> Replay:
    """Build the replay of a game from the log of its room; raises `not_running`."""
    game = log_of_game(log, game_id)
    timeline = build_timeline(game)
    state = fold(game[: timeline.begin])
    start, *later = (with_texts(entry.frame) for entry in timeline.entries if entry.frame.wfen)
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
        room.dice_game,
        room.dice_seats,
        room.voided_rounds,
    )
