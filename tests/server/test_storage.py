"""Storage that fails says so: to players, to probes, in the log and in figures."""

import asyncio
import os
import sqlite3
import threading
import time
from contextlib import asynccontextmanager, closing

import pytest

from pickomino.core.errors import PickominoError
from pickomino.rooms import BotSeat, PersonSeat, ProcessBots, RoomSummary
from pickomino.rooms.protocol.messages import Act, Settings
from pickomino.rooms.storage.store import RoomIndexRow
from pickomino.server.storage.backups import REPLACED_SUFFIX, back_up, restore
from pickomino.server.storage.sql_store import SqlStore
from pickomino.server.storage.sqlite import find_damage
from server.test_protocols import POSITION
from support.memory_store import MemoryStore
from support.room_harness import ManualClock, error_code, practice_room, room_service
from support.server.serving import serving
from support.server.stores import CODE, OTHER, entries, open_store

FULL = "database or disk is full"


def fail(*_):
    raise sqlite3.OperationalError(FULL)


@asynccontextmanager
async def begun(path):
    """A store with one event in it, and what it tells of its troubles."""
    heard = []
    store = SqlStore(str(path), heard.append)
    await store.open()
    await store.append(CODE, 0, entries(1, 1))
    yield store, heard
    await store.close()


def removed(path):
    path.unlink()


def replaced(path):
    other = path.with_name("other.db")
    other.write_bytes(path.read_bytes())
    other.replace(path)


@pytest.mark.parametrize("happens", [removed, replaced])
def test_a_file_that_is_gone_confirms_nothing_more(tmp_path, happens):
    async def write():
        async with begun(tmp_path / "rooms.db") as (store, heard):
            happens(tmp_path / "rooms.db")
            codes = [await error_code(store.append(CODE, 1, entries(2, 1))) for _ in range(2)]
            codes += [await error_code(store.archive(CODE)), await error_code(store.probe())]
        return codes, heard

    codes, heard = asyncio.run(write())
    assert codes == ["store_failed"] * 4
    assert len(heard) == 1
    assert "removed or replaced" in heard[0]


def test_a_file_that_is_gone_is_not_made_anew_by_those_who_read(tmp_path):
    path, away = tmp_path / "rooms.db", tmp_path / "away.db"

    async def look():
        async with open_store(path) as store:
            await store.append(CODE, 0, entries(1, 1))
            path.rename(away)
            codes = [await error_code(store.codes()), await error_code(store.append(CODE, 1, ()))]
            was_made = path.exists()
            away.rename(path)
            await store.probe()
            return codes, was_made, await store.codes(), store.problem

    assert asyncio.run(look()) == (["store_failed"] * 2, False, (CODE,), None)


def test_damage_is_told_until_the_file_is_whole_again(tmp_path):
    """What a connection remembers of spoiled pages must not outlive them."""
    path = tmp_path / "rooms.db"

    async def play():
        heard = []
        store = SqlStore(str(path), heard.append)
        await store.open()
        await store.append(CODE, 0, entries(1, 1))
        await store.database.reconnect()
        whole = path.read_bytes()
        spoil(path)
        codes = [
            await error_code(store.append(CODE, 1, entries(2, 1))),
            await error_code(store.load(CODE)),
            await error_code(store.probe()),
        ]
        path.write_bytes(whole)
        await store.probe()
        await store.append(CODE, 1, entries(2, 1))
        log = await store.load(CODE)
        await store.close()
        return codes, len(log), heard

    codes, length, heard = asyncio.run(play())
    assert codes == ["store_failed"] * 3
    assert length == 2
    assert [problem is None for problem in heard] == [False, True]


def test_a_full_disk_is_told_once_and_so_is_its_end(tmp_path, monkeypatch):
    async def write():
        async with begun(tmp_path / "rooms.db") as (store, heard):
            with monkeypatch.context() as patch:
                for way in ("_write", "_write_quickly"):
                    patch.setattr(store.database, way, fail)
                for _ in range(3):
                    assert await error_code(store.append(CODE, 1, entries(2, 1))) == "store_failed"
                assert await error_code(store.probe()) == "store_failed"
            await store.append(CODE, 1, entries(2, 1))
        return heard

    heard = asyncio.run(write())
    assert len(heard) == 2
    assert FULL in heard[0]
    assert heard[1] is None


def status(server, path):
    with server.http() as http:
        return http.get(path).status_code


def test_probes_log_and_metrics_tell_that_the_file_is_gone(tmp_path):
    with serving(tmp_path, metrics="local") as server:
        assert [status(server, path) for path in ("/health", "/ready")] == [200, 200]
        server.database.unlink()
        assert status(server, "/ready") == 503
        assert status(server, "/health") == 503
        with server.http() as http:
            assert "pickomino_storage_works 0.0" in http.get("/metrics").text
        assert "storage fails" in server.log()


def spoil(path):
    """Overwrite the pages behind the first."""
    with closing(sqlite3.connect(path)) as connection:
        # Pages that are still in the log would be read from there.
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with path.open("r+b") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(4096)
        file.write(b"\xa5" * (size - 4096))


def test_damage_is_found_at_the_start_and_by_a_backup(tmp_path):
    with serving(tmp_path) as server:
        server.create()
    assert find_damage(server.database) is None
    spoil(server.database)
    assert find_damage(server.database) is not None
    with pytest.raises(PickominoError) as caught:
        back_up(str(server.database), str(tmp_path / "copy.db"))
    assert caught.value.code in ("unreadable_file", "unwritable_file")
    assert not list(tmp_path.glob("copy.db*"))


async def rooms_in(path):
    async with open_store(path) as store:
        return set(await store.codes())


def test_a_backup_is_restored_over_a_database_with_its_log(tmp_path):
    target, backup = tmp_path / "rooms.db", tmp_path / "friday.db"

    async def write():
        async with open_store(target) as store:
            await store.append(CODE, 0, entries(1, 1))
            back_up(str(target), str(backup))
            await store.append(OTHER, 0, entries(1, 1))
            log = target.with_name("rooms.db-wal").read_bytes()
            with pytest.raises(PickominoError) as caught:
                restore(str(backup), str(target))
            assert caught.value.code == "unwritable_file", "a server uses it"
        # As if it had been killed: the log is still there.
        target.with_name("rooms.db-wal").write_bytes(log)

    asyncio.run(write())
    restore(str(backup), str(target))
    assert find_damage(target) is None
    assert asyncio.run(rooms_in(target)) == {CODE}
    assert asyncio.run(rooms_in(tmp_path / f"rooms.db{REPLACED_SUFFIX}")) == {CODE, OTHER}
    assert not list(tmp_path.glob("*.part"))


def test_a_damaged_database_is_replaced_and_a_damaged_backup_is_not_taken(tmp_path):
    target, backup = tmp_path / "rooms.db", tmp_path / "friday.db"

    async def write():
        async with open_store(target) as store:
            await store.append(CODE, 0, entries(1, 1))

    asyncio.run(write())
    back_up(str(target), str(backup))
    spoil(target)
    restore(str(backup), str(target))
    assert asyncio.run(rooms_in(target)) == {CODE}
    spoil(backup)
    with pytest.raises(PickominoError) as caught:
        restore(str(backup), str(target))
    assert caught.value.code in ("unreadable_file", "unwritable_file")
    assert asyncio.run(rooms_in(target)) == {CODE}


def test_one_broken_summary_takes_no_other_room_off_the_list(tmp_path):
    async def listed():
        async with open_store(tmp_path / "rooms.db") as store:
            for code in (CODE, OTHER):
                summary = RoomSummary(code, "lobby", Settings(is_public=True), (), 1, 1.0, 1.0)
                await store.append(
                    code, 0, entries(1, 1), RoomIndexRow("lobby", is_waiting=False, summary=summary)
                )
            with closing(sqlite3.connect(tmp_path / "rooms.db")) as database, database:
                database.execute("UPDATE rooms SET summary = '{' WHERE code = ?", (CODE,))
            return [summary.code for summary in await store.public_rooms(10)]

    assert asyncio.run(listed()) == [OTHER]


def test_the_coach_answers_after_its_idle_worker_was_killed():
    async def ask():
        bots = ProcessBots(1)
        await bots.advise(POSITION)
        (worker,) = bots._coach.idle
        worker._process.kill()
        await worker._process.wait()
        advice = await bots.advise(POSITION)
        await bots.close()
        return advice.best

    assert asyncio.run(ask()) is not None


class FillingStore(MemoryStore):
    """A store whose disk may be full."""

    is_full = False

    async def append(self, *change):
        if self.is_full:
            raise PickominoError("store_failed", reason=FULL)
        await super().append(*change)


def test_bots_go_on_within_seconds_when_the_disk_has_room_again():
    async def play():
        clock, store = ManualClock(), FillingStore()
        async with room_service(store, clock=clock, bot_pause=5.0) as service:
            code, ann = await practice_room(service, PersonSeat("Ann"), BotSeat("random"))
            while (view := await service.view(code, ann)).you.is_your_turn:
                await service.command(code, ann, Act(view.you.legal[0]), view.version)
            store.is_full = True
            for _ in range(100):
                await clock.advance(5)
            stuck = (await service.view(code, ann)).version
            store.is_full = False
            for _ in range(3):
                await clock.advance(1)
            return view.version, stuck, (await service.view(code, ann)).version

    before, stuck, after = asyncio.run(play())
    assert before == stuck < after


def test_reading_that_was_given_up_ends_with_the_store(tmp_path, monkeypatch):
    """A thread that reads on would have nobody to tell once the event loop has ended."""
    connect, has_begun = sqlite3.connect, threading.Event()

    def slow(*how, **more):
        has_begun.set()
        time.sleep(0.2)
        return connect(*how, **more)

    async def look():
        async with open_store(tmp_path / "rooms.db") as store:
            monkeypatch.setattr("sqlite3.dbapi2.connect", slow)
            reading = asyncio.create_task(store.codes())
            await asyncio.to_thread(has_begun.wait)
            reading.cancel()
            await asyncio.wait([reading])
        return reading.cancelled(), {each.name for each in threading.enumerate()}

    before = {"asyncio_0", *(each.name for each in threading.enumerate())}
    was_cancelled, after = asyncio.run(look())
    assert was_cancelled
    assert after <= before
