"""The SQLite file: one connection writes to it, a few read."""

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

from pickomino.server.storage.database import Statements
from pickomino.server.storage.work_thread import WorkThread

BUSY_SECONDS: Final = 10
"""How long a process waits for another one that writes to the same file."""
READERS: Final = 3
_POOL: Final[dict[str, Any]] = {
    "max_overflow": 0,
    "pool_timeout": 60,
    # Every use ends with a commit or a rollback of its own.
    "pool_reset_on_return": None,
    # Errors are logged, and what is stored is nobody's business.
    "hide_parameters": True,
}
_PRAGMAS: Final = (
    "PRAGMA journal_mode=WAL",
    # A commit is on disk before anybody hears of it, even if the power fails.
    "PRAGMA synchronous=FULL",
    "PRAGMA foreign_keys=ON",
    f"PRAGMA busy_timeout={BUSY_SECONDS * 1000}",
)

_T = TypeVar("_T")


class SqliteDatabase:
    """A SQLite file; it holds secrets, so that nobody but its owner may read it.

    A transaction that writes runs as a whole in one thread: handing every statement over by itself
    costs a busy server more than the statements do.
    """

    def __init__(self, path: str) -> None:
        self.path = Path(path)
        self._name = str(self.path)
        self._thread = WorkThread("database")
        self._identity: tuple[int, int] | None = None
        self._writer = _engine(self.path, 2, "BEGIN IMMEDIATE")
        self._kept: PoolProxiedConnection | None = None
        """The one that is kept for what is small and frequent."""
        self._quick: sqlite3.Connection | None = None
        """The same without the toolkit."""
        self._reading = ThreadPoolExecutor(READERS, "reading")
        self._reader = _engine(self.path, READERS, "BEGIN")

    async def write(self, work: Callable[[Connection], _T]) -> _T:
        """Do something in a transaction that nobody else writes in; an error undoes it."""
        return await self._thread.run(partial(self._write, work))

    async def write_quickly(self, work: Callable[[Statements], _T]) -> _T:
        """Do something small and frequent without the toolkit, whose care takes a millisecond."""
        return await self._thread.run(partial(self._write_quickly, work))

    async def read(self, query: Select[*tuple[Any, ...]]) -> Sequence[Any]:
        """Return the rows of a query."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._reading, self._read, query)

    async def upgrade(self, work: Callable[[Connection], None]) -> None:
        """Bring the tables up to date: whoever writes is alone with the file."""
        await self.write(work)

    @asynccontextmanager
    async def alone(self) -> AsyncGenerator[bool]:
        """Return that nobody else tidies up: one server has the file."""
        yield True

    async def probe(self, *, is_thorough: bool = False) -> None:
        """Write something that changes nothing."""
        del is_thorough
        await self.write(lambda held: held.exec_driver_sql("PRAGMA user_version=0").close())

    async def damage(self) -> str | None:
        """Read the whole file, and return what is wrong with it."""
        return await asyncio.to_thread(damage, self.path, quick=True)

    async def forget(self) -> None:
        """Go on with new connections, which remember nothing of the file.

        Those that are read from at the moment are closed once they have read.
        """
        await self._thread.run(self._close_writers)
        self._reader.dispose()

    async def close(self) -> None:
        """Finish what was asked for, and close all connections."""
        self._reading.shutdown()
        await self.forget()
        self._thread.close()

    def is_overtaken(self, error: Exception) -> bool:
        """Return whether an error says that another writer was first."""
        return isinstance(error, (IntegrityError, sqlite3.IntegrityError))

    def is_damage(self, error: Exception) -> bool:
        """Return whether an error says that the file is damaged."""
        return type(error) in (DatabaseError, sqlite3.DatabaseError)

    def is_of_storage(self, error: Exception) -> bool:
        """Return whether an error is about the file as a whole."""
        of_disk = OperationalError, sqlite3.OperationalError, OSError
        return self.is_damage(error) or isinstance(error, of_disk)

    def _read(self, query: Select[*tuple[Any, ...]]) -> Sequence[Any]:
        with self._reader.connect() as connection:
            return connection.execute(query).all()

    def _write(self, work: Callable[[Connection], _T]) -> _T:
        self._make()
        with self._writer.begin() as connection:
            done = work(connection)
        # What went into a file that is gone by now is lost, so it must not be confirmed.
        self._check_identity()
        return done

    def _write_quickly(self, work: Callable[[Statements], _T]) -> _T:
        self._make()
        connection = self._quick_connection()
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

    def _quick_connection(self) -> sqlite3.Connection:
        if self._quick is None:
            self._kept = self._writer.raw_connection()
            connection = self._kept.driver_connection
            assert isinstance(connection, sqlite3.Connection), "this is SQLite"  # noqa: S101
            self._quick = connection
        return self._quick

    def _close_writers(self) -> None:
        if self._kept is not None:
            self._kept.close()
            self._kept = self._quick = None
        self._writer.dispose()

    def _make(self) -> None:
        if self._identity is not None:
            self._check_identity()
            return
        if not self.path.exists():
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with contextlib.suppress(FileExistsError):
                os.close(os.open(self.path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        self._identity = _identity(self._name)

    def _check_identity(self) -> None:
        """Refuse to write once another file, or none, has taken the place of ours."""
        if _identity(self._name) != self._identity:
            raise OSError("the database was removed or replaced while the server ran")


def damage(path: str | Path, *, quick: bool = False) -> str | None:
    """Return what an integrity check finds wrong with a database; None if all is well."""
    check = "PRAGMA quick_check(1)" if quick else "PRAGMA integrity_check(1)"
    try:
        with contextlib.closing(read_only(path)) as connection:
            found = str(connection.execute(check).fetchone()[0])
    except sqlite3.Error as error:
        return str(error)
    return None if found == "ok" else found


def _engine(path: Path, connections: int, begin: str) -> Engine:
    """Return what opens a file that is there: one that is gone must not be made anew, empty."""
    query = {"mode": "rw", "uri": "true"}
    address = URL.create("sqlite", database=path.resolve().as_uri(), query=query)
    engine = create_engine(address, **_POOL, pool_size=connections)
    _prepare(engine, begin)
    return engine


def read_only(path: str | Path) -> sqlite3.Connection:
    """Open a file that is only looked at."""
    return sqlite3.connect(f"{Path(path).resolve().as_uri()}?mode=ro", uri=True)


def _identity(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)  # noqa: PTH116 - twice for each commit, and a Path takes longer
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def _prepare(engine: Engine, begin: str) -> None:
    """See to how connections and transactions of an engine begin."""

    @event.listens_for(engine, "connect")
    def _connected(connection: DBAPIConnection, _record: object) -> None:
        # The driver would begin transactions by itself, and too late.
        connection.isolation_level = None
        cursor = connection.cursor()
        try:
            for pragma in _PRAGMAS:
                cursor.execute(pragma)
        except BaseException:
            # Not a database, or one that is in use: it must not stay open.
            connection.close()
            raise
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begun(connection: Connection) -> None:
        connection.exec_driver_sql(begin)
