"""Nodes on one PostgreSQL share updates, presence, time and housekeeping."""

import asyncio
import contextlib
from functools import partial

import pytest
from redis.asyncio.client import PubSub

from pickomino import PickominoError
from pickomino.rooms import React, Update
from pickomino.rooms.domain.tokens import hash_token
from pickomino.rooms.protocol.log_chain import LogHead
from pickomino.rooms.protocol.messages import Join
from pickomino.server.cluster.redis_pubsub import ROOM_CHANNEL
from pickomino.server.ops.housekeeping import Housekeeper
from support.server.daemons import execute_sql
from support.server.node_harness import (
    PRIVATE,
    PUBLIC,
    TIMEOUT,
    fetch,
    open_node,
    run_nodes,
    stop_heartbeat,
    wait_for_update,
    wait_until,
)


@pytest.mark.parametrize("has_redis", [True, False])
def test_updates_reach_subscribers_of_other_nodes(postgres, redis, has_redis):
    async def work(one, two):
        made = await one.service.create(PRIVATE)
        subscription = await two.service.subscribe(made.code)
        done = await one.service.command(made.code, None, Join("Ben", 1))
        update = await wait_for_update(subscription, done.version)
        view = await two.service.view(made.code, done.token)
        back = await one.service.subscribe(made.code)
        answer = await two.service.command(made.code, done.token, React(1, "hello"))
        await wait_for_update(back, answer.version)
        return update, view, done.version, made.code

    address = redis.address if has_redis else ""
    update, view, version, code = run_nodes(postgres, 2, work, address)
    assert isinstance(update, Update)
    assert update.code == code
    assert (view.version, view.you.seats) == (version, (1,))


def test_redis_rows_save_reads_unless_they_do_not_fit(postgres, redis, monkeypatch):
    async def work(one, two):
        made = await one.service.create(PRIVATE)
        subscription = await two.service.subscribe(made.code)
        await one.service.subscribe(made.code)
        await wait_until(lambda: is_subscribed(two, made.code))
        first = await one.service.command(made.code, None, Join("Ben", 1))
        await wait_for_update(subscription, first.version)
        await wait_until(lambda: is_shared(one, made.code))
        reads = []
        load_after = two.store.load_after

        async def read(code, version):
            reads.append(version)
            return await load_after(code, version)

        monkeypatch.setattr(two.store, "load_after", read)
        second = await one.service.command(made.code, first.token, React(1, "hello"))
        await wait_for_update(subscription, second.version)
        reads_before = list(reads)
        two._node.on_update(made.code, LogHead(second.version + 1, ""), ['{"broken'])
        monkeypatch.setattr(one.pubsub, "publish", partial(publish_nonsense, one.pubsub.publish))
        third = await one.service.command(made.code, made.token, React(0, "hello"))
        await wait_for_update(subscription, third.version)
        versions = [(await state.service.view(made.code)).version for state in (one, two)]
        return reads_before, bool(reads), versions, third.version

    async def is_shared(state, code):
        return code in state.pubsub._shared

    def publish_nonsense(publish, update, batch=None):
        publish(update, batch._replace(rows=["nonsense"]))

    reads_before, is_read, versions, version = run_nodes(postgres, 2, work, redis.address)
    assert reads_before == []
    assert is_read
    assert versions == [version, version]


def test_room_opened_while_redis_connects_is_subscribed(postgres, redis, monkeypatch):
    """It stayed without messages of Redis until the connection was renewed."""
    connecting, may_connect = asyncio.Event(), asyncio.Event()
    subscribe = PubSub.subscribe

    async def slow_subscribe(listener, *channels):
        connecting.set()
        await may_connect.wait()
        return await subscribe(listener, *channels)

    monkeypatch.setattr(PubSub, "subscribe", slow_subscribe)

    async def work(one):
        await connecting.wait()
        made = await one.service.create(PRIVATE)
        await one.service.subscribe(made.code)
        may_connect.set()
        await wait_until(lambda: is_subscribed(one, made.code))
        return await one.pubsub._redis.pubsub_numsub(ROOM_CHANNEL + made.code)

    ((_, count),) = run_nodes(postgres, 1, work, redis.address)
    assert count == 1


class UncancellablePipeline:
    """A Redis pipeline that loses the cancellation of its commands."""

    def __init__(self):
        self.is_sending = asyncio.Event()

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        pass

    def publish(self, *_):
        pass

    async def execute(self):
        self.is_sending.set()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        return [0]


def test_node_stops_despite_a_lost_cancellation(postgres, redis, monkeypatch):
    async def work(one):
        pipeline = UncancellablePipeline()
        monkeypatch.setattr(one.pubsub._redis, "pipeline", lambda **_: pipeline)
        await one.service.create(PRIVATE)
        async with asyncio.timeout(TIMEOUT):
            await pipeline.is_sending.wait()
            await one.close()

    run_nodes(postgres, 1, work, redis.address)


def test_node_stops_when_polled_at_the_same_moment(postgres):
    async def work(one):
        async def is_waiting():
            return one._node._wake._waiters

        await wait_until(is_waiting)
        one._node.poll_now()
        async with asyncio.timeout(TIMEOUT):
            await one._node.leave()

    run_nodes(postgres, 1, work)


async def is_subscribed(state, code):
    return state.pubsub._listener is not None and code in state.pubsub._subscribed


def test_redis_outage_only_delays_updates(postgres, redis):
    async def work(one, two):
        made = await one.service.create(PRIVATE)
        subscription = await two.service.subscribe(made.code)
        redis.stop()
        first = await one.service.command(made.code, made.token, React(0, "hello"))
        await wait_for_update(subscription, first.version)
        redis.start()
        await wait_until(lambda: is_subscribed(two, made.code))
        second = await one.service.command(made.code, None, Join("Ben", 1))
        return await wait_for_update(subscription, second.version), second.version

    update, version = run_nodes(postgres, 2, work, redis.address)
    assert update.version == version


def test_nodes_never_show_an_older_version(postgres):
    async def work(one, two):
        made = await one.service.create(PRIVATE)
        await two.service.view(made.code)
        done = await one.service.command(made.code, made.token, React(0, "hello"))
        answer = await two.service.command(made.code, None, Join("Ben", 1), expected=done.version)
        return [answer.version] + [
            (await state.service.view(made.code)).version for state in (one, two)
        ]

    assert len(set(run_nodes(postgres, 2, work))) == 1


def test_player_connected_to_one_node_is_not_absent(postgres):
    async def work(one, two):
        for state in (one, two):
            state.presence._pause = 0.1
        made = await one.service.create(PRIVATE)
        key = made.code, made.token
        await one.presence.on_connect(*key)
        await two.presence.on_connect(*key)

        async def is_known(count):
            rows = await fetch(one, "SELECT 1 FROM attendance WHERE room = $1", made.code)
            return len(rows) == count

        await wait_until(lambda: is_known(2))
        one.presence.on_disconnect(*key)
        await one.presence._leaving[made.code, hash_token(made.token)]
        await wait_until(lambda: is_known(1))
        elsewhere = await one._node.connected_elsewhere(made.code)
        seat = (await one.service.view(made.code)).room.seats[0]
        await one.service.mark_absent_except(made.code, elsewhere)
        two.presence.on_disconnect(*key)

        async def is_absent():
            return (await one.service.view(made.code)).room.seats[0].is_absent

        await wait_until(is_absent)
        return elsewhere, seat.is_absent, hash_token(made.token)

    elsewhere, was_absent, token = run_nodes(postgres, 2, work)
    assert elsewhere == {token}
    assert not was_absent


def test_players_of_a_dead_node_are_checked_later(postgres, monkeypatch):
    async def work(one, two):
        fetch = []
        monkeypatch.setattr(two.presence, "check_absences_later", fetch.extend)
        made = await one.service.create(PRIVATE)
        await one.presence.on_connect(made.code, made.token)

        async def is_known():
            return await two._node.connected_elsewhere(made.code)

        await wait_until(is_known)
        stop_heartbeat(one)

        async def is_asked():
            return fetch

        await wait_until(is_asked)
        return fetch, made.code, await two._node.connected_elsewhere(made.code)

    fetch, code, elsewhere = run_nodes(postgres, 2, work)
    assert fetch == [code]
    assert elsewhere == frozenset()


def test_common_time_advances_only_while_a_node_runs(postgres):
    async def work(one, two):
        early = one.clock.now()
        for state in (one, two):
            stop_heartbeat(state)
        await execute_sql(postgres, "UPDATE cluster SET seen_at = seen_at - 1000")
        await two._node._sync_clock()
        await one._node._sync_clock()
        return early, one.clock.now(), two.clock.now()

    early, one, two = run_nodes(postgres, 2, work)
    assert abs(one - two) < 3
    assert 0 <= one - early < 20


def test_node_with_another_key_cannot_join(postgres, tmp_path):
    from pickomino.server.storage.vault import KEY_BYTES
    from support.server.stores import DatabaseAddress

    other = tmp_path / "other.key"
    other.touch(0o600)
    other.write_bytes(bytes(KEY_BYTES))

    async def work(_one):
        async with open_node(DatabaseAddress(postgres, other)):
            pass

    with pytest.raises(PickominoError, match="KEY_FILE"):
        run_nodes(postgres, 1, work)


def test_public_room_is_listed_at_every_node(postgres):
    async def work(one, two):
        made = await one.create(PUBLIC, "10.0.0.1")
        listed = (await two.room_list.read()).rooms
        for name in ("Ben", "Eve"):
            await two.rate_limit_join(Join(name), made.code, "10.0.0.2")
        with pytest.raises(PickominoError) as refused:
            await two.rate_limit_join(Join("Kim"), made.code, "10.0.0.2")
        return [room.code for room in listed] == [made.code], refused.value.code

    assert run_nodes(postgres, 2, work, seats_per_address=2) == (True, "too_many_seats")


def test_one_node_tidies_at_a_time(postgres):
    async def work(one, two):
        for state in (one, two):
            await state._housekeeper.close()
        made = await one.service.create(PRIVATE)
        later = one.clock.now() + 1e9
        housekeepers = [Housekeeper(s.store, s.service, s.settings) for s in (one, two)]
        async with two.store.database.housekeeping_lock() as is_locked:
            blocked = await housekeepers[0].tidy(later)
        done = await housekeepers[1].tidy(later)
        with pytest.raises(PickominoError) as deleted:
            await one.service.view(made.code)
        return is_locked, blocked, done, deleted.value.code

    assert run_nodes(postgres, 2, work) == (True, (0, 0), (1, 1), "unknown_room")
