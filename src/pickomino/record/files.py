"""Records in files, as WGN or JSON."""

from __future__ import annotations

from collections.abc import Iterator
from json import JSONDecoder
from pathlib import Path
from typing import Final, Literal

from pickomino.core.errors import InvalidNotation, quote_path
from pickomino.record.game import Game
from pickomino.record.json_record import from_json
from pickomino.record.wgn import split_records

MAX_FILE_BYTES: Final = 10_000_000

RecordFormat = Literal["wgn", "json"]


def read_text(name: str) -> str:
    """Return the text of a UTF-8 file of at most MAX_FILE_BYTES."""
    try:
        with Path(name).open("rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
    except (OSError, ValueError) as error:
        raise InvalidNotation(
            "unreadable_file", name=quote_path(name), reason=describe_failure(error)
        ) from error
    return decode_text(data)


def decode_text(data: bytes) -> str:
    """Decode UTF-8 text of at most MAX_FILE_BYTES."""
    if len(data) > MAX_FILE_BYTES:
        raise InvalidNotation("too_long", length=len(data), limit=MAX_FILE_BYTES)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidNotation("bad_encoding") from error


def parse_record(text: str) -> tuple[Game, RecordFormat]:
    """Parse a record in WGN or JSON; return the game and the format.

    >>> parse_record("hello")
    Traceback (most recent call last):
    pickomino.core.errors.InvalidNotation: the record has no Rules tag
    """
    if text.lstrip().startswith("{"):
        return from_json(text), "json"
    return Game.from_wgn(text), "wgn"


def parse_records(text: str) -> Iterator[Game]:
    """Parse all records of a text, either WGN or JSON.

    >>> [game.turn for game in parse_records('[Rules "mini"][a "A"][b "B"]')]
    [0]
    """
    if text.lstrip().startswith("{"):
        yield from map(from_json, _split_objects(text))
    else:
        yield from map(Game.from_wgn, split_records(text))


def _split_objects(text: str) -> Iterator[str]:
    """Split a text into its JSON objects; everything from the first invalid one on is one part."""
    start, decoder = 0, JSONDecoder()
    while text[start:].strip():
        start += len(text[start:]) - len(text[start:].lstrip())
        try:
            end = decoder.raw_decode(text, start)[1]
        except (ValueError, RecursionError):
            end = len(text)
        yield text[start:end]
        start = end


def describe_failure(error: Exception) -> str:
    """Return why a file could not be used, in the words of the operating system."""
    return (isinstance(error, OSError) and error.strerror) or str(error)
