"""Decides on commands: returns new events, or raises a PickominoError.

It is pure: the same room, command, context and random bytes always give the same decision.
"""

from __future__ import annotations

import math
from typing import Final, Literal, NamedTuple

from pickomino.core.actions import Action
from pickomino.core.errors import PickominoError, quote
from pickomino.rooms.domain import dice_rounds, lobby
from pickomino.rooms.domain.decision import Decision, RequestContext
from pickomino.rooms.domain.room import RoomState, SeatState, has_current_dice
from pickomino.rooms.domain.tokens import is_same_token
from pickomino.rooms.domain.validation import validate_bot
from pickomino.rooms.protocol import events, messages

ABSENCE_SECONDS: Final = 60.0
"""How long the other players wait for a disconnected player, even without a turn clock.

If no other player is present, there is no deadline: the game pauses until a player returns.
"""
NONCE_SECONDS: Final = 20.0
"""How long a game waits for the next nonce or nonce commitment after the previous one."""
REACTION_SECONDS: Final = 1.0
MAX_REACTIONS: Final = 200
"""How many reactions a seat may send per game."""
MAX_EVENTS: Final = 20_000
"""In a room whose log has this many events, players can only finish the current game."""


class PlayForBot(NamedTuple):
    """Play the action that a bot has chosen."""

    seat: int
    action: Action


class CheckDeadline(NamedTuple):
    """Act on the room's deadline if it has passed."""


class SetPresence(NamedTuple):
    """Record that the holder of a token has connected or disconnected."""

    is_here: bool


class MarkAbsentExcept(NamedTuple):
    """Mark all players absent, except those with these token hashes."""

    present: frozenset[str]


InternalCommand = PlayForBot | CheckDeadline | SetPresence | MarkAbsentExcept
"""Commands that only the service issues; clients cannot send them."""

_ALLOWED_IN_LONG_LOGS: Final = (
    *(messages.Act, messages.CommitNonce, messages.GiveNonce),
    *(messages.Leave, messages.HostRemove, PlayForBot, CheckDeadline),
)
_MAY_BE_STALE: Final = (
    *(messages.SetSeat, messages.ChooseStarter, messages.Start),
    *(messages.Act, messages.Undo),
    *(messages.HostRemove, messages.HostReplaceByBot, messages.Rematch, PlayForBot, messages.Join),
)


class BotMove(NamedTuple):
    """It is a bot's turn to move."""

    seat: int
    bot: str
    version: int
    """The version of the last change; an action chosen for an earlier version is stale."""


class Deadline(NamedTuple):
    """The time by which a player must act, or the host must return."""

    at: float
    reason: Literal["clock", "absence", "nonces", "host"]
    version: int


def decide(
    state: RoomState,
    command: messages.Command | InternalCommand,
    context: RequestContext,
    expected: int | None = None,
) -> Decision:
    """Return a decision with the events that a command causes; raises PickominoError if refused."""
    if not isinstance(command, (PlayForBot, CheckDeadline, MarkAbsentExcept)):
        _check_token(state, command, context)
    if isinstance(command, _MAY_BE_STALE):
        _check_version(state, command, expected)
    if state.version >= MAX_EVENTS and not isinstance(command, _ALLOWED_IN_LONG_LOGS):
        raise PickominoError("room_used_up", limit=MAX_EVENTS)
    decision = Decision(state, context)
    _apply_command(decision, command)
    return decision


def next_automatic_step(state: RoomState) -> BotMove | Deadline | None:
    """Return what will happen next if no client sends a command, computed from the log alone."""
    if state.phase == "nonces":
        if not has_current_dice(state):
            return Deadline(state.since, "nonces", state.changed)
        if not dice_rounds.has_deadline(state):
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
    deadlines: list[Deadline] = []
    if state.settings.turn_seconds:
        clock = state.since + state.settings.turn_seconds
        deadlines.append(Deadline(clock, "clock", state.changed))
    if seat.absent_since is not None and _is_anyone_else_present(state, seat.token):
        absence = max(seat.absent_since, state.since) + ABSENCE_SECONDS
        deadlines.append(Deadline(absence, "absence", state.changed))
    return min(deadlines, default=None)


def _host_deadline(state: RoomState) -> Deadline | None:
    """Return when an absent host is replaced.

    Outside a game, the other players can only wait for the host.
    """
    own = state.seats_of(state.host)
    since = state.seats[own[0]].absent_since if own else state.host_away_since
    if since is None or not _is_anyone_else_present(state, state.host):
        return None
    absence = max(since, state.since) + ABSENCE_SECONDS
    return Deadline(absence, "host", state.changed)


def _is_anyone_else_present(state: RoomState, absent: str) -> bool:
    return any(
        seat.kind == "person" and seat.absent_since is None and seat.token != absent
        for seat in state.seats
    )


def _check_token(
    state: RoomState, command: messages.Command | SetPresence, context: RequestContext
) -> None:
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


def _apply_command(decision: Decision, command: messages.Command | InternalCommand) -> None:  # noqa: C901, PLR0912 - one per kind of command
    match command:
        case messages.Act():
            _act(decision, command)
        case PlayForBot():
            _play_for_bot(decision, command)
        case CheckDeadline():
            _check_deadline(decision)
        case SetPresence():
            _set_presence(decision, command)
        case MarkAbsentExcept():
            _mark_absent_except(decision, command)
        case messages.Join():
            lobby.join(decision, command)
        case messages.Leave():
            lobby.leave(decision, command)
        case messages.SetSeat():
            lobby.set_seat(decision, command)
        case messages.ChangeSettings():
            lobby.change_settings(decision, command)
        case messages.ChooseStarter():
            lobby.choose_starter(decision, command)
        case messages.Start():
            lobby.start_game(decision)
        case messages.CommitNonce():
            dice_rounds.commit_nonce(decision, command)
        case messages.GiveNonce():
            dice_rounds.give_nonce(decision, command)
        case messages.HostRemove():
            lobby.remove_player(decision, command)
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


def _play_for_bot(decision: Decision, command: PlayForBot) -> None:
    decision.require_phase("playing")
    if decision.state.to_act != command.seat or not decision.seat(command.seat).player:
        raise PickominoError("not_your_turn")
    decision.act(command.action, by_bot=True)


def _check_deadline(decision: Decision) -> None:
    step = next_automatic_step(decision.state)
    if not isinstance(step, Deadline) or step.at > decision.context.now:
        return
    if step.reason == "nonces":
        dice_rounds.on_deadline(decision)
    elif step.reason == "host":
        lobby.make_present_player_host(decision)
    elif decision.state.to_act is not None:
        decision.add(events.TakenOver(decision.state.to_act, dice_rounds.STAND_IN, step.reason))


def _set_presence(decision: Decision, command: SetPresence) -> None:
    if is_same_token(decision.state.host, decision.context.token):
        _set_host_presence(decision, is_here=command.is_here)
    for number in decision.state.seats_of(decision.context.token):
        is_here = decision.state.seats[number].absent_since is None
        if is_here != command.is_here:
            decision.add(events.Returned(number) if command.is_here else events.Absent(number))


def _set_host_presence(decision: Decision, *, is_here: bool) -> None:
    """Record whether a host without a seat is present."""
    state = decision.state
    if not state.seats_of(state.host) and is_here == (state.host_away_since is not None):
        decision.add(events.HostAway(not is_here))


def _mark_absent_except(decision: Decision, command: MarkAbsentExcept) -> None:
    if decision.state.host not in command.present:
        _set_host_presence(decision, is_here=False)
    for number, seat in enumerate(decision.state.seats):
        is_missing = seat.kind == "person" and seat.token not in command.present
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
    """Return how many events of the game an undo by this player would keep; None if impossible."""
    if state.game is None or state.phase != "playing" or not state.settings.practice:
        return None
    return state.game.last_decision_by(state.seats_of(token))


def _take_back(decision: Decision, command: messages.TakeBack) -> None:
    if not decision.own_seat(command.seat).stand_in:
        raise PickominoError("not_taken_over", seat=command.seat)
    if decision.state.phase == "nonces":
        # Otherwise a player who missed one round could return and miss the next one too.
        raise PickominoError("not_running")
    if _is_late(decision.state, command.seat, decision.context.now):
        raise PickominoError("turn_taken_over", seat=command.seat)
    decision.add(events.TakenBack(command.seat))


def _is_late(state: RoomState, number: int, now: float) -> bool:
    """Return whether the turn clock has run out and the stand-in bot has not acted yet.

    If players could take back their seats at that point, they could avoid the clock forever.
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
    dice_rounds.restart_round(decision)


def _react(decision: Decision, command: messages.React) -> None:
    seat = decision.own_seat(command.seat)
    if command.reaction not in messages.REACTIONS:
        known = ", ".join(messages.REACTIONS)
        raise PickominoError("bad_reaction", reaction=quote(command.reaction), known=known)
    if seat.reactions >= MAX_REACTIONS:
        raise PickominoError("too_many_reactions", limit=MAX_REACTIONS)
    wait = seat.reacted_at + REACTION_SECONDS - decision.context.now
    if wait > 0:
        raise PickominoError("too_fast", seconds=math.ceil(wait))
    decision.add(events.Reacted(command.seat, command.reaction))
