"""Rooms in a database: a row for each event, and one for each room.

An append returns only when its commit is done.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import msgspec
from sqlalchemy import Connection, Select, delete, func, inspect, select, update
from sqlalchemy.exc import SQLAlchemyError

from pickomino.core.errors import PickominoError, quote
from pickomino.rooms import LogEntry, RoomSummary
from pickomino.rooms.clock import Clock, SystemClock
from pickomino.rooms.live_rooms import LONG_LOG
from pickomino.rooms.protocol.events import Log
from pickomino.rooms.storage.store import RoomIndexRow, do_nothing
from pickomino.server.storage.append_queue import AppendQueue
from pickomino.server.storage.appends import Append
from pickomino.server.storage.database import (
    Database,
    SqlAlchemyStatements,
    is_postgres,
)
from pickomino.server.storage.finished_games import FinishedGames, backfill_finished_games
from pickomino.server.storage.schema import events, games, rooms, upgrade
from pickomino.server.storage.sqlite import SqliteDatabase
from pickomino.server.storage.vault import Vault

_T = TypeVar("_T")
_summary: Final = msgspec.json.Decoder(RoomSummary)
_LIVE: Final = rooms.c.archived_at.is_(None)


class SqlStore:
    """A GameStore on a database, with the other queries that a server needs."""

    def __init__(
        self,
        address: str,
        on_change: Callable[[str | None], None] = lambda _problem: None,
        clock: Clock | None = None,
        key_file: str = "",
    ) -> None:
        """Take a SQLite file, which is made if it is missing, or postgresql://…; then `open` it.

        `on_change` hears why nothing can be written any more, and None when that is over. The
        clock is that of the events. The key of dice secrets lies beside the SQLite file, or where
        `key_file` says.
        """
        self.database = _database(address)
        self.problem: str | None = None
        self.is_damaged = False
        """Whether that is so until the file is whole again, whatever can be written meanwhile."""
        self._on_change = on_change
        self._clock = SystemClock() if clock is None else clock
        self._vault = Vault(Path(key_file or f"{address}.key"))
        self.finished = FinishedGames(self)
        self.epoch = 0
        """The number of this node, where several share a database."""
        self.queue = AppendQueue(self.database, self._heard)

    async def open(self) -> None:
        """Bring the tables up to date and begin to write; raises `store_failed`."""
        try:
            await self.database.upgrade(self._upgrade)
        except (SQLAlchemyError, OSError) as error:
            raise _failed(error) from error
        self.queue.open()

    def _upgrade(self, connection: Connection) -> None:
        is_before_finished_games = not inspect(connection).has_table("games")
        upgrade(connection)
        if is_before_finished_games:
            backfill_finished_games(SqlAlchemyStatements(connection), self._vault)

    async def probe(self) -> None:
        """Write something that changes nothing; raises `store_failed` where that fails."""
        if self.is_damaged:
            await self.check_integrity()
        try:
            await self.database.probe(is_thorough=self.problem is not None)
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            raise self._noted(error) from error
        self._note(None)
        if self.problem is not None:
            raise PickominoError("store_failed", reason=quote(self.problem))

    async def check_integrity(self) -> None:
        """Say what is wrong with the stored data, or that nothing is any more."""
        found = await self.database.find_damage()
        if found is None and self.is_damaged:
            await self.database.reconnect()
        self.is_damaged = found is not None
        if found is not None:
            self._note(found)

    async def close(self) -> None:
        """Finish what was asked for, and close the files."""
        await self.queue.close()
        await self.database.close()

    # A GameStore

    def append(
        self,
        code: str,
        expected: int,
        log: Log,
        index_row: RoomIndexRow | None = None,
        meanwhile: Callable[[], object] = do_nothing,
    ) -> asyncio.Future[None]:
        """Add events after version `expected`, all or none; done when they are committed."""
        if not self.queue.is_open:
            raise PickominoError("service_closed")
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        append = Append(code, expected, log, index_row, done, meanwhile, self._vault, self.epoch)
        self.queue.put(append)
        return done

    async def load(self, code: str) -> Log:
        """Return the whole log; raises `unknown_room` or `room_damaged`."""
        query = (
            select(rooms.c.version, events.c.entry)
            .join_from(rooms, events)
            .where(rooms.c.code == code, _LIVE)
            .order_by(events.c.version)
        )
        found = await self.read(query)
        if not found:
            raise PickominoError("unknown_room", room=quote(code))
        texts = [row.entry for row in found]
        if len(texts) > LONG_LOG:
            return await asyncio.to_thread(self._decoded, code, texts, found[0].version)
        return self._decoded(code, texts, found[0].version)

    async def load_after(self, code: str, version: int) -> Log:
        """Return what was added to a log after a version."""
        query = (
            select(events.c.version, events.c.entry)
            .where(events.c.room == code, events.c.version > version)
            .order_by(events.c.version)
        )
        return self.entries(code, [(row.version, row.entry) for row in await self.read(query)])

    def rows(self, code: str, log: Sequence[LogEntry]) -> list[str]:
        """Write a part of a log as it is stored."""
        return [self._vault.encode_entry(code, entry) for entry in log]

    def entries(self, code: str, rows: Sequence[tuple[int, str]]) -> Log:
        """Read a part of a log from its versions and rows; raises `room_damaged`."""
        try:
            return tuple(self._vault.decode_tail(code, rows))
        except msgspec.MsgspecError as error:
            version = rows[0][0] - 1
            raise PickominoError("room_damaged", room=code, version=version) from error

    def key_print(self) -> str:
        """Return what tells the key of the dice secrets from others."""
        return self._vault.key_fingerprint()

    async def codes(self) -> tuple[str, ...]:
        """Return every room that is not archived, the one that changed last first."""
        query = select(rooms.c.code).where(_LIVE).order_by(rooms.c.updated_at.desc(), rooms.c.code)
        return tuple(row.code for row in await self.read(query))

    async def archive(self, code: str, idle_since: float | None = None) -> bool:
        """Put a room away, unless something has happened in it since the time given."""
        archived = {rooms.c.archived_at: self._clock.now()}
        change = update(rooms).where(rooms.c.code == code, _LIVE).values(archived)
        if idle_since is not None:
            change = change.where(rooms.c.updated_at < idle_since)
        return await self._change(
            lambda connection: connection.execute(change).rowcount,
            code if idle_since is None else None,
        )

    async def unarchive(self, code: str) -> None:
        """Bring an archived room back, as if something had just happened in it."""
        newest = select(func.max(rooms.c.updated_at)).scalar_subquery()
        change = (
            update(rooms)
            .where(rooms.c.code == code, ~_LIVE)
            .values(archived_at=None, updated_at=newest)
        )
        await self._change(lambda connection: connection.execute(change).rowcount, code)

    async def delete(self, code: str) -> None:
        """Remove a room for good, archived or not."""
        await self._change(lambda connection: _deleted(connection, code), code)

    # Questions of a server, each one query

    async def waiting(self) -> tuple[str, ...]:
        """Return the rooms that go on by themselves: a bot is to move, or a clock runs."""
        query = select(rooms.c.code).where(_LIVE, rooms.c.is_waiting)
        return tuple(row.code for row in await self.read(query))

    async def running_since(self, moment: float) -> tuple[str, ...]:
        """Return the rooms whose game runs and in which something happened since a time."""
        running = rooms.c.phase.in_(("playing", "nonces"))
        query = select(rooms.c.code).where(_LIVE, running, rooms.c.updated_at >= moment)
        return tuple(row.code for row in await self.read(query))

    async def public_rooms(self, most: int) -> tuple[RoomSummary, ...]:
        """Return public rooms to join or to watch, the one that changed last first."""
        query = (
            select(rooms.c.summary)
            .where(_LIVE, rooms.c.is_public, rooms.c.phase != "over", rooms.c.summary != "")
            .order_by(rooms.c.updated_at.desc())
            .limit(most)
        )
        return tuple(
            summary for row in await self.read(query) if (summary := _summarised(row.summary))
        )

    async def idle(self, phases: Sequence[str], since: float, most: int) -> tuple[str, ...]:
        """Return rooms of these phases in which nothing has happened since a time."""
        query = (
            select(rooms.c.code)
            .where(_LIVE, rooms.c.phase.in_(phases), rooms.c.updated_at < since)
            .limit(most)
        )
        return tuple(row.code for row in await self.read(query))

    async def archived(self, since: float, most: int) -> tuple[str, ...]:
        """Return rooms that were archived before a time."""
        query = select(rooms.c.code).where(rooms.c.archived_at < since).limit(most)
        return tuple(row.code for row in await self.read(query))

    async def newest(self) -> float | None:
        """Return when something last happened in any room."""
        of_rooms = select(func.max(rooms.c.updated_at)).scalar_subquery()
        of_games = select(func.max(games.c.ended_at)).scalar_subquery()
        (found,) = await self.read(select(of_rooms, of_games))
        return max((moment for moment in found if moment is not None), default=None)

    async def count(self) -> int:
        """Count the rooms that are not archived."""
        query = select(func.count().label("found")).select_from(rooms).where(_LIVE)
        return int((await self.read(query))[0].found)

    async def read(self, query: Select[*tuple[Any, ...]]) -> Sequence[Any]:
        """Return the rows of a query; raises `store_failed`."""
        try:
            return await self.database.read(query)
        except (SQLAlchemyError, OSError) as error:
            raise (
                self._noted(error) if self.database.is_damage(error) else _failed(error)
            ) from error

    async def write(self, work: Callable[[Connection], _T]) -> _T:
        """Do something in a transaction; raises `store_failed`."""
        try:
            return await self.database.write(work)
        except (SQLAlchemyError, OSError) as error:
            raise self._noted(error) from error

    # How it is done

    def _decoded(self, code: str, texts: list[str], version: int) -> Log:
        try:
            log = self._vault.decode_log(code, texts)
        except msgspec.MsgspecError as error:
            raise PickominoError("room_damaged", room=code, version=0) from error
        if [entry.version for entry in log] != list(range(1, version + 1)):
            raise PickominoError("room_damaged", room=code, version=len(log))
        return tuple(log)

    async def _change(self, work: Callable[[Connection], int], code: str | None) -> bool:
        """Change rooms; returns whether one was found, which it must where a code is given."""
        found = await self.write(work)
        if not found and code is not None:
            raise PickominoError("unknown_room", room=quote(code))
        return bool(found)

    def _heard(self, error: Exception | None) -> PickominoError | None:
        """Note the outcome of a commit; return what those who waited for it are told."""
        if error is None:
            self._note(None)
            return None
        return self._noted(error) if self.database.is_storage_failure(error) else _failed(error)

    def _noted(self, error: Exception) -> PickominoError:
        failure = _failed(error)
        self.is_damaged = self.is_damaged or self.database.is_damage(error)
        self._note(str(failure.parameters["reason"]))
        return failure

    def _note(self, problem: str | None) -> None:
        if self.is_damaged and self.problem is not None:
            return
        if problem != self.problem:
            self.problem = problem
            self._on_change(problem)


def _database(address: str) -> Database:
    if not is_postgres(address):
        return SqliteDatabase(address)
    # Loaded only where it is asked for: most servers have one file.
    from pickomino.server.storage.postgres import PostgresDatabase

    return PostgresDatabase(address)


def _deleted(connection: Connection, code: str) -> int:
    connection.execute(delete(events).where(events.c.room == code))
    return connection.execute(delete(rooms).where(rooms.c.code == code)).rowcount


def _summarised(summary: str) -> RoomSummary | None:
    """Read a room's line in the list; a broken one must not take the others away."""
    try:
        return _summary.decode(summary)
    except msgspec.MsgspecError:
        return None


def _failed(error: Exception) -> PickominoError:
    reason = cast("object", getattr(error, "orig", None)) or error
    return PickominoError("store_failed", reason=quote(str(reason)))
