"""The database of rooms: races, damage, kills, and the questions that a server asks."""

import asyncio
import random
import signal
import sqlite3
import stat
import subprocess
import sys
import time
from contextlib import closing

import pytest

from pickomino import PickominoError
from pickomino.server.storage.backups import back_up
from pickomino.server.storage.sql_store import SqlStore
from support.room_harness import error_code
from support.server.stores import (
    CODE,
    OTHER,
    WRITER_SCRIPT,
    entries,
    fill_store,
    open_store,
    read_log,
    start_log,
)


def test_what_was_confirmed_survives_a_kill_in_mid_append(tmp_path):
    path, rng = tmp_path / "x.db", random.Random(5)
    asyncio.run(start_log(path))
    for _ in range(2):
        command = [sys.executable, "-c", WRITER_SCRIPT, str(path), "hello"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
            for _ in range(rng.randrange(1, 8)):
                confirmed = int(writer.stdout.readline())
            time.sleep(rng.uniform(0, 0.01))
            writer.send_signal(signal.SIGKILL)
            confirmed = max([confirmed, *map(int, writer.stdout.read().split())])
        log = asyncio.run(read_log(path))
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
        async with open_store(tmp_path / "x.db") as store:
            await fill_store(store)
            await store.append(OTHER, 0, entries(1, 2))
        with closing(sqlite3.connect(tmp_path / "x.db")) as database, database:
            database.execute(f"{damage} AND room = ?", (CODE,))
        async with open_store(tmp_path / "x.db") as store:
            return await error_code(store.load(CODE)), await store.load(OTHER)

    code, other = asyncio.run(work())
    assert code == "room_damaged"
    assert len(other) == 2


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such rights")
def test_the_files_are_for_their_owner_alone(tmp_path):
    async def work():
        async with open_store(tmp_path / "new" / "x.db") as store:
            await fill_store(store)
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
            return await error_code(store.open())
        finally:
            await store.close()

    for path in (tmp_path / "text", tmp_path / "folder", tmp_path / "text" / "below"):
        assert asyncio.run(work(path)) == "store_failed"


def test_commits_wait_for_the_disk(tmp_path):
    async def work():
        async with open_store(tmp_path / "x.db") as store:
            names = "journal_mode", "synchronous", "foreign_keys"
            return await store.database.write(
                lambda connection: [
                    connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names
                ]
            )

    assert asyncio.run(work()) == ["wal", 2, 1]


def test_a_backup_while_others_write_is_whole(tmp_path):
    source, target = tmp_path / "x.db", tmp_path / "copy.db"

    async def work():
        async with open_store(source) as store:
            await store.append(CODE, 0, entries(1, 1))
            copying = asyncio.create_task(asyncio.to_thread(back_up, str(source), str(target)))
            version = 1
            while not copying.done() or version < 20:
                await store.append(CODE, version, entries(version + 1, 1))
                version += 1
            await copying
        async with open_store(target) as copy:
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
