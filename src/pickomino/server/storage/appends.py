"""Appends to rooms as SQL statements, many in one transaction.

For several nodes on one database, see also `cluster/node.py`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from pickomino.rooms.protocol.events import GameEnded
from pickomino.rooms.protocol.log_chain import LogBatch
from pickomino.rooms.protocol.messages import encode
from pickomino.rooms.storage.store import RoomIndexRow, VersionConflict
from pickomino.server.storage.database import Statements
from pickomino.server.storage.finished_games import store_last_game
from pickomino.server.storage.vault import Vault

_VERSION: Final = "SELECT version FROM rooms WHERE code = ?"
_IS_MEMBER: Final = "(? = 0 OR EXISTS (SELECT 1 FROM nodes WHERE epoch = ?))"
"""Refuses a node that the others have evicted; see `cluster/node.py`."""
_CHANGE: Final = (
    "UPDATE rooms SET version = ?, phase = ?, is_public = ?, is_waiting = ?, updated_at = ?,"  # noqa: S608 - made of constants
    " summary = ?, epoch = ?, digest = ?, digested = ?"
    " WHERE code = ? AND version = ? AND (digest = ? OR digested <> version)"
    f" AND archived_at IS NULL AND (NOT ? OR epoch = ?) AND {_IS_MEMBER}"
)
_NEW: Final = (
    "INSERT INTO rooms (version, phase, is_public, is_waiting, updated_at, summary, epoch,"
    " digest, digested, code)"
    " SELECT CAST(? AS INTEGER), ?, CAST(? AS BOOLEAN), CAST(? AS BOOLEAN), CAST(? AS FLOAT), ?,"
    " CAST(? AS INTEGER), ?, CAST(? AS INTEGER), ?"
    f" WHERE {_IS_MEMBER} ON CONFLICT DO NOTHING"
)
_EVENTS: Final = "INSERT INTO events (room, version, entry) VALUES (?, ?, ?)"
_APPEND: Final = """
WITH new AS (
    SELECT * FROM unnest(
        $1::int[], $2::text[], $3::bool[], $4::bool[], $5::float8[], $6::text[], $7::int[],
        $8::text[], $9::int[], $10::text[], $11::int[], $12::text[], $13::bool[]
    ) AS new (version, phase, is_public, is_waiting, updated_at, summary, epoch, digest, digested,
        code, expected, digest_before, is_driven)
), matching AS (
    SELECT rooms.code FROM rooms JOIN new USING (code)
    WHERE rooms.version = new.expected AND rooms.archived_at IS NULL
        AND (rooms.digest = new.digest_before OR rooms.digested <> rooms.version)
        AND EXISTS (SELECT 1 FROM nodes WHERE epoch = new.epoch)
        AND (NOT new.is_driven OR rooms.epoch = new.epoch)
    ORDER BY rooms.code FOR UPDATE OF rooms
), updated AS (
    UPDATE rooms SET version = new.version, phase = new.phase, is_public = new.is_public,
        is_waiting = new.is_waiting, updated_at = new.updated_at, summary = new.summary,
        epoch = new.epoch, digest = new.digest, digested = new.digested
    FROM new WHERE rooms.code = new.code AND rooms.code IN (SELECT code FROM matching)
    RETURNING rooms.code
), inserted AS (
    INSERT INTO events (room, version, entry)
    SELECT log.room, log.version, log.entry
    FROM unnest($14::text[], $15::int[], $16::text[]) AS log (room, version, entry)
    JOIN updated ON updated.code = log.room
)
SELECT code FROM updated
"""
"""A node's appends to many rooms in one statement, which takes one round trip to PostgreSQL. It is
a whole transaction, so a node that freezes cannot leave one open."""


class PendingAppend(NamedTuple):
    """Events to append to a room; `done` is resolved when they are committed or refused."""

    code: str
    batch: LogBatch
    index_row: RoomIndexRow | None
    done: asyncio.Future[None]
    meanwhile: Callable[[], object]
    """Called when only the commit is left, to make use of the time that the disk takes."""
    vault: Vault
    epoch: int
    """The epoch of the node that writes the append; 0 for a single server."""

    @property
    def is_driven(self) -> bool:
        """Whether this is a bot move or timeout, which only the node driving the room may write."""
        return self.index_row is not None and self.index_row.is_driven

    def room_row(self) -> tuple[object, ...]:
        """Return the room's row after this append, in the order of the statements' parameters."""
        phase, is_waiting, summary, _ = self.index_row or RoomIndexRow("lobby", is_waiting=False)
        text = "" if summary is None else encode(summary).decode()
        (version, digest), at = self.batch.after, self.batch.log[-1].at
        public = summary is not None
        node = self.epoch, digest, version
        return version, phase, public, is_waiting, at, text, *node, self.code

    def event_rows(self) -> list[tuple[object, ...]]:
        rows = zip(self.batch.log, self.batch.rows, strict=True)
        return [(self.code, entry.version, row) for entry, row in rows]

    @property
    def ends_game(self) -> bool:
        return any(isinstance(entry.event, GameEnded) for entry in self.batch.log)


def is_simple(append: PendingAppend) -> bool:
    """Return whether an append is written by a node and neither creates a room nor ends a game."""
    return bool(append.epoch and append.batch.before.version) and not append.ends_game


def fit_one_statement(group: list[PendingAppend]) -> bool:
    """Return whether all appends are simple and to different rooms."""
    return all(map(is_simple, group)) and len({append.code for append in group}) == len(group)


def append_statement(group: Sequence[PendingAppend]) -> tuple[str, tuple[object, ...]]:
    """Return the statement for a node's appends to different rooms, with its parameters.

    The statement returns the codes of the rooms that it updated.
    """
    rooms = [(*append.room_row(), *append.batch.before, append.is_driven) for append in group]
    events = [row for append in group for row in append.event_rows()]
    room_columns = [list(column) for column in zip(*rooms, strict=True)]
    event_columns = [list(column) for column in zip(*events, strict=True)]
    return _APPEND, (*room_columns, *event_columns)


def write_appends(connection: Statements, group: list[PendingAppend]) -> dict[int, VersionConflict]:
    """Write all appends whose expected version is current; return conflicts for the others."""
    conflicts: dict[int, VersionConflict] = {}
    rows: list[tuple[object, ...]] = []
    # Sorted by room, so that two processes cannot deadlock.
    for append in sorted(group, key=lambda append: append.code):
        if not _update_room(connection, append):
            row = connection.execute(_VERSION, (append.code,)).fetchone()
            version = 0 if row is None else int(row[0])
            expected = append.batch.before.version
            conflicts[id(append)] = VersionConflict(append.code, expected, version)
            continue
        rows += append.event_rows()
        if append.ends_game:
            connection.executemany(_EVENTS, rows)
            rows.clear()
            store_last_game(connection, append.code, append.vault)
    if rows:
        connection.executemany(_EVENTS, rows)
    return conflicts


def _update_room(connection: Statements, append: PendingAppend) -> bool:
    """Update or create the room's row if its log is as expected; return whether it was."""
    row, before, epoch = append.room_row(), append.batch.before, append.epoch
    if before.version == 0:
        return connection.execute(_NEW, (*row, epoch, epoch)).rowcount == 1
    change = (*row, *before, append.is_driven, epoch, epoch, epoch)
    return connection.execute(_CHANGE, change).rowcount == 1


def conflict_of(append: PendingAppend) -> VersionConflict:
    """Return the error for an append that came too late; the room's version in it is a guess."""
    expected = append.batch.before.version
    return VersionConflict(append.code, expected, expected + 1)
