"""The interface of a database: a SQLite file (`sqlite.py`) or PostgreSQL (`postgres.py`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from functools import cache
from typing import Any, Protocol, TypeVar, cast

from sqlalchemy import Connection, Select

_T = TypeVar("_T")


class Cursor(Protocol):
    """The result of a statement, as in the Python database API."""

    @property
    def rowcount(self) -> int: ...

    def fetchone(self) -> Any: ...  # noqa: ANN401 - depends on the query

    def fetchall(self) -> Sequence[Any]: ...


class Statements(Protocol):
    """A connection for small, frequent statements; parameters are written as question marks."""

    def execute(self, sql: str, parameters: tuple[object, ...] = (), /) -> Cursor: ...

    def executemany(self, sql: str, parameters: list[tuple[object, ...]], /) -> object: ...


class SqlAlchemyStatements:
    """`Statements` on an SQLAlchemy connection to either database."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._has_dollars = connection.dialect.paramstyle == "numeric_dollar"

    def execute(self, sql: str, parameters: tuple[object, ...] = (), /) -> Cursor:
        return cast("Cursor", self._connection.exec_driver_sql(self._adapt(sql), parameters))

    def executemany(self, sql: str, parameters: list[tuple[object, ...]], /) -> object:
        return self._connection.exec_driver_sql(self._adapt(sql), parameters)

    def _adapt(self, sql: str) -> str:
        return _with_dollars(sql) if self._has_dollars else sql


@cache
def _with_dollars(sql: str) -> str:
    """Replace question marks with PostgreSQL's numbered parameters.

    >>> _with_dollars("SELECT 1 WHERE ? > ?")
    'SELECT 1 WHERE $1 > $2'
    """
    first, *others = sql.split("?")
    return first + "".join(f"${number}{text}" for number, text in enumerate(others, 1))


def is_postgres(address: str) -> bool:
    """Return whether an address names a PostgreSQL server rather than a file.

    >>> is_postgres("postgresql://games@db.example.org/games"), is_postgres("games.db")
    (True, False)
    """
    return address.startswith(("postgresql://", "postgres://"))


class Database(Protocol):
    """A database as a store uses it."""

    async def write(self, work: Callable[[Connection], _T]) -> _T:
        """Run work in a transaction; an error rolls it back."""
        ...

    async def write_quickly(self, work: Callable[[Statements], _T]) -> _T:
        """Run small, frequent work in a transaction, with as little overhead as possible."""
        ...

    async def read(self, query: Select[*tuple[Any, ...]]) -> Sequence[Any]: ...

    async def upgrade(self, work: Callable[[Connection], None]) -> None:
        """Migrate the tables, making sure that no other process does so at the same time."""
        ...

    def housekeeping_lock(self) -> AbstractAsyncContextManager[bool]:
        """Try to lock other processes out of housekeeping; yields whether that succeeded."""
        ...

    async def probe(self, *, is_thorough: bool = False) -> None:
        """Test whether the database can be written to; use the thorough test after a failure."""
        ...

    async def find_damage(self) -> str | None:
        """Return what an integrity check finds wrong with the database, or None."""
        ...

    async def reconnect(self) -> None:
        """Replace all connections with new ones."""
        ...

    async def close(self) -> None: ...

    def is_conflict(self, error: Exception) -> bool:
        """Return whether an error means that another writer has written the same version."""
        ...

    def is_damage(self, error: Exception) -> bool:
        """Return whether an error means that the stored data is damaged."""
        ...

    def is_storage_failure(self, error: Exception) -> bool:
        """Return whether an error is caused by the storage itself, not by the written data."""
        ...
