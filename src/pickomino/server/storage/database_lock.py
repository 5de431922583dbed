"""The lock that lets only one process serve, restore or transfer a SQLite file."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import Final

from pickomino.core.errors import PickominoError, quote_path
from pickomino.rooms.storage.file_lock import try_lock, unlock

LOCK_SUFFIX: Final = ".lock"
"""Added to the name of a database whose lock file this is."""


class DatabaseLock:
    """A lock that is held until it is released or the process dies.

    It is on a file beside the database: closing any descriptor of the database itself would release
    the locks that SQLite holds on it. Symbolic links to a database share its lock; a database with
    hard links is refused, because its other names have other locks.
    """

    def __init__(self, database: Path) -> None:
        self._database = database.resolve()
        self._descriptor: int | None = None

    def acquire(self) -> None:
        """Take the lock; raises `database_in_use`, `linked_database` or `unwritable_file`."""
        if self._database.is_file() and self._database.stat().st_nlink > 1:
            raise PickominoError("linked_database", name=quote_path(self._database))
        try:
            self._descriptor = try_lock(Path(f"{self._database}{LOCK_SUFFIX}"))
        except OSError as error:
            reason = error.strerror or str(error)
            name = quote_path(f"{self._database}{LOCK_SUFFIX}")
            raise PickominoError("unwritable_file", name=name, reason=reason) from error
        if self._descriptor is None:
            raise PickominoError("database_in_use", name=quote_path(self._database))

    def release(self) -> None:
        """Release the lock if it is held; the file stays, because others may have opened it."""
        if self._descriptor is not None:
            unlock(self._descriptor)
            self._descriptor = None

    def __enter__(self) -> None:
        self.acquire()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.release()
