"""Nothing that a stranger writes into Redis changes a room, splits nodes or silences them."""

import asyncio
import hmac
import logging

import pytest
from redis.asyncio import Redis

from pickomino.rooms import Act, CreateRoom, LogEntry, PersonSeat, React, Settings, Start
from pickomino.rooms.protocol import events
from pickomino.rooms.protocol.messages import Join, encode
from pickomino.server.cluster import node, redis_pubsub
from pickomino.server.cluster.redis_messages import (
    MAX_BYTES,
    MAX_SHARE,
    MessageSeal,
    Pauses,
    RoomMessage,
    decode_room_message,
)
from pickomino.server.cluster.redis_pubsub import NODES_CHANNEL, ROOM_CHANNEL
from support.room_harness import error_code
from support.server.forger import FORGED_EVENTS, THIEF, forged_messages
from support.server.node_harness import PRIVATE, run_nodes, wait_for_update, wait_until

PAIR = CreateRoom((PersonSeat("Ann"), PersonSeat("Ida")), Settings(practice=True))


async def is_subscribed(state, code):
    return state.pubsub._listener is not None and code in state.pubsub._subscribed


def forged_metric(state):
    (line,) = [
        line
        for line in state.metrics.render().decode().splitlines()
        if line.startswith("pickomino_forged_messages_total")
    ]
    return float(line.split()[1])


async def follow(one, two, plan=PRIVATE):
    """Open a room at two nodes that tell each other about it; return it with a subscription."""
    made = await one.service.create(plan)
    subscription = await two.service.subscribe(made.code)
    await one.service.subscribe(made.code)
    for state in (one, two):
        await wait_until(lambda state=state: is_subscribed(state, made.code))
    return made, subscription


async def publish(redis, channel, *messages):
    """Publish messages that both nodes receive."""
    async with Redis.from_url(redis.address) as client:
        for message in messages:
            assert await client.publish(channel, message) == 2


async def heads(made, *states):
    return {state.service.cached_head(made.code) for state in states}


@pytest.mark.parametrize("kind", ["seat", "host"])
def test_forged_event_changes_nothing(postgres, redis, kind):
    """Both the message and its seal are forged; the version before stored the thief's command."""

    async def work(one, two):
        made, subscription = await follow(one, two)
        before = await two.service.view(made.code, made.token)
        channel = ROOM_CHANNEL + made.code
        messages = forged_messages(channel, before.version, FORGED_EVENTS[kind])
        await publish(redis, channel, *messages)

        async def is_received():
            return forged_metric(one) == forged_metric(two) == len(messages)

        await wait_until(is_received)
        done = await one.service.command(made.code, made.token, React(0, "hello"))
        theft = await error_code(two.service.command(made.code, THIEF, React(1, "ouch")))
        await wait_for_update(subscription, done.version)
        log = await one.store.load(made.code)
        return theft, await heads(made, one, two), [type(entry.event).__name__ for entry in log]

    theft, logs, log = run_nodes(postgres, 2, work, redis.address)
    assert theft == "bad_token"
    assert len(logs) == 1
    assert log == ["RoomCreated", "Reacted"]


@pytest.mark.parametrize("kind", ["action", "end"])
def test_forged_move_does_not_split_nodes(postgres, redis, kind):
    """On the version before, nodes went on with games that the database did not have."""

    async def work(one, two):
        made, subscription = await follow(one, two, PAIR)
        begun = await one.service.command(made.code, made.token, Start(), made.version)
        await wait_for_update(subscription, begun.version)
        view = await one.service.view(made.code, made.token)
        move = events.Acted(0, view.you.legal[0]) if kind == "action" else FORGED_EVENTS["end"]
        messages = forged_messages(ROOM_CHANNEL + made.code, view.version, move)
        await publish(redis, ROOM_CHANNEL + made.code, *messages)

        async def is_received():
            return forged_metric(one) == forged_metric(two) == len(messages)

        await wait_until(is_received)
        act = Act(view.you.legal[-1])
        done = await one.service.command(made.code, made.token, act, view.version)
        await wait_for_update(subscription, done.version)
        views = [await state.service.view(made.code) for state in (one, two)]
        return [(view.version, view.phase, view.table.wfen) for view in views]

    first, second = run_nodes(postgres, 2, work, redis.address)
    assert first == second


def test_event_with_the_key_must_continue_the_log(postgres, redis):
    """A node reads the database if an event does not fit, even if a node seems to have sent it."""

    async def work(one, two):
        made, subscription = await follow(one, two)
        channel = ROOM_CHANNEL + made.code
        seal = MessageSeal(one.store.message_key())
        version = (await one.service.view(made.code)).version
        entry = LogEntry(version + 1, 2e9, FORGED_EVENTS["seat"])
        message = RoomMessage(version + 1, "0" * 64, (encode(entry).decode(),))
        reads = count_reads(two)
        await publish(redis, channel, seal.add(channel, encode(message)))

        async def has_read():
            return reads

        await wait_until(has_read)
        theft = await error_code(two.service.command(made.code, THIEF, React(1, "ouch")))
        done = await one.service.command(made.code, None, Join("Ben", 1))
        await wait_for_update(subscription, done.version)
        return theft, await heads(made, one, two)

    theft, logs = run_nodes(postgres, 2, work, redis.address)
    assert theft == "bad_token"
    assert len(logs) == 1


def count_reads(state):
    """Return a list that grows whenever a node reads the heads of logs in the database."""
    reads, read = [], state._node._table.heads

    async def count(codes):
        reads.append(codes)
        return await read(codes)

    state._node._table.heads = count
    return reads


def test_split_node_returns_to_the_database(postgres, redis):
    """A node that has somehow applied a wrong event writes nothing on top of it."""

    async def work(one, two):
        made, _ = await follow(one, two)
        room = two.service._rooms.peek(made.code)
        entry = LogEntry(room.head.version + 1, 2e9, FORGED_EVENTS["seat"])
        batch = two.store.batch(made.code, room.head, (entry,))
        assert await two.service.on_remote_update(
            made.code, two.store.decode_tail(made.code, batch.rows, batch.after)
        )
        await one.service.command(made.code, made.token, React(0, "hello"))
        theft = await error_code(two.service.command(made.code, THIEF, React(1, "ouch")))

        async def is_healed():
            return len(await heads(made, one, two)) == 1

        await wait_until(is_healed)
        seats = (await two.service.view(made.code)).room.seats
        return theft, [entry.event for entry in await one.store.load(made.code)], seats[1].kind

    theft, log, kind = run_nodes(postgres, 2, work, redis.address)
    assert theft == "bad_token"
    assert [type(event).__name__ for event in log] == ["RoomCreated", "Reacted"]
    assert kind == "open"


@pytest.mark.parametrize("channel", [NODES_CHANNEL, ROOM_CHANNEL])
def test_invalid_bytes_do_not_end_a_subscription(postgres, redis, monkeypatch, channel):
    """One such byte once ended the subscription of a node for ever, without a word."""
    monkeypatch.setattr(node, "RESYNC_SECONDS", 1000)

    async def work(one, two):
        made, subscription = await follow(one, two)
        target = channel + made.code if channel == ROOM_CHANNEL else channel
        await publish(redis, target, b"\xff", b"", b"\x00" * 70, b"[" * 10_000)
        done = await one.service.command(made.code, made.token, React(0, "hello"))
        update = await wait_for_update(subscription, done.version)
        return update.version == done.version

    assert run_nodes(postgres, 2, work, redis.address)


def test_large_message_is_refused_unread(monkeypatch):
    """A message of 30 MB once kept a node busy for a tenth of a second, for its MAC alone."""
    seal = MessageSeal(b"key")
    longest = seal.add("channel", bytes(MAX_BYTES - 65))
    assert seal.open("channel", longest) is not None
    macs = []
    monkeypatch.setattr(hmac, "digest", lambda *data: macs.append(data))
    assert seal.open("channel", longest + b"0") is None
    assert not macs


def test_room_message_with_many_events_is_sent_without_them():
    """The other nodes read them from the database."""
    seal = MessageSeal(b"key")
    for rows, kept in ((10, 10), (1000, 0)):
        message = RoomMessage(7, "5e", ("locked2:" + 200 * "0",) * rows)
        body = seal.open("channel", seal.add_to_room("channel", message))
        assert decode_room_message(body) == RoomMessage(7, "5e", message.rows[:kept])


@pytest.mark.parametrize(("seconds", "size"), [(0.0001, 200), (0.0, 2**20), (0.01, 0)])
def test_useless_messages_take_a_share_of_the_time(seconds, size):
    pauses = Pauses()
    waited = sum(pauses.after(seconds, size) for _ in range(1000))
    busy = 1000 * (seconds + size / 250e6)
    assert busy / (busy + waited) == pytest.approx(MAX_SHARE, rel=0.01)


def test_only_news_is_read_without_a_pause(postgres, redis, monkeypatch):
    """Old messages and repeated genuine ones once cost as much time as a stranger wanted."""
    sizes, after = [], Pauses.after

    def note(self, seconds, size):
        sizes.append(size)
        return after(self, seconds, size)

    monkeypatch.setattr(Pauses, "after", note)

    async def work(one, two):
        made, subscription = await follow(one, two)
        async with Redis.from_url(redis.address) as client, client.pubsub() as stranger:
            channel = ROOM_CHANNEL + made.code
            await stranger.subscribe(channel)
            done = await one.service.command(made.code, made.token, React(0, "hello"))
            await wait_for_update(subscription, done.version)
            heard = None
            async with asyncio.timeout(60):
                while heard is None or heard["type"] != "message":
                    heard = await stranger.get_message(timeout=60)
        size = len(heard["data"])

        async def is_received(count):
            return sizes.count(size) == count

        # Only the node that sent it knows it already.
        await wait_until(lambda: is_received(1))
        await publish(redis, channel, *[heard["data"]] * 100)
        await wait_until(lambda: is_received(201))

    run_nodes(postgres, 2, work, redis.address)


def test_flood_of_forged_messages_leaves_time_for_players(postgres, redis):
    """A node once read all messages that were there before anything else could happen."""
    count = 300

    async def work(one):
        turns = 0
        await wait_until(lambda: is_heard(one))
        async with Redis.from_url(redis.address) as client:
            pipeline = client.pipeline(transaction=False)
            for _ in range(count):
                pipeline.publish(NODES_CHANNEL, b"forged")
            await pipeline.execute()
        async with asyncio.timeout(60):
            while forged_metric(one) < count:
                turns += 1
                await asyncio.sleep(0)
        return turns

    async def is_heard(state):
        return state.pubsub._works

    assert run_nodes(postgres, 1, work, redis.address) >= count


def test_old_message_is_not_applied_again(postgres, redis):
    async def work(one, two):
        made, subscription = await follow(one, two)
        async with Redis.from_url(redis.address) as client, client.pubsub() as stranger:
            channel = ROOM_CHANNEL + made.code
            await stranger.subscribe(channel)
            first = await one.service.command(made.code, made.token, React(0, "hello"))
            await wait_for_update(subscription, first.version)
            heard = None
            async with asyncio.timeout(60):
                while heard is None or heard["type"] != "message":
                    heard = await stranger.get_message(timeout=60)
            second = await one.service.command(made.code, None, Join("Ben", 1))
            await wait_for_update(subscription, second.version)
            await client.publish(channel, heard["data"])
            third = await one.service.command(made.code, second.token, React(1, "hello"))
            await wait_for_update(subscription, third.version)
            return await heads(made, one, two), len(await one.store.load(made.code))

    logs, length = run_nodes(postgres, 2, work, redis.address)
    assert len(logs) == 1
    assert length == 4


def test_broken_subscription_is_logged_and_renewed(postgres, redis, monkeypatch, caplog):
    """Redis answers, but delivers nothing: the node notices that its own messages are missing."""
    monkeypatch.setattr(redis_pubsub, "CHECK_SECONDS", 0.1)
    monkeypatch.setattr(redis_pubsub, "MAX_SILENT_SECONDS", 0.5)
    caplog.set_level(logging.WARNING)

    async def work(one):
        await wait_until(lambda: has_state(one, works=True))
        monkeypatch.setattr(one.pubsub, "_own_message", b"alive")
        original = one.pubsub._deliver
        monkeypatch.setattr(one.pubsub, "_deliver", lambda *_: None)
        await wait_until(lambda: has_state(one, works=False))
        metric = b"pickomino_redis_works 0.0" in one.metrics.render()
        monkeypatch.setattr(one.pubsub, "_deliver", original)
        await wait_until(lambda: has_state(one, works=True))
        return metric, b"pickomino_redis_works 1.0" in one.metrics.render()

    async def has_state(state, *, works):
        return state.pubsub._works is works

    assert run_nodes(postgres, 1, work, redis.address) == (True, True)
    lines = [record.message for record in caplog.records if "Redis" in record.message]
    assert len(lines) == 2, "one line for each change"


def test_repeated_requests_to_poll_are_answered_together(postgres, redis, monkeypatch):
    """A stranger may repeat a node's message as often as they like."""
    monkeypatch.setattr(node, "RESYNC_SECONDS", 1000)
    monkeypatch.setattr(node, "POLL_SECONDS", 1000)

    async def work(one, two):
        await follow(one, two)
        reads = count_reads(two)
        message = MessageSeal(one.store.message_key()).add(NODES_CHANNEL, b"poll")
        await publish(redis, NODES_CHANNEL, *[message] * 200)
        async with Redis.from_url(redis.address) as client:
            await client.publish(NODES_CHANNEL, b"last")

        async def is_received():
            return forged_metric(two) == 1

        await wait_until(is_received)
        return len(reads)

    assert run_nodes(postgres, 2, work, redis.address) <= 1
