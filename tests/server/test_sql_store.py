"""The database of rooms: races, damage, kills, and the questions that a server asks."""

import asyncio
import random
import signal
import sqlite3
import stat
import subprocess
import sys
import textwrap
import time
from contextlib import asynccontextmanager, closing

import pytest

from pickomino import PickominoError
from pickomino.server.database import back_up
from pickomino.server.sql_store import SqlStore
from pickomino.service import (
    BotSeat,
    CreateRoom,
    FileStore,
    Logged,
    MemoryStore,
    OpenSeat,
    PersonSeat,
    RoomService,
    Settings,
    Start,
    events,
)
from pickomino.service.store import LostRace
from service.room_harness import InstantBots, play_to_the_end, practice_room, room_service

CODE, OTHER = "ABCDEFGH", "BBBBBBBB"


def entries(first, count, at=1.0):
    return tuple(Logged(first + i, at, events.Reacted(0, "hello")) for i in range(count))


@asynccontextmanager
async def opened(path):
    store = SqlStore(str(path))
    await store.open()
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def any_store(kind, folder):
    if kind == "sql":
        async with opened(folder / "rooms.db") as store:
            yield store
    else:
        yield FileStore(folder) if kind == "file" else MemoryStore()


async def code_of(awaitable):
    try:
        await awaitable
    except PickominoError as error:
        return error.code
    return ""


async def filled(store, batches=3):
    for batch in range(batches):
        await store.append(CODE, 2 * batch, entries(2 * batch + 1, 2))
    return entries(1, 2 * batches)


@pytest.mark.parametrize("kind", ["memory", "file", "sql"])
def test_every_store_keeps_the_contract(kind, tmp_path):
    async def work():
        async with any_store(kind, tmp_path) as store:
            assert await store.codes() == ()
            assert await code_of(store.load(CODE)) == "unknown_room"
            log = await filled(store)
            assert await store.load(CODE) == log
            for expected in (0, 5, 7):
                with pytest.raises(LostRace):
                    await store.append(CODE, expected, entries(expected + 1, 1))
            assert await store.load(CODE) == log
            await store.append(OTHER, 0, entries(1, 1, at=2.0))
            assert await store.codes() == (OTHER, CODE)
            await store.archive(CODE)
            await store.delete(OTHER)
            assert await store.codes() == ()
            for gone in (store.archive(CODE), store.load(CODE), store.delete(OTHER)):
                assert await code_of(gone) == "unknown_room"

    asyncio.run(work())


@pytest.mark.parametrize("kind", ["memory", "file", "sql"])
def test_every_store_carries_a_whole_game(kind, tmp_path):
    async def work():
        async with any_store(kind, tmp_path) as store, room_service(store) as service:
            code, token = await practice_room(service)
            view = await play_to_the_end(service, code, token)
            async with room_service(store) as again:
                return view.table, (await again.view(code, token)).table

    first, second = asyncio.run(work())
    assert first == second


def test_what_was_committed_is_there_for_the_next_process(tmp_path):
    async def write():
        async with opened(tmp_path / "x.db") as store:
            return await filled(store)

    async def read():
        async with opened(tmp_path / "x.db") as store:
            return await store.load(CODE)

    assert asyncio.run(write()) == asyncio.run(read())


def test_appends_of_many_rooms_share_a_commit(tmp_path):
    async def work():
        async with opened(tmp_path / "x.db") as store:
            codes = [f"AAAAAAA{letter}" for letter in "ABCDEFGHJKLMNPQRSTUVWXYZ"]
            await asyncio.gather(*(store.append(code, 0, entries(1, 3)) for code in codes))
            logs = [await store.load(code) for code in codes]
            return store.appends, store.commits, logs

    appends, commits, logs = asyncio.run(work())
    assert appends == 24
    assert commits <= 3
    assert all(log == entries(1, 3) for log in logs)


def test_one_bad_append_spoils_none_of_its_group(tmp_path):
    async def work():
        async with opened(tmp_path / "x.db") as store:
            await filled(store)
            broken = (Logged(7, 1.0, events.Reacted(0, "a")), Logged(7, 1.0, events.Absent(0)))
            return await asyncio.gather(
                store.append(OTHER, 0, entries(1, 2)),
                store.append(CODE, 4, entries(5, 1)),
                store.append(CODE, 6, broken),
                store.append("CCCCCCCC", 0, entries(1, 1)),
                return_exceptions=True,
            ), [await store.load(code) for code in (OTHER, CODE, "CCCCCCCC")]

    results, logs = asyncio.run(work())
    assert [type(result) for result in results] == [type(None), LostRace, LostRace, type(None)]
    assert [len(log) for log in logs] == [2, 6, 1]


def test_only_one_of_many_racers_wins(tmp_path):
    async def work():
        async with opened(tmp_path / "x.db") as one, opened(tmp_path / "x.db") as two:
            await one.append(CODE, 0, entries(1, 1))
            racers = [store.append(CODE, 1, entries(2, 1)) for store in (one, two) * 10]
            results = await asyncio.gather(*racers, return_exceptions=True)
            return results, await two.load(CODE)

    results, log = asyncio.run(work())
    assert results.count(None) == 1
    assert sum(isinstance(result, LostRace) for result in results) == 19
    assert len(log) == 2


WRITER = textwrap.dedent(
    """
    import asyncio, sys
    from pickomino.server.sql_store import SqlStore
    from pickomino.service import Logged, events
    from pickomino.service.store import LostRace

    async def main():
        store, won = SqlStore(sys.argv[1]), 0
        await store.open()
        while won < 40:
            version = len(await store.load("ABCDEFGH"))
            entry = Logged(version + 1, 1.0, events.Reacted(0, sys.argv[2]))
            try:
                await store.append("ABCDEFGH", version, (entry,))
            except LostRace:
                continue
            won += 1
            print(version + 1, flush=True)
        await store.close()

    asyncio.run(main())
    """
)


async def begin(path):
    async with opened(path) as store:
        await store.append(CODE, 0, entries(1, 1))


async def log_in(path):
    async with opened(path) as store:
        return await store.load(CODE)


def test_processes_race_for_one_room(tmp_path):
    path = tmp_path / "x.db"
    asyncio.run(begin(path))
    names = ["hello", "ouch"]
    command = [sys.executable, "-c", WRITER, str(path)]
    writers = [
        subprocess.Popen([*command, name], stdout=subprocess.PIPE, text=True) for name in names
    ]
    told = [writer.communicate(timeout=60)[0].split() for writer in writers]
    assert [writer.returncode for writer in writers] == [0, 0]
    log = asyncio.run(log_in(path))
    assert [entry.version for entry in log] == list(range(1, 82))
    for name, versions in zip(names, told, strict=True):
        assert [log[int(v) - 1].event.reaction for v in versions] == [name] * 40


def test_what_was_confirmed_survives_a_kill_in_mid_append(tmp_path):
    path, rng = tmp_path / "x.db", random.Random(5)
    asyncio.run(begin(path))
    for _ in range(2):
        command = [sys.executable, "-c", WRITER, str(path), "hello"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
            for _ in range(rng.randrange(1, 8)):
                confirmed = int(writer.stdout.readline())
            time.sleep(rng.uniform(0, 0.01))
            writer.send_signal(signal.SIGKILL)
            confirmed = max([confirmed, *map(int, writer.stdout.read().split())])
        log = asyncio.run(log_in(path))
        assert len(log) in (confirmed, confirmed + 1)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE events SET entry = '?' WHERE version = 2",
        "UPDATE events SET entry = '{\"version\":2}' WHERE version = 2",
        "DELETE FROM events WHERE version = 2",
        "DELETE FROM events WHERE version = 6",
    ],
)
def test_damage_is_told_and_hurts_no_other_room(tmp_path, damage):
    async def work():
        async with opened(tmp_path / "x.db") as store:
            await filled(store)
            await store.append(OTHER, 0, entries(1, 2))
        with closing(sqlite3.connect(tmp_path / "x.db")) as database, database:
            database.execute(f"{damage} AND room = ?", (CODE,))
        async with opened(tmp_path / "x.db") as store:
            return await code_of(store.load(CODE)), await store.load(OTHER)

    code, other = asyncio.run(work())
    assert code == "room_damaged"
    assert len(other) == 2


def test_lists_come_from_the_rooms_table(tmp_path):
    async def work():
        async with opened(tmp_path / "x.db") as store:
            service = RoomService(store, bots=InstantBots(), bot_pause=100)
            seats = (PersonSeat("Ann"), OpenSeat())
            public = await service.create(CreateRoom(seats, Settings(is_public=True)))
            await service.create(CreateRoom(seats, Settings()))
            bots = (BotSeat("random"), PersonSeat("Ann"))
            practice = Settings(practice=True, is_public=True)
            running = await service.create(CreateRoom(bots, practice))
            await service.command(running.code, running.token, Start(), running.version)
            listed = await store.public_rooms(10)
            waiting = await store.waiting()
            recent = await store.running_since(time.time() - 60)
            later = await store.running_since(time.time() + 60)
            await service.archive(public.code)
            after = await store.public_rooms(10), await store.count()
            await service.close()
            return public.code, running.code, listed, waiting, recent, later, after

    public, running, listed, waiting, recent, later, after = asyncio.run(work())
    assert [room.code for room in listed] == [running, public]
    assert [room.phase for room in listed] == ["playing", "lobby"]
    assert waiting == recent == (running,)
    assert later == ()
    assert [room.code for room in after[0]] == [running]
    assert after[1] == 2


def test_rooms_go_on_from_the_database(tmp_path):
    async def begin():
        async with opened(tmp_path / "x.db") as store:
            service = RoomService(store, bots=InstantBots(), bot_pause=100)
            seats = BotSeat("random"), BotSeat("random")
            code, _ = await practice_room(service, *seats)
            await practice_room(service, PersonSeat("Ann"), PersonSeat("Ben"))
            await service.close()
            return code

    async def go_on(code):
        async with opened(tmp_path / "x.db") as store:
            service = RoomService(store, bots=InstantBots())
            resumed = await service.resume_all(await store.waiting())
            state = await asyncio.wait_for(service.settled(code), 60)
            await service.close()
            return resumed, state.phase

    assert asyncio.run(go_on(asyncio.run(begin()))) == (1, "over")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such rights")
def test_the_files_are_for_their_owner_alone(tmp_path):
    async def work():
        async with opened(tmp_path / "new" / "x.db") as store:
            await filled(store)
            return [stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "new").iterdir()]

    modes = asyncio.run(work())
    assert len(modes) == 3
    assert set(modes) == {0o600}


def test_a_file_that_cannot_be_used_is_told(tmp_path):
    (tmp_path / "text").write_text("not a database, but long enough to be looked at closely" * 9)
    (tmp_path / "folder").mkdir()

    async def work(path):
        store = SqlStore(str(path))
        try:
            return await code_of(store.open())
        finally:
            await store.close()

    for path in (tmp_path / "text", tmp_path / "folder", tmp_path / "text" / "below"):
        assert asyncio.run(work(path)) == "store_failed"


def test_commits_wait_for_the_disk(tmp_path):
    async def work():
        async with opened(tmp_path / "x.db") as store:
            names = "journal_mode", "synchronous", "foreign_keys"
            return await store.database.write(
                lambda connection: [
                    connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names
                ]
            )

    assert asyncio.run(work()) == ["wal", 2, 1]


def test_the_migrations_give_the_tables_that_the_code_uses(tmp_path):
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from pickomino.server.schema import metadata

    async def work():
        async with opened(tmp_path / "x.db") as store:
            return await store.database.write(
                lambda connection: compare_metadata(
                    MigrationContext.configure(connection), metadata
                )
            )

    assert asyncio.run(work()) == []


def test_a_backup_while_others_write_is_whole(tmp_path):
    source, target = tmp_path / "x.db", tmp_path / "copy.db"

    async def work():
        async with opened(source) as store:
            await store.append(CODE, 0, entries(1, 1))
            copying = asyncio.create_task(asyncio.to_thread(back_up, str(source), str(target)))
            version = 1
            while not copying.done() or version < 20:
                await store.append(CODE, version, entries(version + 1, 1))
                version += 1
            await copying
        async with opened(target) as copy:
            return await copy.load(CODE), version

    log, version = asyncio.run(work())
    assert 1 <= len(log) <= version
    assert log == entries(1, len(log))
    assert not target.with_suffix(".db.part").exists()
    with pytest.raises(PickominoError) as caught:
        back_up(str(source), str(target))
    assert caught.value.code == "file_exists"
    with pytest.raises(PickominoError) as caught:
        back_up(str(tmp_path / "nothing.db"), str(tmp_path / "other.db"))
    assert caught.value.code == "unreadable_file"
