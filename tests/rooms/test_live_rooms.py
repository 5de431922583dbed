"""The cache of rooms: its size, its reloads, and logs that are folded in a thread."""

import threading

from pickomino.rooms import Act, PersonSeat, RoomState
from pickomino.rooms import live_rooms as live_rooms_module
from pickomino.rooms.domain import past_games as past_games_module
from pickomino.rooms.domain.room import fold
from pickomino.rooms.storage.memory_store import MemoryStore
from support.room_harness import play_short_games, practice_room, room_service


async def test_long_logs_are_folded_off_the_event_loop(monkeypatch):
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
    async with room_service() as service:
        code, records = await play_short_games(service, games=1)
        async with room_service(service.store) as other:
            for game_id in (None, *records):
                await other.record(code, game_id)
    assert folding == {False}


class CountingStore(MemoryStore):
    loads = 0

    async def load(self, code):
        self.loads += 1
        return await super().load(code)


async def test_more_than_a_thousand_rooms_stay_cached():
    """With a limit of 1,000, every move in one of 1,250 rooms once folded the whole log."""
    store = CountingStore()
    async with room_service(store) as service:
        codes = [
            (await practice_room(service, PersonSeat("Ann"), start=False))[0] for _ in range(1_200)
        ]
        for code in codes:
            await service.view(code)
        assert store.loads == 0


async def test_timeline_ends_at_the_cached_version():
    """Events that another service has stored meanwhile belong to a later version."""
    async with room_service() as first:
        code, token = await practice_room(first, PersonSeat("Ann"), PersonSeat("Ben"))
        before = await first.view(code, token, since=0)
        async with room_service(first.store) as second:
            view = await second.view(code, token)
            act = Act(view.you.legal[0])
            await second.command(code, token, act, view.version)
        first._rooms.peek(code)._timeline = None
        after = await first.view(code, token, since=0)
    assert before.frames
    assert after.frames == before.frames


async def test_one_room_too_many_reloads_only_a_few():
    """Evicting the least recently used room once reloaded every room at every move."""
    room = live_rooms_module.BYTES_PER_ROOM
    store = CountingStore()
    async with room_service(store, room_bytes=20 * room) as service:
        tables = [await practice_room(service, PersonSeat("Ann"), start=False) for _ in range(21)]
        for _ in range(20):
            for code, _ in tables:
                await service.view(code)
        assert store.loads < 20 * 21 / 2


async def test_new_rooms_are_subject_to_the_cache_limit():
    room = live_rooms_module.BYTES_PER_ROOM
    async with room_service(room_bytes=4 * room - 1) as service:  # encoded updates count, too
        for _ in range(8):
            await practice_room(service, PersonSeat("Ann"), start=False)
        assert (len(service._rooms._rooms), len(await service.store.codes())) == (3, 8)
