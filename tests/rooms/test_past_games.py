"""Earlier games of a room are found without folding the whole log on the event loop."""

import asyncio
import threading

import pytest

from pickomino import Game, PickominoError
from pickomino.rooms import Act, PersonSeat, Rematch, RoomState, Settings, Start
from pickomino.rooms import live_rooms as live_rooms_module
from pickomino.rooms.domain import past_games as past_games_module
from pickomino.rooms.domain.past_games import fold_without_past_moves, log_of_game, record_of
from pickomino.rooms.domain.room import fold
from pickomino.rooms.protocol import events
from pickomino.rooms.views.replay import replay
from support.memory_store import MemoryStore
from support.room_harness import play_to_the_end, practice_room, room_service

SETTINGS = Settings("mini", practice=True, turn_limit=6)


async def played(service, games=3):
    """Play some games in one room; returns its code and the records, by game id."""
    seats = PersonSeat("Ann"), PersonSeat("Ida")
    code, token = await practice_room(service, *seats, settings=SETTINGS)
    records = {}
    for _ in range(games):
        view = await play_to_the_end(service, code, token)
        records[view.room.game_id] = await service.record(code)
        done = await service.command(code, token, Rematch(), view.version)
        await service.command(code, token, Start(), done.version)
    return code, records


def test_every_game_of_a_room_keeps_its_record():
    async def play():
        async with room_service() as service:
            code, records = await played(service)
            again = {game_id: await service.record(code, game_id) for game_id in records}
            return records, again, await service.store.load(code)

    records, again, log = asyncio.run(play())
    assert again == records
    assert len(set(records.values())) == 3
    for game_id, record in records.items():
        assert len(log_of_game(log, game_id)) < len(log) / 2
        found = replay(log, game_id)
        assert (found.game_id, found.is_over) == (game_id, True)
        assert found.frames[-1].wfen == Game.from_wgn(record).position.wfen()
    assert replay(log).game_id not in records, "the latest has only just begun"


@pytest.mark.parametrize("find", [record_of, replay])
def test_an_unknown_game_is_refused_before_anything_is_folded(find):
    log = tuple(
        events.LogEntry(version, 0.0, events.Rolled(0, "12345www")) for version in range(1, 9)
    )
    assert RoomState().game is None, "folding such a log would fail in another way"
    with pytest.raises(PickominoError) as refused:
        find(log, "unknown")
    assert refused.value.code == "not_running"


def test_records_and_long_logs_do_not_hold_the_event_loop_up(monkeypatch):
    folding = set()

    def watched(log, state=None):
        log = tuple(log)
        if len(log) > 20:
            folding.add(threading.current_thread() is threading.main_thread())
        return fold(log, state)

    def recorded(state):
        folding.add(threading.current_thread() is threading.main_thread())
        return record(state)

    record = RoomState.record
    monkeypatch.setattr(live_rooms_module, "LONG_LOG", 20)
    monkeypatch.setattr(past_games_module, "fold", watched)
    monkeypatch.setattr(RoomState, "record", recorded)

    async def play():
        async with room_service() as service:
            code, records = await played(service, games=1)
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


def test_more_than_a_thousand_rooms_stay_at_hand():
    """With 1,000 kept, every move in one of 1,250 tables was folded from its first event."""

    async def look():
        store = CountingStore()
        async with room_service(store) as service:
            codes = [
                (await practice_room(service, PersonSeat("Ann"), start=False))[0]
                for _ in range(1_200)
            ]
            for code in codes:
                await service.view(code)
            return store.loads

    assert asyncio.run(look()) == 0


def test_a_fold_without_the_moves_of_earlier_games_is_the_same():
    async def play():
        async with room_service() as service:
            code, _ = await played(service)
            return await service.store.load(code)

    log = asyncio.run(play())
    for length in range(len(log) + 1):
        assert fold_without_past_moves(log[:length]) == fold(log[:length])


def test_a_story_ends_where_the_room_at_hand_does():
    """What another service has stored meanwhile comes with its own version."""

    async def look():
        async with room_service() as first:
            code, token = await practice_room(first, PersonSeat("Ann"), PersonSeat("Ben"))
            before = await first.view(code, token, since=0)
            async with room_service(first.store) as second:
                view = await second.view(code, token)
                act = Act(view.you.legal[0])
                await second.command(code, token, act, view.version)
            first._rooms.peek(code)._timeline = None
            return before, await first.view(code, token, since=0)

    before, after = asyncio.run(look())
    assert before.frames
    assert after.frames == before.frames


def test_a_table_more_than_there_is_room_for_does_not_make_all_be_loaded_again():
    """Where the longest unused went first, tables that take turns were all loaded at every move."""

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


def test_new_rooms_do_not_let_the_cache_grow():
    async def play():
        room = live_rooms_module.BYTES_PER_ROOM
        async with room_service(room_bytes=3 * room) as service:
            for _ in range(8):
                await practice_room(service, PersonSeat("Ann"), start=False)
            return len(service._rooms._rooms), len(await service.store.codes())

    assert asyncio.run(play()) == (3, 8)
