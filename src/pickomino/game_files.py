"""All games of a file: records in WGN or JSON, and games saved by the terminal shells (.room)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Final

from pickomino.core.errors import check_path
from pickomino.record.files import parse_records, read_text
from pickomino.record.game import Game

ROOM_START: Final = '{"format":"pickomino-room"'


def read_games(name: str | os.PathLike[str]) -> list[Game]:
    """Return all games of a file: WGN, JSON, or a saved game (.room).

    >>> read_games("missing.wgn")
    Traceback (most recent call last):
    pickomino.core.errors.InvalidNotation: cannot read 'missing.wgn': No such file or directory
    """
    check_path(name)
    return list(parse_games(read_text(os.fspath(name))))


def parse_games(text: str) -> Iterator[Game]:
    """Parse all games of a text; raise InvalidNotation at the first one that is invalid."""
    if not text.lstrip().startswith(ROOM_START):
        yield from parse_records(text)
        return
    # The rooms are imported only for their own files.
    from pickomino.rooms.domain.past_games import records_of
    from pickomino.rooms.storage.file_store import parse_log

    yield from map(Game.from_wgn, records_of(parse_log(text.encode())))
