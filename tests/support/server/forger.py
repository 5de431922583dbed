"""A stranger who writes into the Redis of a cluster, and knows everything but the nodes' key."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator, Mapping

from redis.asyncio import Redis

from pickomino.rooms import LogEntry
from pickomino.rooms.domain.tokens import hash_token
from pickomino.rooms.protocol import events
from pickomino.rooms.protocol.messages import encode
from pickomino.server.cluster.redis_messages import MAX_BYTES, MessageSeal, RoomMessage
from pickomino.server.cluster.redis_pubsub import NODES_CHANNEL, ROOM_CHANNEL

THIEF = "T" * 43
FORGED_EVENTS = {
    "seat": events.SeatChanged(1, events.Seat("person", "Thief", token=hash_token(THIEF))),
    "host": events.HostChanged(0, host=hash_token(THIEF)),
    "end": events.GameEnded((0, 0), (0, 1)),
    "roll": events.Rolled(0, "11111111"),
    "action": events.Acted(0, "kw"),
}
BROKEN = (b"", b"\xff", b"\x00" * 70, b"[" * 10_000, b"poll", b"99999999999 []")
LARGE_SIZES = (MAX_BYTES, MAX_BYTES + 1, 2**20, 8 * 2**20)
LARGE_SHARE = 0.1
"""How often a message is large."""
REPETITIONS = 20
PAUSE_SECONDS = 0.02


def forged_messages(channel: str, version: int, event: events.Event) -> tuple[bytes, bytes]:
    """Return a message that adds an event, without a seal and with the seal of another key."""
    entry = LogEntry(version + 1, 2e9, event)
    row = encode(entry).decode()
    plain = f"{entry.version} {json.dumps([row])}".encode()
    message = encode(RoomMessage(entry.version, "0" * 64, (row,)))
    return plain, MessageSeal(b"guess").add(channel, message)


async def forge(
    address: str, versions: Mapping[str, int], rng: random.Random, seconds: float
) -> int:
    """Forge, damage and repeat messages; return how many reached a node.

    `versions` has the version of each room.
    """
    delivered, end = 0, time.monotonic() + seconds
    async with Redis.from_url(address) as client, client.pubsub() as spy:
        # Not to the other channel, whose long messages the spy could not read fast enough.
        await spy.psubscribe(ROOM_CHANNEL + "*")
        while True:
            messages = list(_messages(versions, rng))
            heard = await spy.get_message(timeout=PAUSE_SECONDS)
            if heard is not None and heard["type"] == "pmessage":
                channel, data = heard["channel"].decode(), heard["data"]
                cut = rng.randrange(len(data) + 1)
                messages += [(channel, data)] * rng.choice((1, REPETITIONS))
                messages += [(channel, data[:cut]), (NODES_CHANNEL, data)]
            for channel, data in messages:
                delivered += await client.publish(channel, data)
            if time.monotonic() >= end:
                return delivered


def _messages(versions: Mapping[str, int], rng: random.Random) -> Iterator[tuple[str, bytes]]:
    yield NODES_CHANNEL, rng.choice(BROKEN)
    if rng.random() < LARGE_SHARE:
        yield NODES_CHANNEL, bytes(rng.choice(LARGE_SIZES))
    for code in rng.sample(sorted(versions), min(3, len(versions))):
        channel = ROOM_CHANNEL + code
        yield channel, rng.choice(BROKEN)
        # The room may have advanced since.
        version = versions[code] + rng.randrange(4)
        for data in forged_messages(channel, version, rng.choice(list(FORGED_EVENTS.values()))):
            yield channel, data
