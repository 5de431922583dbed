"""Builds what a client sees from the state of a room."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from pickomino.core.play import claims, legal_actions
from pickomino.core.position import Position, places, scores, winners
from pickomino.core.turns import total
from pickomino.record.state import GameState
from pickomino.service.decide import BotMove, Deadline, awaited, undo_point
from pickomino.service.events import Logged, public_log
from pickomino.service.lobby import nonces_owed
from pickomino.service.room import RoomState, SeatState
from pickomino.service.tokens import is_same
from pickomino.service.views import MOST_SHOWN_EVENTS, RoomSummary, RoomView, SeatView


def view_of(state: RoomState, token: str, since: tuple[Logged, ...], now: float) -> RoomView:
    """Give the room as the holder of a hashed token sees it, or with none as everybody does."""
    own = state.seats_of(token)
    waiting = awaited(state)
    view = RoomView(
        code=state.code,
        version=state.version,
        phase=state.phase,
        settings=state.settings,
        seats=seats_of(state, token),
        is_host=is_same(state.host, token),
        nonces_wanted=tuple(seat for seat in nonces_owed(state) if seat in own),
        can_undo=undo_point(state, token) is not None,
        deadline=_takeover(waiting),
        now=now,
        events=public_log(since[-MOST_SHOWN_EVENTS:]),
        is_gap=len(since) > MOST_SHOWN_EVENTS,
    )
    if state.dice is not None:
        dice = state.dice
        view = replace(view, game_id=dice.game_id, commitment=dice.commitment)
    return view if state.game is None else _with_table(view, state, state.game, own)


def _takeover(waiting: BotMove | Deadline | None) -> float | None:
    """Give when a bot will take over; that another person will be host is no hurry."""
    if not isinstance(waiting, Deadline) or waiting.reason == "host":
        return None
    return waiting.at


def summary_of(state: RoomState) -> RoomSummary:
    """Give a line for a list of rooms."""
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


def seats_of(state: RoomState, token: str = "") -> tuple[SeatView, ...]:
    """Give the seats as the holder of a hashed token sees them."""
    return tuple(_seat(state, seat, token) for seat in state.seats)


def _seat(state: RoomState, seat: SeatState, token: str) -> SeatView:
    return SeatView(
        seat.kind,
        seat.name,
        seat.bot,
        is_yours=is_same(seat.token, token),
        is_host=is_same(seat.token, state.host),
        is_absent=seat.absent_since is not None,
        stand_in=seat.stand_in,
    )


class _Facts(NamedTuple):
    """What everybody sees of a position."""

    wfen: str
    legal: tuple[str, ...]
    claims: tuple[str, ...]
    total: int
    scores: tuple[int, ...]
    ranks: tuple[int, ...]


@lru_cache(maxsize=1024)
def _facts(position: Position) -> _Facts:
    """Work out once what each of a table's players and watchers is then shown."""
    return _Facts(
        position.wfen(),
        tuple(map(str, legal_actions(position))),
        tuple(map(str, claims(position))),
        total(position),
        scores(position),
        places(position),
    )


def _with_table(
    view: RoomView, state: RoomState, game: GameState, own: tuple[int, ...]
) -> RoomView:
    facts, seat = _facts(game.position), state.to_act
    is_yours = seat is not None and seat in own and not state.seats[seat].stand_in
    return replace(
        view,
        names=state.names,
        wfen=facts.wfen,
        to_act=seat,
        is_your_turn=is_yours,
        legal=facts.legal if is_yours else (),
        claims=facts.claims,
        total=facts.total,
        scores=facts.scores,
        ranks=facts.ranks,
        winners=winners(game.position) if game.is_over else (),
        turn=game.turn_label,
    )
