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
from pickomino.rooms.protocol.log_chain import LogHead, first_head
from pickomino.server.storage.sql_store import SqlStore

CODE, OTHER = "ABCDEFGH", "BBBBBBBB"
STORED_REVIEW = Path(__file__).parents[2] / "data/stored_review"
"""The database of an earlier version's server, and what that server answered about a review."""


def copy_stored_review(folder):
    """Copy the database with the stored review; return the answer of the earlier version."""
    shutil.copytree(STORED_REVIEW, folder, dirs_exist_ok=True)
    # Version control does not keep the mode, and a server refuses a key that others can open.
    (folder / "server.db.key").chmod(0o600)
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


async def append(store, code, version, log, index_row=None):
    """Append events to a log that has this version."""
    head = first_head(code)
    if version:
        digests = (await store.load_with_digests(code)).digests
        head = LogHead(version, digests[version - 1] if version <= len(digests) else "")
    await store.append(code, store.batch(code, head, log), index_row)


async def next_batch(store, code, log):
    """Return a batch of events to append to a stored log."""
    return store.batch(code, (await store.load_with_digests(code)).head(code), log)


def batch_after(store, code, before, log):
    """Return a batch of events to append to a log without secrets."""
    return store.batch(code, store.batch(code, first_head(code), before).after, log)


async def fill_store(store, batches=3):
    for batch in range(batches):
        await append(store, CODE, 2 * batch, entries(2 * batch + 1, 2))
    return entries(1, 2 * batches)


WRITER_SCRIPT = textwrap.dedent(
    """
    import asyncio, sys
    from pickomino.server.storage.sql_store import SqlStore
    from pickomino.rooms import LogEntry
    from pickomino.rooms.protocol import events
    from pickomino.rooms.storage.store import VersionConflict

    async def main():
        store, won = SqlStore(sys.argv[1], key_file=sys.argv[3]), 0
        await store.open()
        while won < 20:
            head = (await store.load_with_digests("ABCDEFGH")).head("ABCDEFGH")
            entry = LogEntry(head.version + 1, 1.0, events.Reacted(0, sys.argv[2]))
            try:
                await store.append("ABCDEFGH", store.batch("ABCDEFGH", head, (entry,)))
            except VersionConflict:
                continue
            won += 1
            print(head.version + 1, flush=True)
        await store.close()

    asyncio.run(main())
    """
)


async def start_log(path):
    async with open_store(path) as store:
        await append(store, CODE, 0, entries(1, 1))


async def read_log(path):
    async with open_store(path) as store:
        return await store.load(CODE)


@asynccontextmanager
async def store_with_event(path):
    """Open a store with one event; yield it and the list of problems that it reports."""
    problems = []
    async with managed(SqlStore(str(path), problems.append)) as store:
        await append(store, CODE, 0, entries(1, 1))
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
