"""The contract of every store, and several processes on one database."""

import asyncio
import subprocess
import sys
import time
from contextlib import asynccontextmanager

import pytest
from msgspec import Raw

from pickomino.rooms import (
    BotSeat,
    CreateRoom,
    FileStore,
    LogEntry,
    OpenSeat,
    PersonSeat,
    RoomService,
    Settings,
    Start,
)
from pickomino.rooms.protocol import events
from pickomino.rooms.storage.memory_store import MemoryStore
from pickomino.rooms.storage.store import VersionConflict
from support.room_harness import (
    InstantBots,
    ManualClock,
    error_code,
    play_to_the_end,
    practice_room,
    room_service,
    wait_for_bots,
)
from support.server.stores import (
    CODE,
    OTHER,
    WRITER_SCRIPT,
    append,
    batch_after,
    entries,
    fill_store,
    open_store,
    read_log,
    start_log,
)

PEOPLE = PersonSeat("Ann"), PersonSeat("Ben")
SHORT = Settings(practice=True, turn_limit=5)


@asynccontextmanager
async def unopened(store):
    yield store


@pytest.fixture(params=["memory", "file", "sqlite", "postgres"])
def any_store(request, tmp_path):
    """A function that opens a store of each kind."""
    if request.param == "postgres":
        address = request.getfixturevalue("postgres")
        return lambda: open_store(address)
    return {
        "memory": lambda: unopened(MemoryStore()),
        "file": lambda: unopened(FileStore(tmp_path)),
        "sqlite": lambda: open_store(tmp_path / "rooms.db"),
    }[request.param]


async def test_every_store_keeps_the_contract(any_store):
    async with any_store() as store:
        assert await store.codes() == ()
        assert await error_code(store.load(CODE)) == "unknown_room"
        log = await fill_store(store)
        assert await store.load(CODE) == log
        for expected in (0, 5, 7):
            with pytest.raises(VersionConflict):
                await append(store, CODE, expected, entries(expected + 1, 1))
        assert await store.load(CODE) == log
        await append(store, OTHER, 0, entries(1, 1, at=2.0))
        assert await store.codes() == (OTHER, CODE)
        await store.archive(CODE)
        await store.delete(OTHER)
        assert await store.codes() == ()
        for request in (store.archive(CODE), store.load(CODE), store.delete(OTHER)):
            assert await error_code(request) == "unknown_room"


async def test_every_store_holds_a_whole_game(any_store):
    async with any_store() as store, room_service(store) as service:
        code, token = await practice_room(service, settings=SHORT)
        view = await play_to_the_end(service, code, token)
        async with room_service(store) as again:
            first, second = view.table, (await again.view(code, token)).table
    assert first == second


def test_commits_are_visible_to_the_next_process(address):
    async def write():
        async with open_store(address) as store:
            return await fill_store(store)

    async def read():
        async with open_store(address) as store:
            return await store.load(CODE)

    assert asyncio.run(write()) == asyncio.run(read())


async def test_meanwhile_runs_before_the_commit_is_done(address):
    was_done = []
    async with open_store(address) as store:
        batch = batch_after(store, CODE, (), entries(1, 1))
        writing = store.append(CODE, batch, meanwhile=lambda: was_done.append(writing.done()))
        await writing
    assert was_done == [False]


async def test_appends_of_many_rooms_share_a_commit(address):
    async with open_store(address) as store:
        codes = [f"AAAAAAA{letter}" for letter in "ABCDEFGHJKLMNPQRSTUVWXYZ"]
        await asyncio.gather(*(append(store, code, 0, entries(1, 3)) for code in codes))
        logs = [await store.load(code) for code in codes]
        appends, commits = store.queue.appends, store.queue.commits
    assert appends == 24
    assert commits <= 3
    assert all(log == entries(1, 3) for log in logs)


async def test_failed_append_does_not_affect_its_group(address):
    async with open_store(address) as store:
        await fill_store(store)
        broken = (LogEntry(7, 1.0, events.Reacted(0, "a")), LogEntry(7, 1.0, events.Absent(0)))
        results, logs = (
            await asyncio.gather(
                append(store, OTHER, 0, entries(1, 2)),
                append(store, CODE, 4, entries(5, 1)),
                append(store, CODE, 6, broken),
                append(store, "CCCCCCCC", 0, entries(1, 1)),
                return_exceptions=True,
            ),
            [await store.load(code) for code in (OTHER, CODE, "CCCCCCCC")],
        )
    assert [type(result) for result in results] == [
        type(None),
        VersionConflict,
        VersionConflict,
        type(None),
    ]
    assert [len(log) for log in logs] == [2, 6, 1]


async def test_one_of_many_concurrent_appends_wins(address):
    async with open_store(address) as one, open_store(address) as two:
        await append(one, CODE, 0, entries(1, 1))
        racers = [append(store, CODE, 1, entries(2, 1)) for store in (one, two) * 10]
        results = await asyncio.gather(*racers, return_exceptions=True)
        log = await two.load(CODE)
    assert results.count(None) == 1
    assert sum(isinstance(result, VersionConflict) for result in results) == 19
    assert len(log) == 2


async def test_room_lists_come_from_the_rooms_table(address):
    async with open_store(address) as store:
        service = RoomService(store, bots=InstantBots(), bot_pause=100)
        seats = (PersonSeat("Ann"), OpenSeat())
        public = await service.create(CreateRoom(seats, Settings(is_public=True)))
        await service.create(CreateRoom(seats, Settings()))
        bots = (BotSeat("random"), PersonSeat("Ann"))
        practice = Settings(practice=True, is_public=True)
        running = await service.create(CreateRoom(bots, practice))
        await service.command(running.code, running.token, Start(), running.version)
        listed = await store.public_rooms(10)
        waiting = await store.waiting_rooms()
        recent = await store.running_since(time.time() - 60)
        later = await store.running_since(time.time() + 60)
        await service.archive(public.code)
        after = await store.public_rooms(10), await store.count()
        await service.close()
        public, running = public.code, running.code
    assert [room.code for room in listed] == [running, public]
    assert [room.phase for room in listed] == ["playing", "lobby"]
    assert waiting == recent == (running,)
    assert later == ()
    assert [room.code for room in after[0]] == [running]
    assert after[1] == 2


def test_rooms_resume_from_the_database(address):
    async def begin():
        async with open_store(address) as store:
            service = RoomService(store, bots=InstantBots(), bot_pause=100)
            seats = BotSeat("random"), BotSeat("random")
            code, _ = await practice_room(service, *seats, settings=SHORT)
            await practice_room(service, PersonSeat("Ann"), PersonSeat("Ben"))
            await service.close()
            return code

    async def resume(code):
        async with open_store(address) as store:
            service = RoomService(store, bots=InstantBots())
            resumed = await service.resume_all(await store.waiting_rooms())
            await asyncio.wait_for(wait_for_bots(service, code), 60)
            phase = (await service.view(code, None)).phase
            await service.close()
            return resumed, phase

    assert asyncio.run(resume(asyncio.run(begin()))) == (1, "over")


async def test_migrations_create_the_declared_tables(address):
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from pickomino.server.storage.schema import metadata

    async with open_store(address) as store:
        assert (
            await store.database.write(
                lambda connection: compare_metadata(
                    MigrationContext.configure(connection), metadata
                )
            )
        ) == []


def test_processes_append_to_one_room(address):
    asyncio.run(start_log(address))
    names = ["hello", "ouch"]
    command = [sys.executable, "-c", WRITER_SCRIPT, address]
    key_file = getattr(address, "key_file", "")
    writers = [
        subprocess.Popen([*command, name, key_file], stdout=subprocess.PIPE, text=True)
        for name in names
    ]
    confirmed = [writer.communicate(timeout=60)[0].split() for writer in writers]
    assert [writer.returncode for writer in writers] == [0, 0]
    log = asyncio.run(read_log(address))
    assert [entry.version for entry in log] == list(range(1, 42))
    for name, versions in zip(names, confirmed, strict=True):
        assert [log[int(v) - 1].event.reaction for v in versions] == [name] * 20


async def test_every_store_archives_only_idle_rooms(any_store):
    clock = ManualClock(1000.0)
    async with (
        any_store() as store,
        room_service(store, clock=clock) as service,
    ):
        code, _ = await practice_room(service, *PEOPLE, start=False)
        answers = [await service.archive(code, since) for since in (999.0, 1000.0)]
        is_live = (await service.view(code)).room.code == code
        answers.append(await service.archive(code, 1001.0))
        code_after = await error_code(service.view(code))
    assert (answers, is_live, code_after) == ([False, False, True], True, "unknown_room")


async def test_every_store_keeps_a_finished_game_until_deleted(address):
    async with open_store(address) as store, room_service(store) as service:
        code, token = await practice_room(service, settings=SHORT)
        await play_to_the_end(service, code, token)
        (game,) = await store.finished_games.list_for([token])
        log = await store.finished_games.log(code, game.id)
        await store.finished_games.store_review(game.id, "judge", Raw(b"{}"))
        review = await store.finished_games.review(game.id, "judge")
        await store.finished_games.delete(game.id, token)
        seats, last, left = game.seats, log[-1].event, await store.finished_games.list_for([token])
    assert seats == (0,)
    assert isinstance(last, events.GameEnded)
    assert review == Raw(b"{}")
    assert left == []
