"""What a server commits to before the players add their nonces; docs/fair-dice.md defines it."""

from __future__ import annotations

import hashlib
import re
from itertools import pairwise
from typing import NamedTuple, Self

from pickomino.core.errors import InvalidNotation, quote

_HASH = "sha256:[0-9a-f]{64}"
_VOIDED = re.compile(rf"({_HASH}) ([a-g]{{1,7}}) ([a-g]{{1,7}}|-)((?: (?:{_HASH}|-)){{1,7}})")
_EMPTY = "-"


class VoidedRound(NamedTuple):
    """A round that ended because a seat dropped out before its dice were used.

    >>> voided = VoidedRound("sha256:" + "0" * 64, "ab", "", ("sha256:" + "1" * 64, ""))
    >>> VoidedRound.parse(str(voided)) == voided
    True
    """

    commitment: str
    seats: str
    """The letters of the seats that were to add a nonce."""
    revealed: str
    """The letters of the seats that had revealed their nonce."""
    hashes: tuple[str, ...]
    """The nonce commitment of each of these seats; empty for a seat that had sent none."""

    def __str__(self) -> str:
        """Return the round as one line, as it is committed to and as it is in records."""
        words = self.commitment, self.seats, self.revealed, *self.hashes
        return " ".join(word or _EMPTY for word in words)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a line; raises InvalidNotation."""
        match = _VOIDED.fullmatch(text)
        if match is None:
            raise InvalidNotation("bad_voided_round", text=quote(text))
        commitment, seats, revealed, hashes = match.groups()
        sent = tuple("" if word == _EMPTY else word for word in hashes.split())
        return cls(commitment, seats, "" if revealed == _EMPTY else revealed, sent)

    @property
    def is_valid(self) -> bool:
        """Whether the parts fit: no seat reveals its nonce before all seats have committed."""
        has_all_hashes = len(self.hashes) == len(self.seats) and "" not in self.hashes
        is_in_order = not self.revealed or (has_all_hashes and set(self.revealed) < set(self.seats))
        return len(self.hashes) == len(self.seats) and is_in_order


class DiceTerms(NamedTuple):
    """What a server commits to besides its secret, so that the secret is valid for one game only.

    >>> terms = DiceTerms("game-1", "standard", ("Ann", "bot:family"), "2026-11-16T12:00:00Z")
    >>> terms.commitment(bytes(32))[:20]
    'sha256:9275268880ee9'
    """

    game_id: str
    rules: str
    seats: tuple[str, ...]
    """The name in each seat, as written in the record; bots have names like `bot:family`."""
    time: str
    """The time of the commitment, in the form `2026-11-16T12:00:00Z`."""
    round: int = 1
    """The round of exchanging nonces, counted from 1. If a seat does not reveal its
    nonce, the round is void and is repeated."""
    starter: str = ""
    """The letter of the seat that begins, or `lot`; empty if seat a begins."""
    room: str = ""
    number: int = 0
    """The number of the game in its room, counted from 1; 0 before version 4."""
    nonce_seats: str = ""
    """The letters of the seats that add a nonce; empty before version 4."""
    voided: tuple[VoidedRound, ...] = ()
    """The earlier rounds of this game; empty before version 4."""

    @property
    def version(self) -> int:
        """The version of the dice: 4 if the terms number the game, 3 if they name a starter."""
        if self.number:
            return 4
        return 3 if self.starter else 2

    def commitment(self, secret: bytes) -> str:
        """Return the published hash of a secret and these terms."""
        label = f"pickomino dice {self.version}"
        common = self.game_id, self.rules, self.time, str(self.round)
        if self.number:
            place = self.room, str(self.number)
            begin = self.starter or "a", self.nonce_seats or _EMPTY
            lines = (*place, *common, *begin, *map(str, self.voided), *self.seats)
        else:
            lines = (*common, *((self.starter,) if self.starter else ()), *self.seats)
        return _hash_lines(label, *lines, secret.hex())

    @property
    def has_valid_rounds(self) -> bool:
        """Whether each round lost a seat of the round before, and no round is missing."""
        adding = [set(voided.seats) for voided in self.voided] + [set(self.nonce_seats)]
        is_complete = self.round == len(adding) and all(voided.is_valid for voided in self.voided)
        return is_complete and all(after < before for before, after in pairwise(adding))


def nonce_commitment(commitment: str, seat: int, nonce: str) -> str:
    """Return the hash that a seat publishes for its nonce; it fits only these dice and this seat.

    >>> nonce_commitment("sha256:00", 0, "00" * 32)[:20]
    'sha256:10632f8c9b72d'
    """
    return _hash_lines("pickomino nonce 2", commitment, str(seat), nonce)


def _hash_lines(*lines: str) -> str:
    return f"sha256:{hashlib.sha256(chr(10).join(lines).encode()).hexdigest()}"
