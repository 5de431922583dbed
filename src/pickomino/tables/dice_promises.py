"""The promises of a server about its dice, stored on this device so that they can be checked."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Final, Literal

import msgspec

from pickomino.core.dice import nonce_commitment
from pickomino.core.errors import InvalidNotation, Problem, quote
from pickomino.core.position import seat_letter
from pickomino.record.game import Game
from pickomino.record.state import GameStep, RollEvent
from pickomino.record.verification import Verification, starter_of, verify
from pickomino.rooms.protocol import events
from pickomino.rooms.protocol.frames import Frame
from pickomino.rooms.protocol.messages import CommitNonce, GiveNonce
from pickomino.rooms.protocol.views import Room, RoomView
from pickomino.tables.locked_file import LockedFile

MAX_PROMISES: Final = 30


class DicePromise(msgspec.Struct):
    """The server's promise about the dice of one game, as of the latest dice round."""

    game_id: str
    commitment: str
    rules: str
    names: tuple[str, ...]
    time: str
    """Empty for dice of version 1."""
    round: int
    nonces: dict[int, str] = {}
    """The nonces that this device drew, keyed by seat."""
    taken: dict[int, Literal["bound", "given"]] = {}
    """For each seat, whether the server confirmed the nonce's commitment or the nonce itself."""
    bound: tuple[str, ...] = ()
    """The nonce commitment of every seat; empty until this device has seen the commitments."""
    starter: str = ""
    """The value of the record tag `Starter` that the server committed to."""
    rolls: dict[str, str] = {}
    """Rolls as they were first seen, keyed by turn and by index within the turn."""

    @classmethod
    def from_room(cls, room: Room) -> DicePromise:
        """Return the promise that a room shows, before this device has drawn any nonce."""
        terms = room.settings.rules, room.names, room.dice_time, room.dice_round
        return cls(room.game_id, room.commitment, *terms, starter=room.dice_starter)

    def nonce(self, seat: int) -> str:
        """Return this device's nonce for a seat, drawing it on the first call."""
        return self.nonces.setdefault(seat, secrets.token_hex(32))

    def find_change(self, commitment: str, nonces: Sequence[str]) -> Problem | None:
        """Return how the disclosed commitment and nonces break the promise, if they break it."""
        if commitment != self.commitment:
            return Problem("commit_mismatch")
        for seat, nonce in self.nonces.items():
            if seat in self.taken and nonces[seat] != nonce:
                return Problem("own_nonce_gone")
        for seat, (bound, nonce) in enumerate(zip(self.bound, nonces, strict=False)):
            if bound and nonce_commitment(commitment, seat, nonce) != bound:
                return Problem("other_nonce_changed", {"seat": seat_letter(seat)})
        return None

    def check(self, record: str, seen: Sequence[GameStep]) -> Verification:
        """Compare the record of the game with the promise and with what this device saw."""
        try:
            game = Game.from_wgn(record)
            problem = (
                self._find_broken_term(game)
                or _find_differing_step(game.steps, seen)
                or self._find_changed_roll(game)
            )
            verification = verify(record)
        except InvalidNotation as error:
            return Verification(0, error.problems[0])
        if problem is not None or verification.problem is not None:
            return Verification(0, problem or verification.problem)
        return verification._replace(doubts=(*verification.doubts, *self._doubts(game)))

    def _find_broken_term(self, game: Game) -> Problem | None:
        problem = self.find_change(game.tags.get("DiceCommit", ""), _nonces(game))
        terms = {"GameId": self.game_id}
        if self.time:
            terms |= {"DiceTime": self.time, "DiceRound": str(self.round)}
            terms |= {seat_letter(seat): name for seat, name in enumerate(self.names)}
            terms |= {"Starter": self.starter}
        tags = game.tags | {"Starter": starter_of(game)}
        for tag, promised in terms.items():
            value = tags.get(tag, "")
            if problem is None and value != promised:
                problem = Problem("record_bad_tag", {"tag": tag, "value": quote(value)})
        return problem

    def _find_changed_roll(self, game: Game) -> Problem | None:
        recorded = _rolls(game)
        for key, expected in self.rolls.items():
            if recorded.get(key) != expected:
                values = {"found": recorded.get(key, "-"), "expected": expected}
                return Problem("record_result", values)
        return None

    def _doubts(self, game: Game) -> tuple[Problem, ...]:
        """Return what this device could not check."""
        nonces = _nonces(game)
        is_ours = any(nonces[seat] == nonce for seat, nonce in self.nonces.items())
        is_seen = set(_rolls(game)) <= set(self.rolls)
        checks = (is_ours or not any(nonces), "no_own_nonce"), (is_seen, "rolls_not_seen")
        return tuple(Problem(code) for is_checked, code in checks if not is_checked)


class PromiseStore:
    """Stores a promise per game in a file or, if that fails, only until the app ends."""

    def __init__(self, file: LockedFile) -> None:
        self._file = file
        self._known: dict[str, DicePromise] = {}

    def get(self, game_id: str) -> DicePromise | None:
        """Return the promise for a game, if this device contributed to its dice."""
        if game_id not in self._known and (stored := self._file.read().get(game_id)) is not None:
            try:
                self._known[game_id] = msgspec.convert(stored, DicePromise, strict=False)
            except msgspec.ValidationError:
                return None
        return self._known.get(game_id)

    def keep(self, promise: DicePromise) -> None:
        """Store a promise; call this before sending a nonce or commitment that belongs to it."""
        self._known[promise.game_id] = promise

        def edit(promises: dict[str, object]) -> None:
            promises.pop(promise.game_id, None)
            promises[promise.game_id] = msgspec.to_builtins(promise, str_keys=True)
            for oldest in list(promises)[:-MAX_PROMISES]:
                del promises[oldest]

        self._file.change(edit)


class DiceWatch:
    """Contributes nonces for this device's seats, and checks that the server keeps its promise."""

    def __init__(self, promises: PromiseStore) -> None:
        self._promises = promises
        self._frames: list[Frame] = []
        self.alarm: Problem | None = None
        """How the server broke its promise about the dice, if it was caught doing so."""

    def follow(self, view: RoomView) -> list[CommitNonce | GiveNonce]:
        """Check a view and return the commands to send now; their nonces are already stored."""
        room = view.room
        if not room.commitment or not view.you.seats:
            return []
        if view.is_whole or view.phase in ("lobby", "nonces"):
            self._frames = []
        self._frames += (frame for frame in view.frames if frame.wfen)
        promise = self._promises.get(room.game_id)
        if promise is not None and self._is_wrongly_called_silent(view, promise):
            self.alarm = Problem("called_silent")
        if view.phase == "nonces":
            return self._contribute(view, promise)
        if promise is not None:
            self._compare(promise)
        return []

    def confirm(self, game_id: str, commitment: str, command: CommitNonce | GiveNonce) -> None:
        """Store that the server has confirmed a nonce or its commitment."""
        promise = self._promises.get(game_id)
        if promise is not None and promise.commitment == commitment:
            promise.taken[command.seat] = "bound" if isinstance(command, CommitNonce) else "given"
            self._promises.keep(promise)

    def _contribute(
        self, view: RoomView, known: DicePromise | None
    ) -> list[CommitNonce | GiveNonce]:
        room = view.room
        if known is None or room.dice_round > known.round:
            known = DicePromise.from_room(room)
        elif room.commitment != known.commitment:
            self.alarm = Problem("commit_mismatch")
            return []
        known.bound = room.nonce_commitments
        commands: list[CommitNonce | GiveNonce] = []
        for seat in view.you.commitments_wanted:
            bound = nonce_commitment(known.commitment, seat, known.nonce(seat))
            commands.append(CommitNonce(seat, bound))
        commands += (
            GiveNonce(seat, known.nonce(seat))
            for seat in view.you.nonces_wanted
            if not known.time or self._is_bound(room, seat, known)
        )
        if commands or known.nonces:
            self._promises.keep(known)
        return commands

    def _is_bound(self, room: Room, seat: int, promise: DicePromise) -> bool:
        """Return whether the seat is committed to this device's nonce, not to another device's."""
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
            self.alarm = promise.find_change(start.commitment, start.nonces) or self.alarm
        roll_frames = [frame for frame in self._frames if isinstance(frame.event, events.Rolled)]
        # The first turn seen may lack its first rolls.
        cut = "" if is_whole or not roll_frames else roll_frames[0].turn
        rolls = _number_rolls(
            (frame.turn, _roll(frame)) for frame in roll_frames if frame.turn != cut
        )
        if not set(rolls) <= set(promise.rolls):
            promise.rolls = rolls | promise.rolls
            self._promises.keep(promise)

    def _is_wrongly_called_silent(self, view: RoomView, promise: DicePromise) -> bool:
        """Return whether the server calls a seat silent although it confirmed its contribution."""
        room_events = [frame.event for frame in view.frames]
        shown = {event.seat for event in room_events if isinstance(event, events.NonceCommitted)}
        shown |= {seat for seat, bound in enumerate(promise.bound) if bound}
        silent = {
            event.seat
            for event in room_events
            if isinstance(event, events.TakenOver) and event.reason == "dice"
        }
        taken = ((seat, promise.taken.get(seat)) for seat in silent & set(view.you.seats))
        return any(how == "given" or (how == "bound" and seat not in shown) for seat, how in taken)


def _roll(frame: Frame) -> str:
    return frame.event.roll if isinstance(frame.event, events.Rolled) else ""


def _rolls(game: Game) -> dict[str, str]:
    rolls = (
        (game.turn_label(game.turn_at(index)), event.roll.text)
        for index, event in enumerate(game.events)
        if isinstance(event, RollEvent)
    )
    return _number_rolls(rolls)


def _number_rolls(rolls: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return the rolls keyed by turn and by index within the turn."""
    numbered: dict[str, str] = {}
    last, index = "", 0
    for turn, roll in rolls:
        index = index + 1 if turn == last else 0
        last = turn
        numbered[f"{turn}.{index}"] = roll
    return numbered


def _nonces(game: Game) -> list[str]:
    letters = map(seat_letter, range(game.start.players))
    return [game.tags.get(f"Nonce_{letter}", "") for letter in letters]


def _find_differing_step(recorded: Sequence[GameStep], seen: Sequence[GameStep]) -> Problem | None:
    """Return the first difference between the steps seen and the last steps of the record."""
    last = recorded[len(recorded) - len(seen) :] if len(seen) <= len(recorded) else recorded
    for step, expected in zip_longest(last, seen):
        if step != expected:
            values = {"found": _format_step(step), "expected": _format_step(expected)}
            return Problem("record_result", values)
    return None


def _format_step(step: GameStep | None) -> str:
    if step is None:
        return "-"
    event = step.event
    return str(event.roll) if isinstance(event, RollEvent) else step.position.wfen()
