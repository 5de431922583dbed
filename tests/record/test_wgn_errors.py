"""Invalid WGN: the error names the line, the turn and the reason."""

import pytest

from pickomino import Game, InvalidNotation, InvalidPosition, Problem

TAGS = '[Rules "standard"]\n[a "Ann"]\n[b "Ben"]\n'


def refused(text):
    with pytest.raises(InvalidNotation) as caught:
        Game.from_wgn(text)
    return caught.value


@pytest.mark.parametrize(
    ("moves", "reason"),
    [
        ("1a. 11345www:6", "bad_move"),
        ("1a. 11345www:2", "illegal_action"),
        ("1a. 1134:w", "illegal_roll"),
        ("1a. 11345wwwI:w", "illegal_roll"),
        ("1a. 11345www:w t25", "illegal_action"),
        ("1a. 11345www:w s25", "illegal_action"),
        ("1a. 11345www:z", "illegal_action"),
        ("1a. 11345www:w bb", "illegal_action"),
        ("1a. 11345www:w 12345:w", "illegal_action"),
        ("1a. 11345www:w 1234:1", "illegal_roll"),
        ("1a. 11345www 12345:5", "illegal_roll"),
        ("1a. 11345www:w 12455:5 q", "illegal_action"),
        ("1a. 11345www:w wwwww", "record_failure"),
        ("1a. 11345www:w#", "record_no_failure"),
        ("1a. 11345www:w 12345#", "record_no_failure"),
        ("1a. #", "bad_move"),
        ("1a. 11345www:w tt", "bad_action"),
        ("1a. 11345www:w t99", "bad_action"),
        ("1a. 11345www:w hello", "bad_move"),
        ("1a. r", "illegal_action"),
    ],
)
def test_illegal_move_names_its_reason(moves, reason):
    error = refused(TAGS + moves)
    assert error.code == "record_turn"
    assert isinstance(error.parameters["reason"], Problem)
    assert error.parameters["reason"].code == reason
    assert str(error).startswith("line 4, turn 1a: ")


@pytest.mark.parametrize(
    ("moves", "line", "turn"),
    [
        ("1a. 11345www:w\n\nr r", 6, "1a"),
        ("1a. 11345www:w q\n1b. 11345www:w q\n2a. 11345www:w t21", 6, "2a"),
    ],
)
def test_illegal_move_names_its_line_and_turn(moves, line, turn):
    error = refused(TAGS + moves)
    assert (error.parameters["line"], error.parameters["turn"]) == (line, turn)
    assert str(error).startswith(f"line {line}, turn {turn}: ")


@pytest.mark.parametrize(
    ("moves", "line", "expected", "found"),
    [
        ("1b. 11345www:w q", 4, "1a", "1b"),
        ("2a. 11345www:w q", 4, "1a", "2a"),
        ("1a. 11345www:w q\n1a. 11345www:w q", 5, "1b", "1a"),
        ("1a. 11345www:w q\n2b. 11345www:w q", 5, "1b", "2b"),
        ("1a. 11345www:w\n1b. 11345www:w q", 5, "more of 1a", "1b"),
        ("1a. 1a. 11345www:w", 4, "more of 1a", "1a"),
        ("11345www:w q", 4, "1a", "11345www:w"),
        ("1a. 11345www:w q 11345www:w", 4, "1b", "11345www:w"),
        ("1a. 11345www:w q q", 4, "1b", "q"),
    ],
)
def test_turn_out_of_order_names_the_expected_one(moves, line, expected, found):
    error = refused(TAGS + moves)
    assert error.code == "record_label"
    assert error.parameters == {"line": line, "expected": expected, "found": repr(found)}


@pytest.mark.parametrize("more", ["1b. 11345www:w q", "11345www:w", "q"])
def test_moves_after_the_end_are_refused(more):
    begin = '[Rules "mini"][WFEN "mini oxxxxxxxxxxxxxxx -/- a 1555w -"]\n1a. t21\n'
    error = refused(begin + more)
    assert error.code == "record_label"
    assert (error.parameters["line"], error.parameters["expected"]) == (3, "the end")


@pytest.mark.parametrize(
    ("tags", "code"),
    [
        ("", "record_missing_tag"),
        ('[a "A"][b "B"]', "record_missing_tag"),
        ('[Rules "standard"]', "bad_players"),
        ('[Rules "standard"][a "A"]', "bad_players"),
        ('[Rules "standard"][a "A"][c "C"]', "record_seats"),
        ('[Rules "standard"][b "B"][c "C"]', "record_seats"),
        ('[Rules "chess"][a "A"][b "B"]', "unknown_rules"),
        ('[Rules ""][a "A"][b "B"]', "bad_rules"),
        ('[Rules "standard"][Rules "standard"]', "record_tag"),
        ('[Rules "standard"][a "A"][b "B"][a "A"]', "record_tag"),
        ('[Rules "standard"][WFEN "classic oooooooooooooooo -/- a - ~"]', "record_bad_tag"),
        ('[Rules "standard"][WFEN "standard oooooooooooooooo -/- c - ~"]', "bad_seat"),
        ('[Rules "mini"][a "A"][WFEN "mini oooooooooooooooo -/- a - ~"]', "record_seats"),
        (f'[Rules "mini"][a "{"A" * 1001}"][b "B"]', "record_bad_tag"),
        ('[Rules "mini"][a "A"][b "B"][Result "a"]', "record_result"),
        ('[Rules "mini"][a "A"][b "B"][Result ""]', "record_result"),
    ],
)
def test_inconsistent_tags_are_refused(tags, code):
    assert refused(tags).code == code


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("%", 1),
        ("\n\n[", 3),
        ("[Rules]", 1),
        ('[Rules "x]', 1),
        ("[Rules 'x']", 1),
        ('[Rules "a\\n"]', 1),
        ('[Rules "a\nb"]', 1),
        ('[1a "x"]', 1),
        (f'[{"T" * 33} "x"]', 1),
        ("{", 1),
        ("\n{ open", 2),
        ("{ nested { }", 1),
        ("}", 1),
        ("01a.", 1),
        ("1h.", 1),
        ("\n\n\n1a. 1-2", 4),
        ("﻿[", 1),
        ("1a．", 1),
        ("\0", 1),
        ("{\0}", 1),
        ("\x1b[31m", 1),
        ("１a.", 1),
    ],
)
def test_syntax_error_names_the_line(text, line):
    error = refused(text)
    assert error.code in {"record_syntax", "record_label", "record_missing_tag"}
    if error.code == "record_syntax":
        assert error.parameters["line"] == line


def test_wrong_result_is_reported():
    begin = '[Rules "mini"][WFEN "mini oxxxxxxxxxxxxxxx -/- a 1555w -"]'
    error = refused(f'{begin}[Result "b"] 1a. t21')
    assert error.code == "record_result"
    assert error.parameters == {"found": "'b'", "expected": "a"}


def test_impossible_start_lists_its_problems():
    with pytest.raises(InvalidPosition) as caught:
        Game.from_wgn('[Rules "mini"][WFEN "mini oooooooooooooooo 21/22 a - ~"]')
    assert [problem.code for problem in caught.value.problems] == ["tile_repeated"] * 2


@pytest.mark.parametrize("length", [1_000_001, 10_000_000])
def test_record_over_one_million_characters_is_refused(length):
    error = refused(" " * length)
    assert error.code == "too_long"
    assert error.parameters["length"] == length
