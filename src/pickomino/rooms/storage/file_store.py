"""Stores rooms in a folder: one file per room, with one line per append.

An append is flushed to disk before it is reported as stored. The first line names the format. Each
later line is a JSON list of events and of the digest of the log up to there, so an append is stored
whole or not at all: an incomplete last line, left by a crash, never counted and is cut off. Lines
of earlier versions have no digest. Files contain dice secrets and are readable only by their owner.
A lock lets processes share a folder.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

import msgspec

from pickomino.atomic_file import atomic_write
from pickomino.core.errors import PickominoError, quote, quote_path
from pickomino.operating_system import BINARY, PRIVATE_FILE, PRIVATE_FOLDER
from pickomino.rooms.domain.tokens import is_code
from pickomino.rooms.protocol.events import Log, LogEntry
from pickomino.rooms.protocol.log_chain import (
    LogBatch,
    LogHead,
    StoredLog,
    first_head,
    iter_digests,
    plain_batch,
)
from pickomino.rooms.storage.file_lock import locked
from pickomino.rooms.storage.store import RoomIndexRow, VersionConflict, do_nothing

SUFFIX: Final = ".room"
HEADER: Final = b'{"format":"pickomino-room","version":1}\n'
ARCHIVE: Final = "archive"

_T = TypeVar("_T")
_entries: Final = msgspec.json.Decoder(tuple[LogEntry, ...])
_parts: Final = msgspec.json.Decoder(tuple[msgspec.Raw, ...])


class _FileState(NamedTuple):
    """The size of a file and the head of its log when this process last held the lock."""

    size: int
    head: LogHead


class _Line(NamedTuple):
    log: Log
    rows: list[str]
    digest: str
    """Empty in a line of an earlier version."""


class FileStore:
    """Stores rooms in a folder, which is created if it is missing.

    The methods ending in `_now` do the work and block; the async methods run it in a thread.
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder)
        self._known: dict[str, _FileState] = {}
        self._lock = self.folder / ".lock"

    def batch(self, code: str, before: LogHead, log: Log) -> LogBatch:
        del code
        return plain_batch(before, log)

    async def append(
        self,
        code: str,
        batch: LogBatch,
        index_row: RoomIndexRow | None = None,
        meanwhile: Callable[[], object] = do_nothing,
    ) -> None:
        del index_row, meanwhile
        await asyncio.to_thread(self.append_now, code, batch)

    async def load(self, code: str) -> Log:
        """Return the whole log; an incomplete last line is cut off."""
        return await asyncio.to_thread(self.load_now, code)

    async def load_with_digests(self, code: str) -> StoredLog:
        return await asyncio.to_thread(self._load, code)

    async def codes(self) -> tuple[str, ...]:
        return await asyncio.to_thread(self.codes_now)

    async def archive(self, code: str, idle_since: float | None = None) -> bool:
        """Move a room's file into the subfolder `archive`."""
        return await asyncio.to_thread(
            self._remove, code, lambda path: self._archive(code, path, idle_since)
        )

    async def delete(self, code: str) -> None:
        await asyncio.to_thread(self._remove, code, Path.unlink)

    def append_now(self, code: str, batch: LogBatch) -> None:
        path = self._path(code)
        line = f'[{",".join(batch.rows)},"{batch.after.digest}"]\n'.encode()

        def add() -> None:
            head = self._head(code, path)
            if head != batch.before:
                raise VersionConflict(code, batch.before.version, head.version)
            self._known.pop(code, None)
            if head.version == 0:
                with atomic_write(path, PRIVATE_FILE) as file:
                    file.write(HEADER + line)
            else:
                _append(path, line)
            self._known[code] = _FileState(path.stat().st_size, batch.after)

        self._with_lock(code, add)

    def load_now(self, code: str) -> Log:
        return self._load(code).log

    def codes_now(self) -> tuple[str, ...]:
        rooms: list[tuple[float, str]] = []
        for path in self.folder.glob(f"*{SUFFIX}"):
            if is_code(path.stem):
                with contextlib.suppress(OSError):
                    rooms.append((path.stat().st_mtime, path.stem))
        return tuple(code for _, code in sorted(rooms, reverse=True))

    def _load(self, code: str) -> StoredLog:
        stored = self._with_lock(code, lambda: self._read(code, self._path(code)))
        if not stored.log:
            raise PickominoError("unknown_room", room=quote(code))
        return stored

    def _path(self, code: str) -> Path:
        # A code has no path separators, so no name can lead out of the folder.
        if not is_code(code):
            raise PickominoError("unknown_room", room=quote(code))
        return self.folder / f"{code}{SUFFIX}"

    def _with_lock(self, code: str, work: Callable[[], _T]) -> _T:
        try:
            self.folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
            with locked(self._lock):
                return work()
        except OSError as error:
            self._known.pop(code, None)
            raise store_failed(self.folder, error) from error

    def _head(self, code: str, path: Path) -> LogHead:
        known = self._known.get(code)
        if known is not None and path.exists() and path.stat().st_size == known.size:
            return known.head
        return self._read(code, path).head(code)

    def _read(self, code: str, path: Path) -> StoredLog:
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            return StoredLog((), ())
        stored, good = _parse(code, data)
        if good != len(data):
            _truncate(path, good)
        self._known[code] = _FileState(good, stored.head(code))
        return stored

    def _remove(self, code: str, remove: Callable[[Path], _T]) -> _T:
        path = self._path(code)

        def work() -> _T:
            if not path.exists():
                raise PickominoError("unknown_room", room=quote(code))
            result = remove(path)
            self._known.pop(code, None)
            return result

        return self._with_lock(code, work)

    def _archive(self, code: str, path: Path, idle_since: float | None) -> bool:
        if idle_since is not None and self._read(code, path).log[-1].at >= idle_since:
            return False
        target = self.folder / ARCHIVE
        target.mkdir(mode=PRIVATE_FOLDER, exist_ok=True)
        path.replace(target / path.name)
        return True


def parse_log(data: bytes) -> Log:
    """Return the events in a copy of a file; its name is unknown, so digests are not checked."""
    log: list[LogEntry] = []
    for line in data.removeprefix(HEADER).splitlines(keepends=True):
        try:
            log += _parse_line(line).log
        except ValueError as error:
            if line.endswith(b"\n"):
                raise PickominoError("room_damaged", room=SUFFIX, version=len(log) + 1) from error
    return tuple(log)


def _parse(code: str, data: bytes) -> tuple[StoredLog, int]:
    """Return the events in a file, and the offset after its last complete line."""
    if not data.startswith(HEADER):
        raise PickominoError("room_damaged", room=code, version=0)
    log: list[LogEntry] = []
    digests: list[str] = []
    digest = first_head(code).digest
    good = len(HEADER)
    for line in data[good:].splitlines(keepends=True):
        try:
            part = _parse_line(line) if line.endswith(b"\n") else None
        except msgspec.ValidationError as error:
            # A complete line, written by a newer version: cutting it off would lose events.
            raise PickominoError("room_damaged", room=code, version=len(log) + 1) from error
        except ValueError:
            part = None
        if part is None:
            if good + len(line) < len(data):
                raise PickominoError("room_damaged", room=code, version=len(log) + 1)
            break
        log += part.log
        digests += iter_digests(digest, part.rows)
        digest = digests[-1] if digests else digest
        if part.digest not in ("", digest):
            raise PickominoError("room_damaged", room=code, version=len(log))
        good += len(line)
    if [entry.version for entry in log] != list(range(1, len(log) + 1)):
        raise PickominoError("room_damaged", room=code, version=len(log))
    return StoredLog(tuple(log), digests), good


def _parse_line(line: bytes) -> _Line:
    *parts, last = _parts.decode(line) or (msgspec.Raw(b""),)
    has_digest = bytes(last).startswith(b'"')
    rows = [bytes(part).decode() for part in (parts if has_digest else (*parts, last))]
    log = _entries.decode(f"[{','.join(rows)}]")
    return _Line(log, rows, bytes(last)[1:-1].decode() if has_digest else "")


def _append(path: Path, data: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | BINARY)
    try:
        while data:
            data = data[os.write(descriptor, data) :]
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _truncate(path: Path, size: int) -> None:
    with path.open("r+b") as file:
        file.truncate(size)
        file.flush()
        os.fsync(file.fileno())


def store_failed(folder: Path, error: OSError) -> PickominoError:
    """Return the error for a folder that cannot be used, with the operating system's reason."""
    reason = f"{error.strerror or error}: {quote_path(folder)}"
    return PickominoError("store_failed", reason=reason)
