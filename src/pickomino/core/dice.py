"""Sources of dice rolls: a seed, a script, or a secret that was committed to beforehand.

Every source derives a roll from its number, so undoing a decision and rolling again gives the same
roll.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable, Sequence
from typing import Final, Protocol, Self

from pickomino.core.dice_terms import DiceTerms
from pickomino.core.errors import (
    InvalidNotation,
    PickominoError,
    check_list,
    check_type,
    quote,
    require_text,
    wrong_type,
)
from pickomino.core.roll import GOLDEN_FACES, NO_GOLDEN, SYMBOLS, Roll, intern_roll

_FAIR_BYTES: Final = 252
"""Bytes from this value up are skipped: it is the largest multiple of 6 that fits in a byte."""
_FACE_OF_BYTE: Final = bytes(ord(SYMBOLS[byte % 6]) for byte in range(256))
_SKIPPED: Final = bytes(range(_FAIR_BYTES, 256))

BY_LOT: Final = "lot"
"""The value of `DiceTerms.starter` if the dice decide which seat begins."""
SECRET_BYTES: Final = 32
MAX_NONCE_DIGITS: Final = 64
MAX_SEED: Final = 2**63 - 1
ROLL_NUMBERS_PER_TURN: Final = 16
"""A turn has fewer rolls than this, so 16 x turn + roll is unique for every roll of a game."""

_NONCE = re.compile(rf"(?:[0-9a-f]{{2}}){{0,{MAX_NONCE_DIGITS // 2}}}")
_GAME_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_FULL_NONCE = re.compile(rf"[0-9a-f]{{{MAX_NONCE_DIGITS}}}")
_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")
_HEX_SECRET = re.compile(rf"[0-9a-f]{{{2 * SECRET_BYTES}}}")


class DiceSource(Protocol):
    """A source of rolls, numbered from 0 over the whole game.

    >>> class OnlyWorms:
    ...     def roll(self, number, dice, golden=""):
    ...         return Roll.parse("w" * dice)
    >>> from pickomino import Game, Rules
    >>> str(Game(Rules.preset("mini"), 2, OnlyWorms()).position.turn.rolled)
    'wwwwwwww'
    """

    def roll(self, number: int, dice: int, golden: str = NO_GOLDEN) -> Roll:
        """Roll ordinary dice, plus the golden die if `golden` names its kind."""
        ...


class SeededDice:
    """Dice from a seed, the same on every machine.

    >>> str(SeededDice(7).roll(0, 8))
    '11222344'
    >>> SeededDice(7).starting_seat(4)
    1
    """

    def __init__(self, seed: int) -> None:
        """Derive the rolls from a seed: a whole number from 0 to 2^63-1."""
        check_seed(seed)
        self.seed = seed
        self._key = hashlib.sha256(b"pickomino seed %d" % seed).digest()

    def roll(self, number: int, dice: int, golden: str = NO_GOLDEN) -> Roll:
        """Return the roll with this number."""
        check_roll_request(number, dice, golden)
        return _derive_roll(self._key, f"{number}|", dice, golden)

    def starting_seat(self, players: int) -> int:
        """Draw the seat that begins, from bytes that no roll uses."""
        return _draw_seat(self._key, "start|", players)


def check_seed(seed: object) -> None:
    """Raise unless a value is a seed: a whole number from 0 to MAX_SEED."""
    if type(seed) is not int or not 0 <= seed <= MAX_SEED:
        raise InvalidNotation("bad_seed", seed=quote(seed))


def check_roll_request(number: object, dice: object, golden: object) -> None:
    """Raise unless these can be the number of a roll, its ordinary dice and its golden die."""
    check_type(number, int, "the number of a roll, counted from 0")
    check_type(dice, int, "the number of dice to roll")
    check_type(golden, str, 'the kind of golden die, such as "plain", or "" without one')
    if golden != NO_GOLDEN and golden not in GOLDEN_FACES:
        allowed = ", ".join(GOLDEN_FACES)
        raise InvalidNotation(
            "bad_option_value", option="golden", value=quote(golden), allowed=allowed
        )


def check_nonce(nonce: str) -> None:
    """Raise unless a nonce is an even number of lower-case hex digits, at most MAX_NONCE_DIGITS."""
    if not _NONCE.fullmatch(require_text(nonce)):
        raise InvalidNotation("bad_nonce", nonce=quote(nonce))


class CommittedDice:
    """Verifiable dice: the hash of the secret is published before players add their nonces.

    >>> dice = CommittedDice(bytes(32), "game-1", ["00ff", ""])
    >>> dice.commitment[:14], str(dice.roll(0, 8))
    ('sha256:66687aa', '123455ww')
    """

    def __init__(self, secret: bytes, game_id: str, nonces: Sequence[str]) -> None:
        """Create dice from a 32-byte secret, a game id, and a hex nonce per seat ("" for bots)."""
        if type(secret) is not bytes or len(secret) != SECRET_BYTES:
            raise InvalidNotation("bad_secret")
        if not _GAME_ID.fullmatch(require_text(game_id)):
            raise InvalidNotation("bad_game_id", game_id=quote(game_id))
        check_list(nonces, 'a list of nonces, such as ["00ff", ""]')
        for nonce in nonces:
            check_nonce(nonce)
        self.secret = secret
        self.game_id = game_id
        self.nonces = tuple(nonces)
        self._prefix = "|".join((game_id, *nonces))

    @classmethod
    def fresh(cls, game_id: str, nonces: Sequence[str]) -> Self:
        """Create dice with a new secret from the system's random number generator.

        >>> len(CommittedDice.fresh("game-1", ["00ff", ""]).secret)
        32
        """
        return cls(secrets.token_bytes(SECRET_BYTES), game_id, nonces)

    @property
    def commitment(self) -> str:
        """The hash of the secret, published before the game."""
        return commitment(self.secret)

    def roll(self, number: int, dice: int, golden: str = NO_GOLDEN) -> Roll:
        """Return the roll with this number."""
        check_roll_request(number, dice, golden)
        return _derive_roll(self.secret, f"{self._prefix}|{number}|", dice, golden)


def check_full_nonce(nonce: str) -> None:
    """Raise unless a nonce is 32 bytes in hex: a shorter one could be guessed from its hash."""
    if not _FULL_NONCE.fullmatch(nonce):
        raise InvalidNotation("bad_full_nonce", nonce=quote(nonce))


class SealedDice:
    """Dice whose rolls neither a player nor the server can choose.

    docs/fair-dice.md describes them as versions 2 to 4.

    >>> terms = DiceTerms("game-1", "standard", ("Ann", "bot:family"), "2026-11-16T12:00:00Z")
    >>> dice = SealedDice(bytes(32), terms, ["00" * 32, ""])
    >>> str(dice.roll(0, 8)), dice.starting_seat(2)
    ('11233345', 0)
    """

    def __init__(self, secret: bytes, terms: DiceTerms, nonces: Sequence[str]) -> None:
        """Create dice from a 32-byte secret, its terms, and a hex nonce or "" for each seat."""
        if type(secret) is not bytes or len(secret) != SECRET_BYTES:
            raise InvalidNotation("bad_secret")
        if not _GAME_ID.fullmatch(terms.game_id):
            raise InvalidNotation("bad_game_id", game_id=quote(terms.game_id))
        if not _TIME.fullmatch(terms.time) or terms.round < 1:
            raise InvalidNotation("bad_dice_terms", time=quote(terms.time), round=terms.round)
        if len(nonces) != len(terms.seats):
            raise InvalidNotation("nonce_count", found=len(nonces), players=len(terms.seats))
        for nonce in filter(None, nonces):
            check_full_nonce(nonce)
        self.secret = secret
        self.terms = terms
        self.nonces = tuple(nonces)
        self.commitment = terms.commitment(secret)
        self._prefix = "|".join((self.commitment, *nonces))

    def roll(self, number: int, dice: int, golden: str = NO_GOLDEN) -> Roll:
        """Return a roll; `number` is 16 x turn + roll within the turn, both counted from 0."""
        check_roll_request(number, dice, golden)
        return _derive_roll(self.secret, f"{self._prefix}|roll|{number}|", dice, golden)

    def starting_seat(self, players: int) -> int:
        """Draw the seat that begins, from bytes that no roll uses."""
        return _draw_seat(self.secret, f"{self._prefix}|start|", players)


class DiceUsedUp(PickominoError):
    """Scripted dice have no rolls left."""


class ScriptedDice:
    """Dice with given rolls, for tests and examples; `finish` raises if any were not used.

    >>> dice = ScriptedDice(["12345www", "1134"])
    >>> str(dice.roll(1, 4))
    '1134'
    >>> dice.finish()
    """

    def __init__(self, rolls: Iterable[str]) -> None:
        """Create dice that give these rolls in order."""
        expected = 'a list of rolls, such as ["12345www", "1134"]'
        if isinstance(rolls, str):
            raise wrong_type(rolls, expected)
        check_type(rolls, Iterable, expected)
        self.rolls = tuple(map(Roll.parse, rolls))
        self._used = 0

    def roll(self, number: int, dice: int, golden: str = NO_GOLDEN) -> Roll:
        """Return the roll with this number."""
        check_roll_request(number, dice, golden)
        if number >= len(self.rolls):
            raise DiceUsedUp("dice_used_up", count=len(self.rolls))
        self._used = max(self._used, number + 1)
        roll = self.rolls[number]
        if roll.size != dice + (golden != NO_GOLDEN):
            raise PickominoError(
                "dice_mismatch", number=number, roll=roll, expected=dice + (golden != NO_GOLDEN)
            )
        return roll

    def finish(self) -> None:
        """Raise unless every roll was used."""
        if self._used != len(self.rolls):
            raise PickominoError("dice_left_over", count=len(self.rolls) - self._used)


def commitment(secret: bytes) -> str:
    """Return the published hash of a secret.

    >>> commitment(bytes(32))[:20]
    'sha256:66687aadf862b'
    """
    return f"sha256:{hashlib.sha256(secret).hexdigest()}"


def secret_from_hex(text: str) -> bytes:
    """Parse a revealed secret.

    >>> secret_from_hex("00" * 32) == bytes(32)
    True
    """
    if not _HEX_SECRET.fullmatch(text):
        raise InvalidNotation("bad_secret")
    return bytes.fromhex(text)


def _draw_seat(key: bytes, prefix: str, players: int) -> int:
    """Return a byte modulo `players`, skipping bytes that would favour the first seats."""
    block = 0
    while True:
        for byte in hmac.digest(key, f"{prefix}{block}".encode(), "sha256"):
            if byte < 256 - 256 % players:
                return byte % players
        block += 1


def _derive_roll(key: bytes, prefix: str, dice: int, golden: str) -> Roll:
    """Map each byte below 252 to a face, modulo 6.

    The golden die uses the byte after the bytes of the ordinary dice.
    """
    needed = dice + (golden != NO_GOLDEN)
    faces, block = b"", 0
    while len(faces) < needed:
        digest = hmac.digest(key, f"{prefix}{block}".encode(), "sha256")
        faces += digest.translate(_FACE_OF_BYTE, _SKIPPED)
        block += 1
    ordinary = "".join(sorted(faces[:dice].decode()))
    if golden == NO_GOLDEN:
        return intern_roll(ordinary)
    return intern_roll(ordinary, GOLDEN_FACES[golden][SYMBOLS.index(chr(faces[dice]))])
