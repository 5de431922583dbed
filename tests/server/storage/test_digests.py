"""A database tells a room's log from any other log by its digest."""

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from pickomino import PickominoError
from pickomino.rooms.domain.room import fold
from pickomino.rooms.protocol.log_chain import LogHead, first_head, iter_digests
from pickomino.rooms.storage.store import VersionConflict
from pickomino.server.storage.backups import back_up, restore
from pickomino.server.storage.sqlite import find_damage
from pickomino.server.storage.transfer import copy_rows
from support.room_harness import error_code
from support.server.daemons import execute_sql
from support.server.stores import CODE, OTHER, append, batch_after, entries, fill_store, open_store

EARLIER = Path(__file__).parents[2] / "data/earlier_layout"
FIRST, LAST = 1, 6
INSERT_SEVENTH = (
    "INSERT INTO events (room, version, entry) SELECT room, 7, replace(entry, ':6,', ':7,')"
    " FROM events WHERE version = 6"
)


async def change(address, *statements):
    if address.startswith("postgres"):
        await execute_sql(address, *statements)
        return
    with closing(sqlite3.connect(address)) as database, database:
        for statement in statements:
            database.execute(statement)


def read_rooms(path):
    """Return the code, the version and the digest columns of every room of a SQLite file."""
    with closing(sqlite3.connect(path)) as database:
        return database.execute("SELECT code, version, digested, digest FROM rooms").fetchall()


def digest_of_rows(path, code):
    query = "SELECT entry FROM events WHERE room = ? ORDER BY version"
    with closing(sqlite3.connect(path)) as database:
        rows = [row for (row,) in database.execute(query, (code,))]
    return list(iter_digests(first_head(code).digest, rows))[-1]


async def test_append_to_another_history_is_refused(address):
    """The version fits, but the writer knows other events."""
    async with open_store(address) as store:
        await fill_store(store)
        forked = batch_after(store, CODE, entries(1, 6, at=2.0), entries(7, 1))
        with pytest.raises(VersionConflict):
            await store.append(CODE, forked)
        log = await store.load(CODE)
        await append(store, CODE, 6, entries(7, 1))
        assert (log, await store.load(CODE)) == (entries(1, 6), entries(1, 7))


@pytest.mark.parametrize("version", [FIRST, LAST])
async def test_room_with_a_changed_event_is_not_loaded(address, version):
    async with open_store(address) as store:
        await fill_store(store)
        await append(store, OTHER, 0, entries(1, 1))
        await change(
            str(address),
            f"UPDATE events SET entry = replace(entry, 'hello', 'ouch')"  # noqa: S608
            f" WHERE room = '{CODE}' AND version = {version}",
        )
        assert await error_code(store.load(CODE)) == "room_damaged"
        assert await store.load(OTHER) == entries(1, 1)


async def test_log_of_another_room_is_not_loaded(address):
    async with open_store(address) as store:
        await fill_store(store)
        await append(store, OTHER, 0, entries(1, 6))
        columns = ("digest", "digested")
        for column in columns:
            copied = f"(SELECT {column} FROM rooms AS r WHERE r.code = '{CODE}')"  # noqa: S608
            await change(
                str(address),
                f"UPDATE rooms SET {column} = {copied} WHERE code = '{OTHER}'",  # noqa: S608
            )
        assert await error_code(store.load(OTHER)) == "room_damaged"


async def test_events_of_an_older_server_are_accepted(address):
    """During a deployment, a server that knows no digests writes to the same rooms."""
    async with open_store(address) as store:
        await fill_store(store)
        await change(str(address), "UPDATE rooms SET version = 7", INSERT_SEVENTH)
        tail = await store.load_after(CODE, 6)
        await append(store, CODE, 7, entries(8, 1))
        digests = (await store.load_with_digests(CODE)).digests
        last = await store.load_after(CODE, 7)
        assert (tail.log, tail.head) == (entries(7, 1), LogHead(7, ""))
        assert await store.load(CODE) == entries(1, 8)
        assert last.head == LogHead(8, digests[-1])


def test_rooms_of_an_earlier_version_get_digests(tmp_path):
    """The database was written by a server that had none."""
    shutil.copytree(EARLIER, tmp_path / "old")
    path = tmp_path / "old/server.db"
    (tmp_path / "old/server.db.key").chmod(0o600)

    async def load_all():
        async with open_store(path) as store:
            return [fold(await store.load(code)) for code in await store.codes()]

    states = asyncio.run(load_all())
    rooms = read_rooms(path)
    assert len(states) == len(rooms) > 2
    for code, version, digested, digest in rooms:
        assert (digested, digest) == (version, digest_of_rows(path, code))


async def test_transfer_keeps_digests(tmp_path, postgres):
    async with open_store(tmp_path / "x.db") as source, open_store(postgres) as target:
        await fill_store(source)
        await copy_rows(source, target, lambda *_: None)
        copied = await target.load_with_digests(CODE)
        assert copied == await source.load_with_digests(CODE)
        assert (await target.load_after(CODE, 0)).head == copied.head(CODE)


async def test_backup_with_a_changed_log_is_not_restored(tmp_path):
    path, copy = str(tmp_path / "x.db"), str(tmp_path / "copy.db")
    async with open_store(path) as store:
        await fill_store(store)
    back_up(path, copy)
    await asyncio.to_thread(Path(f"{copy}.manifest.json").unlink)
    await change(copy, "UPDATE events SET entry = replace(entry, 'hello', 'ouch')")

    with pytest.raises(PickominoError) as caught:
        restore(copy, path, is_manifest_required=False)
    assert caught.value.code == "unreadable_file"
    async with open_store(path) as store:
        assert await store.load(CODE) == entries(1, 6)


def test_backup_without_digests_is_restored(tmp_path):
    shutil.copy(EARLIER / "server.db", tmp_path / "old.db")
    restore(str(tmp_path / "old.db"), str(tmp_path / "x.db"), is_manifest_required=False)
    assert find_damage(tmp_path / "x.db") is None
