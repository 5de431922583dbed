"""Cached rooms take no more memory than they may."""

import gc
import sys
import tracemalloc

from pickomino.rooms import BotSeat, PersonSeat
from pickomino.rooms.live_rooms import BYTES_PER_FRAME
from pickomino.rooms.protocol.log_chain import short_digest
from pickomino.rooms.storage.memory_store import MemoryStore
from support.room_harness import play_to_the_end, practice_room, room_service

MAX_BYTES = 2_000_000
ROOMS = 12
EVENTS = 300


async def test_rooms_keep_to_their_memory_limit():
    """Timelines were not counted: 45 MiB were used at a limit of 16."""
    store = MemoryStore()
    async with room_service(store) as service:
        codes = []
        for _ in range(ROOMS):
            code, token = await practice_room(service, PersonSeat("Ann"), BotSeat("random"))
            await play_to_the_end(service, code, token)
            codes.append(code)
    tracemalloc.start()
    try:
        async with room_service(store, room_bytes=MAX_BYTES) as service:
            gc.collect()
            before, _ = tracemalloc.get_traced_memory()
            for code in codes:
                await service.view(code, None, 0)
            gc.collect()
            after, _ = tracemalloc.get_traced_memory()
            counted = service._rooms._bytes
    finally:
        tracemalloc.stop()
    taken = after - before
    assert counted <= MAX_BYTES
    assert 0.5 * counted < taken < 1.2 * counted, (taken, counted)


async def test_digests_of_a_long_log_are_counted():
    """Each once was a text of its own, which for 20,000 events took 1.3 MB outside of the limit."""
    store = MemoryStore()
    async with room_service(store) as service:
        code, token = await practice_room(service, PersonSeat("Ann"), BotSeat("random"))
        for number in range(EVENTS):
            await service.set_presence(code, token, is_here=number % 2 == 1)
        room = service._rooms.peek(code)
        without = room.size
        await service.view(code, None, 1)
        counted = room.size - without - BYTES_PER_FRAME * len(room._history.timeline.entries)
        taken = sys.getsizeof(room._history.digests)
        digests = [room._history.digest_at(n) for n in (0, 1, room.head.version)]
        stored = (await store.load_with_digests(code)).digests
    assert counted >= 0.9 * taken > EVENTS
    assert digests == ["", short_digest(stored[0]), short_digest(stored[-1])]
