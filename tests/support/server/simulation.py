"""Many nodes in one process and without a database, in simulated time.

Their leases are the real code (`cluster/node.py`, with the rooms, bots and clocks that it drives).
Only what they share is simulated: the table of nodes and the logs, with a fence and a clock.
"""

from __future__ import annotations

import asyncio
import random
import selectors
from typing import NamedTuple

from pickomino.rooms import RoomService, SteadyClock
from pickomino.rooms.clock import MAX_STEP_SECONDS
from pickomino.rooms.presence import PresenceTracker
from pickomino.rooms.protocol.log_chain import LogTail, first_head, plain_batch
from pickomino.rooms.pubsub import LocalPubSub
from pickomino.rooms.storage.memory_store import MemoryStore
from pickomino.rooms.storage.store import VersionConflict
from pickomino.server.cluster.node import ClusterNode
from pickomino.server.cluster.node_table import DEAD_SECONDS, MAX_CLAIMED_ROOMS
from pickomino.server.ops.metrics import Metrics
from support.room_harness import InstantBots

LATENCY = (0.001, 0.02)
"""Seconds that a query takes to the database, and its answer back."""


class SimulatedLoop(asyncio.SelectorEventLoop):
    """An event loop whose time jumps to the next timer."""

    def __init__(self):
        self.seconds = 0.0
        super().__init__(_JumpingSelector(self))

    def time(self):
        return self.seconds


class _JumpingSelector(selectors.SelectSelector):
    def __init__(self, loop):
        super().__init__()
        self._loop = loop

    def select(self, timeout=None):
        self._loop.seconds += timeout or 0
        return super().select(0)


class AcceptedAppend(NamedTuple):
    """An append that the database accepted."""

    at: float
    code: str
    epoch: int
    was_driver: bool
    """Whether the node drove the room, and was in the table."""
    is_driven: bool
    moments: tuple[float, ...]
    """The times of its events."""


class SharedDatabase:
    """What PostgreSQL does for nodes, in memory; its clock is the reference."""

    def __init__(self, clock, *, is_fenced=True):
        self.clock = clock
        self.is_fenced = is_fenced
        self.nodes = {}
        """The time of the last heartbeat, by epoch."""
        self.leases = {}
        self.lease_history = []
        """The time, room and epoch of every change of a lease."""
        self.waiting = {}
        self.attendance = {}
        self.logs = {}
        self._heads = {}
        self.appends: list[AcceptedAppend] = []
        self.refused = 0
        self.key = None
        self._epochs = 0
        self._time, self._seen = 1e9, clock()

    # The methods of `NodeTable`

    def agree_on_key(self, key_fingerprint):
        self.key = self.key or key_fingerprint
        return self.key

    def join(self):
        self._epochs += 1
        self.nodes[self._epochs] = self.clock()
        return self._epochs

    def heartbeat(self, epoch):
        if epoch in self.nodes:
            self.nodes[epoch] = self.clock()
        return epoch in self.nodes

    def common_time(self):
        now = self.clock()
        self._time += min(now - self._seen, MAX_STEP_SECONDS)
        self._seen = now
        return self._time

    def evict_dead(self, epoch):
        limit = self.clock() - DEAD_SECONDS
        dead = [other for other, seen in self.nodes.items() if seen < limit and other != epoch]
        for other in dead:
            del self.nodes[other]
        removed = [key for key in self.attendance if key[2] in dead]
        for key in removed:
            del self.attendance[key]
        return list({room: None for room, _, _ in removed})

    def claim_rooms(self, epoch, unreadable):
        if epoch not in self.nodes:
            return []
        free = [
            code
            for code, is_waiting in self.waiting.items()
            if is_waiting and self.leases[code] not in self.nodes and code not in unreadable
        ][:MAX_CLAIMED_ROOMS]
        for code in free:
            self._lease(code, epoch)
        return free

    def release_rooms(self, epoch, codes):
        for code in codes:
            if self.leases[code] == epoch:
                self._lease(code, 0)

    def leave(self, epoch):
        for code in [code for code, other in self.leases.items() if other == epoch]:
            if self.waiting[code]:
                self._lease(code, 0)
        if epoch in self.nodes:
            self.nodes[epoch] = 0.0

    def add_presence(self, epoch, people):
        self.attendance |= {(*person, epoch): None for person in people}

    def remove_presence(self, epoch, people):
        for person in people:
            self.attendance.pop((*person, epoch), None)

    def connected_elsewhere(self, epoch, code):
        others = (key for key in self.attendance if key[0] == code and key[2] != epoch)
        return frozenset(token for _, token, other in others if other in self.nodes)

    def heads(self, codes):
        return {code: self._heads[code] for code in codes if code in self.logs}

    # The logs

    def append(self, epoch, code, batch, index_row):
        before, expected, log = self.logs.get(code, ()), batch.before.version, batch.log
        head = self._heads.get(code, first_head(code))
        is_driver = epoch in self.nodes and (not expected or self.leases[code] == epoch)
        may_write = epoch in self.nodes and (is_driver or not index_row.is_driven)
        if head != batch.before or (expected and self.is_fenced and not may_write):
            self.refused += not may_write
            raise VersionConflict(code, expected, len(before))
        self.logs[code], self._heads[code] = before + log, batch.after
        self.waiting[code] = index_row.is_waiting
        if self.leases.get(code) != epoch:
            self._lease(code, epoch)
        moments = tuple(entry.at for entry in log)
        entry = AcceptedAppend(self.clock(), code, epoch, is_driver, index_row.is_driven, moments)
        self.appends.append(entry)

    def _lease(self, code, epoch):
        self.leases[code] = epoch
        self.lease_history.append((self.clock(), code, epoch))


class DatabaseLink:
    """The connection of one node to the database: with latency, and blocked while it is frozen."""

    def __init__(self, database, rng):
        self.database = database
        self.rng = rng
        self.is_open = asyncio.Event()
        self.is_open.set()

    async def transmit(self):
        await asyncio.sleep(self.rng.uniform(*LATENCY))
        await self.is_open.wait()

    def __getattr__(self, name):
        """Return a method of `NodeTable` that calls the simulated database."""
        method = getattr(self.database, name)

        async def call(*arguments):
            await self.transmit()
            answer = method(*arguments)
            await self.transmit()
            return answer

        return call


class FencedStore(MemoryStore):
    """The logs as one node sees them."""

    def __init__(self, link):
        super().__init__()
        self.epoch = 0
        self.link = link
        self.logs = link.database.logs

    async def append(self, code, batch, index_row=None, *_meanwhile):
        epoch = self.epoch
        await self.link.transmit()
        self.link.database.append(epoch, code, batch, index_row)
        await self.link.transmit()

    async def load(self, code):
        await self.link.transmit()
        return await super().load(code)

    async def load_after(self, code, version):
        stored = await self.load_with_digests(code)
        tail = stored.log[version:]
        return LogTail(tail, plain_batch(first_head(code), tail).rows, stored.head(code))

    def key_fingerprint(self):
        return "the same for all"


class SimulatedNode:
    """A node on a machine whose clock is wrong and runs at a wrong rate."""

    def __init__(self, cluster, rng):
        self.cluster = cluster
        self.link = DatabaseLink(cluster.database, rng)
        self.store = FencedStore(self.link)
        skew, rate = rng.uniform(-600, 600), rng.uniform(0.99, 1.01)
        loop = asyncio.get_running_loop()
        self.clock = SteadyClock(lambda: skew + rate * loop.time())
        self.clock.set_time(1e9 + skew)
        pubsub = _DirectPubSub(self)
        self.service = RoomService(
            self.store, pubsub, self.clock, InstantBots(), draw=rng.randbytes, bot_pause=1.5
        )
        presence = PresenceTracker(self.service)
        self.node = ClusterNode(
            self.link, self.store, self.service, presence, self.clock, pubsub, cluster.metrics
        )

    @property
    def rooms(self):
        """The rooms that wait for a move by this node."""
        database = self.cluster.database
        return [
            code
            for code, epoch in database.leases.items()
            if epoch == self.store.epoch and database.waiting[code]
        ]

    def freeze(self):
        self.link.is_open.clear()

    def thaw(self):
        self.link.is_open.set()

    async def drain(self):
        await self.node.leave()
        await self.service.close()


class _DirectPubSub(LocalPubSub):
    """Wakes the other nodes, as Redis would."""

    def __init__(self, node):
        super().__init__()
        self._node = node

    async def poll_peers(self):
        for other in self._node.cluster.running:
            if other is not self._node:
                other.node.poll_now()


class SimulatedCluster:
    """The nodes and the database that they share."""

    def __init__(self, seed, *, is_fenced=True):
        self.rng = random.Random(seed)
        loop = asyncio.get_running_loop()
        self.database = SharedDatabase(loop.time, is_fenced=is_fenced)
        self.metrics = Metrics()
        self.running: list[SimulatedNode] = []
        self._all: list[SimulatedNode] = []

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_error):
        for node in self._all:
            node.thaw()
            await node.drain()

    async def start(self):
        node = SimulatedNode(self, random.Random(self.rng.randrange(2**32)))
        self.running.append(node)
        self._all.append(node)
        await node.node.join()
        return node


def run_simulated(work):
    """Run a coroutine in simulated time."""
    with asyncio.Runner(loop_factory=SimulatedLoop) as runner:
        return runner.run(work)
