"""Statements for both databases: a SQLite file (`sqlite.py`) and PostgreSQL (`postgres.py`)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, Protocol, cast
from urllib.parse import urlsplit

from sqlalchemy import Connection

from pickomino.core.errors import quote_path

_POSTGRES_PORT: Final = 5432


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


def describe_address(address: str) -> str:
    """Return an address for a message, without user and password.

    >>> describe_address("postgresql://ann:secret@db/games"), describe_address("games.db")
    ('postgresql://db/games', "'games.db'")
    """
    if not is_postgres(address):
        return quote_path(address)
    parts = urlsplit(address)
    host = parts.netloc.rpartition("@")[2]
    return f"{parts.scheme}://{host}{parts.path}"


def is_same_database(first: str, second: str) -> bool:
    """Return whether two addresses name the same file, or the same database of a server.

    >>> is_same_database("postgresql://ann@db/games", "postgres://ben@db:5432/games?ssl=on")
    True
    >>> is_same_database("games.db", "other/../games.db")
    True
    """
    if _identify(first) == _identify(second):
        return True
    try:
        return Path(first).samefile(second)  # hard links, and disks that ignore case
    except (OSError, ValueError):
        return False


def _identify(address: str) -> tuple[object, ...]:
    if not is_postgres(address):
        return (Path(address).resolve(),)
    parts = urlsplit(address)
    return parts.hostname, parts.port or _POSTGRES_PORT, parts.path
