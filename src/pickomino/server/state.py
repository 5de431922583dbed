"""The shared state of one running server: rooms, connections and rate limits."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Protocol, cast

import msgspec
from litestar import Request
from litestar.connection import ASGIConnection

from pickomino.core.errors import PickominoError
from pickomino.rooms import (
    BotRunner,
    ChangeSettings,
    Command,
    Created,
    CreateRoom,
    Done,
    Join,
    ProcessBots,
    RoomService,
    SteadyClock,
)
from pickomino.rooms import Request as RoomRequest
from pickomino.rooms.domain.tokens import hash_token
from pickomino.rooms.presence import PresenceTracker
from pickomino.rooms.protocol.messages import Vote
from pickomino.rooms.pubsub import MAX_WATCHERS, LocalPubSub
from pickomino.rooms.service import NO_ADDRESSES
from pickomino.server.ops.housekeeping import DAY, Housekeeper
from pickomino.server.ops.metrics import Metrics
from pickomino.server.queues import Queues
from pickomino.server.quota import StorageQuota
from pickomino.server.reviews.queue import RecordParser, ReviewQueue
from pickomino.server.room_list import RoomList
from pickomino.server.settings import ServerSettings
from pickomino.server.storage.database import is_postgres
from pickomino.server.storage.sql_store import SqlStore
from pickomino.server.throttle import (
    AddressCounter,
    AddressThrottle,
    Throttle,
    address_key,
    decrement,
    too_fast,
)
from pickomino.server.voters import VoterAddresses
from pickomino.server.work_queue import Caller

if TYPE_CHECKING:
    from pickomino.server.cluster.node import ClusterNode
    from pickomino.server.storage.postgres import PostgresDatabase

_log = logging.getLogger(__name__)

AnyConnection = ASGIConnection[Any, Any, Any, Any]
AnyRequest = Request[Any, Any, Any]

SEAT_REFILL_SECONDS = 600.0
"""After this time, an address may take one more seat in a public room."""
WATCHER_SHARE = 0.8
"""The share of all live connections that spectators may use; the rest is reserved for players."""
CACHE_SECONDS = 1.0
"""How long the result of a test read is cached."""
RECENT_SECONDS = 3600.0
"""After a restart, only games whose last event is this recent are checked for absent players."""
WARM_BOTS = ("family",)
TICK_SECONDS = 1.0
PROBE_SECONDS = 2.0
"""The time between two test writes to the database."""
RETRY_SECONDS = 0.5
"""The time between two test writes while storage fails."""
MIN_DISCONNECT_BATCH, MAX_DISCONNECT_BATCHES = 10, 80
"""Clients are disconnected in batches, so that they do not overload the nodes they move to."""
DISCONNECT_PAUSE_SECONDS = 0.1
UPLOADS_PER_HOUR = 60
"""How many records one address may upload in an hour."""
DAILY_ANSWERS_PER_ADDRESS = 10
"""How many players of one address are counted each day among those of the daily puzzles."""
POSITIONS_PER_SECOND = 2
"""How many positions per second one address may get advice on, with bursts of ten times as many."""


class ClientConnection(Protocol):
    """A live connection."""

    async def disconnect(self) -> None:
        """Ask the client to reconnect later, and close the connection."""
        ...

    def close_if_stuck(self, now: float) -> None:
        """Close the connection if its client has not accepted a message for too long."""
        ...


class ServerState:
    """What the handlers of one server share; call `open` before use."""

    def __init__(self, settings: ServerSettings, bots: BotRunner | None = None) -> None:
        self.settings = settings
        self.clock = SteadyClock()
        self.store = SqlStore(
            settings.database, self._on_storage_change, self.clock, settings.key_file
        )
        self.bots = ProcessBots(settings.bot_workers) if bots is None else bots
        self.pubsub = _create_pubsub(settings)
        self.service = RoomService(
            self.store,
            self.pubsub,
            self.clock,
            self.bots,
            bot_pause=settings.bot_pause,
            room_bytes=settings.room_megabytes * 1024**2,
        )
        self.presence = PresenceTracker(self.service)
        self.metrics = Metrics()
        self._node = self._create_node()
        self.connections: set[ClientConnection] = set()
        self.queues = Queues(settings)
        self.reviews = ReviewQueue()
        self.uploads = RecordParser()
        self.quota = StorageQuota(self.service, settings)
        self.room_list = RoomList(self.store, settings.max_listed_per_address)
        self._housekeeper = Housekeeper(self.store, self.service, settings)
        self._tasks: list[asyncio.Task[None]] = []
        self._addresses = AddressCounter(settings.max_connections_per_address)
        self._watchers: Counter[str] = Counter()
        self._watchers_by_address: Counter[str] = Counter()
        self._read_at = float("-inf")
        """When the last test read succeeded."""
        self.voters = VoterAddresses()
        rate = settings.messages_per_second
        self._seat_throttle = Throttle(settings.seats_per_address, 1 / SEAT_REFILL_SECONDS)
        self._join_throttle = AddressThrottle(
            settings.joins_per_minute, settings.joins_per_minute / 60
        )
        self.room_throttle = AddressThrottle(
            settings.rooms_per_hour, settings.rooms_per_hour / 3600
        )
        self.request_throttle = AddressThrottle(
            2 * settings.requests_per_second, settings.requests_per_second
        )
        self.message_throttle = AddressThrottle(8 * rate, 4 * rate)
        """Limits the messages from each address; each connection has a token bucket in addition."""
        self.upload_throttle = AddressThrottle(UPLOADS_PER_HOUR, UPLOADS_PER_HOUR / 3600)
        self.daily_throttle = AddressThrottle(
            DAILY_ANSWERS_PER_ADDRESS, DAILY_ANSWERS_PER_ADDRESS / DAY
        )
        self.position_throttle = AddressThrottle(10 * POSITIONS_PER_SECOND, POSITIONS_PER_SECOND)

    async def open(self) -> None:
        """Open the database and resume its rooms."""
        try:
            await self.store.open(is_exclusive=True)
        except PickominoError:
            await self.close()
            raise
        await self._restore_clock()
        recent = self.clock.now() - RECENT_SECONDS
        self.presence.open(await self.store.running_since(recent))
        self._housekeeper.start()
        jobs = [self._tick(), self._probe(), self.store.check_integrity()]
        if self._node is None:
            jobs.append(self._resume_rooms())
        self._tasks = [asyncio.create_task(job) for job in jobs]
        if isinstance(self.bots, ProcessBots):
            self._tasks.append(asyncio.create_task(self.bots.warm(*WARM_BOTS)))
        _log.info("server started")

    def _create_node(self) -> ClusterNode | None:
        if not is_postgres(self.settings.database):
            return None
        from pickomino.server.cluster.node import ClusterNode
        from pickomino.server.cluster.node_table import NodeTable

        table = NodeTable(cast("PostgresDatabase", self.store.database))
        service, presence = self.service, self.presence
        return ClusterNode(
            table, self.store, service, presence, self.clock, self.pubsub, self.metrics
        )

    async def _restore_clock(self) -> None:
        """Set the clock to the last event's time, or join the other nodes and use their time."""
        if self._node is not None:
            try:
                await self._node.join()
            except PickominoError:
                await self.close()
                raise
            return
        newest = await self.store.newest_time()
        if newest is not None:
            self.clock.set_time(newest)

    async def _resume_rooms(self) -> None:
        """Resume rooms; this runs in the background, because there can be hundreds to read."""
        resumed = await self.service.resume_all(await self.store.waiting_rooms())
        _log.info("resumed %d rooms with bots to move or running clocks", resumed)

    async def disconnect_clients(self) -> None:
        """Ask all clients to reconnect later, without counting their players as absent."""
        await self.presence.close()
        connections = tuple(self.connections)
        if self._node is None:
            await _disconnect(connections)
            return
        size = max(MIN_DISCONNECT_BATCH, math.ceil(len(connections) / MAX_DISCONNECT_BATCHES))
        for start in range(0, len(connections), size):
            await _disconnect(connections[start : start + size])
            await asyncio.sleep(DISCONNECT_PAUSE_SECONDS)

    async def close(self) -> None:
        """Disconnect all clients, finish pending writes, and close the database."""
        await self.disconnect_clients()
        if self._node is not None:
            await self._node.leave()
        await self._housekeeper.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for queue in (self.queues, self.reviews, self.uploads):
            await queue.close()
        await self.service.close()
        await self.store.close()
        if self._tasks:
            _log.info("server stopped")

    # Storage

    async def check_storage(self) -> None:
        """Raise `store_failed` if the database cannot be read or written."""
        if self.store.problem is not None:
            raise PickominoError("store_failed", reason=self.store.problem)
        now = time.monotonic()
        if now - self._read_at > CACHE_SECONDS:
            await self.store.count()
            self._read_at = now

    async def _tick(self) -> None:
        """Read the clock, so that it notices a frozen process, and close stuck connections.

        A timer for each message would cost as much as sending the message.
        """
        while True:
            self.clock.now()
            now = time.monotonic()
            for connection in tuple(self.connections):
                connection.close_if_stuck(now)
            await asyncio.sleep(TICK_SECONDS)

    async def _probe(self) -> None:
        """Detect a full disk or a deleted file even while no game is being played."""
        while True:
            with contextlib.suppress(PickominoError):
                await self.store.probe()
            await asyncio.sleep(PROBE_SECONDS if self.store.problem is None else RETRY_SECONDS)

    def _on_storage_change(self, problem: str | None) -> None:
        self.clock.now()
        # In a damaged file, rooms whose pages are intact continue.
        self.clock.is_stopped = problem is not None and not self.store.is_damaged
        self.metrics.storage_works.set(problem is None)
        if problem is None:
            self.service.grant_grace_period()
            _log.warning("storage works again")
        else:
            _log.error("storage failed, refusing commands: %s", problem)

    def require_space(self, address: str) -> None:
        """Raise `storage_used_up` if an address or all together have stored too much."""
        self.quota.require(address)
        if self._housekeeper.is_full:
            raise PickominoError("storage_used_up")

    async def create(self, command: CreateRoom, address: str) -> Created:
        """Create a room; raises `too_many_rooms`."""
        self.quota.charge_rooms_of(address)
        self.require_space(address)
        async with self._housekeeper.count_lock:
            if self._housekeeper.live_rooms >= self.settings.max_rooms:
                raise PickominoError("too_many_rooms", limit=self.settings.max_rooms)
            created = await self.service.create(command)
            self._housekeeper.live_rooms += 1
        self.quota.charge_room(created.code, address, is_new=True)
        self._note_publisher(command, created.code, address)
        _log.info("room %s created", created.code)
        return created

    def _note_publisher(self, command: Command | CreateRoom, code: str, address: str) -> None:
        """Note whose room it is if a command has put it on the public list."""
        if not isinstance(command, CreateRoom | ChangeSettings) or not command.settings.is_public:
            return
        self.room_list.note_publisher(code, address)
        # A room whose host is not connected does not stay in the list.
        self.presence.check_absences_later((code,))

    async def command(
        self, code: str, token: str | None, request: RoomRequest, address: str
    ) -> Done:
        """Carry out a command of a client, unless its address has joined or stored too much."""
        await self.rate_limit_join(request.command, code, address)
        self.quota.require(address)
        self.quota.watch_room(code, address)
        voters = await self._voters(request.command, code, token, address)
        done = await self.service.command(code, token, request.command, request.expected, voters)
        self.quota.charge_room(code, address)
        self._note_publisher(request.command, code, address)
        return msgspec.structs.replace(done, id=request.id)

    async def _voters(
        self, command: Command, code: str, token: str | None, address: str
    ) -> Mapping[str, str]:
        """Return the addresses of a room's voters, with this one if the command is a vote."""
        if not isinstance(command, Vote) or token is None:
            return NO_ADDRESSES
        players = await self.service.players(code)
        return self.voters.record(code, hash_token(token), address, players)

    async def rate_limit_join(self, command: Command, code: str, address: str) -> None:
        """Raise if an address joins too often, saying when it may; other commands always pass."""
        if not isinstance(command, Join):
            return
        if not self._join_throttle.allows(address):
            seconds = math.ceil(self._join_throttle.seconds_until(address))
            limit = self.settings.joins_per_minute
            raise PickominoError("too_many_joins", limit=limit, seconds=seconds)
        seat_key = f"{code} {address}"
        if await self.service.is_public(code) and not self._seat_throttle.allows(seat_key):
            minutes = math.ceil(self._seat_throttle.seconds_until(seat_key) / 60)
            limit = self.settings.seats_per_address
            raise PickominoError("too_many_seats", limit=limit, minutes=minutes)

    # Connections

    def add_connection(self, connection: ClientConnection, address: str) -> bool:
        """Register a connection unless there are too many; return whether it was registered."""
        is_full = len(self.connections) >= self.settings.max_connections
        if is_full or not self._addresses.try_acquire(address):
            self.count_error("too_many_connections")
            return False
        self.connections.add(connection)
        self.metrics.connections.inc()
        return True

    def remove_connection(self, connection: ClientConnection, address: str) -> None:
        self.connections.discard(connection)
        self.metrics.connections.dec()
        self._addresses.release(address)

    def add_watcher(self, code: str, address: str) -> None:
        """Count a spectator; raise an error if room, address or server has too many."""
        limit, own = self.settings.max_watchers_per_address, f"{code} {address}"
        if self._watchers[code] >= MAX_WATCHERS:
            raise PickominoError("too_many_watchers", limit=MAX_WATCHERS)
        if self._watchers_by_address[own] >= limit:
            raise PickominoError("too_many_own_watchers", limit=limit)
        if self._watchers.total() >= WATCHER_SHARE * self.settings.max_connections:
            raise PickominoError("too_many_server_watchers")
        self._watchers[code] += 1
        self._watchers_by_address[own] += 1

    def remove_watcher(self, code: str, address: str) -> None:
        decrement(self._watchers, code)
        decrement(self._watchers_by_address, f"{code} {address}")

    def count_error(self, kind: str) -> None:
        """Count a client's error; such errors are not logged."""
        self.metrics.client_errors.labels(kind).inc()

    def base_url(self, connection: AnyConnection) -> str:
        """Return the address of this server for links, without a trailing slash."""
        return (self.settings.public_url or str(connection.base_url)).rstrip("/")


async def _disconnect(connections: Iterable[ClientConnection]) -> None:
    await asyncio.gather(*(connection.disconnect() for connection in connections))


def _create_pubsub(settings: ServerSettings) -> LocalPubSub:
    if not settings.redis:
        return LocalPubSub()
    if not is_postgres(settings.database):
        raise PickominoError("redis_without_postgres")
    from pickomino.server.cluster.redis_pubsub import RedisPubSub

    return RedisPubSub(settings.redis)


def state_of(connection: AnyConnection) -> ServerState:
    """Return the state of the server that received a request or a socket."""
    return connection.app.state.server


def address_of(connection: AnyConnection) -> str:
    """Return the key of the client's address."""
    return address_key(connection.client.host) if connection.client else ""


def caller_of(request: AnyRequest) -> Caller:
    """Return the client of a request, for which a queue does work."""
    return Caller(address_of(request), request.receive)


def rate_limit(connection: AnyConnection, throttle: AddressThrottle) -> str:
    """Return the key of the client's address; raises `too_fast` if the throttle refuses it."""
    address = address_of(connection)
    if not throttle.allows(address):
        raise too_fast(throttle.seconds_until(address))
    return address


def limit_per_hour(
    connection: AnyConnection, throttle: AddressThrottle, code: str, limit: int
) -> str:
    """Return the key of the client's address; raises the code, with the time left, if refused."""
    address = address_of(connection)
    if not throttle.allows(address):
        minutes = math.ceil(throttle.seconds_until(address) / 60)
        raise PickominoError(code, limit=limit, minutes=minutes)
    return address
