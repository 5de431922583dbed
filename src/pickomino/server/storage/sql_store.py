"""Rooms in a database: a row for each event, and one for each room.

An append is done only when it is committed.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

import msgspec
from sqlalchemy import (
    Connection,
    Select,
    delete,
    func,
    inspect,
    select,
    text,
    update,
)
from sqlalchemy.exc import SQLAlchemyError

from pickomino.core.errors import PickominoError, quote
from pickomino.rooms import RoomSummary
from pickomino.rooms.clock import Clock
from pickomino.rooms.live_rooms import LONG_LOG
from pickomino.rooms.protocol.events import Log
from pickomino.rooms.protocol.log_chain import LogBatch, LogHead, LogTail, StoredLog, digests_of
from pickomino.rooms.storage.store import RoomIndexRow, do_nothing
from pickomino.server.storage.append_queue import AppendQueue
from pickomino.server.storage.appends import PendingAppend
from pickomino.server.storage.daily_answers import DailyAnswers
from pickomino.server.storage.database import SqlAlchemyStatements, describe_address, is_postgres
from pickomino.server.storage.digests import backfill_digests, has_digests
from pickomino.server.storage.finished_games import FinishedGames, backfill_finished_games
from pickomino.server.storage.schema import cluster, events, games, rooms, upgrade
from pickomino.server.storage.sqlite import SqliteDatabase
from pickomino.server.storage.vault import ENCRYPTED, Vault

if TYPE_CHECKING:
    from pickomino.server.storage.postgres import PostgresDatabase

_T = TypeVar("_T")
_summary: Final = msgspec.json.Decoder(RoomSummary)
_LIVE: Final = rooms.c.archived_at.is_(None)
_HEAD: Final = rooms.c.version, rooms.c.digest, rooms.c.digested
MAX_KEY_SAMPLES: Final = 20
"""With how many encrypted rows the key is checked when the store is opened."""


class SqlStore:
    """A GameStore in a database, with the additional queries that a server needs."""

    def __init__(
        self,
        address: str,
        on_change: Callable[[str | None], None] = lambda _problem: None,
        clock: Clock | None = None,
        key_file: str = "",
    ) -> None:
        """Use a SQLite file, which is created if missing, or postgresql://…; call `open` first.

        `on_change` is called with the reason when storage fails, and with None when it works again.
        `clock` is the clock that times the events. `key_file` holds the key that encrypts the dice
        secrets; by default it is next to the SQLite file.
        """
        self._address = address
        self.database = _open_database(address)
        self.problem: str | None = None
        self.is_damaged = False
        """Whether the stored data is damaged; if so, `problem` stays set until an integrity check
        passes, even if writing succeeds."""
        self._on_change = on_change
        self._clock = Clock() if clock is None else clock
        if is_postgres(address) and not key_file:
            raise PickominoError("bad_setting", reason="PICKOMINO_KEY_FILE is missing")
        self._vault = Vault(Path(key_file or f"{address}.key"))
        self.finished_games = FinishedGames(self)
        self.daily_answers = DailyAnswers(self)
        self.epoch = 0
        """The epoch of this node, if several share a database; otherwise 0."""
        self.queue = AppendQueue(self.database, self._on_commit)

    async def open(self, *, is_exclusive: bool = False) -> None:
        """Migrate the tables and start the writer.

        Raises `bad_database`, `not_a_database` or `bad_key`. `is_exclusive` refuses a SQLite file
        that a server uses, and keeps servers out until the store is closed; raises
        `database_in_use`.
        """
        try:
            if is_exclusive:
                self.database.lock()
            await self.database.upgrade(self._upgrade)
        except (SQLAlchemyError, OSError) as error:
            name = describe_address(self._address)
            raise PickominoError("bad_database", name=name, reason=_reason(error)) from error
        self.queue.open()

    def _upgrade(self, connection: Connection) -> None:
        tables = inspect(connection).get_table_names()
        if connection.dialect.name == "sqlite" and tables and rooms.name not in tables:
            raise PickominoError("not_a_database", name=describe_address(self._address))
        had_finished_games = inspect(connection).has_table("games")
        had_digests = has_digests(connection)
        upgrade(connection)
        self._open_key(connection)
        statements = SqlAlchemyStatements(connection)
        if not had_finished_games:
            backfill_finished_games(statements, self._vault)
        if not had_digests:
            backfill_digests(statements)

    def _open_key(self, connection: Connection) -> None:
        """Check the key; create one only if nothing in the database was encrypted with another."""
        samples = connection.execute(_select_encrypted(connection)).all()
        if not samples and connection.execute(select(cluster.c.id)).first() is None:
            self._vault.create_key()
        self._vault.check_key([(row.room, row.version, row.entry) for row in samples])

    async def check_key(self) -> None:
        """Raise `bad_key` if the key file has been removed, replaced or opened to other users."""
        await asyncio.to_thread(self._vault.check_key)

    async def probe(self) -> None:
        """Test whether the database can be written to; raises `store_failed`."""
        if self.is_damaged:
            await self.check_integrity()
        try:
            await self.database.probe(is_thorough=self.problem is not None)
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            raise self._record_failure(error) from error
        self._set_problem(None)
        if self.problem is not None:
            raise PickominoError("store_failed", reason=quote(self.problem))

    async def check_integrity(self) -> None:
        """Update `is_damaged` and `problem` from an integrity check."""
        damage = await self.database.find_damage()
        if damage is None and self.is_damaged:
            await self.database.reconnect()
        self.is_damaged = damage is not None
        if damage is not None:
            self._set_problem(damage)

    async def close(self) -> None:
        """Finish pending appends, and close the database."""
        await self.queue.close()
        await self.database.close()

    # GameStore

    def batch(self, code: str, before: LogHead, log: Log) -> LogBatch:
        rows = [self._vault.encode_entry(code, entry) for entry in log]
        return LogBatch(before, before.extend(rows), log, rows)

    def append(
        self,
        code: str,
        batch: LogBatch,
        index_row: RoomIndexRow | None = None,
        meanwhile: Callable[[], object] = do_nothing,
    ) -> asyncio.Future[None]:
        """Append all events of a batch, or none; done when they are committed."""
        if not self.queue.is_open:
            raise PickominoError("service_closed")
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        append = PendingAppend(code, batch, index_row, done, meanwhile, self._vault, self.epoch)
        self.queue.put(append)
        return done

    async def load(self, code: str) -> Log:
        """Return the whole log; raises `unknown_room` or `room_damaged`."""
        return (await self.load_with_digests(code)).log

    async def load_with_digests(self, code: str) -> StoredLog:
        query = (
            select(*_HEAD, events.c.entry)
            .join_from(rooms, events)
            .where(rooms.c.code == code, _LIVE)
            .order_by(events.c.version)
        )
        rows = await self.read(query)
        if not rows:
            raise PickominoError("unknown_room", room=quote(code))
        if len(rows) > LONG_LOG:
            return await asyncio.to_thread(self._decode_log, code, rows)
        return self._decode_log(code, rows)

    async def load_after(self, code: str, version: int) -> LogTail:
        """Return the events of a log after a version; raises `unknown_room` or `room_damaged`."""
        query = (
            select(*_HEAD, events.c.entry)
            .join_from(rooms, events)
            .where(rooms.c.code == code, _LIVE, events.c.version > version)
            .order_by(events.c.version)
        )
        rows = await self.read(query)
        if not rows:
            return LogTail((), (), LogHead(version, ""))
        head = rows[0].version, rows[0].digest if rows[0].digested == rows[0].version else ""
        return self.decode_tail(code, [row.entry for row in rows], LogHead(*head))

    def decode_tail(self, code: str, rows: Sequence[str], head: LogHead) -> LogTail:
        """Decode the last events of a log with this head; raises `room_damaged`."""
        first = head.version - len(rows) + 1
        try:
            log = tuple(self._vault.decode_tail(code, list(enumerate(rows, first))))
        except msgspec.MsgspecError as error:
            raise PickominoError("room_damaged", room=code, version=first - 1) from error
        return LogTail(log, rows, head)

    def key_fingerprint(self) -> str:
        """Return an identifier of the key that encrypts the dice secrets."""
        return self._vault.key_fingerprint()

    def message_key(self) -> bytes:
        """Return the key that authenticates the messages between nodes."""
        return self._vault.message_key()

    async def codes(self) -> tuple[str, ...]:
        """Return every room that is not archived, the most recently changed first."""
        query = select(rooms.c.code).where(_LIVE).order_by(rooms.c.updated_at.desc(), rooms.c.code)
        return tuple(row.code for row in await self.read(query))

    async def archive(self, code: str, idle_since: float | None = None) -> bool:
        """Archive a room unless it changed after `idle_since`; return whether it was archived."""
        archived = {rooms.c.archived_at: self._clock.now()}
        change = update(rooms).where(rooms.c.code == code, _LIVE).values(archived)
        if idle_since is not None:
            change = change.where(rooms.c.updated_at < idle_since)
        return await self._change(
            lambda connection: connection.execute(change).rowcount,
            code if idle_since is None else None,
        )

    async def unarchive(self, code: str) -> None:
        """Bring an archived room back, as if it had just changed."""
        newest = select(func.max(rooms.c.updated_at)).scalar_subquery()
        change = (
            update(rooms)
            .where(rooms.c.code == code, ~_LIVE)
            .values(archived_at=None, updated_at=newest)
        )
        if not await self._change(lambda connection: connection.execute(change).rowcount, None):
            is_known = await self.read(select(rooms.c.code).where(rooms.c.code == code))
            raise PickominoError("not_archived" if is_known else "unknown_room", room=quote(code))

    async def delete(self, code: str) -> None:
        """Delete a room, archived or not."""
        await self._change(lambda connection: _delete_room(connection, code), code)

    # Queries of the server

    async def waiting_rooms(self) -> tuple[str, ...]:
        """Return the rooms in which it is a bot's turn to move or a clock is running."""
        query = select(rooms.c.code).where(_LIVE, rooms.c.is_waiting)
        return tuple(row.code for row in await self.read(query))

    async def running_since(self, moment: float) -> tuple[str, ...]:
        """Return the rooms with a running game that have changed since a time."""
        running = rooms.c.phase.in_(("playing", "nonces"))
        query = select(rooms.c.code).where(_LIVE, running, rooms.c.updated_at >= moment)
        return tuple(row.code for row in await self.read(query))

    async def public_rooms(self, limit: int) -> tuple[RoomSummary, ...]:
        """Return public rooms to join or to watch, the most recently changed first."""
        query = (
            select(rooms.c.summary)
            .where(_LIVE, rooms.c.is_public, rooms.c.phase != "over", rooms.c.summary != "")
            .order_by(rooms.c.updated_at.desc())
            .limit(limit)
        )
        return tuple(
            summary for row in await self.read(query) if (summary := _parse_summary(row.summary))
        )

    async def idle_rooms(self, phases: Sequence[str], since: float, limit: int) -> tuple[str, ...]:
        """Return rooms in one of these phases that have not changed since a time."""
        query = (
            select(rooms.c.code)
            .where(_LIVE, rooms.c.phase.in_(phases), rooms.c.updated_at < since)
            .limit(limit)
        )
        return tuple(row.code for row in await self.read(query))

    async def archived_rooms(self, before: float, limit: int) -> tuple[str, ...]:
        """Return rooms that were archived before a time."""
        query = select(rooms.c.code).where(rooms.c.archived_at < before).limit(limit)
        return tuple(row.code for row in await self.read(query))

    async def newest_time(self) -> float | None:
        """Return the time of the last event in any room or finished game."""
        last_change = select(func.max(rooms.c.updated_at)).scalar_subquery()
        last_end = select(func.max(games.c.ended_at)).scalar_subquery()
        (newest,) = await self.read(select(last_change, last_end))
        return max((moment for moment in newest if moment is not None), default=None)

    async def count(self) -> int:
        """Return the number of rooms that are not archived."""
        query = select(func.count()).select_from(rooms).where(_LIVE)
        return int((await self.read(query))[0][0])

    async def read(self, query: Select[*tuple[Any, ...]]) -> Sequence[Any]:
        """Return the rows of a query; raises `store_failed`."""
        try:
            return await self.database.read(query)
        except (SQLAlchemyError, OSError) as error:
            raise (
                self._record_failure(error) if self.database.is_damage(error) else _failed(error)
            ) from error

    async def write(self, work: Callable[[Connection], _T]) -> _T:
        """Run work in a transaction; raises `store_failed`."""
        try:
            return await self.database.write(work)
        except (SQLAlchemyError, OSError) as error:
            raise self._record_failure(error) from error

    # Internals

    def _decode_log(self, code: str, rows: Sequence[Any]) -> StoredLog:
        texts, first = [row.entry for row in rows], rows[0]
        digests = digests_of(code, texts, LogHead(first.digested, first.digest))
        try:
            log = self._vault.decode_log(code, texts)
        except msgspec.MsgspecError as error:
            raise PickominoError("room_damaged", room=code, version=0) from error
        if [entry.version for entry in log] != list(range(1, first.version + 1)):
            raise PickominoError("room_damaged", room=code, version=len(log))
        return StoredLog(tuple(log), digests)

    async def _change(self, work: Callable[[Connection], int], code: str | None) -> bool:
        """Run work that changes a room; return whether it changed any.

        If `code` is given and no room was changed, raises `unknown_room`.
        """
        count = await self.write(work)
        if not count and code is not None:
            raise PickominoError("unknown_room", room=quote(code))
        return bool(count)

    def _on_commit(self, error: Exception | None) -> PickominoError | None:
        """Record the outcome of a commit; return the error to raise in waiting callers, if any."""
        if error is None:
            self._set_problem(None)
            return None
        return (
            self._record_failure(error)
            if self.database.is_storage_failure(error)
            else _failed(error)
        )

    def _record_failure(self, error: Exception) -> PickominoError:
        failure = _failed(error)
        self.is_damaged = self.is_damaged or self.database.is_damage(error)
        self._set_problem(str(failure.parameters["reason"]))
        return failure

    def _set_problem(self, problem: str | None) -> None:
        if self.is_damaged and self.problem is not None:
            return
        if problem != self.problem:
            self.problem = problem
            self._on_change(problem)


def _open_database(address: str) -> SqliteDatabase | PostgresDatabase:
    if not is_postgres(address):
        return SqliteDatabase(address)
    # Loaded only when configured: most servers use one file.
    from pickomino.server.storage.postgres import PostgresDatabase

    return PostgresDatabase(address)


def _select_encrypted(connection: Connection) -> Select[*tuple[Any, ...]]:
    """Select the encrypted rows with which to check the key, in SQLite the newest ones.

    Earlier versions replaced a lost key silently, so older rows may need a key that is gone. In
    PostgreSQL the nodes have always agreed on one key.
    """
    query = select(events.c.room, events.c.version, events.c.entry)
    if connection.dialect.name == "sqlite":
        query = query.order_by(text("events.rowid DESC"))
    return query.where(events.c.entry.startswith(ENCRYPTED)).limit(MAX_KEY_SAMPLES)


def _delete_room(connection: Connection, code: str) -> int:
    connection.execute(delete(events).where(events.c.room == code))
    return connection.execute(delete(rooms).where(rooms.c.code == code)).rowcount


def _parse_summary(summary: str) -> RoomSummary | None:
    """Return a room's summary, or None if it is invalid: a list must still show the other rooms."""
    try:
        return _summary.decode(summary)
    except msgspec.MsgspecError:
        return None


def _failed(error: Exception) -> PickominoError:
    return PickominoError("store_failed", reason=quote(_reason(error)))


def _reason(error: Exception) -> str:
    cause = cast("object", getattr(error, "orig", None)) or error
    if isinstance(cause, OSError) and cause.errno:
        return os.strerror(cause.errno)
    return str(cause)
