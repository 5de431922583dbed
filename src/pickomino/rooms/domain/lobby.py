"""Decisions before and around a game: who sits where, who is host, when it starts."""

from __future__ import annotations

from typing import Final, Literal

from pickomino.core.dice import BY_LOT, HIGHEST_SEED
from pickomino.core.errors import PickominoError
from pickomino.core.rules import FEWEST_PLAYERS, MOST_PLAYERS
from pickomino.record.names import checked_name
from pickomino.rooms.domain import dice_rounds
from pickomino.rooms.domain.decision import Asker, Draft
from pickomino.rooms.domain.room import RoomState
from pickomino.rooms.domain.tokens import is_same
from pickomino.rooms.domain.validation import checked_bot, checked_settings
from pickomino.rooms.protocol import events, messages
from pickomino.rooms.protocol.events import Seat
from pickomino.rooms.protocol.score import Score

FEWEST_VOTES: Final = 2
"""Of two people none can vote the other out."""
MOST_GAMES: Final = 100
"""Rematches in one room, so that no log grows for ever."""


def create(
    command: messages.CreateRoom,
    code: str,
    asker: Asker,
    seed: int | None = None,
    score: Score | None = None,
) -> Draft:
    """Make a room; `score` is that of a match that began in another one."""
    if not 1 <= len(command.seats) <= MOST_PLAYERS:
        raise PickominoError("bad_players", players=len(command.seats))
    settings = checked_settings(command.settings)
    if seed is not None and not (settings.practice and 0 <= seed <= HIGHEST_SEED):
        raise PickominoError("bad_seed", seed=seed)
    if command.starter >= len(command.seats):
        raise PickominoError("no_such_seat", seat=command.starter)
    seats = tuple(_seat(plan, asker) for plan in command.seats)
    draft = Draft(RoomState(), asker)
    begin = seed, command.starter, score or Score()
    draft.add(events.RoomCreated(code, settings, seats, asker.token, *begin))
    return draft


def join(draft: Draft, command: messages.Join) -> None:
    """Let a person take an open seat."""
    name = checked_name(command.name)
    draft.require_phase("lobby")
    if draft.state.settings.is_public and draft.state.seats_of(draft.asker.token):
        raise PickominoError("one_seat_each")
    if command.seat is None:
        is_open = [seat.kind == "open" for seat in draft.state.seats]
        if True not in is_open:
            raise PickominoError("room_full")
        number = is_open.index(True)
    else:
        number = command.seat
        if draft.seat(number).kind != "open":
            raise PickominoError("seat_taken", seat=number)
    draft.add(events.SeatChanged(number, Seat("person", name, token=draft.asker.token)))


def leave(draft: Draft, command: messages.Leave) -> None:
    """Let a person give a seat up."""
    draft.own_seat(command.seat)
    _vacate(draft, command.seat)


def host_removes(draft: Draft, command: messages.HostRemove) -> None:
    """Take a seat from a person."""
    draft.require_host()
    if draft.seat(command.seat).kind != "person":
        raise PickominoError("no_person", seat=command.seat)
    require_absence(draft, command.seat)
    _vacate(draft, command.seat, "host")


def require_absence(draft: Draft, seat: int) -> None:
    """Keep the host of a public table from taking a running game from somebody who is there."""
    is_running = draft.state.phase in ("nonces", "playing")
    is_here = draft.seat(seat).absent_since is None
    if draft.state.settings.is_public and is_running and is_here:
        raise PickominoError("needs_vote", seat=seat)


def vote(draft: Draft, command: messages.Vote) -> None:
    """Let a person vote to remove another, which happens once most of the others have."""
    draft.require_phase("playing", "nonces")
    state, token = draft.state, draft.asker.token
    seat, own = draft.seat(command.seat), state.seats_of(token)
    if seat.kind != "person" or command.seat in own:
        raise PickominoError("no_person", seat=command.seat)
    if not own:
        raise PickominoError("not_your_seat", seat=command.seat)
    if token in seat.votes:
        return
    draft.add(events.Voted(command.seat, own[0]))
    here = {s.token for s in state.seats if s.kind == "person" and s.absent_since is None}
    others = here - {seat.token}
    votes = others & set(draft.seat(command.seat).votes)
    if len(votes) >= FEWEST_VOTES and 2 * len(votes) > len(others):
        _vacate(draft, command.seat, "vote")


def set_seat(draft: Draft, command: messages.SetSeat) -> None:
    """Let the host change or add a seat."""
    draft.require_host()
    draft.require_phase("lobby")
    if command.seat != len(draft.state.seats):
        draft.seat(command.seat)
    elif command.seat >= MOST_PLAYERS:
        raise PickominoError("no_such_seat", seat=command.seat)
    draft.add(events.SeatChanged(command.seat, _seat(command.plan, draft.asker)))


def choose_starter(draft: Draft, command: messages.ChooseStarter) -> None:
    """Let the host name the seat that begins."""
    draft.require_host()
    draft.require_phase("lobby")
    draft.seat(command.seat)
    if draft.state.settings.starter == BY_LOT:
        raise PickominoError("starter_by_lot")
    draft.add(events.StarterChosen(command.seat))


def start_game(draft: Draft) -> None:
    """Let the host begin."""
    draft.require_host()
    draft.require_phase("lobby")
    _begin(draft)


def _begin(draft: Draft) -> None:
    """Close the open seats, and roll or ask for nonces."""
    order = tuple(i for i, seat in enumerate(draft.state.seats) if seat.kind != "open")
    if len(order) < FEWEST_PLAYERS:
        raise PickominoError("too_few_players", players=len(order))
    if len(order) != len(draft.state.seats):
        draft.add(events.SeatsArranged(order))
    if draft.state.settings.practice:
        draft.begin()
        return
    dice_rounds.first_round(draft)


def rematch(draft: Draft) -> None:
    """Open the room for another game, which the next seat begins unless a lot is drawn."""
    draft.require_phase("over")
    if draft.state.games >= MOST_GAMES:
        raise PickominoError("too_many_games", limit=MOST_GAMES)
    players = len(draft.state.seats)
    starter = (draft.state.starter + 1) % players
    draft.add(events.RematchOpened(tuple(range(players)), starter))


def play_again(draft: Draft) -> None:
    """Note who wants another game, and begin it when everybody does."""
    if draft.state.phase == "over":
        rematch(draft)
    elif draft.state.phase != "lobby" or not draft.state.games:
        raise PickominoError("not_running")
    for number in draft.state.seats_of(draft.asker.token):
        if not draft.seat(number).agrees:
            draft.add(events.Agreed(number))
    if all(seat.kind == "bot" or seat.agrees for seat in draft.state.seats):
        _begin(draft)


def _vacate(draft: Draft, number: int, by: Literal["", "host", "vote"] = "") -> None:
    gone = draft.seat(number).token
    if draft.state.phase == "lobby":
        draft.add(events.SeatChanged(number, Seat()))
    else:
        draft.add(events.SeatChanged(number, Seat("bot", bot=dice_rounds.STAND_IN), by))
    _pass_host_on(draft, gone)
    dice_rounds.next_round(draft)


def _pass_host_on(draft: Draft, gone: str) -> None:
    """Make another person host when the host has no seat any more."""
    state = draft.state
    if not is_same(state.host, gone) or state.seats_of(gone):
        return
    for number, seat in enumerate(state.seats):
        if seat.kind == "person":
            draft.add(events.HostChanged(number, seat.token))
            return


def pass_host_to_present(draft: Draft) -> None:
    """Make the first person who is here host, when the host is not."""
    for number, seat in enumerate(draft.state.seats):
        if seat.kind == "person" and seat.absent_since is None:
            draft.add(events.HostChanged(number, seat.token))
            return


def _seat(plan: messages.SeatPlan, asker: Asker) -> Seat:
    match plan:
        case messages.OpenSeat():
            return Seat()
        case messages.PersonSeat():
            return Seat("person", checked_name(plan.name), token=asker.token)
        case messages.BotSeat():
            return Seat("bot", bot=checked_bot(plan.bot, asker.bots))
