"""Verification of records: recompute every roll from the dice tags."""

from __future__ import annotations

import re
from typing import NamedTuple

from pickomino.core.dice import (
    BY_LOT,
    MAX_SEED,
    CommittedDice,
    DiceSource,
    SealedDice,
    SeededDice,
    secret_from_hex,
)
from pickomino.core.dice_terms import DiceTerms, VoidedRound, nonce_commitment
from pickomino.core.errors import InvalidNotation, Problem, quote
from pickomino.core.play import dice_to_roll
from pickomino.core.position import seat_letter
from pickomino.record.game import Game
from pickomino.record.state import ActionEvent, GameState, RollEvent

_SEED = re.compile(r"0|[1-9][0-9]{0,18}")
_NUMBER = re.compile(r"[1-9][0-9]{0,3}")


class Verification(NamedTuple):
    """The number of rolls that were recomputed, and the first problem, if any.

    >>> Verification(12).is_valid
    True
    """

    rolls: int
    problem: Problem | None = None
    doubts: tuple[Problem, ...] = ()
    """Manipulations that correct rolls cannot rule out."""

    @property
    def is_valid(self) -> bool:
        """Whether every roll comes from the dice."""
        return self.problem is None


def verify(text: str) -> Verification:
    """Recompute the rolls of a WGN record; raise InvalidNotation if it has nothing to verify.

    >>> from pickomino import Game, Rules, SeededDice
    >>> game = Game(Rules.preset("standard"), 2, SeededDice(1))
    >>> result = verify(game.wgn())
    >>> result.rolls, result.is_valid, result.doubts[0].code
    (1, True, 'seed_chosen')
    """
    game = Game.from_wgn(text)
    dice = dice_from_tags(game)
    if isinstance(dice, CommittedDice | SealedDice) and _tag(game, "DiceCommit") != dice.commitment:
        return Verification(0, Problem("commit_mismatch"))
    problem = _find_broken_order(game, dice) if isinstance(dice, SealedDice) else None
    return _recompute(game, dice) if problem is None else Verification(0, problem)


def _find_broken_order(game: Game, dice: SealedDice) -> Problem | None:
    """Return what is wrong with the voided rounds or the hashes of the nonces (version 4)."""
    if not dice.terms.number:
        return None
    if not dice.terms.has_valid_rounds:
        return Problem("bad_dice_rounds")
    for seat, nonce in enumerate(dice.nonces):
        letter = seat_letter(seat)
        is_adding = letter in dice.terms.nonce_seats
        expected = nonce_commitment(dice.commitment, seat, nonce) if is_adding else ""
        if game.tags.get(f"Hash_{letter}", "") != expected or (nonce and not is_adding):
            return Problem("other_nonce_changed", {"seat": letter})
    return None


def dice_from_tags(game: Game) -> DiceSource:
    """Return the dice that the tags of a record describe; the commitment is not checked."""
    tags = game.tags
    if tags.get("DiceVersion", "1") not in ("1", "2", "3", "4"):
        raise InvalidNotation("record_bad_tag", tag="DiceVersion", value=quote(tags["DiceVersion"]))
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
        if not _SEED.fullmatch(seed) or int(seed) > MAX_SEED:
            raise InvalidNotation("bad_seed", seed=quote(seed))
        return SeededDice(int(seed))
    raise InvalidNotation("no_dice_proof")


def _terms(game: Game, game_id: str) -> DiceTerms:
    version = game.tags["DiceVersion"]
    starter = "" if version == "2" else starter_of(game)
    rules, time = str(game.start.rules), _tag(game, "DiceTime")
    number = _number(game, "DiceRound")
    terms = DiceTerms(game_id, rules, game.names, time, number, starter)
    if version != "4":
        return terms
    voided = [VoidedRound.parse(_tag(game, f"Voided_{earlier}")) for earlier in range(1, number)]
    return terms._replace(
        room=_tag(game, "DiceRoom"),
        number=_number(game, "DiceGame"),
        nonce_seats=_tag(game, "DiceSeats"),
        voided=tuple(voided),
    )


def _number(game: Game, tag: str) -> int:
    number = _tag(game, tag)
    if not _NUMBER.fullmatch(number):
        raise InvalidNotation("record_bad_tag", tag=tag, value=quote(number))
    return int(number)


def starter_of(game: Game) -> str:
    """Return the `starter` of the dice terms: `lot`, the letter of a seat, or empty for seat a."""
    if game.tags.get("Starter") == BY_LOT:
        return BY_LOT
    return seat_letter(game.start.seat) if game.start.seat > 0 else ""


def _tag(game: Game, tag: str) -> str:
    if tag not in game.tags:
        raise InvalidNotation("record_missing_tag", tag=tag)
    return game.tags[tag]


def doubts_about(dice: DiceSource) -> tuple[Problem, ...]:
    """Return the manipulations that even correct rolls of these dice cannot rule out."""
    if isinstance(dice, SeededDice):
        return (Problem("seed_chosen"),)
    if isinstance(dice, CommittedDice):
        return (Problem("nonces_in_the_open" if any(dice.nonces) else "no_nonces"),)
    if not isinstance(dice, SealedDice):
        return ()
    terms = dice.terms
    doubts = [] if any(dice.nonces) else [Problem("no_nonces")]
    doubts += [] if terms.round == 1 else [Problem("dice_rounds", {"round": terms.round})]
    doubts += [] if terms.number else [Problem("order_unproven", {"version": terms.version})]
    return tuple(doubts)


def _recompute(game: Game, dice: DiceSource) -> Verification:
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
                parameters = {"number": number, "turn": state.turn_label}
                parameters |= {"found": event.roll, "expected": expected}
                return Verification(state.rolls, Problem("wrong_roll", parameters))
            state = state.apply_roll(event.roll)
        elif isinstance(event, ActionEvent):
            state = state.apply(event.action)
    return Verification(state.rolls, doubts=doubts_about(dice))
