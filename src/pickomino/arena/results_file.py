"""Match results as JSON lines: the settings, then each group, so that a match can be resumed."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Self, cast

import msgspec

from pickomino.arena.game import GameResult
from pickomino.arena.groups import GroupResult
from pickomino.arena.settings import MatchSettings
from pickomino.core.errors import PickominoError, check_path, quote, quote_path

KIND: Final = "pickomino arena 2"


_Count = Annotated[int, msgspec.Meta(ge=0)]
_Counts = tuple[_Count, ...]


class _SavedGame(msgspec.Struct):
    ranks: _Counts
    worms: _Counts
    turns: _Counts
    busts: _Counts
    steals: _Counts
    is_over: bool
    luck: tuple[float, ...] = ()


class _SavedGroup(msgspec.Struct):
    group: _Count
    games: tuple[_SavedGame, ...]
    faults: tuple[dict[str, _Count], ...]


class ResultsFile:
    """A file to which groups are appended; opening it loads the groups that it already has."""

    def __init__(self, name: str | os.PathLike[str], settings: MatchSettings) -> None:
        """Open or create the file; raise PickominoError if it belongs to another match."""
        check_path(name)
        self._path = Path(name)
        self._quoted_name = quote_path(os.fspath(name))
        self._bots = len(settings.bots)
        self._is_adjusted = settings.adjusted
        header: dict[str, object] = {"kind": KIND, **settings.identity()}
        self.groups: dict[int, GroupResult] = {}
        if self._path.is_char_device() or self._path.is_fifo():
            raise self._unwritable(OSError(errno.EINVAL, os.strerror(errno.EINVAL)))
        try:
            # Unbuffered: a failed write must not be repeated on closing.
            self._file = self._path.open("a+b", buffering=0)
        except (OSError, ValueError) as error:
            raise self._unwritable(error) from error
        try:
            self._open(header)
        except BaseException:
            self._file.close()
            raise

    def append(self, results: Iterable[GroupResult]) -> None:
        """Append groups, each in one write."""
        try:
            for result in results:
                self._write(_line(_as_json(result)))
        except OSError as error:
            raise self._unwritable(error) from error

    def close(self) -> None:
        """Flush the file to disk and close it."""
        try:
            with self._file:
                os.fsync(self._file.fileno())
        except OSError as error:
            raise self._unwritable(error) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _write(self, line: bytes) -> None:
        if self._file.write(line) != len(line):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def _open(self, header: Mapping[str, object]) -> None:
        try:
            self._file.seek(0)
            data = self._file.read()
            whole = data[: data.rfind(b"\n") + 1]
            if whole:
                self._read(whole, header)
            elif not _line(header).startswith(data):
                raise self._bad(1)
            if whole != data:
                # The last line is incomplete: the program or the machine crashed while writing.
                self._file.truncate(len(whole))
            if not whole:
                self._write(_line(header))
        except OSError as error:
            raise self._unwritable(error) from error

    def _read(self, data: bytes, header: Mapping[str, object]) -> None:
        number = 1
        try:
            for number, line in enumerate(data.splitlines(), 1):
                if number == 1:
                    self._check_header(msgspec.json.decode(line, type=dict[str, Any]), header)
                else:
                    result = self._parse(line)
                    self.groups.setdefault(result.group, result)
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
            raise self._bad(number) from error

    def _parse(self, line: bytes) -> GroupResult:
        """Return the group of a line; raise ValidationError if it is not a group of this match."""
        saved = msgspec.json.decode(line, type=_SavedGroup)
        games = tuple(GameResult(**msgspec.structs.asdict(game)) for game in saved.games)
        sizes = {len(games), len(saved.faults), *(len(part) for game in games for part in game[:5])}
        luck = self._bots if self._is_adjusted else 0
        if sizes != {self._bots} or any(1 not in g.ranks or len(g.luck) != luck for g in games):
            raise msgspec.ValidationError
        return GroupResult(saved.group, games, saved.faults)

    def _check_header(self, header: Mapping[str, Any], expected: Mapping[str, object]) -> None:
        if header.get("kind") != KIND:
            raise msgspec.ValidationError
        for setting, value in expected.items():
            if header.get(setting) != value:
                raise PickominoError(
                    "other_match",
                    name=self._quoted_name,
                    setting=setting,
                    found=_quote_setting(header.get(setting)),
                    expected=_quote_setting(value),
                )

    def _bad(self, line: int) -> PickominoError:
        return PickominoError("bad_results", name=self._quoted_name, line=line)

    def _unwritable(self, error: Exception) -> PickominoError:
        reason = (isinstance(error, OSError) and error.strerror) or str(error)
        return PickominoError("unwritable_file", name=self._quoted_name, reason=reason)


def _line(value: Mapping[str, object]) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode() + b"\n"


def _quote_setting(value: object) -> str:
    if isinstance(value, list):
        return quote(" ".join(map(str, cast("list[object]", value))))
    return quote(value)


def _as_json(result: GroupResult) -> dict[str, object]:
    games = [game._asdict() for game in result.games]
    return {"group": result.group, "games": games, "faults": list(result.faults)}
