"""Several records in one text."""

import pytest

from pickomino import Game, PickominoError, Rules
from pickomino.record.files import parse_records
from pickomino.record.json_record import to_json

PLAYED = Game.from_wgn('[Rules "mini"][a "Ann"][b "Ben"] 1a. 12355www:w 12355:5 t25 {[x] w}').wgn()
EMPTY = Game(Rules.preset("mini"), 2).wgn()


@pytest.mark.parametrize(
    "records",
    [[PLAYED], [PLAYED] * 3, [EMPTY, EMPTY, PLAYED, EMPTY], [EMPTY]],
    ids=["one", "three", "without moves", "nothing played"],
)
@pytest.mark.parametrize("between", ["", "\n\n"])
def test_several_records_in_one_text_are_parsed(records, between):
    assert [game.wgn() for game in parse_records(between.join(records))] == records


def test_tags_before_the_rules_belong_to_the_next_record():
    games = parse_records(f'[Date "1"]{PLAYED}[Date "2"]{PLAYED}')
    assert [(game.tags["Date"], game.turn) for game in games] == [("1", 1), ("2", 1)]


def test_several_json_records_are_parsed():
    text = to_json(Game.from_wgn(PLAYED))
    assert [game.wgn() for game in parse_records(text + text)] == [PLAYED] * 2


def test_error_names_the_line_in_the_whole_text():
    games = parse_records(PLAYED + "\n" + PLAYED.replace("t25", "t26"))
    assert next(games).turn == 1
    with pytest.raises(PickominoError, match="line 11, turn 1a"):
        next(games)


@pytest.mark.parametrize("text", ["{", "{} x", to_json(Game.from_wgn(PLAYED)) + "nonsense"])
def test_invalid_record_is_refused(text):
    with pytest.raises(PickominoError):
        list(parse_records(text))
