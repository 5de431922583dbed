"""A node's appends to many rooms in one statement, which takes one round trip to PostgreSQL.

A single statement is a whole transaction, so a node that freezes cannot leave one open. Appends
that create a room or end a game need several statements: see `appends.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pickomino.server.storage.appends import PendingAppend

_APPEND: Final = """
WITH new AS (
    SELECT * FROM unnest(
        $1::int[], $2::text[], $3::bool[], $4::bool[], $5::float8[], $6::text[], $7::int[],
        $8::text[], $9::int[], $10::bool[]
    ) AS new (version, phase, is_public, is_waiting, updated_at, summary, epoch, code, expected,
        is_driven)
), matching AS (
    SELECT rooms.code FROM rooms JOIN new USING (code)
    WHERE rooms.version = new.expected AND rooms.archived_at IS NULL
        AND EXISTS (SELECT 1 FROM nodes WHERE epoch = new.epoch)
        AND (NOT new.is_driven OR rooms.epoch = new.epoch)
    ORDER BY rooms.code FOR UPDATE OF rooms
), updated AS (
    UPDATE rooms SET version = new.version, phase = new.phase, is_public = new.is_public,
        is_waiting = new.is_waiting, updated_at = new.updated_at, summary = new.summary,
        epoch = new.epoch
    FROM new WHERE rooms.code = new.code AND rooms.code IN (SELECT code FROM matching)
    RETURNING rooms.code
), inserted AS (
    INSERT INTO events (room, version, entry)
    SELECT log.room, log.version, log.entry
    FROM unnest($11::text[], $12::int[], $13::text[]) AS log (room, version, entry)
    JOIN updated ON updated.code = log.room
)
SELECT code FROM updated
"""


def append_statement(group: Sequence[PendingAppend]) -> tuple[str, tuple[object, ...]]:
    """Return the statement for a node's appends to different rooms, with its parameters.

    The statement returns the codes of the rooms that it updated.
    """
    rooms = [(*append.room_row(), append.expected, append.is_driven) for append in group]
    events = [row for append in group for row in append.event_rows()]
    room_columns = [list(column) for column in zip(*rooms, strict=True)]
    event_columns = [list(column) for column in zip(*events, strict=True)]
    return _APPEND, (*room_columns, *event_columns)
