"""Several servers on one PostgreSQL: the lease of rooms, who is connected where, the common time.

Every server writes a sign of life every BEAT_SECONDS under a number that is never used again, its
epoch. A room's line carries the epoch of the node that wrote to it last: that one drives the
room's bots and clocks. Every append asks whether its node is still in the list, and a bot's move
or the end of a time whether the room is still that node's. Whoever gave no sign of life for
DEAD_SECONDS is struck off the list by the others, who share its rooms: if it was only frozen,
nothing that it does then is written, until it has joined again under a new epoch.

What other nodes write is heard by the publisher, if there is one, and seen in the database
every HEAL_SECONDS: a message that is lost, or does not fit, costs time, and nothing else.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Coroutine, Sequence
from typing import Any, Final

from pickomino.core.errors import PickominoError
from pickomino.rooms import LogEntry, RoomService, SteadyClock
from pickomino.rooms.presence import PresenceTracker
from pickomino.rooms.pubsub import LocalPubSub, Update
from pickomino.server.cluster.node_table import MOST_AT_ONCE, NodeTable
from pickomino.server.ops.metrics import Metrics
from pickomino.server.storage.sql_store import SqlStore

_log = logging.getLogger(__name__)

BEAT_SECONDS: Final = 0.4
HEAL_SECONDS: Final = 2.0


class Nodes:
    """One server among others on the same database."""

    def __init__(  # noqa: PLR0913, PLR0917 - one a port
        self,
        table: NodeTable,
        store: SqlStore,
        service: RoomService,
        presence: PresenceTracker,
        clock: SteadyClock,
        pubsub: LocalPubSub,
        metrics: Metrics,
    ) -> None:
        """Take what must fit that of the other nodes; then `join` them."""
        self._metrics = metrics
        self._table = table
        self._store = store
        self._service = service
        self._presence = presence
        self._clock = clock
        self._pubsub = pubsub
        self._told: set[tuple[str, str]] = set()
        """Who is here, by room and hashed token, as the database knows."""
        self._to_resume: list[str] = []
        """Rooms taken over that could not be read yet, while the database was away."""
        self._unreadable: set[str] = set()
        """Rooms that are left to others: they are damaged, or a newer version wrote to them."""
        self._called = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        service.peers = self

    async def join(self) -> None:
        """Become one of the nodes; raises `store_failed`, also where they have another key."""
        own = self._store.key_fingerprint()
        if await self._table.agree(own) != own:
            reason = "PICKOMINO_KEY_FILE is not the key that this database was begun with"
            raise PickominoError("store_failed", reason=reason)
        await self._register()
        await self._keep_time()
        self._pubsub.attach(self)
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
                await self._table.hand_over(self._store.epoch)
            await self._pubsub.poll_peers()

    def poll_now(self) -> None:
        """Look at once: another node has left, or news may have been missed."""
        self._called.set()
        self._keep(self._heal())

    def on_update(self, code: str, version: int, rows: Sequence[str]) -> None:
        """Another node has written to a room that is followed here, or this one has."""
        if self._is_behind(code, version):
            self._keep(self._take_over(code, version, rows))

    def encode_rows(self, code: str, log: Sequence[LogEntry]) -> list[str]:
        """Write events for other nodes; they have the same key."""
        return self._store.encode_rows(code, log)

    # PeerNodes

    async def refresh(self, code: str) -> None:
        """Bring a room at hand up to date with what others wrote."""
        known = self._service.cached_version(code)
        if known is None:
            return
        found = await self._table.versions([code])
        if code not in found:
            self._service.drop(code)
        elif found[code] > known:
            await self._service.on_remote_update(code, await self._store.load_after(code, known))

    async def connected_elsewhere(self, code: str) -> frozenset[str]:
        """Return the hashed tokens of people who are connected to other nodes."""
        return await self._table.elsewhere(self._store.epoch, code)

    # Signs of life

    async def _beat_on(self) -> None:
        while True:
            self._called.clear()
            with contextlib.suppress(PickominoError):  # the store says what is wrong
                await self._beat()
            # Not `wait_for`: where a call and the end come at once, it would forget the end.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(BEAT_SECONDS):
                    await self._called.wait()

    async def _beat(self) -> None:
        if not await self._table.beat(self._store.epoch):
            _log.warning("this node was given up by the others, and joins again")
            self._metrics.given_up.inc()
            self._service.stop_driving()
            self._to_resume.clear()
            await self._register()
            self._keep(self._heal())
        await self._keep_time()
        self._presence.check_absences_later(await self._table.bury(self._store.epoch))
        await self._publish_presence()
        taken = await self._table.take(self._store.epoch, self._unreadable)
        if taken:
            _log.info("%d rooms are driven here now", len(taken))
            self._metrics.taken_over.inc(len(taken))
            self._to_resume += taken
        if self._to_resume:
            self._keep(self._resume())
        if len(taken) == MOST_AT_ONCE:
            self._called.set()

    async def _register(self) -> None:
        self._told = set()
        self._store.epoch = await self._table.join()

    async def _keep_time(self) -> None:
        self._clock.set_time(await self._table.time())

    async def _publish_presence(self) -> None:
        here = self._presence.connected()
        if came := here - self._told:
            await self._table.came(self._store.epoch, came)
        if went := self._told - here:
            await self._table.went(self._store.epoch, went)
        self._told = here

    async def _resume(self) -> None:
        while self._to_resume:
            code = self._to_resume.pop()
            try:
                await self._service.resume(code)
            except PickominoError as error:
                if error.code == "store_failed":
                    self._to_resume.append(code)
                    return
                if error.code == "room_damaged":
                    await self._leave_to_others(code)

    async def _leave_to_others(self, code: str) -> None:
        _log.warning("room %s cannot be read here, and is left to other nodes", code)
        self._unreadable.add(code)
        with contextlib.suppress(PickominoError):
            await self._table.give_back(self._store.epoch, [code])

    # What others wrote

    async def _heal_on(self) -> None:
        while True:
            await asyncio.sleep(HEAL_SECONDS)
            await self._heal()

    async def _heal(self) -> None:
        with contextlib.suppress(PickominoError):
            await self._catch_up(await self._table.versions(self._pubsub.subscribed_rooms()))

    async def _take_over(self, code: str, version: int, rows: Sequence[str]) -> None:
        """Go on with what was told, or with what is stored where that does not fit."""
        if rows and self._service.cached_version(code) is not None:
            first = version - len(rows) + 1
            with contextlib.suppress(PickominoError):
                log = self._store.decode_rows(code, list(enumerate(rows, first)))
                await self._service.on_remote_update(code, log)
        if self._is_behind(code, version):
            await self._catch_up({code: version})

    def _is_behind(self, code: str, version: int) -> bool:
        return (self._service.cached_version(code) or 0) < version

    async def _catch_up(self, reached: dict[str, int]) -> None:
        for code, version in reached.items():
            known = self._service.cached_version(code)
            if known is None:
                self._pubsub.notify_local(Update(code, 0, version))
            elif known < version:
                with contextlib.suppress(PickominoError):
                    await self._service.on_remote_update(
                        code, await self._store.load_after(code, known)
                    )

    # How it is done

    def _keep(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("a task of this node failed", exc_info=error)
