"""Appends to rooms, as statements: many in one transaction.

Where several nodes write, see `node_appends.py` and `nodes.py`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, NamedTuple

from pickomino.rooms.protocol.events import GameEnded
from pickomino.rooms.protocol.messages import encode
from pickomino.rooms.storage.store import About, Log, VersionConflict
from pickomino.server.storage.archive import keep_last_game
from pickomino.server.storage.database import Statements
from pickomino.server.storage.vault import Vault

_VERSION: Final = "SELECT version FROM rooms WHERE code = ?"
_CHANGE: Final = (
    "UPDATE rooms SET version = ?, phase = ?, is_public = ?, is_waiting = ?, updated_at = ?,"
    " summary = ? WHERE code = ? AND version = ? AND archived_at IS NULL"
)
_NEW: Final = (
    "INSERT INTO rooms (version, phase, is_public, is_waiting, updated_at, summary, code)"
    " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
)
_NODE_CHANGE: Final = (
    "UPDATE rooms SET version = ?, phase = ?, is_public = ?, is_waiting = ?, updated_at = ?,"
    " summary = ?, epoch = ? WHERE code = ? AND version = ? AND archived_at IS NULL"
    " AND EXISTS (SELECT 1 FROM nodes WHERE epoch = ?) AND (NOT ? OR epoch = ?)"
)
"""The same where several nodes write: see `nodes.py`."""
_NODE_NEW: Final = (
    "INSERT INTO rooms (version, phase, is_public, is_waiting, updated_at, summary, code, epoch)"
    " SELECT ?::int, ?, ?::bool, ?::bool, ?::float8, ?, ?, epoch FROM nodes WHERE epoch = ?"
    " ON CONFLICT DO NOTHING"
)
_EVENTS: Final = "INSERT INTO events (room, version, entry) VALUES (?, ?, ?)"


class Append(NamedTuple):
    """What somebody is waiting to have written."""

    code: str
    expected: int
    log: Log
    about: About | None
    done: asyncio.Future[None]
    meanwhile: Callable[[], object]
    """What can be done while the disk is at work."""
    vault: Vault
    epoch: int
    """That of the node that writes it; 0 where there is only one."""

    def line(self) -> tuple[object, ...]:
        """Return the room's line after this append, in the order of the statements."""
        phase, is_waiting, summary, _ = self.about or About("lobby", is_waiting=False)
        text = "" if summary is None else encode(summary).decode()
        version, at = self.expected + len(self.log), self.log[-1].at
        return version, phase, summary is not None, is_waiting, at, text, self.code

    def rows(self) -> list[tuple[object, ...]]:
        """Return the rows of its events."""
        return [
            (self.code, entry.version, self.vault.written(self.code, entry)) for entry in self.log
        ]


def is_plain(append: Append) -> bool:
    """Return whether a node goes on in a room, makes none and ends no game."""
    return bool(append.epoch and append.expected) and not any(
        isinstance(entry.event, GameEnded) for entry in append.log
    )


def are_plain(group: list[Append]) -> bool:
    """Return whether one node can write them in one statement: each is of another room."""
    return (
        all(map(is_plain, group))
        and len({append.code for append in group}) == len(group)
        and len({append.epoch for append in group}) == 1
    )


def written(connection: Statements, group: list[Append]) -> dict[int, VersionConflict]:
    """Write all appends that come at the right version; return those that come too late."""
    lost: dict[int, VersionConflict] = {}
    rows: list[tuple[object, ...]] = []
    # By room, so that no two processes ever wait for each other.
    for append in sorted(group, key=lambda append: append.code):
        if not _went_on(connection, append):
            found = connection.execute(_VERSION, (append.code,)).fetchone()
            version = 0 if found is None else int(found[0])
            lost[id(append)] = VersionConflict(append.code, append.expected, version)
            continue
        rows += append.rows()
        if any(isinstance(entry.event, GameEnded) for entry in append.log):
            connection.executemany(_EVENTS, rows)
            rows.clear()
            keep_last_game(connection, append.code, append.vault)
    if rows:
        connection.executemany(_EVENTS, rows)
    return lost


def _went_on(connection: Statements, append: Append) -> bool:
    """Bring a room's line from the expected version to the next, if it has that one."""
    line, expected = append.line(), append.expected
    if append.epoch:
        return _went_on_here(connection, append)
    if expected == 0:
        return connection.execute(_NEW, line).rowcount == 1
    return connection.execute(_CHANGE, (*line, expected)).rowcount == 1


def _went_on_here(connection: Statements, append: Append) -> bool:
    """Do the same for a node that others may have given up."""
    line, epoch = append.line(), append.epoch
    if append.expected == 0:
        return connection.execute(_NODE_NEW, (*line, epoch)).rowcount == 1
    is_driven = append.about is not None and append.about.is_driven
    fence = (epoch, is_driven, epoch)
    change = (*line[:-1], epoch, append.code, append.expected, *fence)
    return connection.execute(_NODE_CHANGE, change).rowcount == 1


def overtaken(append: Append) -> VersionConflict:
    """Return the error of an append that came too late; nobody asks how late."""
    return VersionConflict(append.code, append.expected, append.expected + 1)
