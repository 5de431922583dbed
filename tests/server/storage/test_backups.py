"""Backups of a SQLite file, and restoring one."""

import asyncio
import os
import random
import shutil
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from pickomino.core.errors import PickominoError
from pickomino.server.storage.backups import REPLACED_SUFFIX, back_up, restore
from pickomino.server.storage.database_lock import DatabaseLock
from pickomino.server.storage.manifest import MANIFEST_SUFFIX
from pickomino.server.storage.sqlite import find_damage
from support.server.serving import serving
from support.server.stores import CODE, OTHER, append, corrupt_file, entries, open_store


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "games.db"

    async def write():
        async with open_store(path) as store:
            await append(store, CODE, 0, entries(1, 1))

    asyncio.run(write())
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
    assert caught.value.code in ("bad_backup", "unwritable_file")
    assert not list(tmp_path.glob("copy.db*"))


async def rooms_in(path):
    async with open_store(path) as store:
        return set(await store.codes())


def test_restore_replaces_a_database_with_its_log(tmp_path):
    target, backup = tmp_path / "rooms.db", tmp_path / "friday.db"

    async def write():
        async with open_store(target) as store:
            await append(store, CODE, 0, entries(1, 1))
            back_up(str(target), str(backup))
            await append(store, OTHER, 0, entries(1, 1))
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
    kept = Path(f"{target}{REPLACED_SUFFIX}1")
    assert asyncio.run(rooms_in(kept)) == {CODE, OTHER}
    assert not list(tmp_path.glob("*.part"))


def test_damaged_backup_is_not_restored(tmp_path):
    target, backup = tmp_path / "rooms.db", tmp_path / "friday.db"

    async def write():
        async with open_store(target) as store:
            await append(store, CODE, 0, entries(1, 1))

    asyncio.run(write())
    back_up(str(target), str(backup))
    corrupt_file(target)
    restore(str(backup), str(target))
    assert asyncio.run(rooms_in(target)) == {CODE}
    corrupt_file(backup)
    for is_manifest_required in (True, False):
        assert restore_error(backup, target, is_manifest_required) == "bad_backup"
    drop_manifest(backup)
    assert restore_error(backup, target, False) in ("bad_backup", "unwritable_file")
    assert asyncio.run(rooms_in(target)) == {CODE}


def restore_error(source, target, is_manifest_required=True):
    """Return the error code of a restore that is refused."""
    with pytest.raises(PickominoError) as caught:
        restore(str(source), str(target), is_manifest_required=is_manifest_required)
    return caught.value.code


def drop_manifest(backup):
    Path(f"{backup}{MANIFEST_SUFFIX}").unlink()


def test_every_changed_bit_of_a_backup_is_noticed(tmp_path, source):
    """Twelve of twelve changed bits were once restored."""
    backup, target = tmp_path / "friday.db", tmp_path / "rooms.db"
    back_up(str(source), str(backup))
    intact = backup.read_bytes()
    draw = random.Random(35)
    for place in (0, 18, len(intact) - 1, *(draw.randrange(len(intact)) for _ in range(9))):
        changed = bytearray(intact)
        changed[place] ^= 1 << draw.randrange(8)
        backup.write_bytes(changed)
        assert restore_error(backup, target) == "bad_backup"
    assert not target.exists()
    backup.write_bytes(intact)
    restore(str(backup), str(target))
    assert asyncio.run(rooms_in(target)) == {CODE}


@pytest.mark.parametrize("kept_bytes", [0, 4096, -1])
def test_truncated_backup_is_not_restored(tmp_path, source, kept_bytes):
    backup = tmp_path / "friday.db"
    back_up(str(source), str(backup))
    backup.write_bytes(backup.read_bytes()[:kept_bytes])
    assert restore_error(backup, source) == "bad_backup"
    assert asyncio.run(rooms_in(source)) == {CODE}


def create_foreign(path):
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("CREATE TABLE played (name TEXT)")


@pytest.mark.parametrize("create", [Path.touch, create_foreign])
def test_files_of_other_programs_are_not_restored(tmp_path, source, create):
    """An empty file is a database, too, and was once restored."""
    foreign = tmp_path / "foreign.db"
    create(foreign)
    assert restore_error(foreign, source) == "not_a_database"
    assert restore_error(foreign, source, False) == "not_a_database"
    assert asyncio.run(rooms_in(source)) == {CODE}
    with pytest.raises(PickominoError) as caught:
        back_up(str(foreign), str(tmp_path / "copy.db"))
    assert caught.value.code == "not_a_database"


def test_backup_without_a_manifest_needs_consent(tmp_path, source):
    backup, target = tmp_path / "friday.db", tmp_path / "rooms.db"
    back_up(str(source), str(backup))
    drop_manifest(backup)
    assert restore_error(backup, target) == "bad_backup"
    restore(str(backup), str(target), is_manifest_required=False)
    assert asyncio.run(rooms_in(target)) == {CODE}


def test_damaged_manifest_is_reported(tmp_path, source):
    backup = tmp_path / "friday.db"
    back_up(str(source), str(backup))
    for text in ("", "{}", '{"type": "pickomino backup", "bytes": -1}'):
        Path(f"{backup}{MANIFEST_SUFFIX}").write_text(text)
        assert restore_error(backup, source) == "bad_backup"


@pytest.mark.parametrize("end", ["-wal", "-journal"])
def test_log_beside_a_backup_is_not_applied(tmp_path, source, end):
    """SQLite applied it, although the manifest says nothing about it: every row was deleted."""
    backup, scratch = tmp_path / "copy.db", tmp_path / "scratch.db"
    back_up(str(source), str(backup))
    shutil.copy(backup, scratch)
    mode = {"-wal": "wal", "-journal": "delete"}[end]
    with closing(sqlite3.connect(scratch)) as connection:
        connection.execute(f"PRAGMA journal_mode = {mode}")
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        connection.execute("PRAGMA cache_size = 1")
        connection.execute("DELETE FROM events")
        if end == "-wal":
            connection.commit()
        shutil.copy(f"{scratch}{end}", f"{backup}{end}")
    restore(str(backup), str(tmp_path / "new.db"))
    assert rows_in(tmp_path / "new.db") == rows_in(source) == 1


def rows_in(database):
    with closing(sqlite3.connect(f"{database.as_uri()}?immutable=1", uri=True)) as connection:
        return connection.execute("SELECT count(*) FROM events").fetchone()[0]


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_link_to_a_database_shares_its_lock(tmp_path, source):
    """A second server could once use a database under another name."""
    link = tmp_path / "link.db"
    link.symlink_to(source)
    with DatabaseLock(source), pytest.raises(PickominoError) as caught, DatabaseLock(link):
        pass
    assert caught.value.code == "database_in_use"


def test_second_restore_keeps_the_first_safety_copy(tmp_path, source):
    """The second restore once overwrote the copy that the first one had kept."""
    backup = tmp_path / "friday.db"
    back_up(str(source), str(backup))

    async def write():
        async with open_store(source) as store:
            await append(store, OTHER, 0, entries(1, 1))

    asyncio.run(write())
    kept = [restore(str(backup), str(source)) for _ in range(2)]
    assert [file.name for file in kept] == [f"games.db{REPLACED_SUFFIX}{n}" for n in (1, 2)]
    rooms = [asyncio.run(rooms_in(file)) for file in kept]
    assert rooms == [{CODE, OTHER}, {CODE}]


async def test_backup_during_writes_is_consistent(tmp_path):
    source, target = tmp_path / "x.db", tmp_path / "copy.db"
    async with open_store(source) as store:
        await append(store, CODE, 0, entries(1, 1))
        copying = asyncio.create_task(asyncio.to_thread(back_up, str(source), str(target)))
        version = 1
        while not copying.done() or version < 20:
            await append(store, CODE, version, entries(version + 1, 1))
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


KILLED_RESTORE = """
import os, signal, sys
from pickomino.server.storage.backups import restore
left = int(sys.argv[3])
def kill_at_last(event, _):
    global left
    left -= event in ("shutil.copyfile", "os.rename", "os.remove")
    if left < 0:
        os.kill(os.getpid(), signal.SIGKILL)
sys.addaudithook(kill_at_last)
restore(*sys.argv[1:3])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="has no SIGKILL")
def test_killed_restore_leaves_a_database(tmp_path, source):
    """Between two renames there once was none, and the next start silently made an empty one."""
    target, backup = tmp_path / "target.db", tmp_path / "backup.db"
    shutil.copyfile(source, target)
    with closing(sqlite3.connect(target)) as old, old:
        old.execute("UPDATE rooms SET code = ?", (OTHER,))
    back_up(str(source), str(backup))
    codes = []
    for steps in range(20):
        command = [sys.executable, "-c", KILLED_RESTORE, backup, target, str(steps)]
        done = subprocess.run(command, check=False)
        with closing(sqlite3.connect(f"file:{target}?mode=ro", uri=True)) as connection:
            codes += connection.execute("SELECT code FROM rooms").fetchone()
        if done.returncode == 0:
            break
    assert codes[:3] == [OTHER] * 3
    assert codes[-1] == CODE
    with closing(sqlite3.connect(f"{target}{REPLACED_SUFFIX}1")) as kept:
        assert kept.execute("SELECT code FROM rooms").fetchone() == (OTHER,)


@pytest.mark.skipif(sys.platform == "win32", reason="counts links only after opening")
def test_database_with_a_second_name_is_refused(tmp_path, source):
    """Each hard link once had a lock of its own, and two servers used one file."""
    os.link(source, tmp_path / "other.db")
    with pytest.raises(PickominoError) as caught:
        DatabaseLock(source).acquire()
    assert caught.value.code == "linked_database"
    (tmp_path / "other.db").unlink()
    with DatabaseLock(source):
        pass
