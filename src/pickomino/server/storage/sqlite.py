"""SQLite as a database: one thread writes to the file, and a few others read it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
from collections.abc import AsyncGenerator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

from sqlalchemy import URL, Connection, Engine, Select, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DatabaseError, IntegrityError, OperationalError
from sqlalchemy.pool import PoolProxiedConnection

from pickomino.operating_system import PRIVATE_FILE, PRIVATE_FOLDER
from pickomino.server.storage.database import Statements
from pickomino.server.storage.database_lock import DatabaseLock

BUSY_SECONDS: Final = 10
"""How long a process waits while another one writes to the same file."""
READERS: Final = 3
_POOL: Final[dict[str, Any]] = {
    "max_overflow": 0,
    "pool_timeout": 60,
    # Every use ends with a commit or a rollback anyway.
    "pool_reset_on_return": None,
    # Errors are logged, but stored data must not be.
    "hide_parameters": True,
}
_PRAGMAS: Final = (
    "PRAGMA journal_mode=WAL",
    # A commit is on disk before it is confirmed, even if the power fails.
    "PRAGMA synchronous=FULL",
    "PRAGMA foreign_keys=ON",
    f"PRAGMA busy_timeout={BUSY_SECONDS * 1000}",
)

_T = TypeVar("_T")


class SqliteDatabase:
    """A SQLite file; it contains secrets, so only its owner may read it.

    A write transaction runs as a whole in one thread: passing each statement to the thread
    separately would cost a busy server more than the statements themselves.
    """

    def __init__(self, path: str) -> None:
        self.path = Path(path)
        self._name = str(self.path)
        self._thread = ThreadPoolExecutor(1, "database")
        self._lock = DatabaseLock(self.path)
        self._identity: tuple[int, int] | None = None
        self._writer = _engine(self.path, 2, "BEGIN IMMEDIATE")
        self._driver_proxy: PoolProxiedConnection | None = None
        """The pooled connection for small, frequent writes."""
        self._driver: sqlite3.Connection | None = None
        """The `sqlite3` connection inside `_driver_proxy`, for use without SQLAlchemy."""
        self._read_pool = ThreadPoolExecutor(READERS, "reading")
        self._reader = _engine(self.path, READERS, "BEGIN")

    async def write(self, work: Callable[[Connection], _T]) -> _T:
        """Run work in a transaction; an error rolls it back."""
        return await self._run(partial(self._write, work))

    async def write_quickly(self, work: Callable[[Statements], _T]) -> _T:
        """Run small, frequent work without SQLAlchemy, which would add a millisecond."""
        return await self._run(partial(self._write_quickly, work))

    async def read(self, query: Select[*tuple[Any, ...]]) -> Sequence[Any]:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._read_pool, self._read, query)

    def lock(self) -> None:
        """Keep other servers from using the file until it is closed; raises `database_in_use`."""
        self._create_folder()
        self._lock.acquire()

    async def upgrade(self, work: Callable[[Connection], None]) -> None:
        """Migrate the tables; this needs no lock, because a write transaction locks the file."""
        await self.write(work)

    @asynccontextmanager
    async def housekeeping_lock(self) -> AsyncGenerator[bool]:
        """Yield True, because only one server uses a file."""
        yield True

    async def probe(self, *, is_thorough: bool = False) -> None:
        del is_thorough
        pragma = "PRAGMA user_version=0"
        await self.write(lambda connection: connection.exec_driver_sql(pragma).close())

    async def find_damage(self) -> str | None:
        """Check the whole file; return what is wrong with it, or None."""
        return await asyncio.to_thread(find_damage, self.path, quick=True)

    async def reconnect(self) -> None:
        """Replace all connections with new ones, which have not cached anything from the file.

        A connection that is running a query is closed when the query ends.
        """
        await self._run(self._close_writers)
        self._reader.dispose()

    async def close(self) -> None:
        """Finish pending work, and close all connections."""
        self._read_pool.shutdown()
        await self.reconnect()
        self._thread.shutdown()
        self._lock.release()

    def is_conflict(self, error: Exception) -> bool:
        """Return whether an error means that another writer has written the same version."""
        return isinstance(error, (IntegrityError, sqlite3.IntegrityError))

    def is_damage(self, error: Exception) -> bool:
        """Return whether an error means that the stored data is damaged."""
        return type(error) in (DatabaseError, sqlite3.DatabaseError)

    def is_storage_failure(self, error: Exception) -> bool:
        """Return whether an error is caused by the storage itself, not by the written data."""
        disk_errors = OperationalError, sqlite3.OperationalError, OSError
        return self.is_damage(error) or isinstance(error, disk_errors)

    async def _run(self, work: Callable[[], _T]) -> _T:
        """Run work in the thread, even if the caller is cancelled in the meantime."""
        loop = asyncio.get_running_loop()
        return await asyncio.shield(loop.run_in_executor(self._thread, work))

    def _read(self, query: Select[*tuple[Any, ...]]) -> Sequence[Any]:
        with self._reader.connect() as connection:
            return connection.execute(query).all()

    def _write(self, work: Callable[[Connection], _T]) -> _T:
        self._ensure_file()
        with self._writer.begin() as connection:
            result = work(connection)
        # If the file was removed in the meantime, the data is lost and must not be confirmed.
        self._check_identity()
        return result

    def _write_quickly(self, work: Callable[[Statements], _T]) -> _T:
        self._ensure_file()
        connection = self._driver_connection()
        connection.execute("BEGIN IMMEDIATE")
        try:
            result = work(connection)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        self._check_identity()
        return result

    def _driver_connection(self) -> sqlite3.Connection:
        if self._driver is None:
            self._driver_proxy = self._writer.raw_connection()
            connection = self._driver_proxy.driver_connection
            assert isinstance(connection, sqlite3.Connection), "this is SQLite"  # noqa: S101
            self._driver = connection
        return self._driver

    def _close_writers(self) -> None:
        if self._driver_proxy is not None:
            self._driver_proxy.close()
            self._driver_proxy = self._driver = None
        self._writer.dispose()

    def _ensure_file(self) -> None:
        """Create the file, or check that it was not replaced since it was opened."""
        if self._identity is not None:
            self._check_identity()
            return
        if not self.path.exists():
            self._create_folder()
            with contextlib.suppress(FileExistsError):
                os.close(os.open(self.path, os.O_CREAT | os.O_EXCL | os.O_RDWR, PRIVATE_FILE))
        self._identity = _identity(self._name)

    def _create_folder(self) -> None:
        self.path.parent.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)

    def _check_identity(self) -> None:
        """Raise OSError if the file was removed or replaced."""
        if _identity(self._name) != self._identity:
            raise OSError("the database was removed or replaced while the server ran")


def find_damage(path: str | Path, *, quick: bool = False) -> str | None:
    """Return what an integrity check finds wrong with a database, or None."""
    check = "PRAGMA quick_check(1)" if quick else "PRAGMA integrity_check(1)"
    try:
        with contextlib.closing(open_read_only(path)) as connection:
            result = str(connection.execute(check).fetchone()[0])
    except sqlite3.Error as error:
        return str(error)
    return None if result == "ok" else result


def _engine(path: Path, connections: int, begin: str) -> Engine:
    """Return an engine that never creates the file: a removed file must not reappear empty."""
    query = {"mode": "rw", "uri": "true"}
    address = URL.create("sqlite", database=path.resolve().as_uri(), query=query)
    engine = create_engine(address, **_POOL, pool_size=connections)
    _configure(engine, begin)
    return engine


def open_read_only(path: str | Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{Path(path).resolve().as_uri()}?mode=ro", uri=True)


def _identity(path: str) -> tuple[int, int] | None:
    try:
        status = os.stat(path)  # noqa: PTH116 - twice for each commit, and a Path is slower
    except FileNotFoundError:
        return None
    return status.st_dev, status.st_ino


def _configure(engine: Engine, begin: str) -> None:
    """Set how an engine opens connections and begins transactions."""

    @event.listens_for(engine, "connect")
    def _on_connect(connection: DBAPIConnection, _record: object) -> None:
        # Otherwise the driver begins transactions implicitly, and too late.
        connection.isolation_level = None
        cursor = connection.cursor()
        try:
            for pragma in _PRAGMAS:
                cursor.execute(pragma)
        except BaseException:
            # Not a database, or one in use by another process: it must not stay open.
            connection.close()
            raise
        cursor.close()

    @event.listens_for(engine, "begin")
    def _on_begin(connection: Connection) -> None:
        connection.exec_driver_sql(begin)
