"""Reading and writing the files that people name on the command line."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from pathlib import Path
from typing import Final

from pickomino.core.errors import InvalidNotation, quoted

STANDARD_INPUT: Final = "-"
MOST_BYTES: Final = 10_000_000


def read_text(name: str) -> str:
    """Read a whole UTF-8 file, or standard input for `-`."""
    try:
        if name == STANDARD_INPUT:
            data = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise InvalidNotation("unreadable_file", name=quoted(name), reason=_why(error)) from error
    if len(data) > MOST_BYTES:
        raise InvalidNotation("too_long", length=len(data), limit=MOST_BYTES)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidNotation("bad_encoding") from error


def write_text(name: str, text: str) -> None:
    """Write a whole file or nothing: a reader never sees half of it, also after a crash."""
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
        raise InvalidNotation("unwritable_file", name=quoted(name), reason=_why(error)) from error


def _usual_mode() -> int:
    """Give the mode of a new file; a temporary one is private until it has its name."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def refuse_existing(name: str) -> None:
    """Refuse to write over a file that is there."""
    if Path(name).exists():
        raise InvalidNotation("file_exists", name=quoted(name))


def _why(error: Exception) -> str:
    return (isinstance(error, OSError) and error.strerror) or str(error)
