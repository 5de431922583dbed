"""Copies rooms, finished games and daily answers to another database, for example PostgreSQL.

Rows are copied unchanged, and read back to check them. Rows that are already in the target are not
copied again, so that an interrupted transfer can simply be restarted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from sqlalchemy import Column, Connection, Table, TableClause, column, extract, func, select, update

from pickomino.core.errors import PickominoError
from pickomino.operating_system import PRIVATE_FILE, PRIVATE_FOLDER
from pickomino.server.storage.schema import (
    daily_answers,
    events,
    games,
    nodes,
    players,
    reviews,
    rooms,
)
from pickomino.server.storage.sql_store import SqlStore
from pickomino.server.storage.sqlite import SqliteDatabase

IDLE_SECONDS: Final = 5.0
"""A PostgreSQL database is in use if a node has sent a heartbeat within this time."""
BATCH_SIZE: Final = 20
"""How many rooms, games or days are copied in one transaction."""

_EPOCHS: Final = TableClause("nodes_epoch_seq", column("last_value"), column("is_called"))
"""The sequence of epochs: each node that joins takes the next one."""

Row = tuple[Any, ...]


class TransferCounts(NamedTuple):
    """How many rooms and finished games were copied."""

    rooms: int
    games: int


class _TableFamily(NamedTuple):
    """A parent table, and child tables in which each row belongs to one row of the parent."""

    table: Table
    key: Column[str]
    children: tuple[tuple[Table, Column[str]], ...]


_ROOMS: Final = _TableFamily(rooms, rooms.c.code, ((events, events.c.room),))
_GAMES: Final = _TableFamily(
    games, games.c.id, ((players, players.c.game), (reviews, reviews.c.game))
)
_DAYS: Final = _TableFamily(daily_answers, daily_answers.c.day, ())


async def require_idle(store: SqlStore, last_epoch: int | None = None) -> int:
    """Return the last epoch of a PostgreSQL database's nodes; files have a lock instead.

    Raises `database_in_use` if a server uses the database or, with `last_epoch`, has since then.
    """
    if isinstance(store.database, SqliteDatabase):
        return 0
    last_seen = select(func.max(nodes.c.seen_at)).scalar_subquery()
    now = extract("epoch", func.clock_timestamp())
    query = select(last_seen, now, _EPOCHS.c.last_value, _EPOCHS.c.is_called)
    ((seen_at, now, value, is_called),) = await store.read(query)
    epoch = value if is_called else 0
    is_alive = seen_at is not None and seen_at > float(now) - IDLE_SECONDS
    if is_alive or epoch != (epoch if last_epoch is None else last_epoch):
        raise PickominoError("database_in_use", name="PostgreSQL")
    return epoch


async def copy_rows(
    source: SqlStore, target: SqlStore, on_progress: Callable[[int, int], None]
) -> TransferCounts:
    """Copy everything; `on_progress` receives how many keys were copied, and how many there are.

    Raises `transfer_conflict` if an event of the target is missing or different in the source.
    """
    room_keys, game_keys = await _keys(source, _ROOMS), await _keys(source, _GAMES)
    day_keys = await _keys(source, _DAYS)
    total, done = len(room_keys) + len(game_keys) + len(day_keys), 0
    for family, keys in ((_ROOMS, room_keys), (_GAMES, game_keys), (_DAYS, day_keys)):
        for start in range(0, len(keys), BATCH_SIZE):
            batch = keys[start : start + BATCH_SIZE]
            await _copy_batch(source, target, family, batch)
            done += len(batch)
            on_progress(done, total)
    return TransferCounts(len(room_keys), len(game_keys))


def copy_key(source: Path, target: Path) -> None:
    """Copy the key that encrypts the dice secrets; without it, running games cannot continue."""
    if not source.exists():
        return
    key = source.read_bytes()
    try:
        target.parent.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
        target.touch(mode=PRIVATE_FILE, exist_ok=False)
    except FileExistsError:
        if target.read_bytes() != key:
            raise PickominoError("transfer_conflict", what=target.name) from None
    else:
        target.write_bytes(key)


async def _keys(store: SqlStore, family: _TableFamily) -> list[str]:
    query = select(family.key).distinct().order_by(family.key)
    return [row[0] for row in await store.read(query)]


async def _copy_batch(
    source: SqlStore, target: SqlStore, family: _TableFamily, keys: Sequence[str]
) -> None:
    tables = (family.table, family.key), *family.children
    for table, key in tables:
        rows = await _rows(source, table, key, keys)
        existing = await _rows(target, table, key, keys)
        _check_events(table, rows, existing)
        await target.write(lambda conn, t=table, r=rows, e=existing: _write(conn, t, r, e))
        copied = await _rows(target, table, key, keys)
        for identity, row in rows.items():
            if copied.get(identity) != row:
                raise PickominoError("transfer_conflict", what=identity[0])


def _check_events(table: Table, rows: dict[Row, Row], existing: dict[Row, Row]) -> None:
    """Raise `transfer_conflict` if an event of the target is missing or different in the source."""
    if table is events:
        for identity, row in existing.items():
            if rows.get(identity) != row:
                raise PickominoError("transfer_conflict", what=identity[0])


async def _rows(
    store: SqlStore, table: Table, key: Column[str], keys: Sequence[str]
) -> dict[Row, Row]:
    """Return the rows whose column `key` is one of `keys`, as a dict from primary key to row."""
    query = select(*table.primary_key, *_copied_columns(table)).where(key.in_(keys))
    length = len(table.primary_key)
    return {tuple(row[:length]): tuple(row[length:]) for row in await store.read(query)}


def _copied_columns(table: Table) -> list[Column[Any]]:
    """Return all columns except the one for the node that drives a room."""
    return [column for column in table.columns if column is not rooms.c.epoch]


def _write(
    connection: Connection, table: Table, rows: dict[Row, Row], existing: dict[Row, Row]
) -> None:
    names = [column.name for column in _copied_columns(table)]
    new = [dict(zip(names, row, strict=True)) for key, row in rows.items() if key not in existing]
    if new:
        connection.execute(table.insert(), new)
    for identity, row in rows.items():
        if identity in existing and existing[identity] != row:
            primary_key = zip(table.primary_key, identity, strict=True)
            change = update(table).where(*(column == value for column, value in primary_key))
            connection.execute(change.values(dict(zip(names, row, strict=True))))
