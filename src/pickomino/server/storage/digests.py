"""The digests of the rooms' logs: stored for older rooms, and checked in a whole database."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlalchemy import Connection, inspect

from pickomino.core.errors import PickominoError
from pickomino.rooms.protocol.log_chain import UNKNOWN_HEAD, LogHead, digests_of

if TYPE_CHECKING:
    from pickomino.server.storage.database import Statements

_ROOMS: Final = "SELECT code, version, digested, digest FROM rooms"
_ROWS: Final = "SELECT entry FROM events WHERE room = ? ORDER BY version"
_SET: Final = "UPDATE rooms SET digest = ?, digested = ? WHERE code = ?"


def has_digests(connection: Connection) -> bool:
    """Return whether a database stores digests, or is new."""
    database = inspect(connection)
    columns = database.get_columns("rooms") if database.has_table("rooms") else []
    return not columns or any(column["name"] == "digest" for column in columns)


def backfill_digests(connection: Statements) -> None:
    """Store the digests of all rooms, for a database of a version that had none."""
    for code, version, _, _ in connection.execute(_ROOMS).fetchall():
        digests = _digests(connection, code, UNKNOWN_HEAD)
        if version and len(digests) == version:
            connection.execute(_SET, (digests[-1], version, code))


def find_changed_log(connection: Statements) -> str | None:
    """Return the code of a room whose events are not those that its digest was stored for."""
    for code, version, digested, digest in connection.execute(_ROOMS).fetchall():
        try:
            digests = _digests(connection, code, LogHead(digested, digest))
        except PickominoError:
            return code
        if len(digests) != version:
            return code
    return None


def _digests(connection: Statements, code: str, stored: LogHead) -> list[str]:
    rows = [row[0] for row in connection.execute(_ROWS, (code,)).fetchall()]
    return digests_of(code, rows, stored)
