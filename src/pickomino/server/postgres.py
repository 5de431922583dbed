"""Connections to a PostgreSQL server, for hosts who need more than one process.

Loaded only where somebody asks for it: it needs the extra `cluster`.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Final, TypeVar, cast

import asyncpg  # pyright: ignore[reportMissingTypeStubs]
from sqlalchemy import Connection, text
from sqlalchemy.exc import DataError, IntegrityError, ProgrammingError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from pickomino.server.database import Statements, ToolkitStatements

CONNECTIONS: Final = 10
"""Of one process."""
CONNECT_SECONDS: Final = 5
ANSWER_SECONDS: Final = 10
"""A database that says nothing for so long is away."""
_UPGRADE_LOCK: Final = 0x7069636B6F
"""The number of the lock under which tables are changed: 'picko'."""
_connect: Final[Callable[..., Awaitable[Any]]] = cast("Any", asyncpg).connect

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

    async def write(self, work: Callable[[Connection], _T]) -> _T:
        """Do something in a transaction; an error undoes it."""
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)

    async def write_quickly(self, work: Callable[[Statements], _T]) -> _T:
        """Do something small and frequent in a transaction."""
        return await self.write(lambda connection: work(ToolkitStatements(connection)))

    @asynccontextmanager
    async def reading(self) -> AsyncGenerator[AsyncConnection]:
        """Return a connection that reads."""
        async with self._reader.connect() as connection:
            yield connection

    async def upgrade(self, work: Callable[[Connection], None]) -> None:
        """Bring the tables up to date, while no other process does."""

        def alone(connection: Connection) -> None:
            connection.execute(text(f"SELECT pg_advisory_xact_lock({_UPGRADE_LOCK})"))
            work(connection)

        await self.write(alone)

    async def probe(self) -> None:
        """Write something that changes nothing: a transaction with a number of its own."""
        await self.write(lambda held: held.execute(text("SELECT pg_current_xact_id()")).close())

    async def damage(self) -> str | None:
        """Return nothing: PostgreSQL looks after its files itself."""
        return None

    async def forget(self) -> None:
        """Go on with new connections."""
        await self._engine.dispose()

    async def close(self) -> None:
        """Close all connections."""
        await self._engine.dispose()

    def is_overtaken(self, error: Exception) -> bool:
        """Return whether an error says that another writer was first."""
        return isinstance(error, IntegrityError)

    def is_damage(self, error: Exception) -> bool:
        """Return no: what is damaged there says so each time it is read."""
        del error
        return False

    def is_of_storage(self, error: Exception) -> bool:
        """Return whether the server cannot be reached, or has no place left."""
        of_content = DataError, IntegrityError, ProgrammingError
        return isinstance(error, (SQLAlchemyError, OSError)) and not isinstance(error, of_content)

    async def _connected(self) -> Any:  # noqa: ANN401 - the driver has no types
        try:
            return await _connect(
                self._address,
                timeout=CONNECT_SECONDS,
                command_timeout=ANSWER_SECONDS,
                server_settings={"application_name": "pickomino", "jit": "off"},
            )
        except (asyncpg.PostgresError, asyncpg.InterfaceError, ValueError) as error:
            # The toolkit knows only errors of connections that are there.
            raise ConnectionError(str(error)) from error
