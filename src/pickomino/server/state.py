"""What the parts of one running server share: its rooms, who is connected, and what they may."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import time
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Protocol, cast

import msgspec
from litestar import Request
from litestar.connection import ASGIConnection

from pickomino.core.errors import PickominoError
from pickomino.rooms import (
    BotRunner,
    Command,
    Created,
    CreateRoom,
    Join,
    ProcessBots,
    RoomService,
    RoomSummary,
    SteadyClock,
)
from pickomino.rooms.bots.coach import Coach
from pickomino.rooms.ports import MAX_SUBSCRIBERS, LocalPubSub
from pickomino.rooms.presence import PresenceTracker
from pickomino.server.ops.housekeeping import Housekeeper
from pickomino.server.ops.metrics import Metrics
from pickomino.server.reviews.queue import ReviewQueue
from pickomino.server.settings import ServerSettings
from pickomino.server.storage.database import is_postgres
from pickomino.server.storage.sql_store import SqlStore
from pickomino.server.throttle import (
    MOST_KEYS,
    AddressCounter,
    AddressThrottle,
    Throttle,
    address_key,
    count_down,
    site_key,
)

if TYPE_CHECKING:
    from pickomino.server.cluster.nodes import Nodes
    from pickomino.server.storage.postgres import PostgresDatabase

_log = logging.getLogger(__name__)

AnyConnection = ASGIConnection[Any, Any, Any, Any]
AnyRequest = Request[Any, Any, Any]

MOST_LISTED = 50
LIST_SHARE = 10
"""So many times as many rooms are looked at, so that one address cannot hide the others."""
SEAT_SECONDS = 600.0
"""After so long an address may take one more seat of a public room."""
MOST_WATCHERS = MAX_SUBSCRIBERS // 2
"""Of one room; the rest is for those who hold seats."""
PLACES_TO_WATCH = 0.8
"""Of all live connections; the rest is for those who hold seats, in whatever room."""
LIST_SECONDS = 1.0
"""How old a list of public rooms may be, and the news that something could be read."""
RECENT_SECONDS = 3600.0
"""Games that stood still for longer before a restart are not asked who is missing."""
WARM_BOTS = ("family",)
TICK_SECONDS = 1.0
PROBE_SECONDS = 2.0
"""How often is tried whether something can be written."""
RETRY_SECONDS = 0.5
"""The same while it could not."""
FEWEST_GOODBYES, MOST_STEPS = 10, 80
"""Clients that are sent to other nodes in a step, and steps: all at once would have to wait."""
GOODBYE_PAUSE = 0.1
UPLOADS_PER_HOUR = 60
"""Records from one address."""
POSITIONS_PER_SECOND = 2
"""Positions to advise on, from one address; ten times as many at once."""
MOST_LOOKING_BACK = 2
"""Past games that are put together at the same time; each takes a core for a while."""


class PublicRooms(msgspec.Struct, frozen=True):
    """The rooms that strangers may find."""

    rooms: tuple[RoomSummary, ...]


class Connection(Protocol):
    """A live connection."""

    async def say_goodbye(self) -> None:
        """Tell the client to come back later, and end."""
        ...

    def end_if_stuck(self, now: float) -> None:
        """End it if its client has not taken a message for too long."""
        ...


class ServerState:
    """The rooms of a server, its settings, and who is in."""

    def __init__(self, settings: ServerSettings, bots: BotRunner | None = None) -> None:
        """Take the settings; then `open` it."""
        self.settings = settings
        self.clock = SteadyClock()
        self.store = SqlStore(
            settings.database, self._storage_changed, self.clock, settings.key_file
        )
        self.bots = ProcessBots(settings.bot_workers) if bots is None else bots
        self.pubsub = _publisher(settings)
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
        self._nodes = self._neighbourhood()
        self.connections: set[Connection] = set()
        self.looking_back = asyncio.Semaphore(MOST_LOOKING_BACK)
        self.reviews = ReviewQueue()
        self.records = ReviewQueue()
        """Reads records that people bring."""
        self.adviser = Coach(self.bots)
        """For positions of any table."""
        self.uploads = AddressThrottle(UPLOADS_PER_HOUR, UPLOADS_PER_HOUR / 3600)
        self.positions = AddressThrottle(10 * POSITIONS_PER_SECOND, POSITIONS_PER_SECOND)
        self._keeper = Housekeeper(self.store, self.service, settings)
        self._tasks: list[asyncio.Task[None]] = []
        self._addresses = AddressCounter(settings.max_connections_per_address)
        self._watchers: Counter[str] = Counter()
        self._watchers_from: Counter[str] = Counter()
        self._listed = float("-inf"), PublicRooms(())
        self._read_at = float("-inf")
        self._seats = Throttle(settings.seats_per_address, 1 / SEAT_SECONDS)
        self._made_from: dict[str, str] = {}
        """The addresses that public rooms were made from since the start."""
        rate = settings.messages_per_second
        self.new_rooms = AddressThrottle(settings.rooms_per_hour, settings.rooms_per_hour / 3600)
        self.joins = AddressThrottle(settings.joins_per_minute, settings.joins_per_minute / 60)
        self.requests = AddressThrottle(
            2 * settings.requests_per_second, settings.requests_per_second
        )
        self.messages = AddressThrottle(8 * rate, 4 * rate)
        """Of one address; a connection has a bucket of its own."""

    async def open(self) -> None:
        """Resume the rooms of the database."""
        try:
            await self.store.open()
        except PickominoError:
            await self.close()
            raise
        await self._find_time()
        recent = self.clock.now() - RECENT_SECONDS
        self.presence.open(await self.store.running_since(recent))
        self._keeper.start()
        works = [self._tick(), self._probe(), self.store.look_for_damage()]
        if self._nodes is None:
            works.append(self._resume())
        self._tasks = [asyncio.create_task(work) for work in works]
        if isinstance(self.bots, ProcessBots):
            self._tasks.append(asyncio.create_task(self.bots.warm(*WARM_BOTS)))
        _log.info("open")

    def _neighbourhood(self) -> Nodes | None:
        """Take a place among the servers of a database that several can share."""
        if not is_postgres(self.settings.database):
            return None
        from pickomino.server.cluster.node_table import NodeTable
        from pickomino.server.cluster.nodes import Nodes

        table = NodeTable(cast("PostgresDatabase", self.store.database))
        service, presence = self.service, self.presence
        return Nodes(table, self.store, service, presence, self.clock, self.pubsub, self.metrics)

    async def _find_time(self) -> None:
        """Go on from the time of the last event, or join the other nodes and their time."""
        if self._nodes is not None:
            try:
                await self._nodes.join()
            except PickominoError:
                await self.close()
                raise
            return
        newest = await self.store.newest()
        if newest is not None:
            self.clock.set_time(newest)

    async def _resume(self) -> None:
        """Let rooms continue; nobody has to wait until hundreds are read."""
        resumed = await self.service.resume_all(await self.store.waiting())
        _log.info("%d rooms go on by themselves", resumed)

    async def say_goodbye(self) -> None:
        """Tell all connections to come back later; nobody counts as absent because of it."""
        await self.presence.close()
        leaving = tuple(self.connections)
        if self._nodes is None:
            await _say_goodbye(leaving)
            return
        step = max(FEWEST_GOODBYES, math.ceil(len(leaving) / MOST_STEPS))
        for at in range(0, len(leaving), step):
            await _say_goodbye(leaving[at : at + step])
            await asyncio.sleep(GOODBYE_PAUSE)

    async def close(self) -> None:
        """Finish what is being written, and end."""
        await self.say_goodbye()
        if self._nodes is not None:
            await self._nodes.leave()
        await self._keeper.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.reviews.close()
        await self.records.close()
        await self.adviser.close()
        await self.service.close()
        await self.store.close()
        _log.info("closed")

    # Storage

    async def check_storage(self) -> None:
        """Raise `store_failed` where something cannot be read or written."""
        if self.store.problem is not None:
            raise PickominoError("store_failed", reason=self.store.problem)
        now = time.monotonic()
        if now - self._read_at > LIST_SECONDS:
            await self.store.count()
            self._read_at = now

    async def _tick(self) -> None:
        """Look at the clock, so that it sees how long nobody could, and for stuck clients.

        A timer for each message would cost as much as sending it.
        """
        while True:
            self.clock.now()
            now = time.monotonic()
            for connection in tuple(self.connections):
                connection.end_if_stuck(now)
            await asyncio.sleep(TICK_SECONDS)

    async def _probe(self) -> None:
        """Notice a disk that is full, or a file that is gone, even while nobody plays."""
        while True:
            with contextlib.suppress(PickominoError):
                await self.store.probe()
            await asyncio.sleep(PROBE_SECONDS if self.store.problem is None else RETRY_SECONDS)

    def _storage_changed(self, problem: str | None) -> None:
        self.clock.now()
        # Tables whose pages are whole go on beside a damaged one.
        self.clock.is_stopped = problem is not None and not self.store.is_damaged
        self.metrics.storage_works.set(problem is None)
        if problem is None:
            self.service.grant_grace_period()
            _log.warning("storage works again")
        else:
            _log.error("storage fails, nothing is accepted: %s", problem)

    async def create(self, command: CreateRoom, address: str) -> Created:
        """Make a room, unless there are too many."""
        async with self._keeper.counting:
            if self._keeper.live_rooms >= self.settings.max_rooms:
                raise PickominoError("too_many_rooms", limit=self.settings.max_rooms)
            created = await self.service.create(command)
            self._keeper.live_rooms += 1
        if command.settings.is_public:
            self._made_from[created.code] = site_key(address) or address
            while len(self._made_from) > MOST_KEYS:
                del self._made_from[next(iter(self._made_from))]
            # Who made it and never came does not keep a place in the list.
            self.presence.check_absences_later((created.code,))
        _log.info("room %s was made", created.code)
        return created

    async def check_haste(self, command: Command, code: str, address: str) -> None:
        """Refuse people who sit down too often; everything else is limited by the message."""
        if not isinstance(command, Join):
            return
        if not self.joins.allows(address) or (
            await self.service.is_public(code) and not self._seats.allows(f"{code} {address}")
        ):
            raise PickominoError("too_fast")

    async def public_rooms(self) -> PublicRooms:
        """List public rooms; many who ask within a second get the same list."""
        now = time.monotonic()
        if now - self._listed[0] > LIST_SECONDS:
            found = await self.store.public_rooms(MOST_LISTED * LIST_SHARE)
            self._listed = now, PublicRooms(self._fairly_listed(found))
        return self._listed[1]

    def _fairly_listed(self, found: Iterable[RoomSummary]) -> tuple[RoomSummary, ...]:
        """Let nobody push the rooms of all others off the list."""
        listed: list[RoomSummary] = []
        places: Counter[str] = Counter()
        for room in found:
            # Of rooms made before the last start nobody knows from where.
            key = self._made_from.get(room.code, room.code)
            places[key] += 1
            if places[key] <= self.settings.max_listed_per_address:
                listed.append(room)
        return tuple(listed[:MOST_LISTED])

    # Who is in

    def enter(self, connection: Connection, address: str) -> bool:
        """Count a connection, unless there are too many."""
        is_full = len(self.connections) >= self.settings.max_connections
        if is_full or not self._addresses.enters(address):
            self.count_error("too_many_connections")
            return False
        self.connections.add(connection)
        self.metrics.connections.inc()
        return True

    def leave(self, connection: Connection, address: str) -> None:
        """Count a connection that has ended."""
        self.connections.discard(connection)
        self.metrics.connections.dec()
        self._addresses.leaves(address)

    def begin_watching(self, code: str, address: str) -> None:
        """Count one who only watches; they must not keep players out."""
        places = PLACES_TO_WATCH * self.settings.max_connections
        from_here = self._watchers_from[f"{code} {address}"]
        is_full = self._watchers[code] >= MOST_WATCHERS or self._watchers.total() >= places
        if is_full or from_here >= self.settings.max_watchers_per_address:
            raise PickominoError("too_many_watchers", limit=MOST_WATCHERS)
        self._watchers[code] += 1
        self._watchers_from[f"{code} {address}"] += 1

    def end_watching(self, code: str, address: str) -> None:
        """Count one who no longer watches, or sits down."""
        count_down(self._watchers, code)
        count_down(self._watchers_from, f"{code} {address}")

    def count_error(self, kind: str) -> None:
        """Count a mistake of a client; the log is not the place for it."""
        self.metrics.client_errors.labels(kind).inc()

    def base_url(self, connection: AnyConnection) -> str:
        """Return the address of this server for links, without a slash at its end."""
        return (self.settings.public_url or str(connection.base_url)).rstrip("/")


async def _say_goodbye(connections: Iterable[Connection]) -> None:
    await asyncio.gather(*(connection.say_goodbye() for connection in connections))


def _publisher(settings: ServerSettings) -> LocalPubSub:
    if not settings.redis:
        return LocalPubSub()
    if not is_postgres(settings.database):
        raise PickominoError("bad_setting", reason="PICKOMINO_REDIS needs PostgreSQL")
    from pickomino.server.cluster.redis_pubsub import RedisPubSub

    return RedisPubSub(settings.redis)


def state_of(connection: AnyConnection) -> ServerState:
    """Return the state of the server that a request or a socket came to."""
    return connection.app.state.server


def address_of(connection: AnyConnection) -> str:
    """Return the key of the address that a request or a socket comes from."""
    return address_key(connection.client.host) if connection.client else ""


def admitted(connection: AnyConnection, throttle: AddressThrottle) -> str:
    """Return the key of the address that a request comes from; refused if it asks too often."""
    address = address_of(connection)
    if not throttle.allows(address):
        raise PickominoError("too_fast")
    return address
