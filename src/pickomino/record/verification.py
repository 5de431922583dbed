"""Recompute every roll of a record from its dice tags."""

from __future__ import annotations

import re
from typing import NamedTuple

from pickomino.core.dice import (
    BY_LOT,
    HIGHEST_SEED,
    CommittedDice,
    DiceSource,
    DiceTerms,
    SealedDice,
    SeededDice,
    secret_from_hex,
)
from pickomino.core.errors import InvalidNotation, Problem, quoted
from pickomino.core.play import dice_to_roll
from pickomino.core.position import seat_letter
from pickomino.record.game import Game
from pickomino.record.state import ActionEvent, GameState, RollEvent

_SEED = re.compile(r"0|[1-9][0-9]{0,18}")
_ROUND = re.compile(r"[1-9][0-9]{0,3}")


class Verification(NamedTuple):
    """How many rolls were recomputed, and the first thing that is wrong, if any.

    >>> Verification(12).is_right
    True
    """

    rolls: int
    problem: Problem | None = None
    doubts: tuple[Problem, ...] = ()
    """What rolls that are right cannot exclude."""

    @property
    def is_right(self) -> bool:
        """Whether every roll is what the dice give."""
        return self.problem is None


def verify(text: str) -> Verification:
    """Recompute the rolls of a WGN; raises InvalidNotation if there is nothing to verify.

    >>> from pickomino import Game, Rules, SeededDice
    >>> game = Game(Rules.preset("standard"), 2, SeededDice(1))
    >>> found = verify(game.wgn())
    >>> found.rolls, found.is_right, found.doubts[0].code
    (1, True, 'seed_chosen')
    """
    game = Game.from_wgn(text)
    dice = dice_of(game)
    if isinstance(dice, CommittedDice | SealedDice) and _tag(game, "DiceCommit") != dice.commitment:
        return Verification(0, Problem("commit_mismatch"))
    return _compare(game, dice)


def dice_of(game: Game) -> DiceSource:
    """Return the dice that the tags of a record describe, which need not be those promised."""
    tags = game.tags
    if tags.get("DiceVersion", "1") not in ("1", "2", "3"):
        raise InvalidNotation(
            "record_bad_tag", tag="DiceVersion", value=quoted(tags["DiceVersion"])
        )
    if "DiceSecret" in tags:
        secret = secret_from_hex(tags["DiceSecret"])
        letters = map(seat_letter, range(game.start.players))
        nonces = [tags.get(f"Nonce_{letter}", "") for letter in letters]
        game_id = _tag(game, "GameId")
        if tags.get("DiceVersion", "1") == "1":
            return CommittedDice(secret, game_id, nonces)
        return SealedDice(secret, _terms(game, game_id), nonces)
    if "DiceCommit" in tags:
        raise InvalidNotation("secret_not_revealed")
    if "DiceSeed" in tags:
        seed = tags["DiceSeed"]
        if not _SEED.fullmatch(seed) or int(seed) > HIGHEST_SEED:
            raise InvalidNotation("bad_seed", seed=quoted(seed))
        return SeededDice(int(seed))
    raise InvalidNotation("no_dice_proof")


def _terms(game: Game, game_id: str) -> DiceTerms:
    number = _tag(game, "DiceRound")
    if not _ROUND.fullmatch(number):
        raise InvalidNotation("record_bad_tag", tag="DiceRound", value=quoted(number))
    starter = starter_of(game) if game.tags["DiceVersion"] == "3" else ""
    rules, time = str(game.start.rules), _tag(game, "DiceTime")
    return DiceTerms(game_id, rules, game.names, time, int(number), starter)


def starter_of(game: Game) -> str:
    """Return who begins as the terms of dice say it: `lot`, a seat's letter, nothing for seat a."""
    if game.tags.get("Starter") == BY_LOT:
        return BY_LOT
    return seat_letter(game.start.seat) if game.start.seat > 0 else ""


def _tag(game: Game, tag: str) -> str:
    if tag not in game.tags:
        raise InvalidNotation("record_missing_tag", tag=tag)
    return game.tags[tag]


def doubts_about(dice: DiceSource) -> tuple[Problem, ...]:
    """Return what even right rolls of these dice cannot exclude."""
    if isinstance(dice, SeededDice):
        return (Problem("seed_chosen"),)
    if isinstance(dice, CommittedDice):
        return (Problem("nonces_in_the_open" if any(dice.nonces) else "no_nonces"),)
    if not isinstance(dice, SealedDice):
        return ()
    found = () if any(dice.nonces) else (Problem("no_nonces"),)
    rounds = dice.terms.round
    return found if rounds == 1 else (*found, Problem("dice_rounds", {"round": rounds}))


def _compare(game: Game, dice: DiceSource) -> Verification:
    if isinstance(dice, SealedDice | SeededDice) and starter_of(game) == BY_LOT:
        drawn = dice.starting_seat(game.start.players)
        if drawn != game.start.seat:
            seats = {"found": seat_letter(game.start.seat), "expected": seat_letter(drawn)}
            return Verification(0, Problem("wrong_starter", seats))
    state = GameState.begin(game.start)
    for event in game.events:
        if isinstance(event, RollEvent):
            number = state.roll_number(dice)
            expected = dice.roll(number, *dice_to_roll(state.position))
            if expected is not event.roll:
                found = {"number": number, "turn": state.turn_label, "found": event.roll}
                return Verification(
                    state.rolls, Problem("wrong_roll", {**found, "expected": expected})
                )
            state = state.apply_roll(event.roll)
        elif isinstance(event, ActionEvent):
            state = state.apply(event.action)
    return Verification(state.rolls, doubts=doubts_about(dice))
