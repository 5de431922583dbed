"""Recompute every roll of a record from its dice tags."""

from __future__ import annotations

import re
from typing import NamedTuple

from pickomino.core.dice import (
    HIGHEST_SEED,
    CommittedDice,
    DiceSource,
    SeededDice,
    commitment,
    secret_from_hex,
)
from pickomino.core.errors import InvalidNotation, Problem, quoted
from pickomino.core.play import dice_to_roll
from pickomino.core.position import seat_letter
from pickomino.core.turns import TurnEnded
from pickomino.record.game import Game
from pickomino.record.state import Rolled

_SEED = re.compile(r"0|[1-9][0-9]{0,18}")


class Verification(NamedTuple):
    """How many rolls were recomputed, and the first thing that is wrong, if any.

    >>> Verification(12).is_right
    True
    """

    rolls: int
    problem: Problem | None = None

    @property
    def is_right(self) -> bool:
        """Whether every roll is what the dice give."""
        return self.problem is None


def verify(text: str) -> Verification:
    """Recompute the rolls of a WGN; raises InvalidNotation if there is nothing to verify.

    >>> from pickomino import Game, Rules, SeededDice
    >>> game = Game(Rules.preset("standard"), 2, SeededDice(1))
    >>> verify(game.wgn())
    Verification(rolls=1, problem=None)
    """
    game = Game.from_wgn(text)
    tags = game.tags
    if "DiceSecret" in tags:
        secret = secret_from_hex(tags["DiceSecret"])
        if "DiceCommit" not in tags:
            raise InvalidNotation("record_missing_tag", tag="DiceCommit")
        if tags["DiceCommit"] != commitment(secret):
            return Verification(0, Problem("commit_mismatch"))
    elif "DiceCommit" in tags:
        raise InvalidNotation("secret_not_revealed")
    return _compare(game, _dice(game))


def _dice(game: Game) -> DiceSource:
    tags = game.tags
    if "DiceSecret" in tags:
        if "GameId" not in tags:
            raise InvalidNotation("record_missing_tag", tag="GameId")
        seats = map(seat_letter, range(game.start.players))
        nonces = [tags.get(f"Nonce_{letter}", "") for letter in seats]
        return CommittedDice(secret_from_hex(tags["DiceSecret"]), tags["GameId"], nonces)
    if "DiceSeed" in tags:
        seed = tags["DiceSeed"]
        if not _SEED.fullmatch(seed) or int(seed) > HIGHEST_SEED:
            raise InvalidNotation("bad_seed", seed=quoted(seed))
        return SeededDice(int(seed))
    raise InvalidNotation("no_dice_proof")


def _compare(game: Game, dice: DiceSource) -> Verification:
    rolls = turn = 0
    position = game.start
    for event, after in game.moments:
        if isinstance(event, Rolled):
            expected = dice.roll(rolls, *dice_to_roll(position))
            if expected is not event.roll:
                found = {"number": rolls, "turn": game.turn_label(turn), "found": event.roll}
                return Verification(rolls, Problem("wrong_roll", {**found, "expected": expected}))
            rolls += 1
        turn += isinstance(event, TurnEnded)
        position = after
    return Verification(rolls)
