"""What a server promises about its dice is stored, and checked after the game."""

import pytest

from pickomino import Game, Rules, legal_actions
from pickomino.core.dice import SealedDice
from pickomino.record.state import GameStep, RollEvent
from pickomino.rooms.protocol.messages import Settings
from pickomino.tables.dice_promises import DicePromise
from support.dice_rooms import BEN, SECRET, TERMS, bound_to, room

OTHER = "ab" * 32
LIMITED = Settings(turn_limit=4)


def promised():
    """Return a promise with the commitments of all seats, and the nonce of this device."""
    promise = DicePromise.from_room(room(settings=LIMITED))
    nonce = promise.nonce(0)
    promise.taken[0] = "given"
    promise.bound = bound_to(nonce, BEN)
    return promise, nonce


def played(nonce, secret=SECRET, other=BEN, turn_limit=4, **terms):
    """Return a game on the dice of a server that may or may not keep its promise."""
    used_terms = TERMS._replace(**terms)
    dice = SealedDice(secret, used_terms, (nonce, other))
    game = Game(Rules.preset("standard"), 2, dice, turn_limit=turn_limit)
    while not game.is_over:
        game.play(legal_actions(game.position)[0])
    return game.add_tags(dict(zip("ab", used_terms.seats, strict=True)))


def rolls_of(game):
    return [str(event.roll) for event in game.events if isinstance(event, RollEvent)]


def test_nonce_of_a_seat_stays_the_same():
    promise, nonce = promised()
    assert promise.nonce(0) == nonce
    assert promise.nonce(1) != nonce


def test_dice_as_promised_are_valid():
    promise, nonce = promised()
    game = played(nonce)
    verification = promise.check(game.wgn(), game.steps)
    assert verification.is_valid
    assert verification.rolls >= 4
    assert promise.check(game.wgn(), game.steps[-3:]).is_valid, "only the end was seen"


@pytest.mark.parametrize(
    ("how", "code"),
    [
        ({"secret": b"x" * 32}, "commit_mismatch"),
        ({"game_id": "other"}, "commit_mismatch"),
        ({"number": 2}, "commit_mismatch"),
        ({"room": "HGFEDCBA"}, "commit_mismatch"),
        ({"seats": ("Ann", "Eve")}, "commit_mismatch"),
        ({"starter": "lot"}, "commit_mismatch"),
        ({"nonce": OTHER}, "own_nonce_gone"),
        ({"nonce": ""}, "own_nonce_gone"),
        ({"other": OTHER}, "other_nonce_changed"),
    ],
)
def test_changed_dice_are_detected(how, code):
    promise, nonce = promised()
    game = played(**{"nonce": nonce, **how})
    assert promise.check(game.wgn(), game.steps).problem.code == code


def test_changed_tags_are_detected():
    promise, nonce = promised()
    game = Game.from_wgn(played(nonce).wgn())
    for tag, value in (("b", "Eve"), ("Starter", "lot")):
        other = Game.from_wgn(game.wgn())
        other.tags[tag] = value
        problem = promise.check(other.wgn(), ()).problem
        assert (problem.code, problem.parameters["tag"]) == ("record_bad_tag", tag)


def test_record_with_other_rolls_is_detected():
    promise, nonce = promised()
    game, other = played(nonce), played(nonce, secret=b"x" * 32)
    problem = promise.check(game.wgn(), other.steps).problem
    assert problem.code == "record_result"
    assert problem.parameters["expected"] in rolls_of(other), "of the first that differ"
    seen = (*game.steps, GameStep(game.steps[-1].event, game.start))
    assert promise.check(game.wgn(), seen).problem.code == "record_result"


def test_game_that_goes_on_after_its_limit_is_detected():
    promise, nonce = promised()
    game = played(nonce, turn_limit=5)
    assert promise.check(game.wgn(), ()).problem.code == "game_cut_short"


def test_game_stopped_before_its_limit_is_detected():
    """A server could end a game whose dice it dislikes, and begin another."""
    promise, nonce = promised()
    game = played(nonce, turn_limit=1)
    assert promise.check(game.wgn(), ()).problem.code == "game_cut_short"
    secret = f'[DiceSecret "{SECRET.hex()}"]\n'
    running = Game(Rules.preset("standard"), 2, game.dice).add_tags(
        dict(zip("ab", TERMS.seats, strict=True))
    )
    assert promise.check(secret + running.wgn(), ()).problem.code == "game_cut_short"


def test_rolls_seen_before_a_restart_are_compared():
    promise, nonce = promised()
    game = played(nonce)
    promise.rolls = {"1a.0": "11111111"}
    assert promise.check(game.wgn(), game.steps).problem.code == "record_result"


def test_unchecked_parts_are_reported_as_doubts():
    promise, nonce = promised()
    game = played(nonce)
    assert [d.code for d in promise.check(game.wgn(), ()).doubts] == ["rolls_not_seen"]
    elsewhere = DicePromise.from_room(room(bound=promise.bound, settings=LIMITED))
    elsewhere.nonce(0)
    verification = elsewhere.check(game.wgn(), ())
    assert verification.is_valid, "bound on another device"
    assert [d.code for d in verification.doubts] == ["no_own_nonce", "rolls_not_seen"]


def test_record_without_its_secret_is_refused():
    promise, nonce = promised()
    text = "\n".join(line for line in played(nonce).wgn().splitlines() if "DiceSecret" not in line)
    assert promise.check(text, ()).problem.code == "secret_not_revealed"
    assert promise.check("nonsense", ()).problem is not None


def test_promise_of_an_earlier_version_is_still_checked():
    """Such a promise was stored without the fields of version 4."""
    terms = TERMS._replace(room="", number=0, nonce_seats="")
    promise = DicePromise("game", terms.commitment(SECRET), "standard", terms.seats, terms.time, 1)
    nonce = promise.nonce(0)
    promise.taken[0] = "given"
    game = played(nonce, room="", number=0, nonce_seats="")
    assert promise.check(game.wgn(), game.steps).is_valid
    other = played(OTHER, room="", number=0, nonce_seats="")
    assert promise.check(other.wgn(), ()).problem.code == "own_nonce_gone"
