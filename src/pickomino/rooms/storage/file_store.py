"""Rooms in a folder: one file each, a line for every append, safe on the disk before it counts.

The first line names the format. A line is a JSON list of events, so an append is there whole or
not at all: a last line that was torn by a crash never counted, and is cut off. Files hold dice
secrets and are readable by their owner alone. A lock serves several processes on one folder.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

import msgspec

from pickomino.core.errors import PickominoError, quote
from pickomino.rooms.domain.tokens import is_code
from pickomino.rooms.protocol.events import Log, LogEntry
from pickomino.rooms.storage.file_lock import locked
from pickomino.rooms.storage.store import RoomIndexRow, VersionConflict, do_nothing

SUFFIX: Final = ".room"
HEADER: Final = b'{"format":"pickomino-room","version":1}\n'
ARCHIVE: Final = "archive"
_BINARY: Final[int] = getattr(os, "O_BINARY", 0)
"""Windows would write two characters at the end of a line."""

_T = TypeVar("_T")
_lines: Final = msgspec.json.Decoder(tuple[LogEntry, ...])


class _Known(NamedTuple):
    """What a file held when this process last had its lock."""

    size: int
    version: int


class FileStore:
    """Keeps rooms in a folder, which is made if it is missing.

    The methods ending in `_now` do the work and block; the others run them in a thread.
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder)
        self._known: dict[str, _Known] = {}
        self._lock = self.folder / ".lock"

    async def append(
        self,
        code: str,
        expected: int,
        log: Log,
        index_row: RoomIndexRow | None = None,
        meanwhile: Callable[[], object] = do_nothing,
    ) -> None:
        """Add events after version `expected`, all or none; safe on the disk when it returns."""
        del index_row, meanwhile
        await asyncio.to_thread(self.append_now, code, expected, log)

    async def load(self, code: str) -> Log:
        """Return the whole log; a torn last line is cut off."""
        return await asyncio.to_thread(self.load_now, code)

    async def codes(self) -> tuple[str, ...]:
        """Return every room, the one that changed last first."""
        return await asyncio.to_thread(self.codes_now)

    async def archive(self, code: str, idle_since: float | None = None) -> bool:
        """Move a room into the folder `archive`."""
        return await asyncio.to_thread(
            self._put_away, code, lambda path: self._archived(code, path, idle_since)
        )

    async def delete(self, code: str) -> None:
        """Remove a room for good."""
        await asyncio.to_thread(self._put_away, code, Path.unlink)

    def append_now(self, code: str, expected: int, log: Log) -> None:
        """Do what `append` does, and block."""
        path = self._path(code)
        line = msgspec.json.encode(log) + b"\n"

        def add() -> None:
            version = self._version(code, path)
            if version != expected:
                raise VersionConflict(code, expected, version)
            self._known.pop(code, None)
            if expected == 0:
                _create(path, HEADER + line)
            else:
                _add(path, line)
            self._known[code] = _Known(path.stat().st_size, expected + len(log))

        self._with_lock(code, add)

    def load_now(self, code: str) -> Log:
        """Do what `load` does, and block."""
        log = self._with_lock(code, lambda: self._read(code, self._path(code)))
        if not log:
            raise PickominoError("unknown_room", room=quote(code))
        return log

    def codes_now(self) -> tuple[str, ...]:
        """Do what `codes` does, and block."""
        found: list[tuple[float, str]] = []
        for path in self.folder.glob(f"*{SUFFIX}"):
            if is_code(path.stem):
                with contextlib.suppress(OSError):
                    found.append((path.stat().st_mtime, path.stem))
        return tuple(code for _, code in sorted(found, reverse=True))

    def _path(self, code: str) -> Path:
        # A code has 32 harmless characters, so no name can lead out of the folder.
        if not is_code(code):
            raise PickominoError("unknown_room", room=quote(code))
        return self.folder / f"{code}{SUFFIX}"

    def _with_lock(self, code: str, work: Callable[[], _T]) -> _T:
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with locked(self._lock):
                return work()
        except OSError as error:
            self._known.pop(code, None)
            raise unwritable(self.folder, error) from error

    def _version(self, code: str, path: Path) -> int:
        known = self._known.get(code)
        if known is not None and path.exists() and path.stat().st_size == known.size:
            return known.version
        return len(self._read(code, path))

    def _read(self, code: str, path: Path) -> Log:
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            return ()
        log, good = _parsed(code, data)
        if good != len(data):
            _cut(path, good)
        self._known[code] = _Known(good, len(log))
        return log

    def _put_away(self, code: str, put: Callable[[Path], _T]) -> _T:
        path = self._path(code)

        def work() -> _T:
            if not path.exists():
                raise PickominoError("unknown_room", room=quote(code))
            result = put(path)
            self._known.pop(code, None)
            return result

        return self._with_lock(code, work)

    def _archived(self, code: str, path: Path, idle_since: float | None) -> bool:
        if idle_since is not None and self._read(code, path)[-1].at >= idle_since:
            return False
        target = self.folder / ARCHIVE
        target.mkdir(mode=0o700, exist_ok=True)
        path.replace(target / path.name)
        return True


def _parsed(code: str, data: bytes) -> tuple[Log, int]:
    """Return the events of a file and where the last whole line ends."""
    if not data.startswith(HEADER):
        raise PickominoError("room_damaged", room=code, version=0)
    log: list[LogEntry] = []
    good = len(HEADER)
    for line in data[good:].splitlines(keepends=True):
        try:
            entries = _lines.decode(line) if line.endswith(b"\n") else None
        except msgspec.ValidationError as error:
            # Written whole, by a newer version: cutting it off would lose it for good.
            raise PickominoError("room_damaged", room=code, version=len(log) + 1) from error
        except ValueError:
            entries = None
        if entries is None:
            if good + len(line) < len(data):
                raise PickominoError("room_damaged", room=code, version=len(log) + 1)
            break
        log += entries
        good += len(line)
    if [entry.version for entry in log] != list(range(1, len(log) + 1)):
        raise PickominoError("room_damaged", room=code, version=len(log))
    return tuple(log), good


def _create(path: Path, data: bytes) -> None:
    draft = path.with_suffix(".new")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _BINARY, 0o600)
    _write(descriptor, data)
    draft.replace(path)
    _sync_folder(path.parent)


def _add(path: Path, data: bytes) -> None:
    _write(os.open(path, os.O_WRONLY | os.O_APPEND | _BINARY), data)


def _write(descriptor: int, data: bytes) -> None:
    try:
        while data:
            data = data[os.write(descriptor, data) :]
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _cut(path: Path, size: int) -> None:
    with path.open("r+b") as file:
        file.truncate(size)
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    """Make a new name safe; Windows cannot open folders and does it by itself."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def unwritable(folder: Path, error: OSError) -> PickominoError:
    """Say why nothing can be kept in a folder: first the reason, which is never cut off."""
    reason = f"{error.strerror or error}: {quote(folder)}"
    return PickominoError("store_failed", reason=reason)
