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
    """The source of a game's rolls: a secret with nonces, or a seed."""

    game_id: str
    commitment: str = ""
    secret: str = ""
    nonces: tuple[str, ...] = ()
    seed: int | None = None
    terms: DiceTerms | None = None
    """What the commitment includes besides the secret; None for dice of version 1."""
    hashes: tuple[str, ...] = ()
    """The nonce commitments, by seat."""

    def __repr__(self) -> str:
        """Hide the secrets, from which the dice could be predicted."""
        return f"GameDice({self.game_id!r}, {self.commitment!r})"

    def source(self) -> DiceSource:
        return _source(self)


@lru_cache(maxsize=512)
def _source(dice: GameDice) -> DiceSource:
    """Cached, so that secret and nonces are checked once per game."""
    if dice.seed is not None:
        return SeededDice(dice.seed)
    secret = secret_from_hex(dice.secret)
    if dice.terms is None:
        return CommittedDice(secret, dice.game_id, dice.nonces)
    return SealedDice(secret, dice.terms, dice.nonces)
