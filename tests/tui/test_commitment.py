"""What a server promises about its dice before a game is kept, and held against it afterwards."""

import pytest

from pickomino import CommittedDice, Game, Rules, legal_actions
from pickomino.record.state import Moment, Rolled
from pickomino.tui.commitment import CommitmentCheck

OTHER = "ab" * 16


def promised():
    check = CommitmentCheck("game", CommittedDice(bytes(32), "game", ("", "")).commitment)
    return check, check.nonce(0)


def played(nonce, secret=bytes(32), game_id="game"):
    """A game on the dice of a server that may keep what it promised, or not."""
    dice = CommittedDice(secret, game_id, (nonce, ""))
    game = Game(Rules.preset("standard"), 2, dice, turn_limit=4)
    while not game.is_over:
        game.play(legal_actions(game.position)[0])
    return game


def test_a_nonce_is_kept():
    check, nonce = promised()
    assert check.nonce(0) == nonce
    assert check.nonce(1) != nonce


def test_dice_as_promised_are_right():
    check, nonce = promised()
    game = played(nonce)
    found = check.checked(game.wgn(), game.moments)
    assert found.is_right
    assert found.rolls >= 4
    assert check.checked(game.wgn(), game.moments[-3:]).is_right, "only the end was seen"
    assert check.checked(game.wgn(), ()).is_right


@pytest.mark.parametrize(
    ("how", "code"),
    [
        ({"secret": b"x" * 32}, "commit_mismatch"),
        ({"game_id": "other"}, "record_bad_tag"),
        ({"nonce": OTHER}, "record_bad_tag"),
        ({"nonce": ""}, "record_bad_tag"),
    ],
)
def test_a_nonce_or_a_secret_that_was_exchanged_is_found(how, code):
    check, nonce = promised()
    game = played(**{"nonce": nonce, **how})
    assert check.checked(game.wgn(), game.moments).problem.code == code


def test_a_record_of_other_rolls_than_those_seen_is_found():
    check, nonce = promised()
    game, other = played(nonce), played(OTHER)
    problem = check.checked(game.wgn(), other.moments).problem
    assert problem.code == "record_result"
    seen = next(m.event.roll for m in other.moments if isinstance(m.event, Rolled))
    assert problem.parameters["expected"] == str(seen)


def test_rolls_that_were_seen_and_are_not_in_the_record_are_found():
    check, nonce = promised()
    game = played(nonce)
    seen = (*game.moments, Moment(game.moments[-1].event, game.start))
    assert check.checked(game.wgn(), seen).problem.code == "record_result"


def test_a_record_without_its_secret_is_told():
    check, nonce = promised()
    text = "\n".join(line for line in played(nonce).wgn().splitlines() if "DiceSecret" not in line)
    assert check.checked(text, ()).problem.code == "secret_not_revealed"
    assert check.checked("nonsense", ()).problem is not None


def test_a_nonce_from_another_device_is_none_of_ours():
    check, _ = promised()
    check.refuse(0)
    assert check.checked(played(OTHER).wgn(), ()).is_right


def test_a_nonce_that_was_taken_stays_promised():
    check, _ = promised()
    check.take(0)
    check.refuse(0)
    assert not check.checked(played(OTHER).wgn(), ()).is_right
