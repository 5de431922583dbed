"""The room's answer to a command: new events, or an error code.

Pure: the same room, command, asker and chance always give the same answer.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from pickomino.core.actions import Action
from pickomino.core.errors import PickominoError, quoted
from pickomino.rooms.domain import dice_rounds, lobby
from pickomino.rooms.domain.decision import Asker, Draft
from pickomino.rooms.domain.room import RoomState, SeatState
from pickomino.rooms.domain.tokens import is_same
from pickomino.rooms.domain.validation import checked_bot
from pickomino.rooms.protocol import events, messages

ABSENCE_SECONDS: Final = 60.0
"""How long others wait for a person who has lost the connection, even without a turn clock.

Where nobody else is at the table, nobody waits: the game stands still until they come back.
"""
NONCE_SECONDS: Final = 20.0
"""How long a game waits for the next nonce, or what commits to it, after one has come."""
REACTION_SECONDS: Final = 1.0
MOST_REACTIONS: Final = 200
"""By one seat in one game."""
MOST_EVENTS: Final = 20_000
"""A room with a longer log finishes its game, and that is all."""


class BotActs(NamedTuple):
    """The service: a bot has chosen."""

    seat: int
    action: Action


class TimeIsUp(NamedTuple):
    """The service: look at the clock."""


class Presence(NamedTuple):
    """The service: the people behind a token came or went."""

    is_here: bool


class RollCall(NamedTuple):
    """The service: of all who hold seats, only the people behind these tokens are here."""

    here: frozenset[str]


Inner = BotActs | TimeIsUp | Presence | RollCall
"""Commands that no client can send."""

_ALWAYS: Final = (
    *(messages.Act, messages.CommitNonce, messages.GiveNonce),
    *(messages.Leave, messages.HostRemove, BotActs, TimeIsUp),
)
_MAY_BE_STALE: Final = (
    *(messages.SetSeat, messages.ChooseStarter, messages.Start, messages.Act, messages.Undo),
    *(messages.HostRemove, messages.HostReplaceByBot, messages.Rematch, BotActs, messages.Join),
)


class BotMove(NamedTuple):
    """A room waits for a bot."""

    seat: int
    bot: str
    version: int
    """Of the last change; a choice made for an earlier one is stale."""


class Deadline(NamedTuple):
    """A room waits for a person, but not forever."""

    at: float
    reason: Literal["clock", "absence", "nonces", "host"]
    version: int


def decide(
    state: RoomState, command: messages.Command | Inner, asker: Asker, expected: int | None = None
) -> Draft:
    """Answer a command; raises PickominoError with a code, and then nothing has changed."""
    if not isinstance(command, (BotActs, TimeIsUp, RollCall)):
        _check_token(state, command, asker)
    if isinstance(command, _MAY_BE_STALE):
        _check_version(state, command, expected)
    if state.version >= MOST_EVENTS and not isinstance(command, _ALWAYS):
        raise PickominoError("room_used_up", limit=MOST_EVENTS)
    draft = Draft(state, asker)
    _answer(draft, command)
    return draft


def awaited(state: RoomState) -> BotMove | Deadline | None:
    """Return what will happen by itself: a bot's move, or a deadline; it follows from the log."""
    if state.phase == "nonces":
        if not dice_rounds.is_under_way(state):
            return None
        return Deadline(state.since + NONCE_SECONDS, "nonces", state.changed)
    to_act = state.to_act
    if to_act is None:
        return _host_deadline(state)
    seat = state.seats[to_act]
    if seat.player:
        return BotMove(to_act, seat.player, state.changed)
    return _deadline(state, seat)


def _deadline(state: RoomState, seat: SeatState) -> Deadline | None:
    if not state.settings.turn_seconds and seat.absent_since is None:
        return None
    found: list[Deadline] = []
    if state.settings.turn_seconds:
        clock = state.since + state.settings.turn_seconds
        found.append(Deadline(clock, "clock", state.changed))
    if seat.absent_since is not None and _is_awaited_by_others(state, seat.token):
        absence = max(seat.absent_since, state.since) + ABSENCE_SECONDS
        found.append(Deadline(absence, "absence", state.changed))
    return min(found, default=None)


def _host_deadline(state: RoomState) -> Deadline | None:
    """Before and after a game nothing goes on without a host."""
    own = state.seats_of(state.host)
    since = state.seats[own[0]].absent_since if own else state.host_away_since
    if since is None or not _is_awaited_by_others(state, state.host):
        return None
    absence = max(since, state.since) + ABSENCE_SECONDS
    return Deadline(absence, "host", state.changed)


def _is_awaited_by_others(state: RoomState, absent: str) -> bool:
    return any(
        seat.kind == "person" and seat.absent_since is None and seat.token != absent
        for seat in state.seats
    )


def _check_token(state: RoomState, command: messages.Command | Presence, asker: Asker) -> None:
    if isinstance(command, messages.Join) and asker.is_new:
        return
    if not state.knows(asker.token):
        raise PickominoError("bad_token")


def _check_version(
    state: RoomState, command: messages.Command | Inner, expected: int | None
) -> None:
    if expected is None:
        if isinstance(command, messages.Join):
            return
        raise PickominoError("no_version")
    if not state.changed <= expected <= state.version:
        raise PickominoError("stale", expected=expected, version=state.version)


def _answer(draft: Draft, command: messages.Command | Inner) -> None:  # noqa: C901, PLR0912 - one a kind of command
    match command:
        case messages.Act():
            _act(draft, command)
        case BotActs():
            _bot_acts(draft, command)
        case TimeIsUp():
            _time_is_up(draft)
        case Presence():
            _presence(draft, command)
        case RollCall():
            _roll_call(draft, command)
        case messages.Join():
            lobby.join(draft, command)
        case messages.Leave():
            lobby.leave(draft, command)
        case messages.SetSeat():
            lobby.set_seat(draft, command)
        case messages.ChooseStarter():
            lobby.choose_starter(draft, command)
        case messages.Start():
            lobby.start_game(draft)
        case messages.CommitNonce():
            dice_rounds.commit_nonce(draft, command)
        case messages.GiveNonce():
            dice_rounds.give_nonce(draft, command)
        case messages.HostRemove():
            lobby.host_removes(draft, command)
        case messages.Rematch():
            lobby.rematch(draft)
        case messages.PlayAgain():
            lobby.play_again(draft)
        case messages.Undo():
            _undo(draft)
        case messages.TakeBack():
            _take_back(draft, command)
        case messages.Vote():
            lobby.vote(draft, command)
        case messages.HostReplaceByBot():
            _replace_by_bot(draft, command)
        case messages.React():
            _react(draft, command)


def _act(draft: Draft, command: messages.Act) -> None:
    draft.require_phase("playing")
    seat = draft.state.to_act
    if seat is None or seat not in draft.state.seats_of(draft.asker.token):
        raise PickominoError("not_your_turn")
    if draft.seat(seat).stand_in:
        raise PickominoError("taken_over", seat=seat)
    draft.act(Action.parse(command.action), by_bot=False)


def _bot_acts(draft: Draft, command: BotActs) -> None:
    draft.require_phase("playing")
    if draft.state.to_act != command.seat or not draft.seat(command.seat).player:
        raise PickominoError("not_your_turn")
    draft.act(command.action, by_bot=True)


def _time_is_up(draft: Draft) -> None:
    waiting = awaited(draft.state)
    if not isinstance(waiting, Deadline) or waiting.at > draft.asker.now:
        return
    if waiting.reason == "nonces":
        dice_rounds.time_is_up(draft)
    elif waiting.reason == "host":
        lobby.pass_host_to_present(draft)
    elif draft.state.to_act is not None:
        draft.add(events.TakenOver(draft.state.to_act, dice_rounds.STAND_IN, waiting.reason))


def _presence(draft: Draft, command: Presence) -> None:
    if is_same(draft.state.host, draft.asker.token):
        _note_host(draft, is_here=command.is_here)
    for number in draft.state.seats_of(draft.asker.token):
        is_here = draft.state.seats[number].absent_since is None
        if is_here != command.is_here:
            draft.add(events.Returned(number) if command.is_here else events.Absent(number))


def _note_host(draft: Draft, *, is_here: bool) -> None:
    """Note whether a host is here who has no seat by which that would be known."""
    state = draft.state
    if not state.seats_of(state.host) and is_here == (state.host_away_since is not None):
        draft.add(events.HostAway(not is_here))


def _roll_call(draft: Draft, command: RollCall) -> None:
    if draft.state.host not in command.here:
        _note_host(draft, is_here=False)
    for number, seat in enumerate(draft.state.seats):
        is_missing = seat.kind == "person" and seat.token not in command.here
        if is_missing and seat.absent_since is None:
            draft.add(events.Absent(number))


def _undo(draft: Draft) -> None:
    if not draft.state.settings.practice:
        raise PickominoError("undo_committed")
    draft.require_phase("playing")
    kept = undo_point(draft.state, draft.asker.token)
    if kept is None:
        raise PickominoError("nothing_to_undo")
    draft.add(events.Undone(kept))


def undo_point(state: RoomState, token: str) -> int | None:
    """Return how many events of the game would be kept if whoever holds a token took back."""
    if state.game is None or state.phase != "playing" or not state.settings.practice:
        return None
    return state.game.last_decision_of(state.seats_of(token))


def _take_back(draft: Draft, command: messages.TakeBack) -> None:
    if not draft.own_seat(command.seat).stand_in:
        raise PickominoError("not_taken_over", seat=command.seat)
    if draft.state.phase == "nonces":
        # Whoever left a round could otherwise leave the next one too.
        raise PickominoError("not_running")
    if _is_late(draft.state, command.seat, draft.asker.now):
        raise PickominoError("turn_taken_over", seat=command.seat)
    draft.add(events.TakenBack(command.seat))


def _is_late(state: RoomState, number: int, now: float) -> bool:
    """Return whether the clock has run out in this turn and the bot has not acted yet.

    Whoever could take back then would never have to play.
    """
    limit = state.settings.turn_seconds
    is_over = bool(limit) and now >= state.since + limit
    return is_over and state.to_act == number and not state.seats[number].has_stood_in


def _replace_by_bot(draft: Draft, command: messages.HostReplaceByBot) -> None:
    draft.require_host()
    draft.require_phase("playing", "nonces")
    seat = draft.seat(command.seat)
    if seat.kind != "person" or seat.stand_in:
        raise PickominoError("no_person", seat=command.seat)
    lobby.require_absence(draft, command.seat)
    bot = checked_bot(command.bot, draft.asker.bots)
    draft.add(events.TakenOver(command.seat, bot, "host"))
    dice_rounds.next_round(draft)


def _react(draft: Draft, command: messages.React) -> None:
    seat = draft.own_seat(command.seat)
    if command.reaction not in messages.REACTIONS:
        known = ", ".join(messages.REACTIONS)
        raise PickominoError("bad_reaction", reaction=quoted(command.reaction), known=known)
    is_early = draft.asker.now < seat.reacted_at + REACTION_SECONDS
    if is_early or seat.reactions >= MOST_REACTIONS:
        raise PickominoError("too_fast")
    draft.add(events.Reacted(command.seat, command.reaction))
