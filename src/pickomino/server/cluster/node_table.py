"""The list of nodes in their PostgreSQL, and what they share beside the rooms.

Each question is one statement, a transaction by itself, and all times are the database's.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from sqlalchemy.exc import SQLAlchemyError

from pickomino.core.errors import PickominoError
from pickomino.rooms.clock import MAX_STEP_SECONDS
from pickomino.server.storage.postgres import PostgresDatabase

DEAD_SECONDS: Final = 1.5
MOST_AT_ONCE: Final = 100
"""Rooms that a node takes over in one step, so that all nodes get some."""

_NOW: Final = "extract(epoch from clock_timestamp())::float8"
_SHARED: Final = (
    "INSERT INTO cluster (id, time, seen_at, key_print)"  # noqa: S608 - made of constants
    f" VALUES (1, coalesce((SELECT max(updated_at) FROM rooms), {_NOW}), {_NOW}, $1)"
    " ON CONFLICT (id) DO UPDATE SET id = 1 RETURNING key_print"
)
_JOIN: Final = f"INSERT INTO nodes (seen_at) VALUES ({_NOW}) RETURNING epoch"  # noqa: S608
_BEAT: Final = f"UPDATE nodes SET seen_at = {_NOW} WHERE epoch = $1 RETURNING epoch"  # noqa: S608
_TIME: Final = (
    f"UPDATE cluster SET time = time + least({_NOW} - seen_at, {MAX_STEP_SECONDS}),"  # noqa: S608
    f" seen_at = {_NOW} RETURNING time"
)
_BURY: Final = (
    f"WITH dead AS (DELETE FROM nodes WHERE seen_at < {_NOW} - {DEAD_SECONDS}"  # noqa: S608
    " AND epoch <> $1 RETURNING epoch),"
    " gone AS (DELETE FROM attendance USING dead WHERE attendance.epoch = dead.epoch"
    " RETURNING room) SELECT DISTINCT room FROM gone"
)
_TAKE: Final = (
    "UPDATE rooms SET epoch = $1 WHERE code IN"  # noqa: S608
    " (SELECT code FROM rooms WHERE is_waiting AND archived_at IS NULL"
    " AND NOT EXISTS (SELECT 1 FROM nodes WHERE nodes.epoch = rooms.epoch)"
    " AND code <> ALL($2::text[])"
    f" LIMIT {MOST_AT_ONCE} FOR UPDATE SKIP LOCKED)"
    " AND EXISTS (SELECT 1 FROM nodes WHERE nodes.epoch = $1) RETURNING code"
)
_CAME: Final = (
    "INSERT INTO attendance (room, token, epoch)"
    " SELECT room, token, $3 FROM unnest($1::text[], $2::text[]) AS here (room, token)"
    " ON CONFLICT DO NOTHING RETURNING room"
)
_WENT: Final = (
    "DELETE FROM attendance WHERE epoch = $3 AND (room, token) IN"
    " (SELECT * FROM unnest($1::text[], $2::text[])) RETURNING room"
)
_ELSEWHERE: Final = (
    "SELECT token FROM attendance JOIN nodes USING (epoch) WHERE room = $1 AND epoch <> $2"
)
_VERSIONS: Final = (
    "SELECT code, version FROM rooms WHERE code = ANY($1::text[]) AND archived_at IS NULL"
)
_GIVE_BACK: Final = (
    "UPDATE rooms SET epoch = 0 WHERE epoch = $1 AND code = ANY($2::text[]) RETURNING code"
)
_HAND_OVER: Final = (
    "WITH free AS (UPDATE rooms SET epoch = 0 WHERE epoch = $1 AND is_waiting RETURNING code)"
    " UPDATE nodes SET seen_at = 0 WHERE epoch = $1 RETURNING epoch"
)


class NodeTable:
    """The nodes of one database; every method raises `store_failed` while it cannot be reached."""

    def __init__(self, database: PostgresDatabase) -> None:
        self._database = database

    async def agree(self, key_print: str) -> str:
        """Return which key the nodes have: that of the first one."""
        ((known,),) = await self._ask(_SHARED, key_print)
        return known

    async def join(self) -> int:
        """Return the number of a new node."""
        ((epoch,),) = await self._ask(_JOIN)
        return epoch

    async def beat(self, epoch: int) -> bool:
        """Give a sign of life; returns whether the node is still in the list."""
        return bool(await self._ask(_BEAT, epoch))

    async def time(self) -> float:
        """Return the common time, which passes while any node asks for it."""
        ((time,),) = await self._ask(_TIME)
        return time

    async def bury(self, epoch: int) -> list[str]:
        """Strike off others who gave no sign of life; returns the rooms that people were in."""
        return [room for (room,) in await self._ask(_BURY, epoch)]

    async def take(self, epoch: int, unreadable: Collection[str]) -> list[str]:
        """Take over rooms that no node drives, but for those that this one cannot read."""
        return [code for (code,) in await self._ask(_TAKE, epoch, list(unreadable))]

    async def give_back(self, epoch: int, codes: Collection[str]) -> None:
        """Leave rooms to other nodes."""
        await self._ask(_GIVE_BACK, epoch, list(codes))

    async def hand_over(self, epoch: int) -> None:
        """Leave all rooms to other nodes, and the list."""
        await self._ask(_HAND_OVER, epoch)

    async def came(self, epoch: int, people: Collection[tuple[str, str]]) -> None:
        """Note who is connected to a node, by room and hashed token."""
        await self._ask(_CAME, *_columns(people), epoch)

    async def went(self, epoch: int, people: Collection[tuple[str, str]]) -> None:
        """Note who no longer is."""
        await self._ask(_WENT, *_columns(people), epoch)

    async def elsewhere(self, epoch: int, code: str) -> frozenset[str]:
        """Return the hashed tokens of those in a room who are connected to other nodes."""
        return frozenset(token for (token,) in await self._ask(_ELSEWHERE, code, epoch))

    async def versions(self, codes: Collection[str]) -> dict[str, int]:
        """Return which versions rooms have reached, those left out that are put away."""
        return dict(await self._ask(_VERSIONS, list(codes))) if codes else {}

    async def _ask(self, sql: str, *parameters: object) -> list[Any]:
        try:
            return await self._database.fetch(sql, parameters)
        except (SQLAlchemyError, OSError) as error:
            raise PickominoError("store_failed", reason=type(error).__name__) from error


def _columns(people: Collection[tuple[str, str]]) -> tuple[list[str], list[str]]:
    return [room for room, _ in people], [token for _, token in people]
