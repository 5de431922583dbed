"""How a node appends to many rooms in one statement: one way to PostgreSQL and back.

A statement by itself is a transaction, in whose midst no process can freeze. Appends that make a
room or end a game take the longer way of `appends.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from pickomino.rooms.storage.store import About

_LINES: Final = """
WITH new AS (
    SELECT * FROM unnest(
        $1::int[], $2::text[], $3::bool[], $4::bool[], $5::float8[], $6::text[], $7::text[],
        $8::int[], $9::bool[]
    ) AS new (version, phase, is_public, is_waiting, updated_at, summary, code, expected, is_driven)
), free AS (
    SELECT rooms.code FROM rooms JOIN new USING (code)
    WHERE rooms.version = new.expected AND rooms.archived_at IS NULL
        AND EXISTS (SELECT 1 FROM nodes WHERE epoch = $10)
        AND (NOT new.is_driven OR rooms.epoch = $10)
    ORDER BY rooms.code FOR UPDATE OF rooms
), gone_on AS (
    UPDATE rooms SET version = new.version, phase = new.phase, is_public = new.is_public,
        is_waiting = new.is_waiting, updated_at = new.updated_at, summary = new.summary, epoch = $10
    FROM new WHERE rooms.code = new.code AND rooms.code IN (SELECT code FROM free)
    RETURNING rooms.code
), written AS (
    INSERT INTO events (room, version, entry)
    SELECT log.room, log.version, log.entry
    FROM unnest($11::text[], $12::int[], $13::text[]) AS log (room, version, entry)
    JOIN gone_on ON gone_on.code = log.room
)
SELECT code FROM gone_on
"""


class Append(Protocol):
    """What is added to a room."""

    @property
    def expected(self) -> int:
        """The version before."""
        ...

    @property
    def about(self) -> About | None:
        """What the room is like afterwards."""
        ...

    def line(self) -> tuple[object, ...]:
        """Return the room's line after it."""
        ...

    def rows(self) -> list[tuple[object, ...]]:
        """Return the rows of its events."""
        ...


def statement(epoch: int, group: Sequence[Append]) -> tuple[str, tuple[object, ...]]:
    """Write appends of a node to different rooms; returns codes of those that came in time."""
    lines = [
        (*append.line(), append.expected, append.about is not None and append.about.is_driven)
        for append in group
    ]
    rows = [row for append in group for row in append.rows()]
    columns = [list(column) for column in zip(*lines, strict=True)]
    logs = [list(column) for column in zip(*rows, strict=True)]
    return _LINES, (*columns, epoch, *logs)
