"""Connections to a PostgreSQL server, for hosts who need more than one process.

Loaded only where somebody asks for it: it needs the extra `cluster`.
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

from pickomino.server.storage.database import Statements, ToolkitStatements

CONNECTIONS: Final = 6
"""Of one process, for what the toolkit does."""
QUICK_CONNECTIONS: Final = 4
"""The same for single statements, which come often."""
CONNECT_SECONDS: Final = 5
ANSWER_SECONDS: Final = 10
"""A database that says nothing for so long is away."""
_UPGRADE_LOCK: Final = 0x7069636B6F
"""The number of the lock under which tables are changed: 'picko'."""
_TIDY_LOCK: Final = _UPGRADE_LOCK + 1
_SESSION: Final = {
    "application_name": "pickomino",
    "jit": "off",
    # A process that froze in the midst of a transaction must not keep others from a room.
    "idle_in_transaction_session_timeout": "2s",
}
_EVENTS_UNDONE: Final = """
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
"""Fills some pages, and undoes it."""
_connect: Final[Callable[..., Awaitable[Any]]] = cast("Any", asyncpg).connect
_REFUSED: Final = asyncpg.PostgresError, asyncpg.InterfaceError

_T = TypeVar("_T")


class PostgresDatabase:
    """A database of a PostgreSQL server that several processes share."""

    def __init__(self, address: str) -> None:
        """Take the address, as libpq reads it: postgresql://user:password@host/name?sslmode=…."""
        self._address = address
        self._engine = create_async_engine(
            "postgresql+asyncpg://",
            async_creator=self._connected,
            pool_size=CONNECTIONS,
            max_overflow=0,
            pool_timeout=ANSWER_SECONDS,
            hide_parameters=True,
        )
        self._reader = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        self._places = asyncio.Semaphore(QUICK_CONNECTIONS)
        self._idle: list[Any] = []
        """Connections of the driver that wait for a single statement."""
        self._running: set[asyncio.Task[Any]] = set()

    async def write(self, work: Callable[[Connection], _T]) -> _T:
        """Do something in a transaction; an error undoes it."""

        async def done() -> _T:
            async with self._engine.begin() as connection:
                return await connection.run_sync(work)

        return await self._whole(done())

    async def write_quickly(self, work: Callable[[Statements], _T]) -> _T:
        """Do something small and frequent in a transaction."""
        return await self.write(lambda connection: work(ToolkitStatements(connection)))

    async def read(self, query: Select[*tuple[Any, ...]]) -> Sequence[Any]:
        """Return the rows of a query."""

        async def done() -> Sequence[Any]:
            async with self._reader.connect() as connection:
                return (await connection.execute(query)).all()

        return await self._whole(done())

    async def ask(self, sql: str, parameters: tuple[object, ...]) -> list[Any]:
        """Run one statement that returns rows, a transaction by itself: nobody can freeze in it.

        The driver alone does it: the toolkit would take as long as the rest of an action.
        """
        return await self._whole(self._asked(sql, parameters))

    async def _asked(self, sql: str, parameters: tuple[object, ...]) -> list[Any]:
        async with self._places:
            connection = await self._quick_connection()
            try:
                rows = await connection.fetch(sql, *parameters)
            except BaseException as error:
                connection.terminate()
                if isinstance(error, _REFUSED):
                    raise _translated(error) from error
                raise
            self._idle.append(connection)
            return rows

    async def _quick_connection(self) -> Any:  # noqa: ANN401 - the driver has no types
        while self._idle:
            connection = self._idle.pop()
            if not connection.is_closed():
                return connection
        return await self._connected()

    async def upgrade(self, work: Callable[[Connection], None]) -> None:
        """Bring the tables up to date, while no other process does."""

        def alone(connection: Connection) -> None:
            connection.execute(text(f"SELECT pg_advisory_xact_lock({_UPGRADE_LOCK})"))
            work(connection)

        await self.write(alone)

    @asynccontextmanager
    async def alone(self) -> AsyncGenerator[bool]:
        """Return whether no other process tidies up, and keep others from it meanwhile."""
        locking = asyncio.create_task(self._lock())
        try:
            yield await asyncio.shield(locking) is not None
        finally:
            await self._whole(self._unlock(locking))

    async def _lock(self) -> AsyncConnection | None:
        """Return a connection that holds the housekeeping lock, if it is free."""
        connection = await self._reader.connect()
        lock = text(f"SELECT pg_try_advisory_lock({_TIDY_LOCK})")
        if (await connection.execute(lock)).scalar():
            return connection
        await connection.close()
        return None

    async def _unlock(self, locking: asyncio.Task[AsyncConnection | None]) -> None:
        held = await locking
        if held is not None:
            # Where the connection is lost, so is the lock.
            with contextlib.suppress(SQLAlchemyError, OSError):
                await held.execute(text(f"SELECT pg_advisory_unlock({_TIDY_LOCK})"))
            await held.close()

    async def probe(self, *, is_thorough: bool = False) -> None:
        """Write something that changes nothing: a transaction with a number of its own.

        A full disk has room for that but not for events: only they tell whether it is over.
        """
        if is_thorough:
            await self.ask(_EVENTS_UNDONE, ())
        await self.write(lambda held: held.execute(text("SELECT pg_current_xact_id()")).close())

    async def damage(self) -> str | None:
        """Return nothing: PostgreSQL looks after its files itself."""
        return None

    async def forget(self) -> None:
        """Go on with new connections."""
        for connection in self._idle:
            connection.terminate()
        self._idle.clear()
        await self._engine.dispose()

    async def close(self) -> None:
        """Close all connections, once they are no longer used."""
        await asyncio.gather(*self._running, return_exceptions=True)
        await self.forget()

    def is_overtaken(self, error: Exception) -> bool:
        """Return whether an error says that another writer was first."""
        return isinstance(error, IntegrityError)

    def is_damage(self, error: Exception) -> bool:
        """Return no: damaged data reports itself each time it is read."""
        del error
        return False

    def is_of_storage(self, error: Exception) -> bool:
        """Return whether the server cannot be reached, or has no place left."""
        of_content = DataError, IntegrityError, ProgrammingError
        return isinstance(error, (SQLAlchemyError, OSError)) and not isinstance(error, of_content)

    async def _whole(self, work: Coroutine[Any, Any, _T]) -> _T:
        """Let it come to its end even where whoever asked is cancelled.

        The driver would open a connection to tell the server, and throw its own away.
        """
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._finished)
        return await asyncio.shield(task)

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled():
            task.exception()  # Whoever asked may be gone.

    async def _connected(self) -> Any:  # noqa: ANN401 - the driver has no types
        try:
            return await _connect(
                self._address,
                timeout=CONNECT_SECONDS,
                command_timeout=ANSWER_SECONDS,
                server_settings=_SESSION,
            )
        except (*_REFUSED, ValueError) as error:
            # The toolkit knows only errors of connections that are there.
            raise ConnectionError(str(error)) from error


def _translated(error: Exception) -> SQLAlchemyError:
    """Say what the driver says as the toolkit would."""
    if isinstance(error, asyncpg.IntegrityConstraintViolationError):
        return IntegrityError(None, None, error)
    if isinstance(error, (asyncpg.DataError, asyncpg.SyntaxOrAccessError)):
        return ProgrammingError(None, None, error)
    return OperationalError(None, None, error)
