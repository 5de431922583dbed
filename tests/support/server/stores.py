"""Stores for tests, and log entries to write into them."""

import json
import os
import shutil
import sqlite3
import textwrap
from contextlib import asynccontextmanager, closing
from pathlib import Path

from pickomino.rooms import LogEntry
from pickomino.rooms.protocol import events
from pickomino.server.http.reviews import judge_version
from pickomino.server.storage.sql_store import SqlStore

CODE, OTHER = "ABCDEFGH", "BBBBBBBB"
STORED_REVIEW = Path(__file__).parents[2] / "data/stored_review"
"""The database of an earlier version's server, and what that server answered about a review."""


def copy_stored_review(folder):
    """Copy the database with the stored review; return the answer of the earlier version."""
    shutil.copytree(STORED_REVIEW, folder, dirs_exist_ok=True)
    with closing(sqlite3.connect(folder / "server.db")) as database, database:
        # With other networks, the server would replace the review.
        database.execute("UPDATE reviews SET judge = ?", [judge_version(2)])
    return json.loads((folder / "review.json").read_text())


def entries(first, count, at=1.0):
    return tuple(LogEntry(first + i, at, events.Reacted(0, "hello")) for i in range(count))


class DatabaseAddress(str):
    """The address of a PostgreSQL database, with the key file of its secrets."""

    __slots__ = ("key_file",)

    def __new__(cls, text, key_file):
        address = super().__new__(cls, text)
        address.key_file = str(key_file)
        return address


@asynccontextmanager
async def managed(resource):
    """Open a store or a server state, and close it after use."""
    await resource.open()
    try:
        yield resource
    finally:
        await resource.close()


def open_store(address):
    return managed(SqlStore(str(address), key_file=getattr(address, "key_file", "")))


async def fill_store(store, batches=3):
    for batch in range(batches):
        await store.append(CODE, 2 * batch, entries(2 * batch + 1, 2))
    return entries(1, 2 * batches)


WRITER_SCRIPT = textwrap.dedent(
    """
    import asyncio, sys
    from pickomino.server.storage.sql_store import SqlStore
    from pickomino.rooms import LogEntry
    from pickomino.rooms.protocol import events
    from pickomino.rooms.storage.store import VersionConflict

    async def main():
        store, won = SqlStore(sys.argv[1]), 0
        await store.open()
        while won < 20:
            version = len(await store.load("ABCDEFGH"))
            entry = LogEntry(version + 1, 1.0, events.Reacted(0, sys.argv[2]))
            try:
                await store.append("ABCDEFGH", version, (entry,))
            except VersionConflict:
                continue
            won += 1
            print(version + 1, flush=True)
        await store.close()

    asyncio.run(main())
    """
)


async def start_log(path):
    async with open_store(path) as store:
        await store.append(CODE, 0, entries(1, 1))


async def read_log(path):
    async with open_store(path) as store:
        return await store.load(CODE)


@asynccontextmanager
async def store_with_event(path):
    """Open a store with one event; yield it and the list of problems that it reports."""
    problems = []
    async with managed(SqlStore(str(path), problems.append)) as store:
        await store.append(CODE, 0, entries(1, 1))
        yield store, problems


def corrupt_file(path):
    """Overwrite all pages of a SQLite file except the first."""
    with closing(sqlite3.connect(path)) as connection:
        # Pages that are still in the write-ahead log would be read from there.
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with path.open("r+b") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(4096)
        file.write(b"\xa5" * (size - 4096))
