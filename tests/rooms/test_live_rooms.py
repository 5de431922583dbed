"""The cache of rooms: its size, its reloads, and logs that are folded in a thread."""

import asyncio
import threading

from pickomino.rooms import Act, PersonSeat, RoomState
from pickomino.rooms import live_rooms as live_rooms_module
from pickomino.rooms.domain import past_games as past_games_module
from pickomino.rooms.domain.room import fold
from pickomino.rooms.storage.memory_store import MemoryStore
from support.room_harness import play_short_games, practice_room, room_service


def test_long_logs_are_folded_off_the_event_loop(monkeypatch):
    folding = set()

    def watched(log, state=None):
        log = tuple(log)
        if len(log) > 20:
            folding.add(threading.current_thread() is threading.main_thread())
        return fold(log, state)

    def recorded(state, **options):
        folding.add(threading.current_thread() is threading.main_thread())
        return record(state, **options)

    record = RoomState.record
    monkeypatch.setattr(live_rooms_module, "LONG_LOG", 20)
    monkeypatch.setattr(past_games_module, "fold", watched)
    monkeypatch.setattr(RoomState, "record", recorded)

    async def play():
        async with room_service() as service:
            code, records = await play_short_games(service, games=1)
            async with room_service(service.store) as other:
                for game_id in (None, *records):
                    await other.record(code, game_id)

    asyncio.run(play())
    assert folding == {False}


class CountingStore(MemoryStore):
    loads = 0

    async def load(self, code):
        self.loads += 1
        return await super().load(code)


def test_more_than_a_thousand_rooms_stay_cached():
    """With a limit of 1,000, every move in one of 1,250 rooms once folded the whole log."""

    async def play():
        store = CountingStore()
        async with room_service(store) as service:
            codes = [
                (await practice_room(service, PersonSeat("Ann"), start=False))[0]
                for _ in range(1_200)
            ]
            for code in codes:
                await service.view(code)
            return store.loads

    assert asyncio.run(play()) == 0


def test_timeline_ends_at_the_cached_version():
    """Events that another service has stored meanwhile belong to a later version."""

    async def play():
        async with room_service() as first:
            code, token = await practice_room(first, PersonSeat("Ann"), PersonSeat("Ben"))
            before = await first.view(code, token, since=0)
            async with room_service(first.store) as second:
                view = await second.view(code, token)
                act = Act(view.you.legal[0])
                await second.command(code, token, act, view.version)
            first._rooms.peek(code)._timeline = None
            return before, await first.view(code, token, since=0)

    before, after = asyncio.run(play())
    assert before.frames
    assert after.frames == before.frames


def test_one_room_too_many_reloads_only_a_few():
    """Evicting the least recently used room once reloaded every room at every move."""

    async def play():
        room = live_rooms_module.BYTES_PER_ROOM
        store = CountingStore()
        async with room_service(store, room_bytes=20 * room) as service:
            tables = [
                await practice_room(service, PersonSeat("Ann"), start=False) for _ in range(21)
            ]
            for _ in range(20):
                for code, _ in tables:
                    await service.view(code)
            return store.loads

    assert asyncio.run(play()) < 20 * 21 / 2


def test_new_rooms_are_subject_to_the_cache_limit():
    async def play():
        room = live_rooms_module.BYTES_PER_ROOM
        async with room_service(room_bytes=3 * room) as service:
            for _ in range(8):
                await practice_room(service, PersonSeat("Ann"), start=False)
            return len(service._rooms._rooms), len(await service.store.codes())

    assert asyncio.run(play()) == (3, 8)
