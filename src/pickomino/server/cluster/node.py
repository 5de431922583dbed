"""A node, one of several servers on one PostgreSQL: room leases, presence and the common time.

Every node sends a heartbeat every HEARTBEAT_SECONDS under its epoch, a number that is never used
again. A room's row has the epoch of the node that wrote to it last: that node drives the room's
bots and clocks. Every append checks that its node is still in the table of nodes; an append of a
bot's move or a timeout also checks that the room still belongs to that node. A node without a
heartbeat for DEAD_SECONDS is evicted by the others, which divide its rooms among themselves. If the
node was only frozen, nothing it does is written until it has joined again under a new epoch.

Nodes learn of each other's events through Redis, if configured, and by polling the database every
RESYNC_SECONDS, so a lost or unusable message only causes a delay. An event from Redis is applied
only if it continues the log of the room that is cached here; otherwise the database decides.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Coroutine, Sequence
from typing import Any, Final

from pickomino.core.errors import PickominoError
from pickomino.rooms import RoomService, SteadyClock
from pickomino.rooms.peers import PeerNodes
from pickomino.rooms.presence import PresenceTracker
from pickomino.rooms.protocol.log_chain import LogHead
from pickomino.rooms.pubsub import LocalPubSub, Update
from pickomino.server.cluster.node_table import MAX_CLAIMED_ROOMS, NodeTable
from pickomino.server.ops.metrics import Metrics
from pickomino.server.storage.sql_store import SqlStore

_log = logging.getLogger(__name__)

HEARTBEAT_SECONDS: Final = 0.4
RESYNC_SECONDS: Final = 2.0
POLL_SECONDS: Final = 0.1
"""The shortest time between two polls that other nodes ask for."""


class ClusterNode(PeerNodes):
    """One server among others on the same database; call `join` before use."""

    def __init__(  # noqa: PLR0913, PLR0917 - one per collaborator
        self,
        table: NodeTable,
        store: SqlStore,
        service: RoomService,
        presence: PresenceTracker,
        clock: SteadyClock,
        pubsub: LocalPubSub,
        metrics: Metrics,
    ) -> None:
        self._metrics = metrics
        self._table = table
        self._store = store
        self._service = service
        self._presence = presence
        self._clock = clock
        self._pubsub = pubsub
        self._published: set[tuple[str, str]] = set()
        """The room and hashed token of each player connected here, as published in the database."""
        self._to_resume: list[str] = []
        """Claimed rooms that could not be read yet, because the database failed."""
        self._unreadable: set[str] = set()
        """Rooms left to other nodes because they are damaged or were written by a newer version."""
        self._wake = asyncio.Event()
        self._next_poll = 0.0
        self._poll_timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        service.peers = self

    async def join(self) -> None:
        """Join the other nodes; raises `store_failed`, for example if they use a different key."""
        own = self._store.key_fingerprint()
        if await self._table.agree_on_key(own) != own:
            reason = "PICKOMINO_KEY_FILE is not the key that this database was created with"
            raise PickominoError("store_failed", reason=reason)
        await self._register()
        await self._sync_clock()
        self._pubsub.attach(self)
        for loop in (self._heartbeat_loop(), self._resync_loop()):
            self._spawn(loop)

    async def leave(self) -> None:
        """Hand all rooms over to other nodes, and stop driving bots."""
        if self._poll_timer is not None:
            self._poll_timer.cancel()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._store.epoch:
            # When the others evict this node, they check which of its players are absent.
            with contextlib.suppress(PickominoError):
                await self._table.leave(self._store.epoch)
            await self._pubsub.poll_peers()

    def poll_now(self) -> None:
        """Poll the database soon, because another node has left or updates may have been missed."""
        loop = asyncio.get_running_loop()
        if loop.time() >= self._next_poll:
            self._poll()
        elif self._poll_timer is None:
            self._poll_timer = loop.call_at(self._next_poll, self._poll)

    def _poll(self) -> None:
        self._poll_timer = None
        self._next_poll = asyncio.get_running_loop().time() + POLL_SECONDS
        self._wake.set()
        self._spawn(self._resync())

    def on_update(self, code: str, head: LogHead, rows: Sequence[str]) -> bool:
        """Handle an update, by this or another node, of a room that has subscribers here.

        Return whether it is news to this node.
        """
        is_new = self._is_behind(code, head.version)
        if is_new:
            self._spawn(self._apply_remote(code, head, rows))
        return is_new

    def message_key(self) -> bytes:
        """Return the key that authenticates the messages between nodes."""
        return self._store.message_key()

    def count_forged_message(self) -> None:
        self._metrics.forged_messages.inc()

    def set_redis_works(self, *, works: bool) -> None:
        """Show in the metrics whether this node gets the messages of the others."""
        self._metrics.redis_works.set(works)

    # PeerNodes

    async def refresh(self, code: str) -> None:
        """Update a cached room with the events that other nodes wrote."""
        known = self._service.cached_head(code)
        if known is None:
            return
        heads = await self._table.heads([code])
        if code not in heads:
            self._service.drop(code)
        else:
            await self._catch_up(code, known, heads[code])

    async def connected_elsewhere(self, code: str) -> frozenset[str]:
        """Return the hashed tokens of a room's players who are connected to other nodes."""
        return await self._table.connected_elsewhere(self._store.epoch, code)

    # Heartbeat

    async def _heartbeat_loop(self) -> None:
        while True:
            self._wake.clear()
            with contextlib.suppress(PickominoError):  # the store reports the failure
                await self._heartbeat()
            # Not `wait_for`: it loses a cancellation that coincides with the event.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(HEARTBEAT_SECONDS):
                    await self._wake.wait()

    async def _heartbeat(self) -> None:
        if not await self._table.heartbeat(self._store.epoch):
            _log.warning("this node was evicted by the other nodes; rejoining")
            self._metrics.given_up.inc()
            self._service.stop_driving()
            self._to_resume.clear()
            await self._register()
            self._spawn(self._resync())
        await self._sync_clock()
        self._presence.check_absences_later(await self._table.evict_dead(self._store.epoch))
        await self._publish_presence()
        claimed = await self._table.claim_rooms(self._store.epoch, self._unreadable)
        if claimed:
            _log.info("this node claimed %d rooms", len(claimed))
            self._metrics.taken_over.inc(len(claimed))
            self._to_resume += claimed
        if self._to_resume:
            self._spawn(self._resume())
        if len(claimed) == MAX_CLAIMED_ROOMS:
            self._wake.set()

    async def _register(self) -> None:
        self._published = set()
        self._store.epoch = await self._table.join()

    async def _sync_clock(self) -> None:
        self._clock.set_time(await self._table.common_time())

    async def _publish_presence(self) -> None:
        connected = self._presence.connected_players()
        if added := connected - self._published:
            await self._table.add_presence(self._store.epoch, added)
        if removed := self._published - connected:
            await self._table.remove_presence(self._store.epoch, removed)
        self._published = connected

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
                    await self._give_up_room(code)

    async def _give_up_room(self, code: str) -> None:
        _log.warning("this node cannot read room %s; leaving it to other nodes", code)
        self._unreadable.add(code)
        with contextlib.suppress(PickominoError):
            await self._table.release_rooms(self._store.epoch, [code])

    # Updates by other nodes

    async def _resync_loop(self) -> None:
        while True:
            await asyncio.sleep(RESYNC_SECONDS)
            await self._resync()

    async def _resync(self) -> None:
        codes = self._pubsub.subscribed_rooms()
        # Read before the database: what it has is then as new as what is cached, or newer.
        known = {code: self._service.cached_head(code) for code in codes}
        with contextlib.suppress(PickominoError):
            for code, stored in (await self._table.heads(codes)).items():
                with contextlib.suppress(PickominoError):
                    await self._catch_up(code, known[code], stored)

    async def _apply_remote(self, code: str, head: LogHead, rows: Sequence[str]) -> None:
        """Apply the rows of a message; if they do not fit, load the events from the database."""
        if rows and self._service.cached_head(code) is not None:
            with contextlib.suppress(PickominoError):
                tail = self._store.decode_tail(code, rows, head)
                await self._service.on_remote_update(code, tail)
        if not self._is_behind(code, head.version):
            return
        if self._service.cached_head(code) is None:
            self._pubsub.notify_local(Update(code, 0, head.version))
            return
        with contextlib.suppress(PickominoError):
            await self.refresh(code)

    def _is_behind(self, code: str, version: int) -> bool:
        return (self._service.cached_version(code) or 0) < version

    async def _catch_up(self, code: str, known: LogHead | None, stored: LogHead) -> None:
        """Bring a room up to the log in the database, of which `known` is cached here."""
        if known is None:
            self._pubsub.notify_local(Update(code, 0, stored.version))
            return
        if known.fits(stored):
            return
        if known.version < stored.version:
            tail = await self._store.load_after(code, known.version)
            if await self._service.on_remote_update(code, tail):
                return
        _log.warning("the log of room %s is not the one that this node knew; reloading it", code)
        await self._service.reload(code)

    # Tasks

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._on_done)

    def _on_done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("a task of this node failed", exc_info=error)
