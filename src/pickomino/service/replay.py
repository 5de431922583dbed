"""A game of a room, step by step: what a replay shows, and what checks its dice."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from pickomino.core.errors import PickominoError
from pickomino.core.play import claims
from pickomino.core.position import scores
from pickomino.core.turns import total
from pickomino.service import events
from pickomino.service.events import Event
from pickomino.service.past_games import LATEST, log_of_game
from pickomino.service.room import RoomState, apply_event
from pickomino.service.store import Log
from pickomino.service.viewing import seats_of
from pickomino.service.views import SeatView


class Frame(msgspec.Struct, frozen=True):
    """The table after an event; the first frame is the start, with no event."""

    wfen: str
    event: Event | None
    total: int
    claims: tuple[str, ...]
    scores: tuple[int, ...]
    turn: str


class Replay(msgspec.Struct, frozen=True, tag=True, tag_field="type"):
    """A whole game; what reveals its dice is empty until it is over."""

    code: str
    game_id: str
    rules: str
    names: tuple[str, ...]
    seats: tuple[SeatView, ...]
    commitment: str
    nonces: tuple[str, ...]
    frames: tuple[Frame, ...]
    secret: str = ""
    seed: int | None = None
    """Of practice dice."""
    is_over: bool = False


def replay(log: Log, game_id: str = LATEST) -> Replay:
    """Build the replay of a game from the public log of its room; raises `not_running`."""
    state, found = RoomState(), None
    for entry in log_of_game(log, game_id):
        state = apply_event(state, entry)
        event = entry.event
        if isinstance(event, events.GameStarted):
            # The last start is that of the game asked for.
            found = _begun(state, event)
        elif found is not None:
            found = _gone_on(found, state, event)
    if found is None:
        raise PickominoError("not_running")
    return found


def _begun(state: RoomState, event: events.GameStarted) -> Replay:
    return Replay(
        state.code,
        event.game_id,
        state.settings.rules,
        state.names,
        seats_of(state),
        event.commitment,
        event.nonces,
        (_frame(state, None),),
    )


def _gone_on(found: Replay, state: RoomState, event: Event) -> Replay:
    if found.is_over:
        return found
    match event:
        case events.Rolled() | events.Acted() | events.TurnEnded():
            return replace(found, frames=(*found.frames, _frame(state, event)))
        case events.Undone():
            return replace(found, frames=found.frames[: event.kept + 1])
        case events.GameEnded():
            return replace(
                found,
                frames=(*found.frames, _frame(state, event)),
                secret=event.secret,
                seed=event.seed,
                is_over=True,
            )
        case _:
            return found


def _frame(state: RoomState, event: Event | None) -> Frame:
    if state.game is None:
        raise PickominoError("room_damaged", room=state.code, version=state.version)
    position = state.game.position
    return Frame(
        position.wfen(),
        event,
        total(position),
        tuple(map(str, claims(position))),
        scores(position),
        state.game.turn_label,
    )
