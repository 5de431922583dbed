"""The room's answer to a command: new events, or an error code.

Pure: the same room, command, context and chance always give the same answer.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from pickomino.core.actions import Action
from pickomino.core.errors import PickominoError, quote
from pickomino.rooms.domain import dice_rounds, lobby
from pickomino.rooms.domain.decision import Decision, RequestContext
from pickomino.rooms.domain.room import RoomState, SeatState
from pickomino.rooms.domain.tokens import is_same_token
from pickomino.rooms.domain.validation import validate_bot
from pickomino.rooms.protocol import events, messages

ABSENCE_SECONDS: Final = 60.0
"""How long others wait for a person who has lost the connection, even without a turn clock.

Where nobody else is at the table, nobody waits: the game stands still until they come back.
"""
NONCE_SECONDS: Final = 20.0
"""How long a game waits for the next nonce, or what commits to it, after one has come."""
REACTION_SECONDS: Final = 1.0
MAX_REACTIONS: Final = 200
"""By one seat in one game."""
MAX_EVENTS: Final = 20_000
"""A room with a longer log finishes its game, and that is all."""


class PlayForBot(NamedTuple):
    """The service: a bot has chosen."""

    seat: int
    action: Action


class CheckDeadline(NamedTuple):
    """The service: look at the clock."""


class SetPresence(NamedTuple):
    """The service: the people behind a token came or went."""

    is_here: bool


class MarkAbsentExcept(NamedTuple):
    """The service: of all who hold seats, only the people behind these tokens are here."""

    here: frozenset[str]


InternalCommand = PlayForBot | CheckDeadline | SetPresence | MarkAbsentExcept
"""Commands that no client can send."""

_ALWAYS: Final = (
    *(messages.Act, messages.CommitNonce, messages.GiveNonce),
    *(messages.Leave, messages.HostRemove, PlayForBot, CheckDeadline),
)
_MAY_BE_STALE: Final = (
    *(messages.SetSeat, messages.ChooseStarter, messages.Start, messages.Act, messages.Undo),
    *(messages.HostRemove, messages.HostReplaceByBot, messages.Rematch, PlayForBot, messages.Join),
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
    state: RoomState, command: messages.Command | InternalCommand, context: RequestContext, expected: int | None = None
) -> Decision:
    """Answer a command; raises PickominoError with a code, and then nothing has changed."""
    if not isinstance(command, (PlayForBot, CheckDeadline, MarkAbsentExcept)):
        _check_token(state, command, context)
    if isinstance(command, _MAY_BE_STALE):
        _check_version(state, command, expected)
    if state.version >= MAX_EVENTS and not isinstance(command, _ALWAYS):
        raise PickominoError("room_used_up", limit=MAX_EVENTS)
    decision = Decision(state, context)
    _answer(decision, command)
    return decision


def next_automatic_step(state: RoomState) -> BotMove | Deadline | None:
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


def _check_token(state: RoomState, command: messages.Command | SetPresence, context: RequestContext) -> None:
    if isinstance(command, messages.Join) and context.is_new:
        return
    if not state.knows(context.token):
        raise PickominoError("bad_token")


def _check_version(
    state: RoomState, command: messages.Command | InternalCommand, expected: int | None
) -> None:
    if expected is None:
        if isinstance(command, messages.Join):
            return
        raise PickominoError("no_version")
    if not state.changed <= expected <= state.version:
        raise PickominoError("stale", expected=expected, version=state.version)


def _answer(decision: Decision, command: messages.Command | InternalCommand) -> None:  # noqa: C901, PLR0912 - one a kind of command
    match command:
        case messages.Act():
            _act(decision, command)
        case PlayForBot():
            _bot_acts(decision, command)
        case CheckDeadline():
            _time_is_up(decision)
        case SetPresence():
            _presence(decision, command)
        case MarkAbsentExcept():
            _roll_call(decision, command)
        case messages.Join():
            lobby.join(decision, command)
        case messages.Leave():
            lobby.leave(decision, command)
        case messages.SetSeat():
            lobby.set_seat(decision, command)
        case messages.ChooseStarter():
            lobby.choose_starter(decision, command)
        case messages.Start():
            lobby.start_game(decision)
        case messages.CommitNonce():
            dice_rounds.commit_nonce(decision, command)
        case messages.GiveNonce():
            dice_rounds.give_nonce(decision, command)
        case messages.HostRemove():
            lobby.host_removes(decision, command)
        case messages.Rematch():
            lobby.rematch(decision)
        case messages.PlayAgain():
            lobby.play_again(decision)
        case messages.Undo():
            _undo(decision)
        case messages.TakeBack():
            _take_back(decision, command)
        case messages.Vote():
            lobby.vote(decision, command)
        case messages.HostReplaceByBot():
            _replace_by_bot(decision, command)
        case messages.React():
            _react(decision, command)


def _act(decision: Decision, command: messages.Act) -> None:
    decision.require_phase("playing")
    seat = decision.state.to_act
    if seat is None or seat not in decision.state.seats_of(decision.context.token):
        raise PickominoError("not_your_turn")
    if decision.seat(seat).stand_in:
        raise PickominoError("taken_over", seat=seat)
    decision.act(Action.parse(command.action), by_bot=False)


def _bot_acts(decision: Decision, command: PlayForBot) -> None:
    decision.require_phase("playing")
    if decision.state.to_act != command.seat or not decision.seat(command.seat).player:
        raise PickominoError("not_your_turn")
    decision.act(command.action, by_bot=True)


def _time_is_up(decision: Decision) -> None:
    waiting = next_automatic_step(decision.state)
    if not isinstance(waiting, Deadline) or waiting.at > decision.context.now:
        return
    if waiting.reason == "nonces":
        dice_rounds.time_is_up(decision)
    elif waiting.reason == "host":
        lobby.pass_host_to_present(decision)
    elif decision.state.to_act is not None:
        decision.add(events.TakenOver(decision.state.to_act, dice_rounds.STAND_IN, waiting.reason))


def _presence(decision: Decision, command: SetPresence) -> None:
    if is_same_token(decision.state.host, decision.context.token):
        _note_host(decision, is_here=command.is_here)
    for number in decision.state.seats_of(decision.context.token):
        is_here = decision.state.seats[number].absent_since is None
        if is_here != command.is_here:
            decision.add(events.Returned(number) if command.is_here else events.Absent(number))


def _note_host(decision: Decision, *, is_here: bool) -> None:
    """Note whether a host is here who has no seat by which that would be known."""
    state = decision.state
    if not state.seats_of(state.host) and is_here == (state.host_away_since is not None):
        decision.add(events.HostAway(not is_here))


def _roll_call(decision: Decision, command: MarkAbsentExcept) -> None:
    if decision.state.host not in command.here:
        _note_host(decision, is_here=False)
    for number, seat in enumerate(decision.state.seats):
        is_missing = seat.kind == "person" and seat.token not in command.here
        if is_missing and seat.absent_since is None:
            decision.add(events.Absent(number))


def _undo(decision: Decision) -> None:
    if not decision.state.settings.practice:
        raise PickominoError("undo_committed")
    decision.require_phase("playing")
    kept = events_kept_by_undo(decision.state, decision.context.token)
    if kept is None:
        raise PickominoError("nothing_to_undo")
    decision.add(events.Undone(kept))


def events_kept_by_undo(state: RoomState, token: str) -> int | None:
    """Return how many events of the game would be kept if whoever holds a token took back."""
    if state.game is None or state.phase != "playing" or not state.settings.practice:
        return None
    return state.game.last_decision_of(state.seats_of(token))


def _take_back(decision: Decision, command: messages.TakeBack) -> None:
    if not decision.own_seat(command.seat).stand_in:
        raise PickominoError("not_taken_over", seat=command.seat)
    if decision.state.phase == "nonces":
        # Whoever left a round could otherwise leave the next one too.
        raise PickominoError("not_running")
    if _is_late(decision.state, command.seat, decision.context.now):
        raise PickominoError("turn_taken_over", seat=command.seat)
    decision.add(events.TakenBack(command.seat))


def _is_late(state: RoomState, number: int, now: float) -> bool:
    """Return whether the clock has run out in this turn and the bot has not acted yet.

    Whoever could take back then would never have to play.
    """
    limit = state.settings.turn_seconds
    is_over = bool(limit) and now >= state.since + limit
    return is_over and state.to_act == number and not state.seats[number].has_stood_in


def _replace_by_bot(decision: Decision, command: messages.HostReplaceByBot) -> None:
    decision.require_host()
    decision.require_phase("playing", "nonces")
    seat = decision.seat(command.seat)
    if seat.kind != "person" or seat.stand_in:
        raise PickominoError("no_person", seat=command.seat)
    lobby.require_absence(decision, command.seat)
    bot = validate_bot(command.bot, decision.context.bots)
    decision.add(events.TakenOver(command.seat, bot, "host"))
    dice_rounds.next_round(decision)


def _react(decision: Decision, command: messages.React) -> None:
    seat = decision.own_seat(command.seat)
    if command.reaction not in messages.REACTIONS:
        known = ", ".join(messages.REACTIONS)
        raise PickominoError("bad_reaction", reaction=quote(command.reaction), known=known)
    is_early = decision.context.now < seat.reacted_at + REACTION_SECONDS
    if is_early or seat.reactions >= MAX_REACTIONS:
        raise PickominoError("too_fast")
    decision.add(events.Reacted(command.seat, command.reaction))
