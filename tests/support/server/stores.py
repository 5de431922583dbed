"""Stores for tests, and what is written into them."""

import textwrap
from contextlib import asynccontextmanager

from pickomino import PickominoError
from pickomino.rooms import LogEntry
from pickomino.rooms.protocol import events
from pickomino.server.storage.sql_store import SqlStore

CODE, OTHER = "ABCDEFGH", "BBBBBBBB"


def entries(first, count, at=1.0):
    return tuple(LogEntry(first + i, at, events.Reacted(0, "hello")) for i in range(count))


class Address(str):
    """A PostgreSQL database, and where the key of its secrets lies."""

    __slots__ = ("key_file",)

    def __new__(cls, text, key_file):
        address = super().__new__(cls, text)
        address.key_file = str(key_file)
        return address


@asynccontextmanager
async def kept_open(thing):
    """Open a store or a server, and close it after use."""
    await thing.open()
    try:
        yield thing
    finally:
        await thing.close()


def opened(address):
    return kept_open(SqlStore(str(address), key_file=getattr(address, "key_file", "")))


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


WRITER = textwrap.dedent(
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


async def begin(path):
    async with opened(path) as store:
        await store.append(CODE, 0, entries(1, 1))


async def log_in(path):
    async with opened(path) as store:
        return await store.load(CODE)
