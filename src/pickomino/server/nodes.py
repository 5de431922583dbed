"""Several servers on one PostgreSQL: the lease of rooms, who is connected where, the common time.

Every server writes a sign of life twice a second under a number that is never used again, its
epoch. A room's line carries the epoch of the node that wrote to it last: that one drives the
room's bots and clocks. Every append asks whether its node is still in the list, and a bot's move
or the end of a time whether the room is still that node's. Whoever gave no sign of life for
DEAD_SECONDS is struck off the list by the others, who share its rooms: if it was only frozen,
nothing that it does then is written, until it has joined again under a new epoch.

What other nodes write is heard by the publisher, if there is one, and seen in the database
every HEAL_SECONDS: a message that is lost costs time, and nothing else.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Coroutine, Iterable
from typing import Any, Final

from sqlalchemy.exc import SQLAlchemyError

from pickomino.core.errors import PickominoError
from pickomino.server.postgres import PostgresDatabase
from pickomino.server.sql_store import SqlStore
from pickomino.service import RoomService, SteadyClock
from pickomino.service.ports import LONGEST_STEP, LocalPubSub, Update
from pickomino.service.presence import Attendance

_log = logging.getLogger(__name__)

BEAT_SECONDS: Final = 0.5
DEAD_SECONDS: Final = 2.0
HEAL_SECONDS: Final = 2.0
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
    f"UPDATE cluster SET time = time + least({_NOW} - seen_at, {LONGEST_STEP}),"  # noqa: S608
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
_HAND_OVER: Final = (
    "WITH free AS (UPDATE rooms SET epoch = 0 WHERE epoch = $1 AND is_waiting RETURNING code)"
    " UPDATE nodes SET seen_at = 0 WHERE epoch = $1 RETURNING epoch"
)


class Nodes:
    """One server among others on the same database."""

    def __init__(
        self,
        store: SqlStore,
        service: RoomService,
        attendance: Attendance,
        clock: SteadyClock,
        pubsub: LocalPubSub,
    ) -> None:
        """Take what must fit that of the other nodes; then `join` them."""
        self._store = store
        self._service = service
        self._attendance = attendance
        self._clock = clock
        self._pubsub = pubsub
        self._told: set[tuple[str, str]] = set()
        """Who is here, by room and hashed token, as the database knows."""
        self._called = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        service.neighbours = self

    async def join(self) -> None:
        """Become one of the nodes; raises `store_failed`, also where they have another key."""
        own = self._store.key_print()
        ((known,),) = await self._ask(_SHARED, own)
        if known != own:
            reason = "PICKOMINO_KEY_FILE is not the key that this database was begun with"
            raise PickominoError("store_failed", reason=reason)
        await self._register()
        await self._keep_time()
        self._pubsub.listen(self.hear, self.call)
        for work in (self._beat_on(), self._heal_on()):
            self._keep(work)

    async def leave(self) -> None:
        """Hand all rooms over: from now on this node moves for no bot."""
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._store.epoch:
            # The others find out at their next look, who of our people does not come to them.
            with contextlib.suppress(PickominoError):
                await self._ask(_HAND_OVER, self._store.epoch)
            await self._pubsub.call()

    def call(self) -> None:
        """Look at once: another node has left, or news may have been missed."""
        self._called.set()
        self._keep(self._heal())

    def hear(self, code: str, version: int) -> None:
        """Another node has written to a room that is followed here, or this one has."""
        if (self._service.version_at_hand(code) or 0) < version:
            self._keep(self._catch_up({code: version}))

    # Neighbours of the service

    async def refresh(self, code: str) -> None:
        """Bring a room at hand up to date with what others wrote."""
        known = self._service.version_at_hand(code)
        if known is None:
            return
        found = dict(await self._ask(_VERSIONS, [code]))
        if code not in found:
            self._service.drop(code)
        elif found[code] > known:
            await self._service.hear(code, await self._store.load_after(code, known))

    async def elsewhere(self, code: str) -> frozenset[str]:
        """Return the hashed tokens of people who are connected to other nodes."""
        found = await self._ask(_ELSEWHERE, code, self._store.epoch)
        return frozenset(row[0] for row in found)

    # Signs of life

    async def _beat_on(self) -> None:
        while True:
            self._called.clear()
            with contextlib.suppress(PickominoError):  # the store says what is wrong
                await self._beat()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._called.wait(), BEAT_SECONDS)

    async def _beat(self) -> None:
        if not await self._ask(_BEAT, self._store.epoch):
            _log.warning("this node was given up by the others, and joins again")
            self._service.stop_driving()
            await self._register()
            self._keep(self._heal())
        await self._keep_time()
        self._attendance.call_later(room for (room,) in await self._ask(_BURY, self._store.epoch))
        await self._tell_attendance()
        taken = [code for (code,) in await self._ask(_TAKE, self._store.epoch)]
        if taken:
            _log.info("%d rooms are driven here now", len(taken))
            self._keep(self._drive(taken))
        if len(taken) == MOST_AT_ONCE:
            self._called.set()

    async def _register(self) -> None:
        self._told = set()
        ((epoch,),) = await self._ask(_JOIN)
        self._store.epoch = epoch

    async def _keep_time(self) -> None:
        ((time,),) = await self._ask(_TIME)
        self._clock.go_on_from(time)

    async def _tell_attendance(self) -> None:
        here = self._attendance.here()
        for statement, pairs in ((_CAME, here - self._told), (_WENT, self._told - here)):
            if pairs:
                rooms, tokens = zip(*pairs, strict=True)
                await self._ask(statement, list(rooms), list(tokens), self._store.epoch)
        self._told = here

    async def _drive(self, codes: Iterable[str]) -> None:
        for code in codes:
            with contextlib.suppress(PickominoError):
                await self._service.resume(code)

    # What others wrote

    async def _heal_on(self) -> None:
        while True:
            await asyncio.sleep(HEAL_SECONDS)
            await self._heal()

    async def _heal(self) -> None:
        with contextlib.suppress(PickominoError):
            codes = self._pubsub.followed()
            await self._catch_up(dict(await self._ask(_VERSIONS, codes)) if codes else {})

    async def _catch_up(self, reached: dict[str, int]) -> None:
        for code, version in reached.items():
            known = self._service.version_at_hand(code)
            if known is None:
                await self._pubsub.tell(Update(code, 0, version))
            elif known < version:
                with contextlib.suppress(PickominoError):
                    await self._service.hear(code, await self._store.load_after(code, known))

    # How it is done

    def _keep(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("a task of this node failed", exc_info=error)

    async def _ask(self, sql: str, *parameters: object) -> list[Any]:
        database = self._store.database
        assert isinstance(database, PostgresDatabase), "nodes share a PostgreSQL"  # noqa: S101
        try:
            return await database.ask(sql, parameters)
        except (SQLAlchemyError, OSError) as error:
            raise PickominoError("store_failed", reason=type(error).__name__) from error
