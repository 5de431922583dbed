"""Builds what a client sees from the state of a room."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from pickomino.core.dice import BY_LOT
from pickomino.core.play import legal_actions
from pickomino.core.position import scores
from pickomino.rooms.domain.decide import BotMove, Deadline, awaited, undo_point
from pickomino.rooms.domain.decision import Draft
from pickomino.rooms.domain.dice_rounds import commitments_owed, nonces_owed
from pickomino.rooms.domain.room import RoomState, SeatState
from pickomino.rooms.domain.timeline import game_of
from pickomino.rooms.domain.tokens import is_same
from pickomino.rooms.protocol import events
from pickomino.rooms.protocol.frames import Frame
from pickomino.rooms.protocol.highlights import Highlights, highlights
from pickomino.rooms.protocol.messages import encode
from pickomino.rooms.protocol.targets import Preview, previews
from pickomino.rooms.protocol.views import SAME_ROOM, Room, RoomSummary, RoomView, SeatView, You

_ANEW: Final = {events.GameStarted, events.RematchOpened, events.Undone}
_ASIDE: Final = {events.Rolled, events.Acted, events.Reacted, events.NonceGiven}
"""Events that do not change who plays what."""


def room_of(state: RoomState) -> Room:
    """Return who plays what."""
    dice = state.dice
    is_drawn = state.settings.starter != BY_LOT or state.phase in ("playing", "over")
    room = Room(state.code, state.settings, seats_of(state), state.names)
    room = replace(room, starter=state.starter if is_drawn else None, score=state.score)
    if dice is None:
        return room
    room = replace(room, game_id=dice.game_id, commitment=dice.commitment)
    if dice.terms is None:
        return room
    time, number, starter = dice.terms[3:]
    terms = {"dice_time": time, "dice_round": number, "dice_starter": starter}
    return replace(room, **terms, nonce_commitments=dice.hashes)


def seats_of(state: RoomState) -> tuple[SeatView, ...]:
    """Return the seats as everybody sees them."""
    return tuple(_seat(state, seat) for seat in state.seats)


def you_of(state: RoomState, token: str) -> You:
    """Return what the holder of a hashed token may do."""
    own = state.seats_of(token)
    seat = state.to_act
    is_yours = seat is not None and seat in own and not state.seats[seat].stand_in
    return You(
        own,
        is_same(state.host, token),
        is_yours,
        _legal(state) if is_yours else (),
        *_owed_by(own, state),
        undo_point(state, token) is not None,
        _previews(state) if is_yours else (),
    )


def view_of(
    state: RoomState, frames: tuple[Frame, ...], now: float, room: Room | None = None
) -> RoomView:
    """Return a room as everybody sees it."""
    deadline = _takeover(awaited(state))
    return RoomView(
        state.version,
        state.phase,
        room_of(state) if room is None else room,
        frames,
        deadline=deadline,
        now=0.0 if deadline is None else now,
        highlights=_highlights(state),
    )


def is_listed(state: RoomState) -> bool:
    """Return whether strangers may find a room; before its game somebody must be there."""
    if not state.settings.is_public:
        return False
    people = (seat.kind == "person" and seat.absent_since is None for seat in state.seats)
    is_host_here = not state.seats_of(state.host) and state.host_away_since is None
    return state.phase != "lobby" or any(people) or is_host_here


def summary_of(state: RoomState) -> RoomSummary:
    """Return a line for a list of rooms."""
    return RoomSummary(
        state.code,
        state.phase,
        state.settings,
        seats_of(state),
        state.version,
        state.created_at,
        state.updated_at,
        "" if state.game is None else state.game.turn_label,
        () if state.game is None else scores(state.game.position),
    )


class Change:
    """What one append tells everybody; all but `you` is written once."""

    __slots__ = ("_texts", "since", "view")

    def __init__(self, since: int, view: RoomView) -> None:
        """Take the version before, and the view for everybody."""
        self.since = since
        self.view = view
        self._texts: dict[str | None, bytes] = {}
        """By the hashed tokens of those it is sent to; under None what is the same for all."""

    def told_to(self, state: RoomState, holder: str) -> bytes | None:
        """Write the view for the holder of a hashed token; None if it is no longer good."""
        if holder not in self._texts:
            you = you_of(state, holder)
            if holder and not you.seats and not you.is_host:
                return None
            self._texts[holder] = b'%b,"you":%b}' % (self._common(), encode(you))
        return self._texts[holder]

    def forget_texts(self) -> None:
        """Keep only what latecomers need."""
        self._texts.clear()

    def _common(self) -> bytes:
        if None not in self._texts:
            self._texts[None] = encode(self.view)[:-1]
        return self._texts[None]


def change_of(draft: Draft) -> Change | None:
    """Return what an append tells everybody; None where the story begins anew."""
    kinds = {type(entry.event) for entry in draft.log}
    if kinds & _ANEW:
        return None
    state = draft.state
    room = SAME_ROOM if kinds <= _ASIDE else None
    view = view_of(state, draft.frames(), draft.asker.now, room)
    change = Change(draft.log[0].version - 1, view)
    for seat in state.seats:
        if seat.kind == "person" and seat.absent_since is None:
            change.told_to(state, seat.token)
    return change


def _owed_by(own: tuple[int, ...], state: RoomState) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return which of these seats owe a commitment to a nonce, and which owe their nonce."""
    if state.phase != "nonces":
        return (), ()
    commitments, nonces = commitments_owed(state), nonces_owed(state)
    return (
        tuple(seat for seat in commitments if seat in own),
        tuple(seat for seat in nonces if seat in own),
    )


def _legal(state: RoomState) -> tuple[str, ...]:
    return tuple(map(str, legal_actions(game_of(state).position)))


def _previews(state: RoomState) -> tuple[Preview, ...]:
    return previews(game_of(state).position)


def _highlights(state: RoomState) -> Highlights | None:
    return None if state.phase != "over" or state.game is None else highlights(state.game)


def _takeover(waiting: BotMove | Deadline | None) -> float | None:
    """Return when a bot will take over; that another person will be host is no hurry."""
    if not isinstance(waiting, Deadline) or waiting.reason == "host":
        return None
    return waiting.at


def _seat(state: RoomState, seat: SeatState) -> SeatView:
    return SeatView(
        seat.kind,
        seat.name,
        seat.bot,
        is_same(seat.token, state.host),
        seat.absent_since is not None,
        seat.stand_in,
        seat.agrees and state.phase == "lobby",
    )
