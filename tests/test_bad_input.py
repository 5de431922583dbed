"""Malformed text: the class of error, its code, and a short printable message."""

import re

import pytest

from pickomino import (
    Action,
    Game,
    InvalidNotation,
    InvalidPosition,
    PickominoError,
    Position,
    Roll,
    Rules,
    start,
    verify,
)
from pickomino.core.errors import ALL_MESSAGES
from pickomino.record.json_record import from_json

FULL = "oooooooooooooooo"
EXTRA = "11,21,23,25,27/0,0/-"
MAX_MESSAGE_LENGTH = 3000


def refused(parse, text, kind):
    """Parse invalid text, check the class and message of the error, and return it."""
    with pytest.raises(PickominoError) as caught:
        parse(text)
    error = caught.value
    assert type(error) is kind
    assert all(problem.code in ALL_MESSAGES for problem in error.problems)
    assert len(str(error)) < MAX_MESSAGE_LENGTH
    assert str(error).isprintable()
    return error


# Text that is not WFEN.

INVALID = {
    "": "bad_rules",
    " ": "bad_rules",
    "_": "bad_rules",
    "standard": "field_count",
    f"standard {FULL} -/- a -": "field_count",
    f"standard {FULL} -/- a - ~ x": "field_count",
    f"standard {FULL} -/- a - ~ {EXTRA}": "field_count",
    f"standard+extrawurm oo{FULL} -/- a - ~": "field_count",
    f"standard {FULL}\t-/-\ta\t-\t~": "field_count",
    f"standard {FULL} -/- a - ~_": "field_count",
    f"chess {FULL} -/- a - ~": "unknown_rules",
    f"Standard {FULL} -/- a - ~": "bad_rules",
    f"standard+ {FULL} -/- a - ~": "bad_rules",
    f"standard+chess {FULL} -/- a - ~": "bad_rules",
    f"standard() {FULL} -/- a - ~": "bad_rules",
    f"standard(steal) {FULL} -/- a - ~": "bad_rules",
    f"standard(steal= {FULL} -/- a - ~": "bad_rules",
    f"standard(steal=) {FULL} -/- a - ~": "bad_option_value",
    f"standard(steal=maybe) {FULL} -/- a - ~": "bad_option_value",
    f"standard(chess=yes) {FULL} -/- a - ~": "unknown_option",
    f"standard(golden=plain) {FULL} -/- a - ~": "needs_extrawurm",
    f"standard(claim=any,claim=next) {FULL} -/- a - ~": "repeated_option",
    "standard ooooooooooooooo -/- a - ~": "grill_length",
    f"standard {FULL}o -/- a - ~": "grill_length",
    f"standard oo{FULL} -/- a - ~": "grill_length",
    f"standard+extrawurm {FULL} -/- a - ~ {EXTRA}": "grill_length",
    "standard oooooooooooooooO -/- a - ~": "grill_character",
    "standard ooooooooooooooo0 -/- a - ~": "grill_character",
    "standard ooooooooooooooo- -/- a - ~": "grill_character",
    "standard ooooooooooooooo\0 -/- a - ~": "grill_character",
    "standard ooooooooooooooo\x1b -/- a - ~": "grill_character",
    "standard ooooooooooooooo\n -/- a - ~": "grill_character",
    "standard oooooooooooooooо -/- a - ~": "not_ascii",
    f"standard {FULL} -/- a ２ ~": "not_ascii",
    f"standard {FULL} ٢١/- a - ~": "not_ascii",
    f"standard {FULL} -/- a - \ud800": "not_ascii",
    f"standard\u00a0{FULL} -/- a - ~": "not_ascii",
    f"\ufeffstandard {FULL} -/- a - ~": "not_ascii",
    f"standard {FULL} - a - ~": "bad_players",
    f"standard {FULL} {'/'.join('-' * 8)} a - ~": "bad_players",
    f"standard {FULL} / a - ~": "bad_tile",
    f"standard {FULL} -/, a - ~": "bad_tile",
    f"standard {FULL} -/-- a - ~": "bad_tile",
    f"standard {FULL} -/20 a - ~": "bad_tile",
    f"standard {FULL} -/37 a - ~": "bad_tile",
    f"standard {FULL} -/11 a - ~": "bad_tile",
    f"standard {FULL} -/021 a - ~": "bad_tile",
    f"standard {FULL} -/+21 a - ~": "bad_tile",
    f"standard {FULL} -/2_1 a - ~": "field_count",
    f"standard {FULL} -/21, a - ~": "bad_tile",
    f"standard {FULL} -/21;22 a - ~": "bad_tile",
    f"standard {FULL} -/- c - ~": "bad_seat",
    f"standard {FULL} -/- A - ~": "bad_seat",
    f"standard {FULL} -/- 0 - ~": "bad_seat",
    f"standard {FULL} -/- ab - ~": "bad_seat",
    f"standard {FULL} -/- h - ~": "bad_seat",
    f"standard {FULL} -/- a 6 ~": "bad_dice",
    f"standard {FULL} -/- a 0 ~": "bad_dice",
    f"standard {FULL} -/- a ww6 ~": "bad_dice",
    f"standard {FULL} -/- a wwwwwwwww ~": "too_many_dice",
    f"standard {FULL} -/- a x ~": "bad_dice",
    f"standard {FULL} -/- a Iw ~": "bad_dice",
    f"standard {FULL} -/- a II ~": "bad_dice",
    f"standard {FULL} -/- a g ~": "bad_dice",
    f"standard {FULL} -/- a g6 ~": "bad_dice",
    f"standard {FULL} -/- a -5 ~": "bad_dice",
    f"standard {FULL} -/- a - 12345678": "bad_dice",
    f"standard {FULL} -/- a - ~~": "bad_dice",
    f"standard {FULL} -/- a - B": "bad_dice",
    "x" * 1001: "too_long",
    "x" * 10_000_000: "too_long",
    "\0" * 10_000_000: "too_long",
}

# The same for the seventh field, Extrawurm.

INVALID_EXTRAWURM = {
    "-": "bad_extrawurm",
    "//": "bad_extrawurm",
    "11,21,23,25,27": "bad_extrawurm",
    "11,21,23,25,27/0,0": "bad_extrawurm",
    "11,21,23,25,27/0,0/-/-": "bad_extrawurm",
    "11,21,23,25,27/0,0/": "bad_extrawurm",
    "11,21,23,25,27/0,0/Z": "bad_extrawurm",
    "11,21,23,25,27/0,0/zz": "bad_extrawurm",
    "11,21,23,25/0,0/-": "bad_extrawurm",
    "11,21,23,25,27,29/0,0/-": "bad_extrawurm",
    "11,21,23,25,27/0/-": "bad_extrawurm",
    "11,21,23,25,27/0,0,0/-": "bad_extrawurm",
    "11,21,23,25,27//-": "bad_extrawurm",
    "11,21,23,25,27/8,0/-": "bad_bratwurms",
    "11,21,23,25,27/-1,0/-": "bad_bratwurms",
    "11,21,23,25,27/00,0/-": "bad_bratwurms",
    "11,21,23,25,27/,0/-": "bad_bratwurms",
    "11,21,23,25,27/x,0/-": "bad_bratwurms",
    "12,21,23,25,27/0,0/-": "bad_tile",
    "011,21,23,25,27/0,0/-": "bad_tile",
    "37,21,23,25,27/0,0/-": "bad_tile",
    "c,21,23,25,27/0,0/-": "bad_seat",
    "A,21,23,25,27/0,0/-": "bad_seat",
    "ab,21,23,25,27/0,0/-": "bad_seat",
    ",21,23,25,27/0,0/-": "bad_seat",
    "~,21,23,25,27/0,0/-": "bad_seat",
}


@pytest.mark.parametrize(("text", "code"), INVALID.items())
def test_invalid_wfen_is_refused(text, code):
    assert refused(Position.from_wfen, text, InvalidNotation).code == code


@pytest.mark.parametrize(("field", "code"), INVALID_EXTRAWURM.items())
def test_invalid_extrawurm_field_is_refused(field, code):
    text = f"standard+extrawurm oo{FULL} -/- a - ~ {field}"
    assert refused(Position.from_wfen, text, InvalidNotation).code == code


def test_unchanged_position_is_valid():
    assert Position.from_wfen(f"standard {FULL} -/- a - ~").players == 2
    text = f"standard+extrawurm oo{FULL} -/- a - ~ {EXTRA}"
    assert Position.from_wfen(text).wfen() == text


# WFEN of impossible positions: the error lists every problem.

IMPOSSIBLE = {
    "ooooooooooooooo. -/- a - ~": ["tile_missing"],
    "ooooooooooooooo. 21/- a - ~": ["tile_repeated", "tile_missing"],
    f"{FULL} 21/- a - ~": ["tile_repeated"],
    f"{FULL} 21,21/21 a - ~": ["tile_repeated"],
    ".ooooooooooooooo 21/21 a - ~": ["tile_repeated"],
    "xooooooooooooooo 21/- a - ~": ["tile_repeated"],
    "................ -/- a - ~": ["tile_missing"] * 16 + ["not_over"],
    "xxxxxxxxxxxxxxxx -/- a - ~": ["not_over"],
    "xxxxxxxxxxxxxxxx -/- a 5w -": ["not_over"],
    "xxxxxxxxxxxxxxxx -/- a - 12345www": ["not_over"],
    f"{FULL} -/- - - -": ["over_with_tiles"],
    "oxxxxxxxxxxxxxxx -/- - - -": ["over_with_tiles"],
    "xxxxxxxxxxxxxxxx -/- - 5w -": ["over_with_dice"],
    "xxxxxxxxxxxxxxxx -/- - - ~": ["over_with_dice"],
    "xxxxxxxxxxxxxxxx -/- - - 12345www": ["over_with_dice"],
    "xxxxxxxxxxxxxxxx -/- - - b": ["over_with_dice"],
    f"{FULL} -/- - - ~": ["over_with_tiles", "over_with_dice"],
    f"{FULL} -/- a - 1234": ["dice_count"],
    f"{FULL} -/- a 55 12345ww": ["dice_count"],
    f"{FULL} -/- a 55 12344": ["dice_count"],
    f"{FULL} -/- a 5555wwww w": ["dice_count"],
    f"{FULL} -/- a 55wwwwww ~": ["nothing_to_roll"],
    f"{FULL} -/- a 12345w ~": ["nothing_to_roll"],
    f"{FULL} -/- a 12345w 12": ["no_choice"],
    f"{FULL} -/- a 55ww 5555": ["no_choice"],
    f"{FULL} -/- a w wwwwwww": ["no_choice"],
    f"{FULL} -/- a - -": ["nothing_set_aside"],
    f"{FULL} -/- a 11112222 -": ["turn_has_failed"],
    f"{FULL} -/- a 55555555 -": ["turn_has_failed"],
    f"{FULL} -/- a 1111122w -": ["turn_has_failed"],
    "xxxxxxxxxxxxxxxo -/- a 12345w -": ["turn_has_failed"],
    "xxxxxxxxxxxxxxxo -/- a 5555wwwI -": ["golden_die"],
    f"{FULL} -/- a I ~": ["golden_die"],
    f"{FULL} -/- a gw -": ["golden_die"],
    f"{FULL} -/- a - 1234555I": ["dice_count"],
    f"{FULL} -/- a - 12345wwwI": ["golden_die"],
    f"{FULL} -/- a - b": ["raven_choice"],
    f"{FULL} -/- a 5w b": ["raven_choice"],
}

NO_HOLDER = "-,-,-,-,-/0,0/-"
IMPOSSIBLE_EXTRAWURM = {
    f"oo{FULL} -/- a - ~ 11,11,23,25,27/0,0/-": ["specialists_together"],
    f"oo{FULL} -/- a - ~ a,a,23,25,27/0,0/-": ["specialists_together"],
    f"oo{FULL} -/- a - ~ 11,11,23,b,b/0,0/-": ["specialists_together"] * 2,
    f"oo{FULL} -/- a - ~ 11,21,a,25,27/0,0/-": ["raven_held"],
    f"oo{FULL} -/- a - ~ 11,21,23,25,27/4,4/-": ["too_many_bratwurms"],
    f"oo{FULL} -/- a - ~ 11,21,23,25,27/7,7/-": ["too_many_bratwurms"],
    f"oo{FULL} -/- a - ~ 11,21,23,25,27/0,0/z": ["weasel_not_held"],
    f"oo{FULL} -/- a - ~ 11,21,23,b,27/0,0/z": ["weasel_not_held"],
    f"xo{FULL} -/- a - ~ 11,21,23,25,27/0,0/-": ["specialist_tile"],
    f".o{FULL} 11/- a - ~ 11,21,23,25,27/0,0/-": ["specialist_tile"],
    "xxxxxxxxxxxxxxxxxx -/- - - - -,-,-,a,-/0,0/z": ["weasel_not_held"],
    "xxxxxxxxxxxxxxxxxx -/- - - - 11,-,-,-,-/0,0/-": ["specialist_tile"],
    f".o{FULL} -/- a - ~ {NO_HOLDER}": ["tile_missing"],
    f"oo{FULL} 11/13 a - ~ {NO_HOLDER}": ["tile_repeated"] * 2,
    # The golden die: only with its holder, exactly one, and of the kind of the rules.
    f"oo{FULL} -/- a - 12345www -,-,-,-,a/0,0/-": ["golden_die"],
    f"oo{FULL} -/- a - 12345wwwI -,-,-,-,b/0,0/-": ["golden_die"],
    f"oo{FULL} -/- a - 12345wwwg1 -,-,-,-,a/0,0/-": ["golden_die"],
    f"oo{FULL} -/- a wI 1234555W -,-,-,-,a/0,0/-": ["golden_die"],
    f"oo{FULL} -/- a wI 123455W -,-,-,-,a/0,0/-": ["dice_count"],
    f"oo{FULL} -/- a 5I ~ -,-,-,-,b/0,0/-": ["golden_die"],
    f"oo{FULL} -/- a 5g1 ~ -,-,-,-,a/0,0/-": ["golden_die"],
    f"oo{FULL} -/- a 5555wwwwW ~ -,-,-,-,a/0,0/-": ["nothing_to_roll"],
    # The Raven's choice: no dice, a waiting Raven, an empty supply, a tile, a rival to rob.
    f"o.{FULL} 13/- a - b -,-,-,-,-/0,6/-": ["raven_choice"],
    f"o.{FULL} 13/- a - b -,-,-,-,-/7,0/-": ["raven_choice"],
    f"oo{FULL} -/- a - b -,-,-,-,-/0,7/-": ["raven_choice"],
    f"o.{FULL} 13/- a 5 b -,-,-,-,-/0,7/-": ["raven_choice"],
    f"o.{FULL} 13/- a - b -,-,23,-,-/0,7/-": ["raven_choice"],
    # A Weasel that was used, or cannot save a bust, leaves no choice.
    f"oo{FULL} -/- a w wwwwwww -,-,-,a,-/0,0/-": ["no_choice"],
    f"oo{FULL} -/- a w wwwwwww -,-,-,a,-/0,0/z": ["no_choice"],
    # 11 and 13 are claimed only by their exact total.
    f"ox{'x' * 16} -/- a 1111111w - {NO_HOLDER}": ["turn_has_failed"],
    f"ox{'x' * 16} -/- a 55555555 - {NO_HOLDER}": ["turn_has_failed"],
}


@pytest.mark.parametrize(("table", "codes"), IMPOSSIBLE.items())
def test_impossible_wfen_is_refused(table, codes):
    error = refused(Position.from_wfen, f"standard {table}", InvalidPosition)
    assert [problem.code for problem in error.problems] == codes


@pytest.mark.parametrize(("table", "codes"), IMPOSSIBLE_EXTRAWURM.items())
def test_impossible_extrawurm_wfen_is_refused(table, codes):
    error = refused(Position.from_wfen, f"standard+extrawurm {table}", InvalidPosition)
    assert [problem.code for problem in error.problems] == codes


def test_at_most_20_problems_are_listed():
    text = "standard+extrawurm .................. -/- a - ~ a,a,a,a,a/7,7/z"
    error = refused(Position.from_wfen, text, InvalidPosition)
    assert len(error.problems) == 20
    last = error.problems[-1]
    assert last.code == "more_problems"
    # 18 missing tiles, not over, a place with all five, the Raven held, 14 Bratwurms.
    assert last.parameters["count"] == 22 - 19


# Actions, rolls, rules

BAD_ACTIONS = (
    *("", " ", "k", "k0", "k6", "k7", "kW", "kk", "K5", "k5 ", " k5", "k5\n", "k55", "5"),
    *("t", "t20", "t37", "t12", "t021", "t２１", "s11", "s13", "s20", "s", "S26", "s26,"),
    *("rr", "R", "q1", "Q", "z1", "b", "bh", "bA", "b0", "bab", "-", "~", "\0", "k\0", "к5"),
    *("\ud800", "k" * 10_000_000),
)
BAD_ROLLS = (
    *(" ", "0", "6", "7", "W1", "II", "IW", "g", "g0", "gI", "g1g2", "1I2", "x", "1 2", "1,2"),
    *("123456", "111111111", "wwwwwwwwwI", "１２", "٣", "w\n", "\0", "-1", "w" * 10_000_000),
)
BAD_RULES = {
    "": "bad_rules",
    " standard": "bad_rules",
    "standard\n": "bad_rules",
    "STANDARD": "bad_rules",
    "standаrd": "bad_rules",
    "standard(": "bad_rules",
    "standard)": "bad_rules",
    "standard()": "bad_rules",
    "standard(,)": "bad_rules",
    "standard(claim=any)(steal=forced)": "bad_rules",
    "standard(claim=any)+extrawurm": "bad_rules",
    "standard+extrawurm+extrawurm": "bad_rules",
    "standard (claim=any)": "bad_rules",
    "standard(claim = any)": "bad_rules",
    "standard(claim=any,)": "bad_rules",
    "standard(=any)": "unknown_option",
    "standard(players=2)": "unknown_option",
    "standard(claim=)": "bad_option_value",
    "standard(claim==any)": "bad_option_value",
    "standard(claim=some)": "bad_option_value",
    "standard+extrawurm(golden=111)": "bad_option_value",
    "standard(weaselbust=yes)": "needs_extrawurm",
    "standard(bothextra=no)": "needs_extrawurm",
    "standard(steal=forced,steal=forced)": "repeated_option",
    "extrawurm": "unknown_rules",
    "x" * 10_000_000: "unknown_rules",
    "\0" * 10_000_000: "bad_rules",
}


@pytest.mark.parametrize("text", BAD_ACTIONS)
def test_bad_actions_are_refused(text):
    assert refused(Action.parse, text, InvalidNotation).code == "bad_action"


@pytest.mark.parametrize("text", BAD_ROLLS)
def test_bad_rolls_are_refused(text):
    code = "too_many_dice" if re.fullmatch("[1-5w]{9,}I?", text) else "bad_dice"
    assert refused(Roll.parse, text, InvalidNotation).code == code


def test_more_than_eight_dice_are_counted():
    """Nine dice were answered with “is not dice notation”, although each of them was valid."""
    error = refused(Roll.parse, "123455ww1", InvalidNotation)
    assert str(error) == "'123455ww1' names 9 dice; there are only 8, besides a golden die"
    assert Roll.parse("11223345I").size == 9


@pytest.mark.parametrize(("text", "code"), BAD_RULES.items())
def test_bad_rules_are_refused(text, code):
    assert refused(Rules.parse, text, InvalidNotation).code == code


@pytest.mark.parametrize("players", [-1, 0, 1, 8, 100])
def test_bad_number_of_players_is_refused(players):
    error = refused(lambda count: start(Rules.preset("mini"), count), players, InvalidNotation)
    assert error.code == "bad_players"


@pytest.mark.parametrize("value", [None, 5, 2.5, b"standard", [], {}], ids=ascii)
@pytest.mark.parametrize("parse", [Position.from_wfen, Game.from_wgn, from_json, verify])
def test_non_text_is_refused(parse, value):
    assert refused(parse, value, InvalidNotation).code == "not_text"


@pytest.mark.parametrize(
    ("parse", "value"),
    [
        (Action.parse, []),
        (Roll.parse, None),
        (Roll.parse, []),
        (Roll.parse, b"12"),
        (Rules.parse, None),
        (Rules.parse, b"mini"),
        (lambda players: start(Rules.preset("mini"), players), "2"),
        (lambda players: start(Rules.preset("mini"), players), 2.0),
    ],
)
def test_wrong_types_are_refused(parse, value):
    refused(parse, value, InvalidNotation)


@pytest.mark.parametrize("option", ["name=mini", "extrawurm=yes", "cls=yes"])
@pytest.mark.parametrize("parse", [Rules.parse, Position.from_wfen])
def test_option_named_like_a_parameter_is_refused(parse, option):
    text = f"standard({option})" if parse == Rules.parse else f"standard({option}) {FULL} -/- a - ~"
    assert refused(parse, text, InvalidNotation).code == "unknown_option"


@pytest.mark.parametrize(
    ("parse", "text"),
    [
        (Rules.parse, f"mini({'x' * 9999}=1,{'x' * 9999}=1)"),
        (Game.from_wgn, '[Rules "mini"][a "A"][b "B"]' + "x" * 9999),
        (Game.from_wgn, '[Rules "mini"][a "A"][b "B"] 1a. 12345www:w q ' + "x" * 9999),
    ],
    ids=["rules", "before the first turn", "after a turn"],
)
def test_long_text_is_shortened_in_messages(parse, text):
    refused(parse, text, InvalidNotation)
