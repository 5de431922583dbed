"""Decides on commands around a game: seats, the host, votes, starting and rematches."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import Final, Literal

from pickomino.core.dice import BY_LOT, MAX_SEED
from pickomino.core.errors import PickominoError
from pickomino.core.rules import MAX_PLAYERS, MIN_PLAYERS
from pickomino.record.names import MAX_NAME_LENGTH, normalize_name
from pickomino.rooms.domain import dice_rounds
from pickomino.rooms.domain.decision import Decision, RequestContext
from pickomino.rooms.domain.room import RoomState, SeatState
from pickomino.rooms.domain.tokens import is_same_token
from pickomino.rooms.domain.validation import validate_bot, validate_settings
from pickomino.rooms.protocol import events, messages
from pickomino.rooms.protocol.events import Seat
from pickomino.rooms.protocol.score import Score, match_length

MIN_VOTES: Final = 2
"""The minimum number of votes for a removal; so of two players, neither can remove the other."""
MAX_GAMES: Final = 100
"""How many games a room may have, so that no log grows forever."""


def create(
    command: messages.CreateRoom,
    code: str,
    context: RequestContext,
    seed: int | None = None,
    score: Score | None = None,
) -> Decision:
    """Create a room; `score` continues a match that began in another room."""
    if not 1 <= len(command.seats) <= MAX_PLAYERS:
        raise PickominoError("bad_players", players=len(command.seats))
    settings = validate_settings(command.settings)
    if seed is not None and not (settings.practice and 0 <= seed <= MAX_SEED):
        raise PickominoError("bad_seed", seed=seed)
    if command.starter >= len(command.seats):
        raise PickominoError("no_such_seat", seat=command.starter)
    seats = tuple(_seat(plan, context) for plan in command.seats)
    decision = Decision(RoomState(), context)
    begin = seed, command.starter, score or Score()
    decision.add(events.RoomCreated(code, settings, seats, context.token, *begin))
    return decision


def join(decision: Decision, command: messages.Join) -> None:
    """Give an open seat to a player."""
    name = normalize_name(command.name)
    decision.require_phase("lobby")
    if decision.state.settings.is_public and decision.state.seats_of(decision.context.token):
        raise PickominoError("one_seat_each")
    if command.seat is None:
        is_open = [seat.kind == "open" for seat in decision.state.seats]
        if True not in is_open:
            raise PickominoError("room_full")
        number = is_open.index(True)
    else:
        number = command.seat
        if decision.seat(number).kind != "open":
            raise PickominoError("seat_taken", seat=number)
    name = _distinct_name(name, decision.state)
    seat = Seat("person", name, token=decision.context.token, chicken=command.chicken)
    decision.add(events.SeatChanged(number, seat))


def _distinct_name(name: str, state: RoomState) -> str:
    """Return the name, with a number if another player has it already."""
    taken = {seat.name.casefold() for seat in state.seats if seat.kind == "person"}
    distinct, number = name, 1
    while distinct.casefold() in taken:
        number += 1
        suffix = f" {number}"
        distinct = normalize_name(name[: MAX_NAME_LENGTH - len(suffix)] + suffix)
    return distinct


def leave(decision: Decision, command: messages.Leave) -> None:
    decision.own_seat(command.seat)
    _vacate(decision, command.seat)


def remove_player(decision: Decision, command: messages.HostRemove) -> None:
    """Let the host remove a player from a seat."""
    decision.require_host()
    if decision.seat(command.seat).kind != "person":
        raise PickominoError("no_person", seat=command.seat)
    require_absence(decision, command.seat)
    _vacate(decision, command.seat, "host")


def require_absence(decision: Decision, seat: int) -> None:
    """Raise `needs_vote` if a public table's host removes a present player in a running game."""
    if _is_guarded(decision.state, decision.seat(seat)):
        raise PickominoError("needs_vote", seat=seat)


def _is_guarded(state: RoomState, seat: SeatState) -> bool:
    """Return whether only a vote can remove the player of a seat."""
    is_running = state.phase in ("nonces", "playing")
    return state.settings.is_public and is_running and seat.absent_since is None


def _voters(state: RoomState, seat: SeatState) -> set[str]:
    """Return the tokens of the present players, except that of the player to be removed."""
    present = {s.token for s in state.seats if s.kind == "person" and s.absent_since is None}
    return present - {seat.token}


def removals(state: RoomState, token: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the seats whose players this client can vote to remove, and can remove as host."""
    own = state.seats_of(token)
    others = [
        (number, seat)
        for number, seat in enumerate(state.seats)
        if seat.kind == "person" and number not in own
    ]
    guarded = [(number, seat) for number, seat in others if _is_guarded(state, seat)]
    votes = [n for n, seat in guarded if own and len(_voters(state, seat)) >= MIN_VOTES]
    is_host = is_same_token(state.host, token)
    return tuple(votes), tuple(n for n, seat in others if is_host and (n, seat) not in guarded)


def vote(decision: Decision, command: messages.Vote) -> None:
    """Record a vote to remove a player, who is removed once most other players have voted."""
    decision.require_phase("playing", "nonces")
    state, token = decision.state, decision.context.token
    seat, own = decision.seat(command.seat), state.seats_of(token)
    if seat.kind != "person" or command.seat in own:
        raise PickominoError("no_person", seat=command.seat)
    if not own:
        raise PickominoError("not_your_seat", seat=command.seat)
    if token not in seat.votes:
        decision.add(events.Voted(command.seat, own[0]))
    others = _voters(state, seat)
    votes = others & set(decision.seat(command.seat).votes)
    is_majority = len(votes) >= MIN_VOTES and 2 * len(votes) > len(others)
    if is_majority and _are_apart(decision, votes):
        _vacate(decision, command.seat, "vote")


def _are_apart(decision: Decision, votes: AbstractSet[str]) -> bool:
    """Return whether votes at a public table come from MIN_VOTES addresses.

    Otherwise one person with several seats could remove a stranger, even the host.
    """
    if not decision.state.settings.is_public:
        return True
    known = decision.context.addresses
    return len({known[token] for token in votes if token in known}) >= MIN_VOTES


def set_seat(decision: Decision, command: messages.SetSeat) -> None:
    """Let the host change or add a seat."""
    decision.require_host()
    decision.require_phase("lobby")
    if command.seat != len(decision.state.seats):
        decision.seat(command.seat)
    elif command.seat >= MAX_PLAYERS:
        raise PickominoError("no_such_seat", seat=command.seat)
    decision.add(events.SeatChanged(command.seat, _seat(command.plan, decision.context)))


def change_settings(decision: Decision, command: messages.ChangeSettings) -> None:
    """Let the host change the settings, but not between the games of a match."""
    decision.require_host()
    decision.require_phase("lobby")
    state = decision.state
    if state.score.games and match_length(state.settings) != match_length(messages.Settings()):
        raise PickominoError("match_running")
    settings = validate_settings(command.settings)
    if settings != state.settings:
        decision.add(events.SettingsChanged(settings))


def choose_starter(decision: Decision, command: messages.ChooseStarter) -> None:
    """Let the host choose the seat that begins."""
    decision.require_host()
    decision.require_phase("lobby")
    decision.seat(command.seat)
    if decision.state.settings.starter == BY_LOT:
        raise PickominoError("starter_by_lot")
    decision.add(events.StarterChosen(command.seat))


def start_game(decision: Decision) -> None:
    decision.require_host()
    decision.require_phase("lobby")
    _begin(decision)


def _begin(decision: Decision) -> None:
    """Close open seats, then start the game, or the dice round that precedes it."""
    order = tuple(i for i, seat in enumerate(decision.state.seats) if seat.kind != "open")
    if len(order) < MIN_PLAYERS:
        raise PickominoError("too_few_players", players=len(order))
    if len(order) != len(decision.state.seats):
        decision.add(events.SeatsArranged(order))
    if decision.state.settings.practice:
        decision.begin()
        return
    dice_rounds.start_first_round(decision)


def rematch(decision: Decision) -> None:
    """Reopen the room for another game; the next seat begins, unless lots are drawn."""
    decision.require_phase("over")
    if decision.state.games >= MAX_GAMES:
        raise PickominoError("too_many_games", limit=MAX_GAMES)
    players = len(decision.state.seats)
    starter = (decision.state.starter + 1) % players
    decision.add(events.RematchOpened(tuple(range(players)), starter))


def play_again(decision: Decision) -> None:
    """Record that a player wants another game, and start it once all players do."""
    if decision.state.phase == "over":
        rematch(decision)
    elif decision.state.phase != "lobby" or not decision.state.games:
        raise PickominoError("not_running")
    for number in decision.state.seats_of(decision.context.token):
        if not decision.seat(number).agrees:
            decision.add(events.Agreed(number))
    if all(seat.kind == "bot" or seat.agrees for seat in decision.state.seats):
        _begin(decision)


def _vacate(decision: Decision, number: int, by: Literal["", "host", "vote"] = "") -> None:
    token = decision.seat(number).token
    if decision.state.phase == "lobby":
        decision.add(events.SeatChanged(number, Seat()))
    else:
        decision.add(events.SeatChanged(number, Seat("bot", bot=dice_rounds.STAND_IN), by))
    _replace_host(decision, token)
    dice_rounds.restart_round(decision)


def _replace_host(decision: Decision, token: str) -> None:
    """Make another player the host if the host left and holds no other seat."""
    state = decision.state
    if not is_same_token(state.host, token) or state.seats_of(token):
        return
    for number, seat in enumerate(state.seats):
        if seat.kind == "person":
            decision.add(events.HostChanged(number, seat.token))
            return


def make_present_player_host(decision: Decision) -> None:
    """Make the first player who is present the new host."""
    for number, seat in enumerate(decision.state.seats):
        if seat.kind == "person" and seat.absent_since is None:
            decision.add(events.HostChanged(number, seat.token))
            return


def _seat(plan: messages.SeatPlan, context: RequestContext) -> Seat:
    match plan:
        case messages.OpenSeat():
            return Seat()
        case messages.PersonSeat():
            name = normalize_name(plan.name)
            return Seat("person", name, token=context.token, chicken=plan.chicken)
        case messages.BotSeat():
            return Seat("bot", bot=validate_bot(plan.bot, context.bots))
