"""Dice: the same rolls everywhere, and committed dice that can be recomputed."""

import hashlib
import hmac
import random
from collections import Counter

import pytest

from pickomino import CommittedDice, InvalidNotation, Roll, SeededDice
from pickomino.core.dice import commitment, secret_from_hex

FACES = "12345w"
SECRET = bytes(range(32))


def usable_bytes(message_start, number, secret=SECRET):
    """Return the bytes of roll `number` in order, as docs/notation.md describes them."""
    block = 0
    while True:
        message = f"{message_start}|{number}|{block}".encode()
        for byte in hmac.new(secret, message, hashlib.sha256).digest():
            if byte < 252:
                yield byte
        block += 1


def recompute(message_start, number, dice, golden=()):
    stream = usable_bytes(message_start, number)
    faces = sorted(FACES[next(stream) % 6] for _ in range(dice))
    last = [golden[next(stream) % 6]] if golden else []
    return "".join(faces + last)


@pytest.mark.parametrize("nonces", [["", ""], ["00ff", ""], ["a1", "b2", "c3"], ["0" * 64] * 7])
@pytest.mark.parametrize("game_id", ["g", "Game_1-x"])
def test_committed_dice_match_the_notation(nonces, game_id):
    dice = CommittedDice(SECRET, game_id, nonces)
    begin = "|".join([game_id, *nonces])
    for number in range(150):
        for count in range(1, 9):
            assert str(dice.roll(number, count)) == recompute(begin, number, count)


@pytest.mark.parametrize(
    ("kind", "faces"),
    [
        ("111www", ["I", "I", "I", "W", "W", "W"]),
        ("plain", ["g1", "g2", "g3", "g4", "g5", "gw"]),
    ],
)
def test_golden_die_takes_the_byte_after_the_ordinary_dice(kind, faces):
    dice = CommittedDice(SECRET, "g", ["", "ab"])
    for number in range(200):
        for count in range(9):
            expected = recompute("g||ab", number, count, faces)
            assert str(dice.roll(number, count, kind)) == expected


@pytest.mark.parametrize("count", [32, 40, 100])
def test_next_block_is_used_when_the_bytes_run_out(count):
    dice = CommittedDice(SECRET, "g", ["", ""])
    for number in range(20):
        assert str(dice.roll(number, count)) == recompute("g||", number, count)


def test_commitment_is_the_hash_of_the_secret():
    dice = CommittedDice(SECRET, "g", ["", ""])
    assert dice.commitment == "sha256:" + hashlib.sha256(SECRET).hexdigest()
    assert dice.commitment == commitment(secret_from_hex(SECRET.hex()))


def test_fresh_secrets_differ():
    secrets = {CommittedDice.fresh("g", ["", ""]).secret for _ in range(20)}
    assert len(secrets) == 20
    assert {len(secret) for secret in secrets} == {32}


@pytest.mark.parametrize(
    ("seed", "rolls"),
    [
        (0, ["12233455", "112335ww", "113445ww"]),
        (7, ["11222344", "222344ww", "12345www"]),
        (2**63 - 1, ["2234444w", "11135555", "33445www"]),
    ],
)
def test_seeded_dice_never_change(seed, rolls):
    dice = SeededDice(seed)
    assert [str(dice.roll(number, 8)) for number in range(3)] == rolls


def test_seeded_golden_dice_never_change():
    assert str(SeededDice(7).roll(2, 8, "111www")) == "12345wwwI"
    assert str(SeededDice(7).roll(2, 4, "plain")) == "1345gw"


def test_roll_depends_only_on_its_number():
    dice, other = SeededDice(3), SeededDice(3)
    numbers = list(range(50))
    in_order = [dice.roll(number, 8) for number in numbers]
    shuffled = random.Random(1).sample(numbers, 50)
    assert {number: other.roll(number, 8) for number in shuffled} == dict(enumerate(in_order))


@pytest.mark.parametrize("dice", [SeededDice(11), CommittedDice(SECRET, "g", ["", ""])])
def test_faces_are_equally_likely(dice):
    rolls = 5000
    counts = Counter("".join(dice.roll(number, 8).text for number in range(rolls)))
    expected = rolls * 8 / 6
    chi_square = sum((counts[face] - expected) ** 2 / expected for face in FACES)
    assert set(counts) == set(FACES)
    assert chi_square < 25.7, "beyond 1 in 10,000 with 5 degrees of freedom"


def test_golden_ones_and_worms_are_equally_likely():
    dice = SeededDice(12)
    golds = Counter(dice.roll(number, 0, "111www").golden for number in range(4000))
    assert set(golds) == {"I", "W"}
    assert (golds["I"] - 2000) ** 2 / 2000 * 2 < 15.2, "beyond 1 in 10,000, 1 degree of freedom"


@pytest.mark.parametrize("seed", [-1, 2**63, 1.0, "7", None, True])
def test_seed_must_be_a_whole_number_in_range(seed):
    with pytest.raises(InvalidNotation) as caught:
        SeededDice(seed)
    assert caught.value.code == "bad_seed"


@pytest.mark.parametrize(
    ("secret", "game_id", "nonces", "code"),
    [
        (b"", "g", [], "bad_secret"),
        (bytes(31), "g", [], "bad_secret"),
        (bytes(33), "g", [], "bad_secret"),
        ("0" * 32, "g", [], "bad_secret"),
        (SECRET, "", [], "bad_game_id"),
        (SECRET, "a|b", [], "bad_game_id"),
        (SECRET, "a" * 65, [], "bad_game_id"),
        (SECRET, "ä", [], "bad_game_id"),
        (SECRET, "a\n", [], "bad_game_id"),
        (SECRET, "g", ["A0"], "bad_nonce"),
        (SECRET, "g", ["", "0"], "bad_nonce"),
        (SECRET, "g", ["00|11"], "bad_nonce"),
        (SECRET, "g", ["0" * 66], "bad_nonce"),
        (SECRET, "g", ["٠٠"], "bad_nonce"),
    ],
)
def test_committed_dice_refuse_invalid_arguments(secret, game_id, nonces, code):
    with pytest.raises(InvalidNotation) as caught:
        CommittedDice(secret, game_id, nonces)
    assert caught.value.code == code


@pytest.mark.parametrize(
    "text", ["", "00", "0" * 63, "0" * 65, "G" * 64, "AB" * 32, "0" * 64 + "\n"]
)
def test_secret_must_be_64_lower_case_digits(text):
    with pytest.raises(InvalidNotation) as caught:
        secret_from_hex(text)
    assert caught.value.code == "bad_secret"


def test_equal_rolls_are_the_same_object():
    assert Roll.parse("w51") is Roll.parse("15w")
    assert SeededDice(7).roll(0, 8) is Roll.parse("11222344")
