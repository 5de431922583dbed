"""Backups of a SQLite file, and restoring one."""

import asyncio
import os
import sqlite3
import stat
import sys
from contextlib import closing

import pytest

from pickomino.core.errors import PickominoError
from pickomino.server.storage.backups import REPLACED_SUFFIX, back_up, restore
from pickomino.server.storage.sqlite import find_damage
from support.server.serving import serving
from support.server.stores import CODE, OTHER, corrupt_file, entries, open_store


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "games.db"
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("CREATE TABLE played (name TEXT)")
    database.close()
    return path


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
@pytest.mark.parametrize("make", [os.symlink, os.link])
def test_backup_does_not_follow_links(tmp_path, source, make):
    """A backup once overwrote the target of the link."""
    victim = tmp_path / "victim"
    victim.write_text("precious")
    target = tmp_path / "copy.db"
    make(victim, f"{target}.part")
    with pytest.raises(PickominoError) as caught:
        back_up(str(source), str(target))
    assert caught.value.code == "unwritable_file"
    assert victim.read_text() == "precious"
    assert (tmp_path / "copy.db.part").exists(), "someone else's file"
    assert not target.exists()


def test_interrupted_backup_is_replaced(tmp_path, source):
    draft = tmp_path / "copy.db.part"
    draft.write_text("half")
    draft.chmod(0o644)
    back_up(str(source), str(tmp_path / "copy.db"))
    assert not draft.exists()
    if sys.platform != "win32":
        assert stat.S_IMODE((tmp_path / "copy.db").stat().st_mode) == 0o600


def test_backup_of_a_damaged_file_fails(tmp_path):
    with serving(tmp_path) as server:
        server.create()
    assert find_damage(server.database) is None
    corrupt_file(server.database)
    assert find_damage(server.database) is not None
    with pytest.raises(PickominoError) as caught:
        back_up(str(server.database), str(tmp_path / "copy.db"))
    assert caught.value.code in ("unreadable_file", "unwritable_file")
    assert not list(tmp_path.glob("copy.db*"))


async def rooms_in(path):
    async with open_store(path) as store:
        return set(await store.codes())


def test_restore_replaces_a_database_with_its_log(tmp_path):
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
        # As after a kill, the log still exists.
        target.with_name("rooms.db-wal").write_bytes(log)

    asyncio.run(write())
    restore(str(backup), str(target))
    assert find_damage(target) is None
    assert asyncio.run(rooms_in(target)) == {CODE}
    assert asyncio.run(rooms_in(tmp_path / f"rooms.db{REPLACED_SUFFIX}")) == {CODE, OTHER}
    assert not list(tmp_path.glob("*.part"))


def test_damaged_backup_is_not_restored(tmp_path):
    target, backup = tmp_path / "rooms.db", tmp_path / "friday.db"

    async def write():
        async with open_store(target) as store:
            await store.append(CODE, 0, entries(1, 1))

    asyncio.run(write())
    back_up(str(target), str(backup))
    corrupt_file(target)
    restore(str(backup), str(target))
    assert asyncio.run(rooms_in(target)) == {CODE}
    corrupt_file(backup)
    with pytest.raises(PickominoError) as caught:
        restore(str(backup), str(target))
    assert caught.value.code in ("unreadable_file", "unwritable_file")
    assert asyncio.run(rooms_in(target)) == {CODE}


async def test_backup_during_writes_is_consistent(tmp_path):
    source, target = tmp_path / "x.db", tmp_path / "copy.db"
    async with open_store(source) as store:
        await store.append(CODE, 0, entries(1, 1))
        copying = asyncio.create_task(asyncio.to_thread(back_up, str(source), str(target)))
        version = 1
        while not copying.done() or version < 20:
            await store.append(CODE, version, entries(version + 1, 1))
            version += 1
        await copying
    async with open_store(target) as copy:
        log = await copy.load(CODE)
    assert 1 <= len(log) <= version
    assert log == entries(1, len(log))
    assert not target.with_suffix(".db.part").exists()
    with pytest.raises(PickominoError) as caught:
        back_up(str(source), str(target))
    assert caught.value.code == "file_exists"
    with pytest.raises(PickominoError) as caught:
        back_up(str(tmp_path / "nothing.db"), str(tmp_path / "other.db"))
    assert caught.value.code == "unreadable_file"
