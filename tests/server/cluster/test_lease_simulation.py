"""A hundred nodes that die, freeze, leave and join, with wrong clocks, in simulated time."""

import asyncio

import pytest

from pickomino.rooms import BotSeat, CreateRoom, Settings, Start
from pickomino.rooms.storage.store import RoomIndexRow
from pickomino.server.cluster.node_table import DEAD_SECONDS, NodeTable
from pickomino.server.storage.postgres import PostgresDatabase
from support.server.simulation import SharedDatabase, SimulatedCluster, run_simulated
from support.server.stores import CODE, OTHER, append, entries, open_store

NODES = 100
SECOND_ROOMS = 10
"""This many nodes have a second room; the first one, which dies first, has as many more."""
BOTS = CreateRoom((BotSeat("random"), BotSeat("random")), Settings(practice=True))
FATES = ("dies", "freezes", "leaves", "comes")
SECONDS_BETWEEN = 0.15
FAULTS = 28
MAX_FREEZE_SECONDS = 3.0
OWNED_SECONDS = 3.0
"""The time within which each room of a dead node must have another node."""
HANDOVER_SECONDS = 0.3
"""The same for a node that leaves: the time of some queries."""
AHEAD_SECONDS = 0.1
LATE_SECONDS = DEAD_SECONDS + 1
"""How far the times of events may be from the database's; a node that was frozen for a short time
writes late."""


async def simulate(seed, nodes=NODES, *, is_fenced=True):
    """Run a cluster with faults, and check the results."""
    async with SimulatedCluster(seed, is_fenced=is_fenced) as cluster:
        await asyncio.gather(*(cluster.start() for _ in range(nodes)))
        busy = cluster.running + cluster.running[:SECOND_ROOMS] + cluster.running[:1] * SECOND_ROOMS
        await asyncio.gather(*(begin(node, number) for number, node in enumerate(busy)))
        check(cluster, await inject_faults(cluster))


async def inject_faults(cluster):
    """Cause faults while rooms play; return the rooms that lost their node, and when."""
    lost = []
    for number in range(FAULTS):
        await asyncio.sleep(SECONDS_BETWEEN)
        node = cluster.rng.choice(cluster.running) if number else cluster.running[0]
        lost += await inject_fault(cluster, node, FATES[number % len(FATES)])
    await asyncio.sleep(MAX_FREEZE_SECONDS + OWNED_SECONDS)
    return lost


async def begin(node, number):
    made = await node.service.create(BOTS, seed=number)
    await node.service.command(made.code, made.token, Start(), made.version)


async def inject_fault(cluster, node, fate):
    """Cause a fault; return the rooms that need another node, since when, and how soon."""
    now, rooms = cluster.database.clock(), node.rooms
    if fate == "comes":
        await cluster.start()
        return []
    if fate == "freezes":
        node.freeze()
        asyncio.get_running_loop().call_later(cluster.rng.uniform(1, MAX_FREEZE_SECONDS), node.thaw)
        return []
    cluster.running.remove(node)
    if fate == "leaves":
        await node.drain()
        return [(code, now, HANDOVER_SECONDS) for code in rooms]
    node.freeze()
    return [(code, now, OWNED_SECONDS) for code in rooms]


def check(cluster, lost):
    database, now = cluster.database, cluster.database.clock()
    assert all(entry.was_driver for entry in database.appends if entry.is_driven), "two drive"
    for code, since, max_seconds in lost:
        owned = (
            at
            for at, other, epoch in database.lease_history
            if other == code and epoch and at > since
        )
        # Another node may have had it by then.
        seconds = next(owned, since) - since
        assert seconds <= max_seconds, f"{code} had no node for more than {max_seconds} s"
    for code, log in database.logs.items():
        moments = [entry.at for entry in log]
        assert moments == sorted(moments), f"times in {code} decrease"
        assert [entry.version for entry in log] == list(range(1, len(log) + 1))
    for entry in database.appends:
        for moment in entry.moments:
            late = entry.at - (moment - 1e9)
            assert -AHEAD_SECONDS < late < LATE_SECONDS, f"a machine's clock was used: {late}"
    last = {entry.code: entry.at for entry in database.appends}
    assert min(last.values()) > now - OWNED_SECONDS, "a room does not continue"
    assert len(lost) > SECOND_ROOMS
    assert database.refused, "no evicted node has tried to write"


def test_each_room_has_one_driver_despite_faults():
    run_simulated(simulate(1))


def test_simulation_detects_two_drivers():
    with pytest.raises(AssertionError, match="two drive"):
        run_simulated(simulate(1, nodes=30, is_fenced=False))


class MemoryTable:
    """The simulated table with the interface of the real one."""

    def __init__(self):
        self.now = 100.0
        self.database = SharedDatabase(lambda: self.now)
        for code in (CODE, OTHER):
            self.database.leases[code], self.database.waiting[code] = 0, code == CODE

    def __getattr__(self, name):
        async def call(*arguments):
            return getattr(self.database, name)(*arguments)

        return call

    async def fall_silent(self, epoch):
        self.database.nodes[epoch] -= DEAD_SECONDS + 1


class RealTable(NodeTable):
    """The table in PostgreSQL."""

    async def fall_silent(self, epoch):
        silence = "UPDATE nodes SET seen_at = seen_at - $1::float8 WHERE epoch = $2 RETURNING epoch"
        await self._fetch(silence, DEAD_SECONDS + 1, epoch)


async def exercise(table):
    """Call every method of a node table; return the answers."""
    answers = [await table.agree_on_key("ours"), await table.agree_on_key("another")]
    one, two = await table.join(), await table.join()
    answers += [two > one, await table.claim_rooms(one, []), await table.claim_rooms(two, [])]
    await table.add_presence(one, [(CODE, "ann"), (CODE, "ben")])
    await table.remove_presence(one, [(CODE, "ben")])
    answers += [
        await table.connected_elsewhere(two, CODE),
        await table.connected_elsewhere(one, CODE),
    ]
    await table.fall_silent(one)
    answers += [await table.evict_dead(two), await table.heartbeat(one), await table.heartbeat(two)]
    answers += [await table.claim_rooms(one, []), await table.claim_rooms(two, [CODE])]
    answers.append(await table.claim_rooms(two, []))
    await table.release_rooms(one, [CODE])
    answers.append(await table.claim_rooms(two, []))
    await table.release_rooms(two, [CODE])
    answers.append(await table.claim_rooms(two, []))
    await table.leave(two)
    three = await table.join()
    answers += [
        await table.claim_rooms(three, []),
        await table.evict_dead(three),
        await table.heartbeat(two),
    ]
    first = await table.common_time()
    return [*answers, 0 <= await table.common_time() - first < 100]


def test_simulated_node_table_behaves_like_postgresql(postgres):
    async def real():
        async with open_store(postgres) as store:
            for code in (CODE, OTHER):
                await append(store, code, 0, entries(1, 1), RoomIndexRow("playing", code == CODE))
            table = RealTable(PostgresDatabase(postgres))
            try:
                return await exercise(table)
            finally:
                await table._database.close()

    answers = asyncio.run(exercise(MemoryTable()))
    assert asyncio.run(real()) == answers
    assert [answer for answer in answers if answer == [CODE]] == [[CODE]] * 5
