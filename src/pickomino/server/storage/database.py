"""What a store needs of a database: a SQLite file (`sqlite.py`) or PostgreSQL (`postgres.py`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from functools import cache
from typing import Any, Protocol, TypeVar, cast

from sqlalchemy import Connection, Select

_T = TypeVar("_T")


class Cursor(Protocol):
    """What a statement found or did."""

    @property
    def rowcount(self) -> int:
        """Count the rows that were changed."""
        ...

    def fetchone(self) -> Any:  # noqa: ANN401 - whatever was asked for
        """Return the next row, or None."""
        ...

    def fetchall(self) -> Sequence[Any]:
        """Return all rows."""
        ...


class Statements(Protocol):
    """A connection for what is small and frequent; parameters are question marks."""

    def execute(self, sql: str, parameters: tuple[object, ...] = (), /) -> Cursor:
        """Run a statement."""
        ...

    def executemany(self, sql: str, parameters: list[tuple[object, ...]], /) -> object:
        """Run a statement for each of the parameters."""
        ...


class ToolkitStatements:
    """The same on a connection of the toolkit, whichever database it leads to."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._has_dollars = connection.dialect.paramstyle == "numeric_dollar"

    def execute(self, sql: str, parameters: tuple[object, ...] = (), /) -> Cursor:
        """Run a statement."""
        return cast("Cursor", self._connection.exec_driver_sql(self._written(sql), parameters))

    def executemany(self, sql: str, parameters: list[tuple[object, ...]], /) -> object:
        """Run a statement for each of the parameters."""
        return self._connection.exec_driver_sql(self._written(sql), parameters)

    def _written(self, sql: str) -> str:
        return _with_dollars(sql) if self._has_dollars else sql


@cache
def _with_dollars(sql: str) -> str:
    """Write parameters as PostgreSQL wants them.

    >>> _with_dollars("SELECT 1 WHERE ? > ?")
    'SELECT 1 WHERE $1 > $2'
    """
    first, *others = sql.split("?")
    return first + "".join(f"${number}{text}" for number, text in enumerate(others, 1))


def is_postgres(address: str) -> bool:
    """Return whether a database is not a file, but a PostgreSQL server.

    >>> is_postgres("postgresql://games@db.example.org/games"), is_postgres("games.db")
    (True, False)
    """
    return address.startswith(("postgresql://", "postgres://"))


class Database(Protocol):
    """A database as a store uses it."""

    async def write(self, work: Callable[[Connection], _T]) -> _T:
        """Do something in a transaction; an error undoes it."""
        ...

    async def write_quickly(self, work: Callable[[Statements], _T]) -> _T:
        """Do something small and frequent in a transaction."""
        ...

    async def read(self, query: Select[*tuple[Any, ...]]) -> Sequence[Any]:
        """Return the rows of a query."""
        ...

    async def upgrade(self, work: Callable[[Connection], None]) -> None:
        """Bring the tables up to date, while no other process does."""
        ...

    def alone(self) -> AbstractAsyncContextManager[bool]:
        """Return whether no other process tidies up, and keep others from it meanwhile."""
        ...

    async def probe(self, *, is_thorough: bool = False) -> None:
        """Write something that changes nothing; thoroughly where there was no place left."""
        ...

    async def damage(self) -> str | None:
        """Return what is wrong with the stored data as a whole, if anything is."""
        ...

    async def forget(self) -> None:
        """Go on with new connections."""
        ...

    async def close(self) -> None:
        """Close all connections."""
        ...

    def is_overtaken(self, error: Exception) -> bool:
        """Return whether an error says that another writer was first."""
        ...

    def is_damage(self, error: Exception) -> bool:
        """Return whether an error says that the stored data is damaged."""
        ...

    def is_of_storage(self, error: Exception) -> bool:
        """Return whether an error is about storage as such, not about what was to be written."""
        ...
