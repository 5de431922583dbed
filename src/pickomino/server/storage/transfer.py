"""Carries a server's rooms and finished games from one database to another, say to PostgreSQL.

Rows are copied as they are, and read again to see that they arrived. What has arrived is not
copied again, so that whoever was interrupted simply starts anew.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from sqlalchemy import Column, Connection, Table, select, update

from pickomino.core.errors import PickominoError
from pickomino.server.storage.schema import events, games, players, reviews, rooms
from pickomino.server.storage.sql_store import SqlStore

TOGETHER: Final = 20
"""Rooms or games in one transaction."""

Row = tuple[Any, ...]


class Carried(NamedTuple):
    """What has been carried over."""

    rooms: int
    games: int


class _Family(NamedTuple):
    """A table, and those whose rows belong to one of its rows."""

    table: Table
    key: Column[str]
    children: tuple[tuple[Table, Column[str]], ...]


_ROOMS: Final = _Family(rooms, rooms.c.code, ((events, events.c.room),))
_GAMES: Final = _Family(games, games.c.id, ((players, players.c.game), (reviews, reviews.c.game)))


async def carry(
    source: SqlStore, target: SqlStore, on_progress: Callable[[int, int], None]
) -> Carried:
    """Carry everything over; `on_progress` hears how many rooms and games of how many are there.

    Raises `transfer_conflict` for a room that was played on in the target.
    """
    keys = [(family, await _keys(source, family)) for family in (_ROOMS, _GAMES)]
    total, done = sum(len(found) for _, found in keys), 0
    for family, found in keys:
        for begin in range(0, len(found), TOGETHER):
            some = found[begin : begin + TOGETHER]
            await _carry_some(source, target, family, some)
            done += len(some)
            on_progress(done, total)
    return Carried(len(keys[0][1]), len(keys[1][1]))


def carry_key(source: Path, target: Path) -> None:
    """Copy the key of the dice secrets, without which running games cannot go on."""
    if not source.exists():
        return
    key = source.read_bytes()
    try:
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        target.touch(mode=0o600, exist_ok=False)
    except FileExistsError:
        if target.read_bytes() != key:
            raise PickominoError("transfer_conflict", what=target.name) from None
    else:
        target.write_bytes(key)


async def _keys(store: SqlStore, family: _Family) -> list[str]:
    return [row[0] for row in await store.read(select(family.key).order_by(family.key))]


async def _carry_some(
    source: SqlStore, target: SqlStore, family: _Family, keys: Sequence[str]
) -> None:
    tables = (family.table, family.key), *family.children
    for table, key in tables:
        wanted = await _rows(source, table, key, keys)
        there = await _rows(target, table, key, keys)
        _refuse_if_played_on(table, wanted, there)
        await target.write(lambda held, t=table, w=wanted, h=there: _write(held, t, w, h))
        arrived = await _rows(target, table, key, keys)
        for identity, row in wanted.items():
            if arrived.get(identity) != row:
                raise PickominoError("transfer_conflict", what=identity[0])


def _refuse_if_played_on(table: Table, wanted: dict[Row, Row], there: dict[Row, Row]) -> None:
    """Refuse a room whose events in the target are not a beginning of those in the source."""
    if table is events:
        for identity, row in there.items():
            if wanted.get(identity) != row:
                raise PickominoError("transfer_conflict", what=identity[0])


async def _rows(
    store: SqlStore, table: Table, key: Column[str], keys: Sequence[str]
) -> dict[Row, Row]:
    """Return rows by what identifies them."""
    found = await store.read(select(*table.primary_key, *_carried(table)).where(key.in_(keys)))
    own = len(table.primary_key)
    return {tuple(row[:own]): tuple(row[own:]) for row in found}


def _carried(table: Table) -> list[Column[Any]]:
    """Return all columns but the one that says which node drives a room: it does not come along."""
    return [column for column in table.columns if column is not rooms.c.epoch]


def _write(
    connection: Connection, table: Table, wanted: dict[Row, Row], there: dict[Row, Row]
) -> None:
    names = [column.name for column in _carried(table)]
    new = [dict(zip(names, row, strict=True)) for key, row in wanted.items() if key not in there]
    if new:
        connection.execute(table.insert(), new)
    for identity, row in wanted.items():
        if identity in there and there[identity] != row:
            own = zip(table.primary_key, identity, strict=True)
            change = update(table).where(*(column == value for column, value in own))
            connection.execute(change.values(dict(zip(names, row, strict=True))))
