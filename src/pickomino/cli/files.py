"""The data folder, and reading and writing files named on the command line."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Final, TypeVar

import msgspec
from platformdirs import user_data_path

from pickomino.atomic_file import atomic_write
from pickomino.core.errors import InvalidNotation, PickominoError, quote_path
from pickomino.game_files import parse_games
from pickomino.record import files
from pickomino.record.game import Game

STANDARD_INPUT: Final = "-"

_T = TypeVar("_T")


def data_folder() -> Path:
    """Return the folder for this user's games; it may not exist yet."""
    try:
        return user_data_path("pickomino", appauthor=False)
    except RuntimeError as error:
        # This user has no home folder, as in some containers.
        raise PickominoError("no_home") from error


def import_from_here() -> None:
    """Let `module:Class` name a module of the current folder, as `python -m` does."""
    if "" not in sys.path and str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))


def read_text(name: str) -> str:
    """Return the text of a UTF-8 file, or of standard input for `-`."""
    if name != STANDARD_INPUT:
        return files.read_text(name)
    try:
        data = sys.stdin.buffer.read(files.MAX_FILE_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = files.describe_failure(error)
        raise InvalidNotation("unreadable_file", name=quote_path(name), reason=reason) from error
    return files.decode_text(data)


def games_in(text: str) -> list[Game]:
    """Return the games of a file, at least one."""
    games = list(parse_games(text))
    if not games:
        raise InvalidNotation("no_games")
    return games


def print_json(value: object) -> None:
    """Print a struct or plain values as JSON; docs/schemas describes what each command prints."""
    print(msgspec.json.format(msgspec.json.encode(value), indent=1).decode())


def parse_file(name: str, parse: Callable[[str], _T]) -> _T:
    """Return what `parse` makes of a file; an error in its text names the file."""
    try:
        return parse(read_text(name))
    except PickominoError as error:
        if error.code in ("unreadable_file", "unwritable_file"):
            raise  # it names a file already, perhaps another one
        shown = "-" if name == STANDARD_INPUT else quote_path(name)
        raise InvalidNotation("in_file", name=shown, reason=error.problems[0]) from error


def write_text(name: str, text: str) -> None:
    """Write a file atomically: a reader never sees half of it, even after a crash."""
    path = Path(name).resolve()
    if path.exists() and not path.is_file():
        raise InvalidNotation("not_a_file", name=quote_path(name))
    try:
        with atomic_write(path) as file:
            file.write(text.encode())
    except (OSError, ValueError) as error:
        reason = files.describe_failure(error)
        raise InvalidNotation("unwritable_file", name=quote_path(name), reason=reason) from error


def require_name(name: str) -> None:
    """Raise an error if the name of a file is empty; as a path it would be the current folder."""
    if not name:
        raise InvalidNotation("not_a_file", name=quote_path(name))


def refuse_existing(name: str) -> None:
    """Raise an error if the file exists or cannot be written."""
    require_name(name)
    if Path(name).exists():
        raise InvalidNotation("file_exists", name=quote_path(name))
    refuse_unwritable(name)


def refuse_unwritable(name: str) -> None:
    folder = Path(name).resolve().parent
    if not folder.is_dir() or not os.access(folder, os.W_OK) or Path(name).is_dir():
        number = errno.EACCES if folder.is_dir() else errno.ENOENT
        reason = os.strerror(errno.EISDIR if Path(name).is_dir() else number)
        raise InvalidNotation("unwritable_file", name=quote_path(name), reason=reason)


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
