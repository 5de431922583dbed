"""Records as JSON."""

import json
import random

import pytest
from hypothesis import given, settings

from pickomino import CommittedDice, Game, InvalidNotation, Rules, SeededDice, verify
from pickomino.record.json_record import from_json, to_json
from support.random_play import play_on, play_out, random_start, seeds


def check_round_trip(game):
    text = to_json(game)
    again = from_json(text)
    assert again.steps == game.steps
    assert again.wgn() == game.wgn()
    assert to_json(again) == text


@settings(max_examples=10)
@given(seeds)
def test_record_round_trips_at_every_step(seed):
    game = Game.from_position(random_start(random.Random(seed)), SeededDice(seed))
    for number, _ in enumerate(play_on(game, seed, 60)):
        game.comments[number % 3 - 1] = f'turn {game.turn}: "quoted" \\ 🐔\nand on'
        if max(game.comments) < game.turn:
            check_round_trip(game)


@pytest.mark.parametrize("name", ['"', "\\", "Zoë 🐔", "]", "\\n", "\u2028", ""])
def test_names_round_trip(name):
    game = Game(Rules.preset("mini"), 2).add_tags({"a": name, "Event": name})
    assert from_json(to_json(game)).tags["a"] == name
    check_round_trip(game)


def test_record_in_json_can_be_verified():
    dice = CommittedDice(bytes(range(32)), "g", ["", "aa"])
    game = play_out(Game(Rules.preset("short"), 2, dice), 1)
    assert verify(from_json(to_json(game)).wgn()).is_valid


def test_json_record_has_format_and_tags():
    game = play_out(Game(Rules.preset("mini"), 2, SeededDice(4)), 4, 20)
    record = json.loads(to_json(game))
    assert (record["format"], record["version"]) == ("pickomino-record", 1)
    assert record["tags"]["Rules"] == "mini"
    assert [turn["turn"] for turn in record["turns"]][:3] == ["1a", "1b", "2a"]
    assert all(isinstance(move, str) for turn in record["turns"] for move in turn["moves"])


def record_with(**fields):
    tags = {"Rules": "mini", "a": "A", "b": "B"}
    record = {"format": "pickomino-record", "version": 1, "tags": tags, "turns": []}
    return json.dumps(record | fields)


def test_unchanged_record_is_valid():
    assert from_json(record_with()).start.players == 2


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
        (record_with(format="chess"), "bad_json"),
        (record_with(version=2), "bad_json"),
        (record_with(version="1"), "bad_json"),
        (record_with(tags=None), "bad_json"),
        (record_with(tags=[]), "bad_json"),
        (record_with(tags={"Rules": 1}), "bad_json"),
        (record_with(tags={"Rules": None}), "bad_json"),
        (record_with(tags={}), "record_missing_tag"),
        (record_with(tags={"": "x"}), "record_bad_tag"),
        (record_with(tags={"Rules": "mini", "a": "A\n", "b": "B"}), "record_bad_tag"),
        (record_with(tags={"Rules": "mini", "a": "A" * 1001, "b": "B"}), "record_bad_tag"),
        (record_with(turns=None), "bad_json"),
        (record_with(turns={}), "bad_json"),
        (record_with(turns=[1]), "bad_json"),
        (record_with(turns=[{}]), "bad_json"),
        (record_with(turns=[{"turn": "1a"}]), "bad_json"),
        (record_with(turns=[{"turn": 1, "moves": []}]), "bad_json"),
        (record_with(turns=[{"turn": "1a", "moves": "q"}]), "bad_json"),
        (record_with(turns=[{"turn": "1a", "moves": [1]}]), "bad_json"),
        (record_with(turns=[{"turn": "1a", "moves": [[[]]]}]), "bad_json"),
        (record_with(turns=[{"turn": "1b", "moves": []}]), "record_label"),
        (record_with(turns=[{"turn": "1a", "moves": [""]}]), "record_turn"),
        (record_with(turns=[{"turn": "1a", "moves": ["12345www:6"]}]), "record_turn"),
        (record_with(turns=[{"turn": "1a", "moves": [], "comment": 1}]), "bad_json"),
        (record_with(comment=["x"]), "bad_json"),
        (record_with(comment="{"), "record_bad_comment"),
        (" " * 10_000_001, "too_long"),
    ],
)
def test_invalid_record_is_refused(text, code):
    with pytest.raises(InvalidNotation) as caught:
        from_json(text)
    assert caught.value.code == code
    assert len(str(caught.value)) < 3000


@pytest.mark.parametrize("depth", range(900, 1010, 5))
def test_deep_nesting_is_refused(depth):
    nested = "[" * depth + "]" * depth
    with pytest.raises(InvalidNotation) as caught:
        from_json(record_with(tags={"Rules": "X"}).replace('"X"', nested))
    assert caught.value.code == "bad_json"


@pytest.mark.parametrize(
    "text",
    [
        record_with(version=True),
        record_with(version=1.0),
        record_with(tags={'Rules "mini"][a': "A", "b": "B"}),
        record_with(comment="x} 1a. 12345www:w {y"),
        record_with(turns=[{"turn": "1a", "moves": ["12345www:w q 1b. 12345www:w q"]}]),
        record_with(turns=[{"turn": "1a. 12345www:w q 1b", "moves": ["12345www:w q"]}]),
        record_with(turns=[{"turn": "1a", "moves": ["{note}"]}]),
    ],
)
def test_injection_through_json_fields_is_refused(text):
    with pytest.raises(InvalidNotation):
        from_json(text)
