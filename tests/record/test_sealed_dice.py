"""Dice of versions 2 to 4: derivation, records and verification."""

import runpy
from collections import Counter
from pathlib import Path

import pytest

from pickomino import CommittedDice, Game, InvalidNotation, Rules, start, verify
from pickomino.core.dice import SealedDice, SeededDice
from pickomino.core.dice_terms import DiceTerms, VoidedRound, nonce_commitment
from pickomino.record.json_record import from_json, to_json
from support.random_play import play_out

ROOT = Path(__file__).parents[2]
EXAMPLE = runpy.run_path(str(ROOT / "examples" / "verify_dice.py"))["verify"]
TERMS = DiceTerms("game-1", "standard", ("Ann", "bot:family"), "2026-11-16T12:00:00Z")
NONCES = ("11" * 32, "")
CURRENT = TERMS._replace(room="ABCDEFGH", number=2, nonce_seats="a")


def play_game(rules="standard", secret=bytes(32), terms=TERMS, nonces=NONCES, turns=6):
    """Play a game with sealed dice, stopped after some turns."""
    terms = terms._replace(rules=str(Rules.parse(rules)))
    dice = SealedDice(secret, terms, nonces)
    seats = len(terms.seats)
    seat = dice.starting_seat(seats) if terms.starter == "lot" else "abc".find(terms.starter)
    position = start(Rules.parse(rules), seats, seat)
    game = play_out(Game.from_position(position, dice, turn_limit=turns), 3)
    return game.add_tags(dict(zip("abcdefg", terms.seats, strict=False)))


def test_documented_vectors_are_true():
    secret, text = bytes(range(32)), (ROOT / "docs" / "fair-dice.md").read_text()
    dice = SealedDice(secret, CURRENT, NONCES)
    empty = VoidedRound("sha256:" + "0" * 64, "ab", "", ("sha256:" + "1" * 64, ""))
    assert str(empty).replace("0" * 64, "00…00").replace("1" * 64, "11…11") in text
    assert nonce_commitment(dice.commitment, 0, NONCES[0]) in text
    for number, count in ((0, 8), (1, 5), (16, 8), (33, 3)):
        assert f"| {number} | {count} | `{dice.roll(number, count)}` |" in text
    assert f"draws seat {dice.starting_seat(2)}" in text
    again = CURRENT._replace(round=2, voided=(empty,))
    for terms in (CURRENT, again, TERMS, TERMS._replace(starter="lot")):
        assert terms.commitment(secret) in text


@pytest.mark.parametrize(
    "rules", ["standard", "classic+extrawurm", "standard+extrawurm(golden=plain)"]
)
def test_example_script_agrees_with_the_verification(rules):
    game = play_game(rules, turns=20)
    result = verify(game.wgn())
    assert (result.is_valid, [d.code for d in result.doubts]) == (True, ["order_unproven"])
    assert EXAMPLE(game.wgn()) == result.rolls == game.state.rolls > 20
    assert from_json(to_json(game)).wgn() == game.wgn()


def test_running_game_does_not_reveal_the_secret():
    dice = SealedDice(bytes(32), TERMS, NONCES)
    text = Game(Rules.preset("standard"), 2, dice).add_tags({"a": "Ann", "b": "bot:family"}).wgn()
    assert '[DiceVersion "2"]' in text
    assert "DiceSecret" not in text
    with pytest.raises(InvalidNotation, match="revealed only when"):
        verify(text)


@pytest.mark.parametrize(
    ("tag", "value"),
    [
        ("GameId", "game-2"),
        ("DiceTime", "2026-11-16T12:00:01Z"),
        ("DiceRound", "2"),
        ("a", "Ann2"),
        ("b", "Ann"),
        ("DiceSecret", "01" * 32),
    ],
)
def test_changed_terms_break_the_commitment(tag, value):
    game = Game.from_wgn(play_game().wgn())
    game.tags[tag] = value
    assert verify(game.wgn()).problem.code == "commit_mismatch"
    with pytest.raises(ValueError, match="commitment"):
        EXAMPLE(game.wgn())


def test_another_nonce_gives_other_dice():
    game = Game.from_wgn(play_game().wgn())
    game.tags["Nonce_a"] = "22" * 32
    assert verify(game.wgn()).problem.code == "wrong_roll"
    with pytest.raises(ValueError, match="turn 1, roll 1"):
        EXAMPLE(game.wgn())


@pytest.mark.parametrize(
    ("tag", "value", "code"),
    [
        ("DiceVersion", "5", "record_bad_tag"),
        ("DiceVersion", "4", "record_missing_tag"),
        ("DiceRound", "0", "record_bad_tag"),
        ("DiceRound", "x", "record_bad_tag"),
        ("DiceTime", "yesterday", "bad_dice_terms"),
        ("Nonce_a", "11", "bad_full_nonce"),
        ("GameId", "", "bad_game_id"),
    ],
)
def test_malformed_dice_tags_are_refused(tag, value, code):
    game = Game.from_wgn(play_game().wgn())
    game.tags[tag] = value
    with pytest.raises(InvalidNotation) as caught:
        verify(game.wgn())
    assert caught.value.code == code


def test_verification_reports_doubts():
    alone = play_game(nonces=("", ""))
    assert [d.code for d in verify(alone.wgn()).doubts] == ["no_nonces", "order_unproven"]
    again = play_game(terms=TERMS._replace(round=3))
    assert [d.code for d in verify(again.wgn()).doubts] == ["dice_rounds", "order_unproven"]
    dice = CommittedDice(bytes(32), "g", ["11", ""])
    first = play_out(Game(Rules.preset("standard"), 2, dice, turn_limit=1), 1)
    assert [d.code for d in verify(first.wgn()).doubts] == ["nonces_in_the_open"]


def test_nonce_commitment_depends_on_seat_and_game():
    hashes = {
        nonce_commitment(commitment, seat, NONCES[0])
        for commitment in ("sha256:00", "sha256:01")
        for seat in (0, 1)
    }
    assert len(hashes) == 4


def test_rolls_are_numbered_from_multiples_of_16():
    game = play_game(turns=12)
    numbers = []
    state = game.state.rewind(0)
    dice = SealedDice(bytes(32), TERMS, NONCES)
    for event in game.events:
        if hasattr(event, "roll"):
            numbers.append(state.roll_number(dice))
            state = state.apply_roll(event.roll)
        elif hasattr(event, "action"):
            state = state.apply(event.action)
    assert len(set(numbers)) == len(numbers)
    assert {n // 16 for n in numbers} == set(range(12))
    assert all(16 * turn in numbers for turn in range(12))


def test_starting_seat_is_drawn_fairly():
    for players in (2, 3, 7):
        terms = TERMS._replace(seats=("x",) * players)
        drawn = Counter(
            SealedDice(bytes(32), terms._replace(round=n), [""] * players).starting_seat(players)
            for n in range(1, 701)
        )
        assert set(drawn) == set(range(players))
        assert max(drawn.values()) < 1.5 * 700 / players


THREE = TERMS._replace(seats=("Ann", "Ben", "bot:family"))


@pytest.mark.parametrize("starter", ["lot", "b", "c"])
def test_starter_is_part_of_the_commitment(starter):
    game = play_game(terms=THREE._replace(starter=starter), nonces=("11" * 32, "22" * 32, ""))
    text = game.wgn()
    assert '[DiceVersion "3"]' in text
    assert ('[Starter "lot"]' in text) == (starter == "lot")
    assert verify(text).is_valid
    assert EXAMPLE(text) == game.state.rolls
    assert from_json(to_json(game)).wgn() == Game.from_wgn(text).wgn() == text


def test_wrong_starter_is_detected():
    secrets = (bytes([number]) * 32 for number in range(20))
    dice = (SealedDice(secret, TERMS._replace(starter="lot"), NONCES) for secret in secrets)
    drawn_second = next(source for source in dice if source.starting_seat(2) == 1)
    game = play_out(Game(Rules.preset("standard"), 2, drawn_second, turn_limit=3), 3)
    text = game.add_tags({"a": "Ann", "b": "bot:family"}).wgn()
    problem = verify(text).problem
    assert (problem.code, problem.parameters["expected"]) == ("wrong_starter", "b")
    with pytest.raises(ValueError, match="another seat"):
        EXAMPLE(text)


@pytest.mark.parametrize("changed", [('Starter "lot"', 'Starter "youngest"'), ('"3"', '"2"')])
def test_starter_tag_cannot_be_changed_afterwards(changed):
    text = play_game(terms=TERMS._replace(starter="lot")).wgn().replace(*changed)
    assert verify(text).problem.code == "commit_mismatch"
    with pytest.raises(ValueError, match="commitment"):
        EXAMPLE(text)


def test_seeded_dice_draw_the_starter():
    drawn = Counter(SeededDice(seed).starting_seat(3) for seed in range(300))
    assert set(drawn) == {0, 1, 2}
    assert max(drawn.values()) < 150
    game = Game.from_position(start(Rules.preset("mini"), 3, 1), SeededDice(1))
    game.add_tags({"Starter": "lot"})
    assert verify(game.wgn()).is_valid == (SeededDice(1).starting_seat(3) == 1)


# Version 4

HASHES = tuple(nonce_commitment("sha256:" + "0" * 64, seat, "33" * 32) for seat in range(2))
VOIDED = VoidedRound("sha256:" + "0" * 64, "ab", "a", HASHES)
REPEATED = CURRENT._replace(round=2, voided=(VOIDED,))


def play_current(terms=REPEATED, nonces=NONCES, **how):
    return play_game(terms=terms, nonces=nonces, **how)


def problem_in(text):
    """Return the problem of a record, which the example must find too."""
    problem = verify(text).problem
    if problem is not None:
        with pytest.raises(ValueError, match=r"."):
            EXAMPLE(text)
    return problem


@pytest.mark.parametrize("starter", ["", "b", "lot"])
def test_record_of_version_4_verifies(starter):
    game = play_current(CURRENT._replace(starter=starter))
    result = verify(game.wgn())
    assert (result.is_valid, result.doubts) == (True, ())
    assert EXAMPLE(game.wgn()) == result.rolls == game.state.rolls
    assert from_json(to_json(game)).wgn() == game.wgn() == Game.from_wgn(game.wgn()).wgn()


def test_record_contains_hashes_and_voided_rounds():
    tags = Game.from_wgn(play_current().wgn()).tags
    assert tags["Hash_a"] == nonce_commitment(tags["DiceCommit"], 0, NONCES[0])
    assert tags["Voided_1"] == str(VOIDED)
    assert (tags["DiceRoom"], tags["DiceGame"], tags["DiceSeats"]) == ("ABCDEFGH", "2", "a")
    assert [d.code for d in verify(play_current().wgn()).doubts] == ["dice_rounds"]


@pytest.mark.parametrize(
    ("tag", "value"),
    [
        ("DiceRoom", "HGFEDCBA"),
        ("DiceGame", "1"),
        ("DiceSeats", "ab"),
        ("Voided_1", str(VOIDED._replace(revealed="b"))),
        ("Voided_1", str(VOIDED._replace(hashes=HASHES[::-1]))),
    ],
)
def test_commitment_binds_room_and_voided_rounds(tag, value):
    game = Game.from_wgn(play_current().wgn())
    game.tags[tag] = value
    assert problem_in(game.wgn()).code == "commit_mismatch"


@pytest.mark.parametrize(
    "terms",
    [
        REPEATED._replace(nonce_seats="ab"),
        REPEATED._replace(voided=(VOIDED._replace(hashes=(HASHES[0], "")),)),
        REPEATED._replace(voided=(VOIDED._replace(revealed="ab"),)),
        REPEATED._replace(round=3, voided=(VOIDED, VOIDED)),
    ],
    ids=["no seat lost", "revealed too early", "all revealed", "voided twice"],
)
def test_round_voided_without_loss_is_detected(terms):
    nonces = tuple("11" * 32 if letter in terms.nonce_seats else "" for letter in "ab")
    assert problem_in(play_current(terms, nonces).wgn()).code == "bad_dice_rounds"


@pytest.mark.parametrize("tag", ["Nonce_b", "Hash_a", "Nonce_a"])
def test_nonce_without_its_hash_is_detected(tag):
    game = Game.from_wgn(play_current().wgn())
    game.tags[tag] = "22" * 32 if tag == "Nonce_b" else ""
    problem = problem_in(game.wgn())
    assert (problem.code, problem.parameters["seat"]) == ("other_nonce_changed", tag[-1])


def test_nonce_of_a_seat_without_hash_is_detected():
    """A server could otherwise add a nonce of its own after it had seen all others."""
    problem = problem_in(play_current(nonces=("11" * 32, "22" * 32)).wgn())
    assert (problem.code, problem.parameters["seat"]) == ("other_nonce_changed", "b")


@pytest.mark.parametrize("text", ["", "x", str(VOIDED)[:-1], f"{VOIDED} -{' -' * 7}"])
def test_malformed_voided_round_is_refused(text):
    with pytest.raises(InvalidNotation, match="not a voided round"):
        VoidedRound.parse(text)
