"""Each room is driven by one node, and rooms of a dead node continue at another."""

import asyncio

import pytest

from pickomino import PickominoError
from pickomino.rooms import LogEntry, React, Start
from pickomino.rooms.protocol.events import GameEnded
from pickomino.rooms.storage.store import VersionConflict
from support.server.node_harness import (
    PRACTICE,
    PRIVATE,
    do_nothing,
    fetch,
    run_nodes,
    stop_heartbeat,
    wait_until,
)
from support.server.stores import append, entries, next_batch


def test_bots_of_a_dead_node_continue_at_another(postgres):
    async def work(one, two):
        one.service._drivers.bot_pause = 1000
        made = await one.service.create(PRACTICE)
        await one.service.command(made.code, made.token, Start(), made.version)
        stop_heartbeat(one)

        async def is_over():
            return (await two.service.view(made.code)).phase == "over"

        return await wait_until(is_over)

    assert run_nodes(postgres, 2, work)


async def drain_during_game(one, two):
    """Drain a node whose bots have begun a game; return whether the other node finishes it."""
    one.service._drivers.bot_pause = 1000
    made = await one.service.create(PRACTICE)
    await one.service.command(made.code, made.token, Start(), made.version)
    await one.close()

    async def is_over():
        return (await two.service.view(made.code)).phase == "over"

    return await wait_until(is_over)


def test_bots_of_a_drained_node_continue_at_once(postgres, redis):
    assert run_nodes(postgres, 2, drain_during_game, redis.address)


def test_unreadable_room_is_left_to_other_nodes(postgres):
    """During a deployment a newer version may write events that an older one cannot read."""

    async def work(one, two, three):
        two.service.resume = refusing("room_damaged", two.service.resume, times=1000)
        one.service._drivers.bot_pause = 1000
        made = await one.service.create(PRACTICE)
        await one.service.command(made.code, made.token, Start(), made.version)
        three._node._heartbeat, beat = do_nothing, three._node._heartbeat
        await one.close()

        async def is_released():
            return two._node._unreadable == {made.code} and not await driven_rooms(two)

        await wait_until(is_released)
        three._node._heartbeat = beat

        async def is_over():
            return (await three.service.view(made.code)).phase == "over"

        return await wait_until(is_over)

    assert run_nodes(postgres, 3, work)


async def driven_rooms(state):
    return await fetch(state, "SELECT 1 FROM rooms WHERE epoch <> 0")


def test_claimed_room_is_resumed_after_a_database_failure(postgres):
    async def work(one, two):
        two.service.resume = refusing("store_failed", two.service.resume, times=2)
        return await drain_during_game(one, two)

    assert run_nodes(postgres, 2, work)


def refusing(error, method, times):
    """Return a method that fails the first times it is called."""
    errors = [error] * times

    async def call(code):
        if errors:
            raise PickominoError(errors.pop(), room=code, version=1, reason="away")
        await method(code)

    return call


def test_evicted_node_writes_nothing_until_it_rejoins(postgres):
    async def work(one, two):
        made = await one.service.create(PRIVATE)
        stop_heartbeat(one)
        epoch = one.store.epoch

        async def is_evicted():
            return not await fetch(two, "SELECT 1 FROM nodes WHERE epoch = $1", epoch)

        await wait_until(is_evicted)
        with pytest.raises(PickominoError) as refused:
            await one.service.command(made.code, made.token, React(0, "hello"))
        log = await two.store.load(made.code)
        making = asyncio.create_task(one.service.create(PRIVATE))
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(asyncio.shield(making), 0.2)
        rooms = await two.store.codes()
        del one._node._heartbeat
        await one._node._heartbeat()
        await making
        done = await one.service.command(made.code, made.token, React(0, "hello"))
        versions = made.version, done.version
        return refused.value.code, len(log), rooms, versions, made.code, one.store.epoch > epoch

    code, length, rooms, (before, after), room, is_new = run_nodes(postgres, 2, work)
    assert code == "stale"
    assert length == before
    assert rooms == (room,)
    assert (after, is_new) == (before + 1, True)


def test_only_the_driving_node_moves_bots(postgres):
    async def work(one, two):
        for state in (one, two):
            state.service._drivers.bot_pause = 1000
        made = await one.service.create(PRACTICE)
        await one.service.command(made.code, made.token, Start(), made.version)
        log = await one.store.load(made.code)
        index_row = deciding_about(await two.service.view(made.code))
        with pytest.raises(VersionConflict):
            await append(two.store, made.code, len(log), log[-1:], index_row)
        return len(log), len(await one.store.load(made.code))

    before, after = run_nodes(postgres, 2, work)
    assert before == after


def deciding_about(view):
    from pickomino.rooms.storage.store import RoomIndexRow

    return RoomIndexRow(view.phase, is_waiting=True, is_driven=True)


def test_late_appends_of_a_group_conflict_alone(postgres):
    async def work(one, two):
        made = [(await one.service.create(PRIVATE)).code for _ in range(4)]
        version = len(await one.store.load(made[0]))
        # The current time, because housekeeping archives idle rooms.
        now = one.service.clock.now()
        batches = [await next_batch(one.store, code, entries(version + 1, 2, now)) for code in made]
        await append(two.store, made[1], version, entries(version + 1, 1, now))
        commits = one.store.queue.commits
        results = await asyncio.gather(
            *(one.store.append(code, batch) for code, batch in zip(made, batches, strict=True)),
            return_exceptions=True,
        )
        lengths = [len(await two.store.load(code)) - version for code in made]
        epochs = dict(await fetch(two, "SELECT code, epoch FROM rooms"))
        drivers = [epochs[code] == one.store.epoch for code in made]
        return results, lengths, drivers, one.store.queue.commits - commits

    results, lengths, drivers, commits = run_nodes(postgres, 2, work)
    assert [isinstance(result, VersionConflict) for result in results] == [
        False,
        True,
        False,
        False,
    ]
    assert lengths == [2, 1, 2, 2]
    assert drivers == [True, False, True, True]
    assert commits <= 2


def test_game_end_does_not_slow_other_appends(postgres, monkeypatch):
    """The end of a game takes many statements; the other appends still share one."""

    async def work(one):
        made = [(await one.service.create(PRIVATE)).code for _ in range(4)]
        version = len(await one.store.load(made[0]))
        # The current time, because housekeeping archives idle rooms.
        now = one.service.clock.now()
        end = LogEntry(version + 1, now, GameEnded((), ()))
        together = []
        database = one.store.database
        fetch = database.fetch

        async def recorded(sql, parameters):
            if parameters and parameters[0] == [version + 1] * (len(made) - 1):
                together.append(sorted(parameters[9]))
            return await fetch(sql, parameters)

        monkeypatch.setattr(database, "fetch", recorded)
        monkeypatch.setattr("pickomino.server.storage.appends.store_last_game", lambda *_: None)
        logs = [(end,), *[entries(version + 1, 1, now)] * 3]
        batches = [
            await next_batch(one.store, code, log) for code, log in zip(made, logs, strict=True)
        ]
        await asyncio.gather(
            *(one.store.append(code, batch) for code, batch in zip(made, batches, strict=True))
        )
        return made, together, [len(await one.store.load(code)) - version for code in made]

    made, together, lengths = run_nodes(postgres, 1, work)
    assert together == [sorted(made[1:])]
    assert lengths == [1] * 4
