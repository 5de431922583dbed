"""Contributes to the dice of an online game, and checks what the server does with them."""

from __future__ import annotations

from itertools import accumulate, islice

from pickomino.core.dice_terms import nonce_commitment
from pickomino.core.errors import InvalidNotation, Problem
from pickomino.rooms.protocol import events
from pickomino.rooms.protocol.frames import Frame
from pickomino.rooms.protocol.messages import CommitNonce, GiveNonce
from pickomino.rooms.protocol.views import MAX_FRAMES, Room, RoomView
from pickomino.tables.dice_promises import DicePromise, PromiseStore, number_rolls

_VERSION_3 = Problem("order_unproven", {"version": 3})


class DiceWatch:
    """Contributes nonces for this device's seats, and checks that the server keeps its promise.

    docs/fair-dice.md lists what it checks. After an alarm, it reveals nothing more.
    """

    def __init__(self, promises: PromiseStore, code: str) -> None:
        """Watch the dice of the room with this code."""
        self._promises = promises
        self._code = code
        self._frames: list[Frame] = []
        self._is_promised = False
        """Whether the server has shown a lobby or a dice round of a game without practice dice."""
        self.alarm: Problem | None = None
        """How the server broke its promise about the dice, if it was caught doing so."""
        self.notice: Problem | None = None
        """What this device cannot vouch for, although the server may be honest."""

    def follow(self, view: RoomView) -> list[CommitNonce | GiveNonce]:
        """Check a view and return the commands to send now; their nonces are already stored."""
        if not (view.you.seats or self._has_promises(view.room.game_id)):
            return []
        if view.is_whole or view.phase in ("lobby", "nonces"):
            self._frames = []
        self._frames += (frame for frame in view.frames if frame.wfen)
        try:
            return self._check_and_contribute(view)
        except (InvalidNotation, LookupError) as error:
            self.alarm = self.alarm or _problem_of(error)
            return []

    def _check_and_contribute(self, view: RoomView) -> list[CommitNonce | GiveNonce]:
        problem = self._find_downgrade(view)
        if problem is None and view.room.commitment:
            problem = self._find_problem(view)
        self.alarm = self.alarm or problem
        self.notice = self._find_notice(view) if view.phase in ("playing", "over") else None
        is_asked = view.phase == "nonces" and view.room.commitment and self.alarm is None
        if not is_asked or self.unverified_games(view.room):
            return []
        return self._contribute(view)

    def unverified_games(self, room: Room) -> list[str]:
        """Return the earlier games of a room whose records this device has not verified.

        A server could otherwise drop a game whose dice it dislikes.
        """
        return [
            other.game_id
            for other in self._others(room)
            if other.has_revealed and not other.has_ended and other.number < room.dice_game
        ]

    def note_verification(self, game_id: str, problem: Problem | None) -> None:
        """Note the verification of the record of a game that is over, or raise the alarm."""
        promise = self._promises.get(game_id)
        self.alarm = self.alarm or problem
        if promise is not None and problem is None:
            promise.has_ended = True
            self._promises.keep(promise)

    def note_deletion(self, game_id: str) -> None:
        """Note that the server has deleted a record which this device has not verified."""
        promise = self._promises.get(game_id)
        if promise is not None and not promise.has_ended:
            promise.has_ended = promise.is_deleted = True
            self._promises.keep(promise)

    def confirm(self, game_id: str, commitment: str, command: CommitNonce | GiveNonce) -> None:
        """Store that the server has confirmed a nonce or its commitment."""
        promise = self._promises.get(game_id)
        if promise is not None and promise.commitment == commitment:
            promise.taken[command.seat] = "bound" if isinstance(command, CommitNonce) else "given"
            self._promises.keep(promise)

    # Checks

    def _has_promises(self, game_id: str) -> bool:
        """Return whether this device has added to dice of this room.

        A server could otherwise avoid the checks by showing a player as a spectator.
        """
        return bool(self._promises.get(game_id) or self._promises.in_room(self._code))

    def _find_downgrade(self, view: RoomView) -> Problem | None:
        """Return a problem if a new game has weaker dice than those of version 4."""
        room, is_waiting = view.room, view.phase in ("lobby", "nonces")
        is_weak = not (room.dice_game and room.commitment)
        if is_waiting and not room.settings.practice:
            self._is_promised = True
        if view.phase == "nonces":
            return _VERSION_3 if is_weak and room.commitment else None
        if is_waiting or not is_weak:
            return None
        promise = self._promises.get(room.game_id)
        if promise is not None:
            return _VERSION_3 if promise.number else None
        return _VERSION_3 if self._is_promised or self._others(room) else None

    def _find_problem(self, view: RoomView) -> Problem | None:
        room = view.room
        is_repeated = any(other.number >= room.dice_game for other in self._others(room))
        if is_repeated or room.code != self._code:
            return Problem("bad_dice_rounds")
        later, promise = DicePromise.from_room(room), self._promises.get(room.game_id)
        if promise is None:
            return None
        if _is_wrongly_called_silent(view, promise):
            return Problem("called_silent")
        problem = promise.find_break(later) if promise.number else None
        if problem is None and promise.has_swapped_seats(view.you.seats):
            problem = Problem("seat_swapped")
        if problem is None and later.round == promise.round and not promise.is_frozen:
            promise.bound = later.bound
        if problem is not None or view.phase == "nonces":
            return problem
        return self._compare(view, self._continued(promise, later))

    def _continued(self, promise: DicePromise, later: DicePromise) -> DicePromise:
        """Return the promise for a running game."""
        if later.round == promise.round:
            return promise
        # A bot took over the seat, so the dice were made without this device.
        later.rolls, later.has_revealed = promise.rolls, promise.has_revealed
        self._promises.keep(later)
        return later

    def _others(self, room: Room) -> list[DicePromise]:
        """Return the promises for other games of the same room."""
        known = self._promises.in_room(room.code)
        return [promise for promise in known if promise.game_id != room.game_id]

    def _compare(self, view: RoomView, promise: DicePromise) -> Problem | None:
        """Compare the game so far with the promise, and store its rolls."""
        start = self._frames[0].event if self._frames else None
        is_whole = isinstance(start, events.GameStarted)
        problem = promise.find_change(start.commitment, start.nonces) if is_whole else None
        if not is_whole and 0 < len(self._frames) < MAX_FRAMES:
            # The server hides with which nonces the game began.
            problem = Problem("bad_dice_rounds")
        roll_frames = [frame for frame in self._frames if isinstance(frame.event, events.Rolled)]
        # The first turn seen may lack its first rolls.
        cut = "" if is_whole or not roll_frames else roll_frames[0].turn
        rolls = number_rolls(
            (frame.turn, _roll(frame)) for frame in roll_frames if frame.turn != cut
        )
        is_new = not set(rolls) <= set(promise.rolls)
        promise.rolls = rolls | promise.rolls
        if problem is None and view.phase == "over" and not promise.has_ended:
            problem = promise.find_wrong_secret(_secret_in(self._frames))
        if is_new:
            promise.log_version, promise.log_digest = view.version, view.digest
            self._promises.keep(promise)
        return problem

    def _find_notice(self, view: RoomView) -> Problem | None:
        deleted = sum(promise.is_deleted for promise in self._promises.in_room(self._code))
        games_deleted = Problem("games_deleted", {"count": deleted}) if deleted else None
        return self._missing_nonce(view) or games_deleted

    def _missing_nonce(self, view: RoomView) -> Problem | None:
        promise = self._promises.get(view.room.game_id)
        has_own = promise is not None and (promise.is_frozen or promise.taken)
        is_watching = promise is None and not view.you.seats
        is_checked = has_own or is_watching or not view.room.commitment
        return None if is_checked else Problem("no_own_nonce")

    # Contributions

    def _contribute(self, view: RoomView) -> list[CommitNonce | GiveNonce]:
        promise = known = self._promises.get(view.room.game_id)
        if promise is None or promise.round < view.room.dice_round:
            promise = DicePromise.from_room(view.room)
            promise.has_revealed = known is not None and known.has_revealed
        commands: list[CommitNonce | GiveNonce] = []
        for seat in view.you.commitments_wanted:
            bound = nonce_commitment(promise.commitment, seat, promise.nonce(seat))
            commands.append(CommitNonce(seat, bound))
        commands += self._reveal(view.you.nonces_wanted, promise)
        if commands or promise.nonces:
            self._promises.keep(promise)
        return commands

    def _reveal(self, wanted: tuple[int, ...], promise: DicePromise) -> list[GiveNonce]:
        """Freeze all hashes and return the nonces, once every player has committed."""
        if wanted and not promise.is_complete:
            self.alarm = Problem("asked_early")
            return []
        own = [seat for seat in wanted if self._is_own(seat, promise)]
        promise.is_frozen |= bool(own)
        promise.has_revealed |= bool(own)
        return [GiveNonce(seat, promise.nonce(seat)) for seat in own]

    def _is_own(self, seat: int, promise: DicePromise) -> bool:
        """Return whether the seat is committed to this device's nonce, not to another device's."""
        bound = nonce_commitment(promise.commitment, seat, promise.nonce(seat))
        if promise.bound[seat] == bound:
            return True
        if seat in promise.taken:
            self.alarm = Problem("own_nonce_gone")
        return False


def _problem_of(error: Exception) -> Problem:
    if isinstance(error, InvalidNotation):
        return error.problems[0]
    return Problem("bad_dice_rounds")


def _roll(frame: Frame) -> str:
    return frame.event.roll if isinstance(frame.event, events.Rolled) else ""


def _secret_in(frames: list[Frame]) -> str:
    ends = (frame.event for frame in frames if isinstance(frame.event, events.GameEnded))
    return next((end.secret for end in ends), "")


def _is_wrongly_called_silent(view: RoomView, promise: DicePromise) -> bool:
    """Return whether the server calls a seat silent although it confirmed its contribution."""
    room_events = _events_of_round(view, promise.round)
    shown = {event.seat for event in room_events if isinstance(event, events.NonceCommitted)}
    shown |= {seat for seat, bound in enumerate(promise.bound) if bound}
    silent = {
        event.seat
        for event in room_events
        if isinstance(event, events.TakenOver) and event.reason == "dice"
    }
    taken = ((seat, promise.taken.get(seat)) for seat in silent)
    return any(how == "given" or (how == "bound" and seat not in shown) for seat, how in taken)


def _events_of_round(view: RoomView, dice_round: int) -> list[events.Event | None]:
    """Return the events of a view that belong to a round; each commitment begins another."""
    room_events = [frame.event for frame in view.frames]
    begun = [isinstance(event, events.DiceCommitted) for event in room_events]
    rounds = accumulate(begun, initial=view.room.dice_round - sum(begun))
    return [
        event
        for event, number in zip(room_events, islice(rounds, 1, None), strict=True)
        if number == dice_round
    ]
