"""The table of nodes in PostgreSQL, and what the nodes share besides the rooms.

Each method runs a single statement, which is a whole transaction. All times are read from the
database's clock.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from sqlalchemy.exc import SQLAlchemyError

from pickomino.core.errors import PickominoError
from pickomino.rooms.clock import MAX_STEP_SECONDS
from pickomino.rooms.protocol.log_chain import LogHead
from pickomino.server.storage.postgres import PostgresDatabase

DEAD_SECONDS: Final = 1.5
MAX_CLAIMED_ROOMS: Final = 100
"""How many rooms a node claims at a time; the limit leaves some rooms for the other nodes."""

_NOW: Final = "extract(epoch from clock_timestamp())::float8"
_AGREE_ON_KEY: Final = (
    "INSERT INTO cluster (id, time, seen_at, key_print)"  # noqa: S608 - made of constants
    f" VALUES (1, coalesce((SELECT max(updated_at) FROM rooms), {_NOW}), {_NOW}, $1)"
    " ON CONFLICT (id) DO UPDATE SET id = 1 RETURNING key_print"
)
_JOIN: Final = f"INSERT INTO nodes (seen_at) VALUES ({_NOW}) RETURNING epoch"  # noqa: S608
_HEARTBEAT: Final = f"UPDATE nodes SET seen_at = {_NOW} WHERE epoch = $1 RETURNING epoch"  # noqa: S608
_COMMON_TIME: Final = (
    f"UPDATE cluster SET time = time + least({_NOW} - seen_at, {MAX_STEP_SECONDS}),"  # noqa: S608
    f" seen_at = {_NOW} RETURNING time"
)
_EVICT_DEAD: Final = (
    f"WITH dead AS (DELETE FROM nodes WHERE seen_at < {_NOW} - {DEAD_SECONDS}"  # noqa: S608
    " AND epoch <> $1 RETURNING epoch),"
    " gone AS (DELETE FROM attendance USING dead WHERE attendance.epoch = dead.epoch"
    " RETURNING room) SELECT DISTINCT room FROM gone"
)
_CLAIM_ROOMS: Final = (
    "UPDATE rooms SET epoch = $1 WHERE code IN"  # noqa: S608
    " (SELECT code FROM rooms WHERE is_waiting AND archived_at IS NULL"
    " AND NOT EXISTS (SELECT 1 FROM nodes WHERE nodes.epoch = rooms.epoch)"
    " AND code <> ALL($2::text[])"
    f" LIMIT {MAX_CLAIMED_ROOMS} FOR UPDATE SKIP LOCKED)"
    " AND EXISTS (SELECT 1 FROM nodes WHERE nodes.epoch = $1) RETURNING code"
)
_ADD_PRESENCE: Final = (
    "INSERT INTO attendance (room, token, epoch)"
    " SELECT room, token, $3 FROM unnest($1::text[], $2::text[]) AS connected (room, token)"
    " ON CONFLICT DO NOTHING RETURNING room"
)
_REMOVE_PRESENCE: Final = (
    "DELETE FROM attendance WHERE epoch = $3 AND (room, token) IN"
    " (SELECT * FROM unnest($1::text[], $2::text[])) RETURNING room"
)
_CONNECTED_ELSEWHERE: Final = (
    "SELECT token FROM attendance JOIN nodes USING (epoch) WHERE room = $1 AND epoch <> $2"
)
_HEADS: Final = (
    "SELECT code, version, CASE WHEN digested = version THEN digest ELSE '' END"
    " FROM rooms WHERE code = ANY($1::text[]) AND archived_at IS NULL"
)
_RELEASE_ROOMS: Final = (
    "UPDATE rooms SET epoch = 0 WHERE epoch = $1 AND code = ANY($2::text[]) RETURNING code"
)
_LEAVE: Final = (
    "WITH free AS (UPDATE rooms SET epoch = 0 WHERE epoch = $1 AND is_waiting RETURNING code)"
    " UPDATE nodes SET seen_at = 0 WHERE epoch = $1 RETURNING epoch"
)


class NodeTable:
    """The table of nodes; every method raises `store_failed` if the database cannot be reached."""

    def __init__(self, database: PostgresDatabase) -> None:
        self._database = database

    async def agree_on_key(self, key_print: str) -> str:
        """Return the fingerprint of the nodes' key; the first node to call this sets it."""
        ((known,),) = await self._fetch(_AGREE_ON_KEY, key_print)
        return known

    async def join(self) -> int:
        """Add a new node to the table; return its epoch."""
        ((epoch,),) = await self._fetch(_JOIN)
        return epoch

    async def heartbeat(self, epoch: int) -> bool:
        """Record a heartbeat; return whether the node is still in the table."""
        return bool(await self._fetch(_HEARTBEAT, epoch))

    async def common_time(self) -> float:
        """Return the common time, which advances only while nodes keep reading it."""
        ((time,),) = await self._fetch(_COMMON_TIME)
        return time

    async def evict_dead(self, epoch: int) -> list[str]:
        """Remove other nodes whose heartbeat has stopped; return the rooms of their players."""
        return [room for (room,) in await self._fetch(_EVICT_DEAD, epoch)]

    async def claim_rooms(self, epoch: int, unreadable: Collection[str]) -> list[str]:
        """Claim rooms that no node drives, except those that this node cannot read."""
        return [code for (code,) in await self._fetch(_CLAIM_ROOMS, epoch, list(unreadable))]

    async def release_rooms(self, epoch: int, codes: Collection[str]) -> None:
        await self._fetch(_RELEASE_ROOMS, epoch, list(codes))

    async def leave(self, epoch: int) -> None:
        """Release all rooms that a node drives, and let the other nodes evict it at once."""
        await self._fetch(_LEAVE, epoch)

    async def add_presence(self, epoch: int, people: Collection[tuple[str, str]]) -> None:
        """Record that people are connected to a node; each is a room code and a hashed token."""
        await self._fetch(_ADD_PRESENCE, *_columns(people), epoch)

    async def remove_presence(self, epoch: int, people: Collection[tuple[str, str]]) -> None:
        await self._fetch(_REMOVE_PRESENCE, *_columns(people), epoch)

    async def connected_elsewhere(self, epoch: int, code: str) -> frozenset[str]:
        """Return the hashed tokens of a room's players who are connected to other nodes."""
        return frozenset(token for (token,) in await self._fetch(_CONNECTED_ELSEWHERE, code, epoch))

    async def heads(self, codes: Collection[str]) -> dict[str, LogHead]:
        """Return the head of the log of each of these rooms, leaving out archived ones."""
        rows = await self._fetch(_HEADS, list(codes)) if codes else []
        return {code: LogHead(version, digest) for code, version, digest in rows}

    async def _fetch(self, sql: str, *parameters: object) -> list[Any]:
        try:
            return await self._database.fetch(sql, parameters)
        except (SQLAlchemyError, OSError) as error:
            raise PickominoError("store_failed", reason=type(error).__name__) from error


def _columns(people: Collection[tuple[str, str]]) -> tuple[list[str], list[str]]:
    return [room for room, _ in people], [token for _, token in people]
