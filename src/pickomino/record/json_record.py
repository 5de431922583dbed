"""Records as JSON, for programs that do not parse WGN."""

from __future__ import annotations

import json
import re
from typing import Any, Final, cast

from pickomino.core.errors import InvalidNotation, quote
from pickomino.core.wfen import check_length
from pickomino.record.game import Game
from pickomino.record.wgn import MAX_WGN_LENGTH, all_tags, escape, moves_by_turn

FORMAT: Final = "pickomino-record"
VERSION: Final = 1

# A record is longer in JSON, which spells out what WGN abbreviates.
_MAX_JSON_LENGTH: Final = 10 * MAX_WGN_LENGTH


def to_json(game: Game) -> str:
    """Return a game as JSON; `from_json` parses it into an equal game.

    >>> from pickomino import Rules
    >>> print(to_json(Game(Rules.preset("mini"), 2))[:60])
    {
     "format": "pickomino-record",
     "version": 1,
     "tags": {
    """
    turns: list[dict[str, object]] = [
        {"turn": game.turn_label(turn), "moves": moves}
        for turn, moves in enumerate(moves_by_turn(game))
    ]
    for turn, entry in enumerate(turns):
        if turn in game.comments:
            entry["comment"] = game.comments[turn]
    record: dict[str, object] = {"format": FORMAT, "version": VERSION, "tags": all_tags(game)}
    if -1 in game.comments:
        record["comment"] = game.comments[-1]
    return json.dumps(record | {"turns": turns}, ensure_ascii=False, indent=1) + "\n"


def from_json(text: str) -> Game:
    """Parse a game in JSON; raise InvalidNotation for anything else.

    >>> from_json("[]")
    Traceback (most recent call last):
    pickomino.core.errors.InvalidNotation: this is not a game record in JSON: expected an object ...
    """
    check_length(text, _MAX_JSON_LENGTH)
    try:
        record: object = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidNotation("bad_json", reason=quote(error)) from error
    return Game.from_wgn("\n".join(_wgn_lines(record)))


def _wgn_lines(record: object) -> list[str]:
    fields = _object(record, "format, version, tags, turns")
    version = fields.get("version")
    if fields.get("format") != FORMAT or type(version) is not int or version != VERSION:
        raise InvalidNotation("bad_json", reason=f"expected format {FORMAT} version {VERSION}")
    tags = _object(fields.get("tags"), "tags")
    lines = [f'[{_word(tag)} "{escape(_text(value))}"]' for tag, value in tags.items()]
    lines += _comment(fields)
    turns = fields.get("turns")
    if not isinstance(turns, list):
        raise InvalidNotation("bad_json", reason="turns is not a list")
    return lines + [
        _turn_line(_object(turn, "turn, moves")) for turn in cast("list[object]", turns)
    ]


def _turn_line(turn: dict[str, Any]) -> str:
    moves = turn.get("moves")
    if not isinstance(moves, list):
        raise InvalidNotation("bad_json", reason="moves is not a list")
    words = [_word(move) for move in cast("list[object]", moves)]
    return " ".join([f"{_word(turn.get('turn'))}.", *words, *_comment(turn)])


def _comment(fields: dict[str, Any]) -> list[str]:
    if "comment" not in fields:
        return []
    comment = _text(fields["comment"])
    if "{" in comment or "}" in comment:
        raise InvalidNotation("record_bad_comment", comment=quote(comment))
    return [f"{{{comment}}}"]


def _object(value: object, expected: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise InvalidNotation("bad_json", reason=f"expected an object with {expected}")
    return cast("dict[str, Any]", value)


def _word(value: object) -> str:
    """Return the value if it is a single word of a record (a turn, move or tag); raise if not."""
    word = _text(value)
    if not re.fullmatch(r"[0-9A-Za-z_:#]+", word):
        raise InvalidNotation("bad_json", reason=f"{quote(word)} is not a valid word in a record")
    return word


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise InvalidNotation("bad_json", reason=f"{quote(value)} is not text")
    return value
