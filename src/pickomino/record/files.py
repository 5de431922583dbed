"""Records in files, in either form."""

from __future__ import annotations

from collections.abc import Iterator
from json import JSONDecoder
from pathlib import Path
from typing import Final, Literal

from pickomino.core.errors import InvalidNotation, quoted
from pickomino.record.game import Game
from pickomino.record.json_record import from_json
from pickomino.record.wgn import split

MOST_BYTES: Final = 10_000_000

Form = Literal["wgn", "json"]


def read_text(name: str) -> str:
    """Read a whole UTF-8 file of at most MOST_BYTES."""
    try:
        with Path(name).open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise InvalidNotation("unreadable_file", name=quoted(name), reason=reason(error)) from error
    return decoded(data)


def decoded(data: bytes) -> str:
    """Return the text that UTF-8 bytes hold, at most MOST_BYTES of them."""
    if len(data) > MOST_BYTES:
        raise InvalidNotation("too_long", length=len(data), limit=MOST_BYTES)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidNotation("bad_encoding") from error


def read_record(text: str) -> tuple[Game, Form]:
    """Read a record in WGN or JSON.

    >>> read_record("hello")
    Traceback (most recent call last):
    pickomino.core.errors.InvalidNotation: the record has no Rules tag
    """
    if text.lstrip().startswith("{"):
        return from_json(text), "json"
    return Game.from_wgn(text), "wgn"


def read_records(text: str) -> Iterator[Game]:
    """Read all records of a text, one after the other: WGN or JSON.

    >>> [game.turn for game in read_records('[Rules "mini"][a "A"][b "B"]')]
    [0]
    """
    if text.lstrip().startswith("{"):
        yield from map(from_json, _objects(text))
    else:
        yield from map(Game.from_wgn, split(text))


def _objects(text: str) -> Iterator[str]:
    """Split a text into its JSON objects; anything else is passed on as it is."""
    place, decoder = 0, JSONDecoder()
    while text[place:].strip():
        place += len(text[place:]) - len(text[place:].lstrip())
        try:
            end = decoder.raw_decode(text, place)[1]
        except (ValueError, RecursionError):
            end = len(text)
        yield text[place:end]
        place = end


def reason(error: Exception) -> str:
    """Say why a file could not be used, as the system puts it."""
    return (isinstance(error, OSError) and error.strerror) or str(error)
