"""Records as JSON."""

import json
import random

import pytest
from hypothesis import given, settings

from pickomino import CommittedDice, Game, InvalidNotation, Rules, SeededDice, verify
from pickomino.record.json_record import from_json, to_json
from support.random_play import play_on, random_start, seeds


def check_round_trip(game):
    text = to_json(game)
    again = from_json(text)
    assert again.steps == game.steps
    assert again.wgn() == game.wgn()
    assert to_json(again) == text


@settings(max_examples=10)
@given(seeds)
def test_a_record_round_trips_at_every_step(seed):
    game = Game.from_position(random_start(random.Random(seed)), SeededDice(seed))
    for number, _ in enumerate(play_on(game, seed, 60)):
        game.comments[number % 3 - 1] = f'turn {game.turn}: "quoted" \\ 🐔\nand on'
        if max(game.comments) < game.turn:
            check_round_trip(game)


@pytest.mark.parametrize("name", ['"', "\\", "Zoë 🐔", "]", "\\n", "\u2028", ""])
def test_names_are_kept(name):
    game = Game(Rules.preset("mini"), 2).add_tags({"a": name, "Event": name})
    assert from_json(to_json(game)).tags["a"] == name
    check_round_trip(game)


def test_a_record_in_json_can_be_verified():
    dice = CommittedDice(bytes(range(32)), "g", ["", "aa"])
    game = Game(Rules.preset("short"), 2, dice)
    for _ in play_on(game, 1):
        pass
    assert verify(from_json(to_json(game)).wgn()).is_valid


def test_json_says_what_it_is():
    game = Game(Rules.preset("mini"), 2, SeededDice(4))
    for _ in play_on(game, 4, 20):
        pass
    record = json.loads(to_json(game))
    assert (record["format"], record["version"]) == ("pickomino-record", 1)
    assert record["tags"]["Rules"] == "mini"
    assert [turn["turn"] for turn in record["turns"]][:3] == ["1a", "1b", "2a"]
    assert all(isinstance(move, str) for turn in record["turns"] for move in turn["moves"])


def changed(**fields):
    tags = {"Rules": "mini", "a": "A", "b": "B"}
    record = {"format": "pickomino-record", "version": 1, "tags": tags, "turns": []}
    return json.dumps(record | fields)


def test_the_record_that_is_changed_below_is_right():
    assert from_json(changed()).start.players == 2


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "bad_json"),
        ("nonsense", "bad_json"),
        ("null", "bad_json"),
        ("[]", "bad_json"),
        ("1", "bad_json"),
        ('"text"', "bad_json"),
        ("{}", "bad_json"),
        ("[" * 100_000, "bad_json"),
        ("9" * 10_000, "bad_json"),
        ("NaN", "bad_json"),
        ("\0", "bad_json"),
        ("﻿{}", "bad_json"),
        (changed(format="chess"), "bad_json"),
        (changed(version=2), "bad_json"),
        (changed(version="1"), "bad_json"),
        (changed(tags=None), "bad_json"),
        (changed(tags=[]), "bad_json"),
        (changed(tags={"Rules": 1}), "bad_json"),
        (changed(tags={"Rules": None}), "bad_json"),
        (changed(tags={}), "record_missing_tag"),
        (changed(tags={"": "x"}), "bad_json"),
        (changed(tags={"Rules": "mini", "a": "A\n", "b": "B"}), "record_syntax"),
        (changed(turns=None), "bad_json"),
        (changed(turns={}), "bad_json"),
        (changed(turns=[1]), "bad_json"),
        (changed(turns=[{}]), "bad_json"),
        (changed(turns=[{"turn": "1a"}]), "bad_json"),
        (changed(turns=[{"turn": 1, "moves": []}]), "bad_json"),
        (changed(turns=[{"turn": "1a", "moves": "q"}]), "bad_json"),
        (changed(turns=[{"turn": "1a", "moves": [1]}]), "bad_json"),
        (changed(turns=[{"turn": "1a", "moves": [[[]]]}]), "bad_json"),
        (changed(turns=[{"turn": "1b", "moves": []}]), "record_label"),
        (changed(turns=[{"turn": "1a", "moves": ["12345www:6"]}]), "record_turn"),
        (changed(turns=[{"turn": "1a", "moves": [], "comment": 1}]), "bad_json"),
        (changed(comment=["x"]), "bad_json"),
        (changed(comment="{"), "record_bad_comment"),
        (" " * 10_000_001, "too_long"),
    ],
)
def test_what_is_no_record_is_refused(text, code):
    with pytest.raises(InvalidNotation) as caught:
        from_json(text)
    assert caught.value.code == code
    assert len(str(caught.value)) < 3000


@pytest.mark.parametrize("depth", range(900, 1010, 5))
def test_no_depth_of_nesting_breaks_reading(depth):
    nested = "[" * depth + "]" * depth
    with pytest.raises(InvalidNotation) as caught:
        from_json(changed(tags={"Rules": "X"}).replace('"X"', nested))
    assert caught.value.code == "bad_json"


@pytest.mark.parametrize(
    "text",
    [
        changed(version=True),
        changed(version=1.0),
        changed(tags={'Rules "mini"][a': "A", "b": "B"}),
        changed(comment="x} 1a. 12345www:w {y"),
        changed(turns=[{"turn": "1a", "moves": ["12345www:w q 1b. 12345www:w q"]}]),
        changed(turns=[{"turn": "1a. 12345www:w q 1b", "moves": ["12345www:w q"]}]),
        changed(turns=[{"turn": "1a", "moves": ["{note}"]}]),
    ],
)
def test_fields_hold_only_what_they_are_for(text):
    with pytest.raises(InvalidNotation):
        from_json(text)
