"""Verification: recompute every roll of a record."""

import re

import pytest

from pickomino import (
    CommittedDice,
    Game,
    InvalidNotation,
    Position,
    RollEvent,
    Rules,
    SeededDice,
    verify,
)
from support.random_play import play_on, play_out

SECRET = bytes(range(32))


def finish_game(dice, rules="standard+extrawurm", players=3):
    return play_out(Game(Rules.parse(rules), players, dice), 4)


def committed_game(nonces=("00ff", "", "ab12")):
    return finish_game(CommittedDice(SECRET, "game-1", nonces))


def rolls_in(game):
    return sum(isinstance(event, RollEvent) for event in game.events)


def without(text, tag):
    return re.sub(rf"\[{tag} .*\]\n", "", text)


@pytest.mark.parametrize("nonces", [("00ff", "", "ab12"), ("", "", ""), ("aa", "bb", "cc")])
def test_committed_record_verifies(nonces):
    game = committed_game(nonces)
    result = verify(game.wgn())
    assert result.is_valid
    assert result.rolls == rolls_in(game) > 10


@pytest.mark.parametrize("rules", ["standard", "manual+extrawurm(golden=plain)"])
def test_seeded_record_verifies(rules):
    game = finish_game(SeededDice(9), rules, 2)
    assert '[DiceSeed "9"]' in game.wgn()
    assert verify(game.wgn())[:2] == (rolls_in(game), None)


def test_record_from_a_setup_verifies():
    begin = Position.from_wfen("short oooooooooooooooo -/- b 55 12344w")
    game = play_out(Game.from_position(begin, SeededDice(2)), 1, 30)
    assert verify(game.wgn()).is_valid
    assert verify(game.wgn()).rolls == rolls_in(game)


def test_changed_roll_is_reported_with_number_and_turn():
    begin = '[Rules "standard"][a "A"][b "B"][DiceSeed "7"]\n'
    dice = SeededDice(7)
    first, second = dice.roll(0, 8), dice.roll(1, 8)
    right = f"{begin}1a. {first}:1 q\n1b. {second}:2 q\n"
    assert verify(right)[:2] == (2, None)
    result = verify(f"{begin}1a. {first}:1 q\n1b. 222344w5:2 q\n")
    assert not result.is_valid
    assert result.rolls == 1
    assert result.problem.code == "wrong_roll"
    assert result.problem.parameters["number"] == 1
    assert result.problem.parameters["turn"] == "1b"
    assert str(result.problem.parameters["found"]) == "2223445w"
    assert result.problem.parameters["expected"] == second


def test_another_secret_does_not_match_the_commitment():
    text = committed_game().wgn().replace(SECRET.hex(), bytes(32).hex())
    result = verify(text)
    assert result.problem.code == "commit_mismatch"
    assert result.rolls == 0


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('[GameId "game-1"]', '[GameId "game-2"]'),
        ('[Nonce_a "00ff"]', '[Nonce_a "00fe"]'),
        ('[Nonce_c "ab12"]\n', ""),
    ],
)
def test_other_dice_tags_give_other_rolls(old, new):
    text = committed_game().wgn()
    assert old in text
    assert verify(text.replace(old, new)).problem.code == "wrong_roll"


@pytest.mark.parametrize(
    ("missing", "code"),
    [
        ("DiceCommit", "record_missing_tag"),
        ("GameId", "record_missing_tag"),
        ("DiceSecret", "secret_not_revealed"),
    ],
)
def test_missing_tag_is_named(missing, code):
    with pytest.raises(InvalidNotation) as caught:
        verify(without(committed_game().wgn(), missing))
    assert caught.value.code == code
    if code == "record_missing_tag":
        assert caught.value.parameters["tag"] == missing


@pytest.mark.parametrize(
    ("tags", "code"),
    [
        ("", "no_dice_proof"),
        ('[DiceSecret "xyz"]', "bad_secret"),
        ('[DiceSeed "-1"]', "bad_seed"),
        ('[DiceSeed "x"]', "bad_seed"),
        ('[DiceSeed ""]', "bad_seed"),
        ('[DiceSeed "007"]', "bad_seed"),
        ('[DiceSeed "٣"]', "bad_seed"),
        ('[DiceSeed "9999999999999999999"]', "bad_seed"),
        (f'[DiceSeed "{"9" * 900}"]', "bad_seed"),
    ],
)
def test_invalid_dice_tags_are_refused(tags, code):
    with pytest.raises(InvalidNotation) as caught:
        verify(f'[Rules "mini"][a "A"][b "B"]{tags}')
    assert caught.value.code == code


def test_secret_is_not_in_the_record_of_a_running_game():
    begin = Position.from_wfen("standard ooooxxxxxxxxxxxx -/- a - ~")
    game = Game.from_position(begin, CommittedDice(SECRET, "g", ["", ""]))
    assert SECRET.hex() not in game.wgn()
    for _ in play_on(game, 2):
        text = game.wgn()
        assert (SECRET.hex() in text) == game.is_over
        assert game.dice.commitment in text
        if not game.is_over:
            with pytest.raises(InvalidNotation) as caught:
                verify(text)
            assert caught.value.code == "secret_not_revealed"
    assert game.is_over
    assert verify(game.wgn()).is_valid


def test_stopped_game_reveals_its_secret():
    dice = CommittedDice(SECRET, "g", ["", ""])
    game = play_out(Game(Rules.preset("standard"), 2, dice, turn_limit=2), 2)
    assert game.is_stopped
    assert verify(game.wgn()).is_valid


@pytest.mark.parametrize("nonces", [[""], ["", "", ""], ["00"] * 9])
def test_game_needs_a_nonce_for_every_seat(nonces):
    with pytest.raises(InvalidNotation):
        Game(Rules.preset("standard"), 2, CommittedDice(SECRET, "g", nonces))
