"""The promises of a server about its dice, stored on this device so that they can be checked."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Final, Literal

import msgspec

from pickomino.core.dice import SealedDice, secret_from_hex
from pickomino.core.dice_terms import DiceTerms, VoidedRound, nonce_commitment
from pickomino.core.errors import InvalidNotation, Problem, quote
from pickomino.core.position import seat_letter
from pickomino.record.game import Game
from pickomino.record.names import BOT_TAG, FORMER_PLAYER
from pickomino.record.state import GameStep, RollEvent
from pickomino.record.verification import Verification, starter_of, verify
from pickomino.record.wgn import terms_tags
from pickomino.rooms.protocol.views import Room
from pickomino.tables.locked_file import LockedFile

MAX_PROMISES: Final = 30
MIN_DAYS_KEPT: Final = 1
SECONDS_PER_DAY: Final = 86_400


class RevealedDice(msgspec.Struct):
    """The dice in the replay of a finished game."""

    secret: str
    nonces: tuple[str, ...]


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
    """The nonce commitment of every seat, as far as this device has seen them."""
    starter: str = ""
    """The value of the record tag `Starter` that the server committed to."""
    rolls: dict[str, str] = {}
    """Rolls as they were first seen, keyed by turn and by index within the turn."""
    room: str = ""
    number: int = 0
    """The number of the game in its room; 0 before version 4."""
    seats: str = ""
    """The letters of the seats that add a nonce."""
    voided: tuple[str, ...] = ()
    """The earlier rounds of this game."""
    is_frozen: bool = False
    """Whether this device may have revealed a nonce of this round: nothing may change then."""
    has_revealed: bool = False
    """Whether this device may have revealed a nonce in any round of this game."""
    turn_limit: int = 0
    """After how many turns the game is stopped; 0 if an earlier version stored the promise."""
    has_ended: bool = False
    """Whether this device has verified the record of the finished game, if it was not deleted."""
    is_deleted: bool = False
    """Whether the record was deleted before this device had verified it."""
    log_version: int = 0
    log_digest: str = ""
    """The digest of the room's log up to this version, as of the last roll that was stored."""
    made_at: float = 0.0
    """When this device stored the promise, by its own clock; 0 if an earlier version did."""

    @classmethod
    def from_room(cls, room: Room) -> DicePromise:
        """Return the promise that a room shows; raises InvalidNotation if it is malformed."""
        promise = cls(
            room.game_id,
            room.commitment,
            room.settings.rules,
            room.names,
            room.dice_time,
            room.dice_round,
            bound=room.nonce_commitments,
            starter=room.dice_starter,
            room=room.code if room.dice_game else "",
            number=room.dice_game,
            seats=room.dice_seats,
            voided=room.voided_rounds,
            turn_limit=room.settings.turn_limit,
            made_at=time.time(),
        )
        if promise.number and not promise.terms.has_valid_rounds:
            raise InvalidNotation("bad_dice_rounds")
        if promise.time and len(promise.bound) != len(promise.names):
            raise InvalidNotation(
                "nonce_count", found=len(promise.bound), players=len(promise.names)
            )
        return promise

    @property
    def terms(self) -> DiceTerms:
        """What the commitment covers besides the secret."""
        terms = DiceTerms(self.game_id, self.rules, self.names, self.time, self.round, self.starter)
        voided = tuple(map(VoidedRound.parse, self.voided))
        return terms._replace(
            room=self.room, number=self.number, nonce_seats=self.seats, voided=voided
        )

    @property
    def is_complete(self) -> bool:
        """Whether exactly the seats that add a nonce have committed to one."""
        bound = (seat_letter(seat) for seat, text in enumerate(self.bound) if text)
        return "".join(bound) == self.seats

    def nonce(self, seat: int) -> str:
        """Return this device's nonce for a seat, drawing it on the first call."""
        return self.nonces.setdefault(seat, secrets.token_hex(32))

    def has_swapped_seats(self, shown: Iterable[int]) -> bool:
        """Return whether a player with these seats lacks one that adds its revealed nonce."""
        own = {
            seat
            for seat, nonce in self.nonces.items()
            if self.is_frozen and self.bound[seat] == self._hash(seat, nonce)
        }
        return bool(own.difference(shown) and set(shown) - own)

    def _hash(self, seat: int, nonce: str) -> str:
        return nonce_commitment(self.commitment, seat, nonce)

    def find_break(self, later: DicePromise) -> Problem | None:
        """Return how a later promise for the same game breaks this one (docs/fair-dice.md)."""
        if self.turn_limit not in (0, later.turn_limit):
            return Problem("bad_dice_rounds")
        if later.round == self.round:
            if (later.commitment, later.terms) != (self.commitment, self.terms):
                return Problem("bad_dice_rounds")
            return self._find_other_hash(later.bound)
        kept = (later.room, later.number, later.rules, later.starter)
        if later.round < self.round or kept != (self.room, self.number, self.rules, self.starter):
            return Problem("bad_dice_rounds")
        if later.voided[: len(self.voided)] != self.voided or not self._has_names_of(later):
            return Problem("bad_dice_rounds")
        return self._find_change_in(VoidedRound.parse(later.voided[self.round - 1]))

    def _find_other_hash(self, bound: Sequence[str]) -> Problem | None:
        for seat, (before, after) in enumerate(zip_longest(self.bound, bound, fillvalue="")):
            if before != after and (before or self.is_frozen):
                return Problem("other_nonce_changed", {"seat": seat_letter(seat)})
        return None

    def _has_names_of(self, later: DicePromise) -> bool:
        """Return whether the names differ only where a bot replaced a player since."""
        return len(self.names) == len(later.names) and all(
            before == after or (after.startswith(BOT_TAG) and seat_letter(seat) not in later.seats)
            for seat, (before, after) in enumerate(zip(self.names, later.names, strict=True))
        )

    def _find_change_in(self, voided: VoidedRound) -> Problem | None:
        """Return how a voided round differs from what this device saw of it."""
        hashes = dict(zip(voided.seats, voided.hashes, strict=True))
        bound = [hashes.get(seat_letter(seat), "") for seat in range(len(self.names))]
        if (voided.commitment, voided.seats) != (self.commitment, self.seats):
            return Problem("bad_dice_rounds")
        for seat, how in self.taken.items():
            own = self._hash(seat, self.nonce(seat))
            is_missing = how == "given" and seat_letter(seat) not in voided.revealed
            if bound[seat] != own or is_missing:
                return Problem("called_silent")
        return self._find_other_hash(bound)

    def find_change(self, commitment: str, nonces: Sequence[str]) -> Problem | None:
        """Return how the disclosed commitment and nonces break the promise, if they break it."""
        if commitment != self.commitment:
            return Problem("commit_mismatch")
        if len(nonces) != len(self.names):
            found, players = len(nonces), len(self.names)
            return Problem("nonce_count", {"found": found, "players": players})
        for seat, nonce in self.nonces.items():
            if seat in self.taken and nonces[seat] != nonce:
                return Problem("own_nonce_gone")
        for seat, (bound, nonce) in enumerate(zip_longest(self.bound, nonces, fillvalue="")):
            is_unbound = self.number > 0 and bool(nonce) != bool(bound)
            if is_unbound or (bound and nonce_commitment(commitment, seat, nonce) != bound):
                return Problem("other_nonce_changed", {"seat": seat_letter(seat)})
        return None

    def find_wrong_secret(self, secret: str) -> Problem | None:
        """Return what is wrong with the secret that the server reveals at the end."""
        if not secret:
            return Problem("secret_withheld")
        is_right = (
            not self.time or self.terms.commitment(secret_from_hex(secret)) == self.commitment
        )
        return None if is_right else Problem("commit_mismatch")

    @property
    def may_be_deleted(self) -> bool:
        """Whether a server may have deleted the record, for example to free space.

        A server that could say so at once could drop every game whose dice it dislikes.
        """
        return self.has_ended or time.time() - self.made_at > MIN_DAYS_KEPT * SECONDS_PER_DAY

    def has_lost_names(self, record: str) -> bool:
        """Return whether a player deleted their name, so that the record has no dice any more."""
        return bool(self.time) and "DiceCommit" not in record and f'"{FORMER_PLAYER}"' in record

    def restore_names(self, record: str, dice: RevealedDice) -> str:
        """Return a record with the promised names and its dice; raises InvalidNotation."""
        game = Game.from_wgn(record)
        source = SealedDice(secret_from_hex(dice.secret), self.terms, dice.nonces)
        names = {seat_letter(seat): name for seat, name in enumerate(self.names)}
        return Game.from_state(game.state, source).add_tags(game.tags | names).wgn()

    def check(self, record: str, seen: Sequence[GameStep]) -> Verification:
        """Compare the record of the game with the promise and with what this device saw."""
        try:
            game = Game.from_wgn(record)
            problem = (
                self._find_broken_term(game)
                or _find_differing_step(game.steps, seen)
                or self._find_changed_roll(game)
                or self._find_early_end(game)
            )
            verification = verify(record)
        except InvalidNotation as error:
            return Verification(0, error.problems[0])
        if problem is not None or verification.problem is not None:
            return Verification(0, problem or verification.problem)
        return verification._replace(doubts=(*verification.doubts, *self._doubts(game)))

    def _find_broken_term(self, game: Game) -> Problem | None:
        problem = self.find_change(game.tags.get("DiceCommit", ""), _nonces(game))
        if problem is not None or not self.time:
            return problem
        for tag, promised in (terms_tags(self.terms) | {"Starter": self.starter}).items():
            value = game.tags.get(tag, "") if tag != "Starter" else starter_of(game)
            if value != promised:
                return Problem("record_bad_tag", {"tag": tag, "value": quote(value)})
        return self._find_changed_name(game)

    def _find_changed_name(self, game: Game) -> Problem | None:
        for seat, (name, promised) in enumerate(zip_longest(game.names, self.names, fillvalue="")):
            if name != promised:
                values = {"tag": seat_letter(seat), "value": quote(name)}
                return Problem("record_bad_tag", values)
        return None

    def _find_changed_roll(self, game: Game) -> Problem | None:
        recorded = rolls_in(game)
        for key, expected in self.rolls.items():
            if recorded.get(key) != expected:
                values = {"found": recorded.get(key, "-"), "expected": expected}
                return Problem("record_result", values)
        return None

    def _find_early_end(self, game: Game) -> Problem | None:
        """Return a problem if the game was ended neither by the rules nor by its turn limit.

        A server could otherwise end games whose dice it dislikes.
        """
        limit = self.turn_limit or game.state.turn_limit
        is_at_end = game.turn == limit if game.is_stopped else game.is_over and game.turn <= limit
        return None if is_at_end else Problem("game_cut_short")

    def _doubts(self, game: Game) -> tuple[Problem, ...]:
        """Return what this device could not check."""
        nonces = _nonces(game)
        is_ours = any(nonces[seat] == nonce for seat, nonce in self.nonces.items())
        is_seen = set(rolls_in(game)) <= set(self.rolls)
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

    def in_room(self, code: str) -> list[DicePromise]:
        """Return the promises for the games of a room."""
        promises = map(self.get, {*self._file.read(), *self._known})
        return [promise for promise in promises if promise is not None and promise.room == code]

    def log_head(self, code: str) -> tuple[int, str] | None:
        """Return the latest version of a room's log that was stored, with its digest."""
        heads = [(promise.log_version, promise.log_digest) for promise in self.in_room(code)]
        return max((head for head in heads if head[1]), default=None)


def rolls_in(game: Game) -> dict[str, str]:
    rolls = (
        (game.turn_label(game.turn_at(index)), event.roll.text)
        for index, event in enumerate(game.events)
        if isinstance(event, RollEvent)
    )
    return number_rolls(rolls)


def number_rolls(rolls: Iterable[tuple[str, str]]) -> dict[str, str]:
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
