"""Records as JSON, for programs that do not parse WGN."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final, cast

from pickomino.core.errors import InvalidNotation, quote
from pickomino.core.wfen import check_length
from pickomino.record.game import Game
from pickomino.record.wgn import (
    MAX_WGN_LENGTH,
    Token,
    all_tags,
    check_comment,
    check_tag,
    moves_by_turn,
    replay_tokens,
)

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
    fields = _object(record, "format, version, tags, turns")
    version = fields.get("version")
    if fields.get("format") != FORMAT or type(version) is not int or version != VERSION:
        raise InvalidNotation("bad_json", reason=f"expected format {FORMAT} version {VERSION}")
    tags: dict[str, str] = {}
    for tag, value in _object(fields.get("tags"), "tags").items():
        tags[tag] = _text(value)
        check_tag(tag, tags[tag])
    return replay_tokens(tags, list(_tokens(fields, len(tags) + 1)))


def _tokens(fields: dict[str, Any], line: int) -> Iterator[Token]:
    """Yield the tokens of a record without its tags; `line` is its first line in WGN."""
    yield from _comment(fields, line)
    line += "comment" in fields
    for number, entry in enumerate(_list(fields, "turns"), line):
        turn = _object(entry, "turn, moves")
        yield Token("label", _text(turn.get("turn")), number)
        for move in _list(turn, "moves"):
            yield Token("move", _text(move), number)
        yield from _comment(turn, number)


def _comment(fields: dict[str, Any], line: int) -> Iterator[Token]:
    if "comment" in fields:
        comment = _text(fields["comment"])
        check_comment(comment)
        yield Token("comment", comment, line)


def _object(value: object, expected: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise InvalidNotation("bad_json", reason=f"expected an object with {expected}")
    return cast("dict[str, Any]", value)


def _list(fields: dict[str, Any], name: str) -> list[object]:
    value = fields.get(name)
    if not isinstance(value, list):
        raise InvalidNotation("bad_json", reason=f"{name} is not a list")
    return cast("list[object]", value)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise InvalidNotation("bad_json", reason=f"{quote(value)} is not text")
    return value
