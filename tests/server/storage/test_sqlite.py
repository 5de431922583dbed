"""The SQLite file: permissions, durability, removal, and errors without private data."""

import asyncio
import sqlite3
import stat
import sys
import threading
import time

import pytest
from sqlalchemy import text

from pickomino.server.storage.sql_store import SqlStore
from pickomino.server.storage.sqlite import SqliteDatabase
from support.room_harness import error_code
from support.server.stores import CODE, append, entries, fill_store, open_store, store_with_event


async def test_database_errors_hide_parameters(tmp_path):
    """They once listed the parameters of the statement."""
    database = SqliteDatabase(str(tmp_path / "games.db"))
    with pytest.raises(Exception, match="nowhere") as wrote:
        await database.write(
            lambda at: at.execute(text("INSERT INTO nowhere VALUES (:x)"), {"x": "secret"})
        )
    with pytest.raises(Exception, match="nowhere") as read:
        await database.read(text("SELECT :x FROM nowhere").bindparams(x="secret"))
    await database.close()
    assert "secret" not in (str(wrote.value) + str(read.value))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such rights")
async def test_files_are_private_to_their_owner(tmp_path):
    async with open_store(tmp_path / "new" / "x.db") as store:
        await fill_store(store)
        modes = [stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "new").iterdir()]
    assert len(modes) == 4, "with the key"
    assert set(modes) == {0o600}


def test_unusable_file_is_an_error(tmp_path):
    (tmp_path / "text").write_text("not a database, but long enough to be looked at closely" * 9)
    (tmp_path / "folder").mkdir()

    async def work(path):
        store = SqlStore(str(path))
        try:
            return await error_code(store.open())
        finally:
            await store.close()

    for path in (tmp_path / "text", tmp_path / "folder", tmp_path / "text" / "below"):
        assert asyncio.run(work(path)) == "bad_database"


async def test_commits_wait_for_the_disk(tmp_path):
    async with open_store(tmp_path / "x.db") as store:
        names = "journal_mode", "synchronous", "foreign_keys"
        assert (
            await store.database.write(
                lambda connection: [
                    connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names
                ]
            )
        ) == ["wal", 2, 1]


def remove(path):
    path.unlink()


def replace(path):
    other = path.with_name("other.db")
    other.write_bytes(path.read_bytes())
    other.replace(path)


@pytest.mark.parametrize("change", [remove, replace])
async def test_nothing_is_confirmed_after_the_file_is_removed(tmp_path, change):
    async with store_with_event(tmp_path / "rooms.db") as (store, problems):
        change(tmp_path / "rooms.db")
        codes = [await error_code(append(store, CODE, 1, entries(2, 1))) for _ in range(2)]
        codes += [await error_code(store.archive(CODE)), await error_code(store.probe())]
    assert codes == ["store_failed"] * 4
    assert len(problems) == 1
    assert "removed or replaced" in problems[0]


async def test_reading_does_not_recreate_a_removed_file(tmp_path):
    path, away = tmp_path / "rooms.db", tmp_path / "away.db"
    async with open_store(path) as store:
        await append(store, CODE, 0, entries(1, 1))
        path.rename(away)
        codes = [await error_code(store.codes()), await error_code(append(store, CODE, 1, ()))]
        was_created = path.exists()
        away.rename(path)
        await store.probe()
        assert (codes, was_created, await store.codes(), store.problem) == (
            ["store_failed"] * 2,
            False,
            (CODE,),
            None,
        )


async def test_cancelled_write_is_completed_in_order(tmp_path):
    done = []
    database, gate = SqliteDatabase(str(tmp_path / "games.db")), threading.Event()
    writing = [
        asyncio.create_task(database.write(lambda _: gate.wait())),
        asyncio.create_task(database.write(lambda _: done.append("first"))),
    ]
    await asyncio.sleep(0)
    for task in writing:
        task.cancel()
    await asyncio.gather(*writing, return_exceptions=True)
    gate.set()
    await database.write(lambda _: done.append("second"))
    await database.close()
    assert done == ["first", "second"]


async def test_closing_the_store_waits_for_a_cancelled_read(tmp_path, monkeypatch):
    """A thread that kept reading could not return its result to a closed event loop."""
    connect, has_begun = sqlite3.connect, threading.Event()

    def slow(*arguments, **options):
        has_begun.set()
        time.sleep(0.2)
        return connect(*arguments, **options)

    before = {"asyncio_0", *(thread.name for thread in threading.enumerate())}
    async with open_store(tmp_path / "rooms.db") as store:
        monkeypatch.setattr("sqlite3.dbapi2.connect", slow)
        reading = asyncio.create_task(store.codes())
        await asyncio.to_thread(has_begun.wait)
        reading.cancel()
        await asyncio.wait([reading])
    was_cancelled, after = reading.cancelled(), {thread.name for thread in threading.enumerate()}
    assert was_cancelled
    assert after <= before
