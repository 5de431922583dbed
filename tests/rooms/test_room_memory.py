"""Cached rooms take no more memory than they may."""

import gc
import tracemalloc

from pickomino.rooms import BotSeat, PersonSeat
from pickomino.rooms.storage.memory_store import MemoryStore
from support.room_harness import play_to_the_end, practice_room, room_service

MAX_BYTES = 2_000_000
ROOMS = 12


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
