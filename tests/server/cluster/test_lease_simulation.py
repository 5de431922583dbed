"""A hundred nodes that die, freeze, leave and come, with wrong clocks, in simulated time."""

import asyncio

import pytest

from pickomino.rooms import BotSeat, CreateRoom, Settings, Start
from pickomino.rooms.storage.store import RoomIndexRow
from pickomino.server.cluster.node_table import DEAD_SECONDS, NodeTable
from pickomino.server.storage.postgres import PostgresDatabase
from support.server.simulation import SharedDatabase, SimulatedCluster, run_simulated
from support.server.stores import CODE, OTHER, entries, open_store

NODES = 100
SECOND_ROOMS = 10
"""So many nodes have another room; the first one, which dies first, has as many more."""
BOTS = CreateRoom((BotSeat("random"), BotSeat("random")), Settings(practice=True))
FATES = ("dies", "freezes", "leaves", "comes")
SECONDS_BETWEEN = 0.15
FAULTS = 28
LONGEST_FREEZE = 3.0
OWNED_SECONDS = 3.0
"""After so long each room of a dead node has another."""
AT_ONCE_SECONDS = 0.3
"""The same of a node that leaves: some questions to the database."""
AHEAD_SECONDS = 0.1
LATE_SECONDS = DEAD_SECONDS + 1
"""So far the times of events may be from the database's; late is what a frozen node writes that
wakes up in time."""


async def simulate(seed, nodes=NODES, *, is_fenced=True):
    """Let faults happen to nodes, and check what came of it."""
    async with SimulatedCluster(seed, is_fenced=is_fenced) as world:
        await asyncio.gather(*(world.start() for _ in range(nodes)))
        busy = world.running + world.running[:SECOND_ROOMS] + world.running[:1] * SECOND_ROOMS
        await asyncio.gather(*(begin(node, number) for number, node in enumerate(busy)))
        check(world, await harmed(world))


async def harmed(world):
    """Let rooms play while faults happen; returns which ones lost their node, and when."""
    lost = []
    for number in range(FAULTS):
        await asyncio.sleep(SECONDS_BETWEEN)
        node = world.rng.choice(world.running) if number else world.running[0]
        lost += await strike(world, node, FATES[number % len(FATES)])
    await asyncio.sleep(LONGEST_FREEZE + OWNED_SECONDS)
    return lost


async def begin(node, number):
    made = await node.service.create(BOTS, seed=number)
    await node.service.command(made.code, made.token, Start(), made.version)


async def strike(world, node, fate):
    """Let something happen to a node; returns the rooms that need another, since when, how soon."""
    now, rooms = world.database.clock(), node.rooms
    if fate == "comes":
        await world.start()
        return []
    if fate == "freezes":
        node.freeze()
        asyncio.get_running_loop().call_later(world.rng.uniform(1, LONGEST_FREEZE), node.thaw)
        return []
    world.running.remove(node)
    if fate == "leaves":
        await node.drain()
        return [(code, now, AT_ONCE_SECONDS) for code in rooms]
    node.freeze()
    return [(code, now, OWNED_SECONDS) for code in rooms]


def check(world, lost):
    database, now = world.database, world.database.clock()
    assert all(entry.was_driver for entry in database.appends if entry.is_driven), "two drive"
    for code, since, most in lost:
        owned = (
            at
            for at, other, epoch in database.lease_history
            if other == code and epoch and at > since
        )
        # Somebody else may have had it by then.
        assert next(owned, since) - since <= most, f"{code} had nobody for longer than {most} s"
    for code, log in database.logs.items():
        moments = [entry.at for entry in log]
        assert moments == sorted(moments), f"{code} goes back in time"
        assert [entry.version for entry in log] == list(range(1, len(log) + 1))
    for entry in database.appends:
        for moment in entry.moments:
            late = entry.at - (moment - 1e9)
            assert -AHEAD_SECONDS < late < LATE_SECONDS, f"a machine's clock counts: {late}"
    last = {entry.code: entry.at for entry in database.appends}
    assert min(last.values()) > now - OWNED_SECONDS, "a room stands still"
    assert len(lost) > SECOND_ROOMS
    assert database.refused, "no node that was given up has tried to write"


def test_each_room_has_one_driver_despite_faults():
    run_simulated(simulate(1))


def test_simulation_detects_two_drivers():
    with pytest.raises(AssertionError, match="two drive"):
        run_simulated(simulate(1, nodes=30, is_fenced=False))


class MemoryTable:
    """The stand-in, asked as the real list is."""

    def __init__(self):
        self.now = 100.0
        self.database = SharedDatabase(lambda: self.now)
        for code in (CODE, OTHER):
            self.database.leases[code], self.database.waiting[code] = 0, code == CODE

    def __getattr__(self, name):
        async def asked(*arguments):
            return getattr(self.database, name)(*arguments)

        return asked

    async def fall_silent(self, epoch):
        self.database.nodes[epoch] -= DEAD_SECONDS + 1


class RealTable(NodeTable):
    """The list in PostgreSQL."""

    async def fall_silent(self, epoch):
        silence = "UPDATE nodes SET seen_at = seen_at - $1::float8 WHERE epoch = $2 RETURNING epoch"
        await self._fetch(silence, DEAD_SECONDS + 1, epoch)


async def through_its_life(table):
    """Ask a list of nodes all that nodes ask; returns its answers."""
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
                await store.append(code, 0, entries(1, 1), RoomIndexRow("playing", code == CODE))
            table = RealTable(PostgresDatabase(postgres))
            try:
                return await through_its_life(table)
            finally:
                await table._database.close()

    answers = asyncio.run(through_its_life(MemoryTable()))
    assert asyncio.run(real()) == answers
    assert [answer for answer in answers if answer == [CODE]] == [[CODE]] * 5
