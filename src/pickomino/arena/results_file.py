"""Match results as JSON lines: the settings, then each group, so that a match can be resumed."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterable, Mapping
from math import isfinite
from pathlib import Path
from typing import Any, Final, Self, cast

from pickomino.arena.game import GameResult
from pickomino.arena.groups import GroupResult
from pickomino.arena.settings import MatchSettings
from pickomino.core.errors import PickominoError, quote

KIND: Final = "pickomino arena 2"
_COUNTS: Final = ("ranks", "worms", "turns", "busts", "steals")


class ResultsFile:
    """A file to which groups are appended; opening it loads the groups that it already has."""

    def __init__(self, name: str | os.PathLike[str], settings: MatchSettings) -> None:
        """Open or create the file; raise PickominoError if it belongs to another match."""
        self._path = Path(name)
        self._quoted_name = quote(os.fspath(name))
        self._bots = len(settings.bots)
        self._is_adjusted = settings.adjusted
        header: dict[str, object] = {"kind": KIND, **settings.identity()}
        self.groups: dict[int, GroupResult] = {}
        """The groups already in the file, by number."""
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
        lines = data.splitlines()
        self._check_header(self._parse(lines[0], 1), header)
        for number, line in enumerate(lines[1:], 2):
            try:
                result = _from_json(self._parse(line, number), self._bots)
                _check(all(bool(game.luck) == self._is_adjusted for game in result.games))
            except (AttributeError, KeyError, TypeError, ValueError) as error:
                raise self._bad(number) from error
            self.groups.setdefault(result.group, result)

    def _parse(self, line: bytes, number: int) -> Mapping[str, Any]:
        try:
            value: object = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise self._bad(number) from error
        if not isinstance(value, dict):
            raise self._bad(number)
        return cast("Mapping[str, Any]", value)

    def _check_header(self, header: Mapping[str, Any], expected: Mapping[str, object]) -> None:
        if header.get("kind") != KIND:
            raise self._bad(1)
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


def _from_json(data: Mapping[str, Any], bots: int) -> GroupResult:
    """Parse a group; raise ValueError, KeyError, TypeError or AttributeError if it is invalid."""
    [group] = _whole_numbers([data["group"]])
    games = tuple(_game(game, bots) for game in data["games"])
    faults = tuple(dict(counts.items()) for counts in data["faults"])
    _whole_numbers(count for counts in faults for count in counts.values())
    _check(len(games) == len(faults) == bots)
    return GroupResult(group, games, faults)


def _game(data: Mapping[str, Any], bots: int) -> GameResult:
    counts = [_whole_numbers(data[count]) for count in _COUNTS]
    luck, is_over = tuple(data.get("luck", ())), data["is_over"]
    _check(all(len(count) == bots for count in counts) and 1 in counts[0])
    _check(isinstance(is_over, bool) and len(luck) in (0, bots))
    _check(all(type(share) in (int, float) and isfinite(share) for share in luck))
    return GameResult(*counts, is_over=is_over, luck=tuple(map(float, luck)))


def _whole_numbers(values: Iterable[Any]) -> tuple[int, ...]:
    numbers = tuple(values)
    _check(all(type(number) is int and number >= 0 for number in numbers))
    return numbers


def _check(condition: bool) -> None:  # noqa: FBT001 - as in an assert statement
    if not condition:
        raise ValueError
