"""PostgreSQL as a database, for several server processes.

This module is loaded only if PostgreSQL is configured, because it needs the extra `cluster`.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final, TypeVar, cast

import asyncpg  # pyright: ignore[reportMissingTypeStubs]
from sqlalchemy import Connection, Select, text
from sqlalchemy.exc import (
    DataError,
    IntegrityError,
    OperationalError,
    ProgrammingError,
    SQLAlchemyError,
)
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from pickomino.server.storage.database import SqlAlchemyStatements, Statements

POOL_SIZE: Final = 6
"""How many SQLAlchemy connections one process may open."""
DRIVER_CONNECTIONS: Final = 4
"""How many driver connections one process may open, for frequent single statements."""
CONNECT_SECONDS: Final = 5
QUERY_SECONDS: Final = 10
"""A database that does not respond for this long counts as unreachable."""
_UPGRADE_LOCK: Final = 0x7069636B6F
"""The number of the advisory lock for migrations: 'picko' in ASCII."""
_HOUSEKEEPING_LOCK: Final = _UPGRADE_LOCK + 1
_SESSION: Final = {
    "application_name": "pickomino",
    "jit": "off",
    # A process that freezes during a transaction must not block a room for others.
    "idle_in_transaction_session_timeout": "2s",
}
_WRITE_AND_ROLL_BACK: Final = """
DO $$ BEGIN
    INSERT INTO rooms (version, phase, is_public, is_waiting, updated_at, summary, code)
    VALUES (0, 'lobby', false, false, 0, '', '-');
    INSERT INTO events (room, version, entry)
    SELECT '-', number, repeat('-', 1500) FROM generate_series(1, 20) AS number;
    RAISE EXCEPTION USING ERRCODE = 'PICKO';
EXCEPTION WHEN SQLSTATE 'PICKO' THEN
    NULL;
END $$
"""
"""Inserts enough rows to fill some database pages, and rolls back."""
_open_connection: Final[Callable[..., Awaitable[Any]]] = cast("Any", asyncpg).connect
_DRIVER_ERRORS: Final = asyncpg.PostgresError, asyncpg.InterfaceError

_T = TypeVar("_T")


class PostgresDatabase:
    """A PostgreSQL database that several processes share."""

    def __init__(self, address: str) -> None:
        """Use an address in libpq's format: postgresql://user:password@host/name?sslmode=…."""
        self._address = address
        self._engine = create_async_engine(
            "postgresql+asyncpg://",
            async_creator=self._connect,
            pool_size=POOL_SIZE,
            max_overflow=0,
            pool_timeout=QUERY_SECONDS,
            hide_parameters=True,
        )
        self._reader = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        self._slots = asyncio.Semaphore(DRIVER_CONNECTIONS)
        self._idle: list[Any] = []
        """Driver connections that are not in use."""
        self._running: set[asyncio.Task[Any]] = set()

    async def write(self, work: Callable[[Connection], _T]) -> _T:
        """Run work in a transaction; an error rolls it back."""

        async def transact() -> _T:
            async with self._engine.begin() as connection:
                return await connection.run_sync(work)

        return await self._run_to_completion(transact())

    async def write_quickly(self, work: Callable[[Statements], _T]) -> _T:
        return await self.write(lambda connection: work(SqlAlchemyStatements(connection)))

    async def read(self, query: Select[*tuple[Any, ...]]) -> Sequence[Any]:
        async def execute() -> Sequence[Any]:
            async with self._reader.connect() as connection:
                return (await connection.execute(query)).all()

        return await self._run_to_completion(execute())

    async def fetch(self, sql: str, parameters: tuple[object, ...]) -> list[Any]:
        """Run one statement and return its rows.

        A single statement is a whole transaction, so a process that freezes cannot leave one open.
        This uses the driver directly: with SQLAlchemy, a player's action would take twice as long.
        """
        return await self._run_to_completion(self._fetch(sql, parameters))

    async def _fetch(self, sql: str, parameters: tuple[object, ...]) -> list[Any]:
        async with self._slots:
            connection = await self._driver_connection()
            try:
                rows = await connection.fetch(sql, *parameters)
            except BaseException as error:
                connection.terminate()
                if isinstance(error, _DRIVER_ERRORS):
                    raise _translate_error(error) from error
                raise
            self._idle.append(connection)
            return rows

    async def _driver_connection(self) -> Any:  # noqa: ANN401 - the driver has no types
        while self._idle:
            connection = self._idle.pop()
            if not connection.is_closed():
                return connection
        return await self._connect()

    def lock(self) -> None:
        """Do nothing: several servers may share the database."""

    async def upgrade(self, work: Callable[[Connection], None]) -> None:
        """Migrate the tables; the lock keeps other processes from doing so at the same time."""

        def locked(connection: Connection) -> None:
            connection.execute(text(f"SELECT pg_advisory_xact_lock({_UPGRADE_LOCK})"))
            work(connection)

        await self.write(locked)

    @asynccontextmanager
    async def housekeeping_lock(self) -> AsyncGenerator[bool]:
        """Try to lock other processes out of housekeeping; yield whether that succeeded."""
        locking = asyncio.create_task(self._lock())
        try:
            yield await asyncio.shield(locking) is not None
        finally:
            await self._run_to_completion(self._unlock(locking))

    async def _lock(self) -> AsyncConnection | None:
        """Return a connection that holds the housekeeping lock, or None if the lock is taken."""
        connection = await self._reader.connect()
        lock = text(f"SELECT pg_try_advisory_lock({_HOUSEKEEPING_LOCK})")
        if (await connection.execute(lock)).scalar():
            return connection
        await connection.close()
        return None

    async def _unlock(self, locking: asyncio.Task[AsyncConnection | None]) -> None:
        connection = await locking
        if connection is not None:
            # If the connection is lost, so is the lock.
            with contextlib.suppress(SQLAlchemyError, OSError):
                await connection.execute(text(f"SELECT pg_advisory_unlock({_HOUSEKEEPING_LOCK})"))
            await connection.close()

    async def probe(self, *, is_thorough: bool = False) -> None:
        """Test whether data can be written: request a new transaction id, which changes no data.

        An id may still fit on a full disk when events do not, so the thorough test also writes some
        events.
        """
        if is_thorough:
            await self.fetch(_WRITE_AND_ROLL_BACK, ())
        query = text("SELECT pg_current_xact_id()")
        await self.write(lambda connection: connection.execute(query).close())

    async def find_damage(self) -> str | None:
        """Return None: PostgreSQL checks its files itself."""
        return None

    async def reconnect(self) -> None:
        for connection in self._idle:
            connection.terminate()
        self._idle.clear()
        await self._engine.dispose()

    async def close(self) -> None:
        """Close all connections as soon as they are no longer in use."""
        await asyncio.gather(*self._running, return_exceptions=True)
        await self.reconnect()

    def is_conflict(self, error: Exception) -> bool:
        return isinstance(error, IntegrityError)

    def is_damage(self, error: Exception) -> bool:
        """Return False: PostgreSQL reports damage on every read, so damage need not be tracked."""
        del error
        return False

    def is_storage_failure(self, error: Exception) -> bool:
        """Return whether an error means, for example, an unreachable server or a full disk."""
        data_errors = DataError, IntegrityError, ProgrammingError
        return isinstance(error, (SQLAlchemyError, OSError)) and not isinstance(error, data_errors)

    async def _run_to_completion(self, work: Coroutine[Any, Any, _T]) -> _T:
        """Finish the work even if the caller is cancelled.

        To cancel a query, the driver would open a second connection and discard the first.
        """
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._on_done)
        return await asyncio.shield(task)

    def _on_done(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled():
            task.exception()  # mark it as retrieved: the caller may be cancelled

    async def _connect(self) -> Any:  # noqa: ANN401 - the driver has no types
        try:
            return await _open_connection(
                self._address,
                timeout=CONNECT_SECONDS,
                command_timeout=QUERY_SECONDS,
                server_settings=_SESSION,
            )
        except (*_DRIVER_ERRORS, ValueError) as error:
            # SQLAlchemy translates only the errors of open connections.
            raise ConnectionError(str(error)) from error


def _translate_error(error: Exception) -> SQLAlchemyError:
    """Return the SQLAlchemy error that corresponds to an error of the driver."""
    if isinstance(error, asyncpg.IntegrityConstraintViolationError):
        return IntegrityError(None, None, error)
    if isinstance(error, (asyncpg.DataError, asyncpg.SyntaxOrAccessError)):
        return ProgrammingError(None, None, error)
    return OperationalError(None, None, error)
