"""Reading and writing files named on the command line."""

from __future__ import annotations

import errno
import os
import sys
from itertools import count
from pathlib import Path
from typing import Final

from pickomino.atomic_file import atomic_write
from pickomino.core.errors import InvalidNotation, quote
from pickomino.record import files

STANDARD_INPUT: Final = "-"


def read_text(name: str) -> str:
    """Return the text of a UTF-8 file, or of standard input for `-`."""
    if name != STANDARD_INPUT:
        return files.read_text(name)
    try:
        data = sys.stdin.buffer.read(files.MAX_FILE_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = files.describe_failure(error)
        raise InvalidNotation("unreadable_file", name=quote(name), reason=reason) from error
    return files.decode_text(data)


def write_text(name: str, text: str) -> None:
    """Write a file atomically: a reader never sees half of it, even after a crash."""
    path = Path(name).resolve()
    if path.exists() and not path.is_file():
        raise InvalidNotation("not_a_file", name=quote(name))
    try:
        with atomic_write(path) as file:
            file.write(text.encode())
    except (OSError, ValueError) as error:
        reason = files.describe_failure(error)
        raise InvalidNotation("unwritable_file", name=quote(name), reason=reason) from error


def refuse_existing(name: str) -> None:
    """Raise an error if the file exists or cannot be written."""
    if Path(name).exists():
        raise InvalidNotation("file_exists", name=quote(name))
    refuse_unwritable(name)


def refuse_unwritable(name: str) -> None:
    folder = Path(name).resolve().parent
    if not folder.is_dir() or not os.access(folder, os.W_OK) or Path(name).is_dir():
        reason = os.strerror(errno.EACCES if folder.is_dir() else errno.ENOENT)
        raise InvalidNotation("unwritable_file", name=quote(name), reason=reason)


class RecordFiles:
    """The record files of several games: the requested one, then numbered ones beside it."""

    def __init__(self, name: str) -> None:
        self._first = Path(name)
        self._names: dict[str, str] = {}

    def name(self, game_id: str) -> str:
        """Return the file of a game; existing files are never reused."""
        if not self._names:
            self._names[game_id] = str(self._first)
        elif game_id not in self._names:
            numbers = count(len(self._names) + 1)
            files = (self._first.with_stem(f"{self._first.stem}-{number}") for number in numbers)
            self._names[game_id] = str(next(file for file in files if not file.exists()))
        return self._names[game_id]

    def write(self, game_id: str, text: str) -> None:
        write_text(self.name(game_id), text)
