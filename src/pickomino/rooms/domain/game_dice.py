"""The dice of a game in a room, from which its rolls can be recomputed."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from pickomino.core.actions import SEAT_LETTERS
from pickomino.core.dice import CommittedDice, DiceSource, SealedDice, SeededDice, secret_from_hex
from pickomino.core.dice_terms import DiceTerms, VoidedRound
from pickomino.core.position import seat_letter


class GameDice(Struct, frozen=True):
    """What a game's rolls are computed from: a secret with nonces, or a seed."""

    game_id: str
    commitment: str = ""
    secret: str = ""
    nonces: tuple[str, ...] = ()
    seed: int | None = None
    terms: DiceTerms | None = None
    """What the commitment includes besides the secret; None for dice of version 1."""
    hashes: tuple[str, ...] = ()
    """The nonce commitment of each seat."""

    def __repr__(self) -> str:
        """Omit the secrets, because they would allow the dice to be predicted."""
        return f"GameDice({self.game_id!r}, {self.commitment!r})"

    def voided_before(self, game_id: str) -> tuple[VoidedRound, ...]:
        """Return the voided rounds of a game when its next round begins; these dice are voided."""
        if self.terms is None or self.game_id != game_id:
            return ()
        adding = [SEAT_LETTERS.index(letter) for letter in self.terms.nonce_seats]
        revealed = "".join(seat_letter(seat) for seat in adding if self.nonces[seat])
        hashes = tuple(self.hashes[seat] for seat in adding)
        voided = VoidedRound(self.commitment, self.terms.nonce_seats, revealed, hashes)
        return (*self.terms.voided, voided)

    def source(self) -> DiceSource:
        return _source(self)


@lru_cache(maxsize=512)
def _source(dice: GameDice) -> DiceSource:
    """Return the dice source; cached, so that the secret and nonces are checked once per game."""
    if dice.seed is not None:
        return SeededDice(dice.seed)
    secret = secret_from_hex(dice.secret)
    if dice.terms is None:
        return CommittedDice(secret, dice.game_id, dice.nonces)
    return SealedDice(secret, dice.terms, dice.nonces)
