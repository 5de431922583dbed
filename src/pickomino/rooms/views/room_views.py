"""Builds the views of a room from its state."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from pickomino.core.dice import BY_LOT
from pickomino.core.position import scores
from pickomino.core.rules import MAX_PLAYERS, Rules
from pickomino.evaluation.judge import has_verdict
from pickomino.narration.choices import action_texts, previews
from pickomino.rooms.domain.decide import (
    BotMove,
    Deadline,
    events_kept_by_undo,
    next_automatic_step,
)
from pickomino.rooms.domain.decision import Decision
from pickomino.rooms.domain.dice_rounds import commitments_owed, nonces_owed
from pickomino.rooms.domain.lobby import removals
from pickomino.rooms.domain.room import RoomState, SeatState, has_current_dice
from pickomino.rooms.domain.tokens import is_same_token
from pickomino.rooms.protocol import events
from pickomino.rooms.protocol.frames import Frame
from pickomino.rooms.protocol.highlights import Highlights, cached_highlights
from pickomino.rooms.protocol.log_chain import LogBatch, LogHead, short_digest
from pickomino.rooms.protocol.messages import encode
from pickomino.rooms.protocol.score import score_line
from pickomino.rooms.protocol.views import SAME_ROOM, Room, RoomSummary, RoomView, SeatView, You

_RESTARTS_TIMELINE: Final = {events.GameStarted, events.RematchOpened, events.Undone}
"""Events after which clients must be sent all frames of the current game again."""
_KEEPS_ROOM: Final = {events.Rolled, events.Acted, events.Reacted, events.NonceGiven}
"""Events that do not change the `Room` part of a view."""


def room_of(state: RoomState) -> Room:
    """Return the part of a view that seldom changes."""
    dice = state.dice
    is_drawn = state.settings.starter != BY_LOT or state.phase in ("playing", "over")
    room = Room(state.code, state.settings, seats_of(state), state.names)
    status = score_line(state.settings, state.score, is_playing=state.phase == "playing")
    room = replace(
        room,
        starter=state.starter if is_drawn else None,
        score=state.score,
        score_line=status,
        has_verdict=has_verdict(Rules.parse(state.settings.rules)),
    )
    if dice is None or (state.phase == "nonces" and not has_current_dice(state)):
        # Dice of an earlier version are about to be replaced, and players would reject them.
        return room
    room = replace(room, game_id=dice.game_id, commitment=dice.commitment)
    if dice.terms is None:
        return room
    terms = dice.terms
    return replace(
        room,
        dice_time=terms.time,
        dice_round=terms.round,
        dice_starter=terms.starter,
        dice_game=terms.number,
        dice_seats=terms.nonce_seats,
        voided_rounds=tuple(map(str, terms.voided)),
        nonce_commitments=dice.hashes,
    )


def seats_of(state: RoomState) -> tuple[SeatView, ...]:
    chickens = _chickens(state)
    return tuple(_seat(state, seat, chickens[i]) for i, seat in enumerate(state.seats))


def _chickens(state: RoomState) -> list[int]:
    """Return a different chicken for each seat: a wish if it is free, else that of the seat."""
    chickens: dict[int, int] = {}
    for number, seat in enumerate(state.seats):
        if seat.chicken is not None and seat.chicken not in chickens.values():
            chickens[number] = seat.chicken
    for number in range(len(state.seats)):
        if number not in chickens:
            free = (number, *range(MAX_PLAYERS))
            chickens[number] = next(c for c in free if c not in chickens.values())
    return [chickens[number] for number in range(len(state.seats))]


def you_of(state: RoomState, token: str) -> You:
    """Return the seats of the client with this token hash, and what that client may do now."""
    own = state.seats_of(token)
    seat = state.to_act
    is_yours = seat is not None and seat in own and not state.seats[seat].stand_in
    position = None if not is_yours or state.game is None else state.game.position
    texts = {} if position is None else action_texts(position)
    return You(
        own,
        is_same_token(state.host, token),
        is_yours,
        tuple(texts),
        *_nonces_owed_by(own, state),
        events_kept_by_undo(state, token) is not None,
        texts,
        {} if position is None else previews(position),
        *removals(state, token),
    )


def view_of(
    state: RoomState, frames: tuple[Frame, ...], now: float, room: Room | None = None
) -> RoomView:
    """Return the view that spectators get."""
    deadline = _takeover_time(next_automatic_step(state))
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
    """Return whether a room is listed publicly; a lobby is listed only while someone is present."""
    if not state.settings.is_public:
        return False
    people = (seat.kind == "person" and seat.absent_since is None for seat in state.seats)
    is_host_here = not state.seats_of(state.host) and state.host_away_since is None
    return state.phase != "lobby" or any(people) or is_host_here


def summary_of(state: RoomState) -> RoomSummary:
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
    """The view after one append; everything except `you` is encoded once for all clients."""

    __slots__ = ("_encoded", "before", "view")

    def __init__(self, before: LogHead, view: RoomView) -> None:
        """Create a change from the head before the append and the view for spectators."""
        self.before = before
        self.view = view
        self._encoded: dict[str | None, bytes] = {}
        """The encoded view for each token hash; None maps to the part that all clients share."""

    def encode_for(self, state: RoomState, holder: str) -> bytes | None:
        """Return the encoded view for a token hash; None if the room no longer knows the hash."""
        if holder not in self._encoded:
            you = you_of(state, holder)
            if holder and not you.seats and not you.is_host:
                return None
            self._encoded[holder] = b'%b,"you":%b}' % (self._common(), encode(you))
        return self._encoded[holder]

    @property
    def encoded_bytes(self) -> int:
        return sum(map(len, self._encoded.values()))

    def clear_encoded(self) -> None:
        """Free the encoded views; for clients that ask later, views are encoded again."""
        self._encoded.clear()

    def _common(self) -> bytes:
        if None not in self._encoded:
            self._encoded[None] = encode(self.view)[:-1]
        return self._encoded[None]


def change_of(decision: Decision, batch: LogBatch) -> Change | None:
    """Return the change that a decision makes, or None if clients need the whole timeline."""
    kinds = {type(entry.event) for entry in decision.log}
    if kinds & _RESTARTS_TIMELINE:
        return None
    state = decision.state
    room = SAME_ROOM if kinds <= _KEEPS_ROOM else None
    view = view_of(state, decision.frames(), decision.context.now, room)
    view = replace(view, digest=short_digest(batch.after.digest))
    change = Change(batch.before, view)
    for seat in state.seats:
        if seat.kind == "person" and seat.absent_since is None:
            change.encode_for(state, seat.token)
    return change


def _nonces_owed_by(
    own: tuple[int, ...], state: RoomState
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return which of these seats must commit to a nonce, and which must reveal theirs."""
    if state.phase != "nonces":
        return (), ()
    commitments, nonces = commitments_owed(state), nonces_owed(state)
    return (
        tuple(seat for seat in commitments if seat in own),
        tuple(seat for seat in nonces if seat in own),
    )


def _highlights(state: RoomState) -> Highlights | None:
    return None if state.phase != "over" or state.game is None else cached_highlights(state.game)


def _takeover_time(step: BotMove | Deadline | None) -> float | None:
    """Return when a bot will take over; a change of host is not shown as a deadline."""
    if not isinstance(step, Deadline) or step.reason == "host":
        return None
    return step.at


def _seat(state: RoomState, seat: SeatState, chicken: int) -> SeatView:
    return SeatView(
        seat.kind,
        seat.name,
        seat.bot,
        is_same_token(seat.token, state.host),
        seat.absent_since is not None,
        seat.stand_in,
        seat.agrees and state.phase == "lobby",
        chicken,
    )
