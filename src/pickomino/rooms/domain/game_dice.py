"""The dice of a game in a room, from which its rolls can be recomputed."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from pickomino.core.dice import (
    CommittedDice,
    DiceSource,
    DiceTerms,
    SealedDice,
    SeededDice,
    secret_from_hex,
)


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
