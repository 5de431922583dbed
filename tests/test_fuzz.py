"""Arbitrary and damaged text: it is read and written the same, or refused with our own error."""

import random
import string

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from naive.setups import random_setup
from pickomino import (
    Action,
    Game,
    PickominoError,
    Position,
    Roll,
    Rules,
    SeededDice,
    problems,
    verify,
)
from pickomino.record.json_record import from_json, to_json
from support.random_play import play_on, random_rules, random_start, seeds

SIGNS = string.ascii_lowercase + string.digits + "IWKTZ~-_/.,:#+=()[]{}\"'\\ \n\0é٣\ud800"
READERS = [
    Position.from_wfen,
    Game.from_wgn,
    from_json,
    verify,
    Action.parse,
    Roll.parse,
    Rules.parse,
]

anything = st.text(st.characters()) | st.text(SIGNS)
often = settings(max_examples=60)
sometimes = settings(max_examples=40)


def read(reader, text):
    """Read text; returns nothing if it was refused as it must be."""
    message = ""
    try:
        return reader(text)
    except PickominoError as error:
        message = str(error)
    assert message.isprintable()
    assert 0 < len(message) < 3000
    return None


def damaged(rng, text):
    """Change, drop, double or swap some characters."""
    characters = list(text)
    for _ in range(rng.choice([1, 1, 1, 2, 3, 5])):
        place = rng.randrange(len(characters))
        how = rng.randrange(5)
        if how == 0:
            characters[place] = rng.choice(SIGNS)
        elif how == 1:
            characters[place] = rng.choice(text)
        elif how == 2:
            characters.insert(place, rng.choice(text))
        elif how == 3 and len(characters) > 1:
            del characters[place]
        else:
            other = rng.randrange(len(characters))
            characters[place], characters[other] = characters[other], characters[place]
    return "".join(characters)


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.__qualname__)
@often
@given(anything)
@example("")
@example("\0")
@example("\ud800")
def test_arbitrary_text_is_read_or_refused(reader, text):
    found = read(reader, text)
    if isinstance(found, Action | Roll | Rules):
        assert reader(str(found)) == found
    elif found is not None:
        assert found.wfen() if isinstance(found, Position) else found.wgn()


@settings(max_examples=300)
@given(seeds)
def test_a_damaged_wfen_is_read_and_written_the_same_or_refused(seed):
    rng = random.Random(seed)
    text = random_setup(rng, str(random_rules(rng)), rng.randint(2, 7))
    assert Position.from_wfen(text).wfen() == text
    position = read(Position.from_wfen, damaged(rng, text))
    if position is not None:
        assert problems(position) == ()
        assert Position.from_wfen(position.wfen()) == position


@settings(max_examples=100)
@given(seeds)
def test_a_damaged_rule_set_is_read_and_written_the_same_or_refused(seed):
    rng = random.Random(seed)
    rules = random_rules(rng)
    assert Rules.parse(str(rules)) == rules
    found = read(Rules.parse, damaged(rng, str(rules)))
    if found is not None:
        assert Rules.parse(str(found)) == found


def recorded(seed):
    rng = random.Random(seed)
    game = Game.from_position(random_start(rng), SeededDice(seed))
    for _ in play_on(game, seed, rng.randint(1, 25)):
        pass
    return rng, game


@sometimes
@given(seeds)
def test_a_damaged_wgn_is_read_and_written_the_same_or_refused(seed):
    rng, game = recorded(seed)
    for _ in range(5):
        found = read(Game.from_wgn, damaged(rng, game.wgn()))
        if found is not None:
            assert Game.from_wgn(found.wgn()).steps == found.steps


@sometimes
@given(seeds)
def test_a_damaged_json_record_is_read_and_written_the_same_or_refused(seed):
    rng, game = recorded(seed)
    for _ in range(5):
        found = read(from_json, damaged(rng, to_json(game)))
        if found is not None:
            assert from_json(to_json(found)).steps == found.steps


@sometimes
@given(seeds)
def test_a_damaged_record_is_verified_or_refused(seed):
    rng, game = recorded(seed)
    assert verify(game.wgn()).is_valid
    for _ in range(5):
        found = read(verify, damaged(rng, game.wgn()))
        assert found is None or found.rolls >= 0
