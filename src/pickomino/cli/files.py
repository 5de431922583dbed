"""Reading and writing the files that people name on the command line."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import tempfile
from itertools import count
from pathlib import Path
from typing import Final

from pickomino.core.errors import InvalidNotation, quoted
from pickomino.record import files

STANDARD_INPUT: Final = "-"


def read_text(name: str) -> str:
    """Read a whole UTF-8 file, or standard input for `-`."""
    if name != STANDARD_INPUT:
        return files.read_text(name)
    try:
        data = sys.stdin.buffer.read(files.MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = files.reason(error)
        raise InvalidNotation("unreadable_file", name=quoted(name), reason=reason) from error
    return files.decoded(data)


def write_text(name: str, text: str) -> None:
    """Write a whole file or nothing: a reader never sees half of it, even after a crash."""
    path = Path(name).resolve()
    if path.exists() and not path.is_file():
        raise InvalidNotation("not_a_file", name=quoted(name))
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            Path(temporary).chmod(_usual_mode())
            Path(temporary).replace(path)
        except BaseException:
            with contextlib.suppress(OSError):
                Path(temporary).unlink()
            raise
    except (OSError, ValueError) as error:
        reason = files.reason(error)
        raise InvalidNotation("unwritable_file", name=quoted(name), reason=reason) from error


def _usual_mode() -> int:
    """Return the mode of a new file; a temporary one is private until it has its name."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def refuse_existing(name: str) -> None:
    """Refuse to write over a file that is there, or where none can be written."""
    if Path(name).exists():
        raise InvalidNotation("file_exists", name=quoted(name))
    refuse_unwritable(name)


def refuse_unwritable(name: str) -> None:
    """Refuse a file that cannot be written."""
    folder = Path(name).resolve().parent
    if not folder.is_dir() or not os.access(folder, os.W_OK) or Path(name).is_dir():
        reason = os.strerror(errno.EACCES if folder.is_dir() else errno.ENOENT)
        raise InvalidNotation("unwritable_file", name=quoted(name), reason=reason)


class RecordFiles:
    """The files of several games: the one that was asked for, then others beside it."""

    def __init__(self, name: str) -> None:
        self._names = {1: name}

    def name(self, game: int) -> str:
        """Return the file of the game with this number; files that are there stay."""
        if game not in self._names:
            first = Path(self._names[1])
            numbered = (first.with_stem(f"{first.stem}-{number}") for number in count(game))
            self._names[game] = str(next(path for path in numbered if not path.exists()))
        return self._names[game]

    def write(self, game: int, text: str) -> None:
        """Write the record of the game with this number."""
        write_text(self.name(game), text)
