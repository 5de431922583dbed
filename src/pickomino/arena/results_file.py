"""Results as JSON lines: the settings, then one line per group, so that a match can be resumed."""

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
    """A file that grows by one line a group; opening it reads what is there."""

    def __init__(self, name: str | os.PathLike[str], settings: MatchSettings) -> None:
        """Open or begin the file; refuses one of another match."""
        self._path = Path(name)
        self._said = quote(os.fspath(name))
        self._bots = len(settings.bots)
        self._is_adjusted = settings.adjusted
        header: dict[str, object] = {"kind": KIND, **settings.identity()}
        self.groups: dict[int, GroupResult] = {}
        """The groups that were in the file, by number."""
        if self._path.is_char_device() or self._path.is_fifo():
            raise self._unwritable(OSError(errno.EINVAL, os.strerror(errno.EINVAL)))
        try:
            # Without a buffer: what could not be written must not be tried again on closing.
            self._file = self._path.open("a+b", buffering=0)
        except (OSError, ValueError) as error:
            raise self._unwritable(error) from error
        try:
            self._open(header)
        except BaseException:
            self._file.close()
            raise

    def append(self, results: Iterable[GroupResult]) -> None:
        """Add groups at the end, each in one write."""
        try:
            for result in results:
                self._write(_line(_as_json(result)))
        except OSError as error:
            raise self._unwritable(error) from error

    def close(self) -> None:
        """Make sure that everything is on the disk."""
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
                # A line was torn when the machine or the program went down.
                self._file.truncate(len(whole))
            if not whole:
                self._write(_line(header))
        except OSError as error:
            raise self._unwritable(error) from error

    def _read(self, data: bytes, header: Mapping[str, object]) -> None:
        lines = data.splitlines()
        self._check_header(self._parsed(lines[0], 1), header)
        for number, line in enumerate(lines[1:], 2):
            try:
                result = _from_json(self._parsed(line, number), self._bots)
                _check(all(bool(game.luck) == self._is_adjusted for game in result.games))
            except (AttributeError, KeyError, TypeError, ValueError) as error:
                raise self._bad(number) from error
            self.groups.setdefault(result.group, result)

    def _parsed(self, line: bytes, number: int) -> Mapping[str, Any]:
        try:
            found: object = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise self._bad(number) from error
        if not isinstance(found, dict):
            raise self._bad(number)
        return cast("Mapping[str, Any]", found)

    def _check_header(self, found: Mapping[str, Any], expected: Mapping[str, object]) -> None:
        if found.get("kind") != KIND:
            raise self._bad(1)
        for setting, value in expected.items():
            if found.get(setting) != value:
                raise PickominoError(
                    "other_match",
                    name=self._said,
                    setting=setting,
                    found=_told(found.get(setting)),
                    expected=_told(value),
                )

    def _bad(self, line: int) -> PickominoError:
        return PickominoError("bad_results", name=self._said, line=line)

    def _unwritable(self, error: Exception) -> PickominoError:
        reason = (isinstance(error, OSError) and error.strerror) or str(error)
        return PickominoError("unwritable_file", name=self._said, reason=reason)


def _line(value: Mapping[str, object]) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode() + b"\n"


def _told(value: object) -> str:
    if isinstance(value, list):
        return quote(" ".join(map(str, cast("list[object]", value))))
    return quote(value)


def _as_json(result: GroupResult) -> dict[str, object]:
    games = [game._asdict() for game in result.games]
    return {"group": result.group, "games": games, "faults": list(result.faults)}


def _from_json(found: Mapping[str, Any], bots: int) -> GroupResult:
    """Read a group of a match of this many bots; raises ValueError or the like for others."""
    [group] = _whole_numbers([found["group"]])
    games = tuple(_game(game, bots) for game in found["games"])
    faults = tuple(dict(each.items()) for each in found["faults"])
    _whole_numbers(count for each in faults for count in each.values())
    _check(len(games) == len(faults) == bots)
    return GroupResult(group, games, faults)


def _game(found: Mapping[str, Any], bots: int) -> GameResult:
    counts = [_whole_numbers(found[count]) for count in _COUNTS]
    luck, is_over = tuple(found.get("luck", ())), found["is_over"]
    _check(all(len(count) == bots for count in counts) and 1 in counts[0])
    _check(isinstance(is_over, bool) and len(luck) in (0, bots))
    _check(all(type(share) in (int, float) and isfinite(share) for share in luck))
    return GameResult(*counts, is_over=is_over, luck=tuple(map(float, luck)))


def _whole_numbers(found: Iterable[Any]) -> tuple[int, ...]:
    numbers = tuple(found)
    _check(all(type(number) is int and number >= 0 for number in numbers))
    return numbers


def _check(is_sound: bool) -> None:  # noqa: FBT001 - there is nothing else to say
    if not is_sound:
        raise ValueError
