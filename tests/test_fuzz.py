"""Arbitrary and damaged text round-trips, or is refused with a PickominoError."""

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
from support.random_play import play_out, random_rules, random_start, seeds

CHARACTERS = string.ascii_lowercase + string.digits + "IWKTZ~-_/.,:#+=()[]{}\"'\\ \n\0é٣\ud800"
PARSERS = [
    Position.from_wfen,
    Game.from_wgn,
    from_json,
    verify,
    Action.parse,
    Roll.parse,
    Rules.parse,
]

anything = st.text(st.characters()) | st.text(CHARACTERS)
often = settings(max_examples=60)
sometimes = settings(max_examples=40)


def parse(parser, text):
    """Parse text; return None if it was refused with a valid message."""
    message = ""
    try:
        return parser(text)
    except PickominoError as error:
        message = str(error)
    assert message.isprintable()
    assert 0 < len(message) < 3000
    return None


def damage(rng, text):
    """Change, drop, double or swap some characters."""
    characters = list(text)
    for _ in range(rng.choice([1, 1, 1, 2, 3, 5])):
        place = rng.randrange(len(characters))
        how = rng.randrange(5)
        if how == 0:
            characters[place] = rng.choice(CHARACTERS)
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


@pytest.mark.parametrize("parser", PARSERS, ids=lambda parser: parser.__qualname__)
@often
@given(anything)
@example("")
@example("\0")
@example("\ud800")
def test_arbitrary_text_is_parsed_or_refused(parser, text):
    value = parse(parser, text)
    if isinstance(value, Action | Roll | Rules):
        assert parser(str(value)) == value
    elif value is not None:
        assert value.wfen() if isinstance(value, Position) else value.wgn()


@settings(max_examples=300)
@given(seeds)
def test_damaged_wfen_round_trips_or_is_refused(seed):
    rng = random.Random(seed)
    text = random_setup(rng, str(random_rules(rng)), rng.randint(2, 7))
    assert Position.from_wfen(text).wfen() == text
    position = parse(Position.from_wfen, damage(rng, text))
    if position is not None:
        assert problems(position) == ()
        assert Position.from_wfen(position.wfen()) == position


@settings(max_examples=100)
@given(seeds)
def test_damaged_rule_set_round_trips_or_is_refused(seed):
    rng = random.Random(seed)
    rules = random_rules(rng)
    assert Rules.parse(str(rules)) == rules
    parsed = parse(Rules.parse, damage(rng, str(rules)))
    if parsed is not None:
        assert Rules.parse(str(parsed)) == parsed


def random_game(seed):
    rng = random.Random(seed)
    game = Game.from_position(random_start(rng), SeededDice(seed))
    return rng, play_out(game, seed, rng.randint(1, 25))


@sometimes
@given(seeds)
def test_damaged_wgn_round_trips_or_is_refused(seed):
    rng, game = random_game(seed)
    for _ in range(5):
        parsed = parse(Game.from_wgn, damage(rng, game.wgn()))
        if parsed is not None:
            assert Game.from_wgn(parsed.wgn()).steps == parsed.steps


@sometimes
@given(seeds)
def test_damaged_json_record_round_trips_or_is_refused(seed):
    rng, game = random_game(seed)
    for _ in range(5):
        parsed = parse(from_json, damage(rng, to_json(game)))
        if parsed is not None:
            assert from_json(to_json(parsed)).steps == parsed.steps


@sometimes
@given(seeds)
def test_damaged_record_is_verified_or_refused(seed):
    rng, game = random_game(seed)
    assert verify(game.wgn()).is_valid
    for _ in range(5):
        result = parse(verify, damage(rng, game.wgn()))
        assert result is None or result.rolls >= 0
