"""What a server promised about its dice, kept by this device to hold it to its word."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Final, Literal

import msgspec

from pickomino.core.dice import nonce_commitment
from pickomino.core.errors import InvalidNotation, Problem, quoted
from pickomino.core.position import seat_letter
from pickomino.record.game import Game
from pickomino.record.state import Moment, Rolled
from pickomino.record.verification import Verification, starter_of, verify
from pickomino.rooms.protocol import events
from pickomino.rooms.protocol.frames import Frame
from pickomino.rooms.protocol.messages import CommitNonce, GiveNonce
from pickomino.rooms.protocol.views import Room, RoomView
from pickomino.tables.locked_file import KeptFile

MOST_PROMISES: Final = 30


class DicePromise(msgspec.Struct):
    """Of one game, in the last of its rounds."""

    game_id: str
    commitment: str
    rules: str
    names: tuple[str, ...]
    time: str
    """Empty for dice of version 1."""
    round: int
    nonces: dict[int, str] = {}
    """Drawn by this device, by seat."""
    taken: dict[int, Literal["bound", "given"]] = {}
    """What the server has confirmed of them."""
    bound: tuple[str, ...] = ()
    """What all are bound to, as far as it was shown."""
    starter: str = ""
    """Who begins, as the server committed to it."""
    rolls: dict[str, str] = {}
    """As they were first seen, by turn and place in it."""

    @classmethod
    def of(cls, room: Room) -> DicePromise:
        """Take down what a server says before anybody else does."""
        terms = room.settings.rules, room.names, room.dice_time, room.dice_round
        return cls(room.game_id, room.commitment, *terms, starter=room.dice_starter)

    def nonce(self, seat: int) -> str:
        """Return what a seat adds to the dice, always the same."""
        return self.nonces.setdefault(seat, secrets.token_hex(32))

    def broken_by(self, commitment: str, nonces: Sequence[str]) -> Problem | None:
        """Find what was exchanged in dice whose nonces are known."""
        if commitment != self.commitment:
            return Problem("commit_mismatch")
        for seat, nonce in self.nonces.items():
            if seat in self.taken and nonces[seat] != nonce:
                return Problem("own_nonce_gone")
        for seat, (bound, nonce) in enumerate(zip(self.bound, nonces, strict=False)):
            if bound and nonce_commitment(commitment, seat, nonce) != bound:
                return Problem("other_nonce_changed", {"seat": seat_letter(seat)})
        return None

    def checked(self, record: str, seen: Sequence[Moment]) -> Verification:
        """Compare the record of the game with what was promised and with what was seen of it."""
        try:
            game = Game.from_wgn(record)
            problem = self._broken(game) or _unlike(game.moments, seen) or self._rolls_unlike(game)
            found = verify(record)
        except InvalidNotation as error:
            return Verification(0, error.problems[0])
        if problem is not None or found.problem is not None:
            return Verification(0, problem or found.problem)
        return found._replace(doubts=(*found.doubts, *self._missing(game)))

    def _broken(self, game: Game) -> Problem | None:
        problem = self.broken_by(game.tags.get("DiceCommit", ""), _nonces(game))
        terms = {"GameId": self.game_id}
        if self.time:
            terms |= {"DiceTime": self.time, "DiceRound": str(self.round)}
            terms |= {seat_letter(seat): name for seat, name in enumerate(self.names)}
            terms |= {"Starter": self.starter}
        told = game.tags | {"Starter": starter_of(game)}
        for tag, promised in terms.items():
            found = told.get(tag, "")
            if problem is None and found != promised:
                problem = Problem("record_bad_tag", {"tag": tag, "value": quoted(found)})
        return problem

    def _rolls_unlike(self, game: Game) -> Problem | None:
        recorded = _rolls(game)
        for key, expected in self.rolls.items():
            if recorded.get(key) != expected:
                told = {"found": recorded.get(key, "-"), "expected": expected}
                return Problem("record_result", told)
        return None

    def _missing(self, game: Game) -> tuple[Problem, ...]:
        """Return what could not be checked here."""
        nonces = _nonces(game)
        is_ours = any(nonces[seat] == nonce for seat, nonce in self.nonces.items())
        is_seen = set(_rolls(game)) <= set(self.rolls)
        grounds = (is_ours or not any(nonces), "no_own_nonce"), (is_seen, "rolls_not_seen")
        return tuple(Problem(code) for is_there, code in grounds if not is_there)


class Promises:
    """Promises by game, in a file; where that cannot be written, until the app ends."""

    def __init__(self, file: KeptFile) -> None:
        self._file = file
        self._known: dict[str, DicePromise] = {}

    def get(self, game_id: str) -> DicePromise | None:
        """Return what was promised for a game that this device added to."""
        if game_id not in self._known and (kept := self._file.read().get(game_id)) is not None:
            try:
                self._known[game_id] = msgspec.convert(kept, DicePromise, strict=False)
            except msgspec.ValidationError:
                return None
        return self._known.get(game_id)

    def keep(self, promise: DicePromise) -> None:
        """Store a promise, before anything is sent that relies on it."""
        self._known[promise.game_id] = promise

        def edit(kept: dict[str, object]) -> None:
            kept.pop(promise.game_id, None)
            kept[promise.game_id] = msgspec.to_builtins(promise, str_keys=True)
            for oldest in list(kept)[:-MOST_PROMISES]:
                del kept[oldest]

        self._file.change(edit)


class DiceWatch:
    """Adds to the dice of a room for the own seats, and watches what becomes of that."""

    def __init__(self, promises: Promises) -> None:
        self._promises = promises
        self._frames: list[Frame] = []
        self.alarm: Problem | None = None
        """What the server did that it must not do."""

    def follow(self, view: RoomView) -> list[CommitNonce | GiveNonce]:
        """Look at a view; returns what to send now, all of it stored."""
        room = view.room
        if not room.commitment or not view.you.seats:
            return []
        if view.is_whole or view.phase in ("lobby", "nonces"):
            self._frames = []
        self._frames += (frame for frame in view.frames if frame.wfen)
        promise = self._promises.get(room.game_id)
        if promise is not None and self._is_called_silent(view, promise):
            self.alarm = Problem("called_silent")
        if view.phase == "nonces":
            return self._additions(view, promise)
        if promise is not None:
            self._compare(promise)
        return []

    def took(self, game_id: str, commitment: str, command: CommitNonce | GiveNonce) -> None:
        """Hear that the server has confirmed a command."""
        promise = self._promises.get(game_id)
        if promise is not None and promise.commitment == commitment:
            promise.taken[command.seat] = "bound" if isinstance(command, CommitNonce) else "given"
            self._promises.keep(promise)

    def _additions(
        self, view: RoomView, known: DicePromise | None
    ) -> list[CommitNonce | GiveNonce]:
        room = view.room
        if known is None or room.dice_round > known.round:
            known = DicePromise.of(room)
        elif room.commitment != known.commitment:
            self.alarm = Problem("commit_mismatch")
            return []
        known.bound = room.nonce_commitments
        found: list[CommitNonce | GiveNonce] = []
        for seat in view.you.commitments_wanted:
            bound = nonce_commitment(known.commitment, seat, known.nonce(seat))
            found.append(CommitNonce(seat, bound))
        found += (
            GiveNonce(seat, known.nonce(seat))
            for seat in view.you.nonces_wanted
            if not known.time or self._is_bound(room, seat, known)
        )
        if found or known.nonces:
            self._promises.keep(known)
        return found

    def _is_bound(self, room: Room, seat: int, promise: DicePromise) -> bool:
        """Return whether the seat is bound to what was drawn here, and not on another device."""
        bound = nonce_commitment(promise.commitment, seat, promise.nonce(seat))
        if room.nonce_commitments[seat] == bound:
            return True
        if seat in promise.taken:
            self.alarm = Problem("own_nonce_gone")
        return False

    def _compare(self, promise: DicePromise) -> None:
        start = self._frames[0].event if self._frames else None
        is_whole = isinstance(start, events.GameStarted)
        if is_whole:
            self.alarm = promise.broken_by(start.commitment, start.nonces) or self.alarm
        rolled = [frame for frame in self._frames if isinstance(frame.event, events.Rolled)]
        cut = "" if is_whole or not rolled else rolled[0].turn
        told = _numbered((frame.turn, _roll(frame)) for frame in rolled if frame.turn != cut)
        if not set(told) <= set(promise.rolls):
            promise.rolls = told | promise.rolls
            self._promises.keep(promise)

    def _is_called_silent(self, view: RoomView, promise: DicePromise) -> bool:
        """Return whether the server denies what it has confirmed: that a seat added in time."""
        told = [frame.event for frame in view.frames]
        shown = {event.seat for event in told if isinstance(event, events.NonceCommitted)}
        shown |= {seat for seat, bound in enumerate(promise.bound) if bound}
        silent = {
            event.seat
            for event in told
            if isinstance(event, events.TakenOver) and event.reason == "dice"
        }
        taken = ((seat, promise.taken.get(seat)) for seat in silent & set(view.you.seats))
        return any(how == "given" or (how == "bound" and seat not in shown) for seat, how in taken)


def _roll(frame: Frame) -> str:
    return frame.event.roll if isinstance(frame.event, events.Rolled) else ""


def _rolls(game: Game) -> dict[str, str]:
    fallen = (
        (game.turn_label(game.turn_at(index)), event.roll.text)
        for index, event in enumerate(game.events)
        if isinstance(event, Rolled)
    )
    return _numbered(fallen)


def _numbered(fallen: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Name rolls by their turn and their place in it."""
    found: dict[str, str] = {}
    last, place = "", 0
    for turn, roll in fallen:
        place = place + 1 if turn == last else 0
        last = turn
        found[f"{turn}.{place}"] = roll
    return found


def _nonces(game: Game) -> list[str]:
    letters = map(seat_letter, range(game.start.players))
    return [game.tags.get(f"Nonce_{letter}", "") for letter in letters]


def _unlike(recorded: Sequence[Moment], seen: Sequence[Moment]) -> Problem | None:
    """Find where a record is not what was seen, which may be only the end of the game."""
    last = recorded[len(recorded) - len(seen) :] if len(seen) <= len(recorded) else recorded
    for found, expected in zip_longest(last, seen):
        if found != expected:
            told = {"found": _told(found), "expected": _told(expected)}
            return Problem("record_result", told)
    return None


def _told(moment: Moment | None) -> str:
    if moment is None:
        return "-"
    event = moment.event
    return str(event.roll) if isinstance(event, Rolled) else moment.position.wfen()
