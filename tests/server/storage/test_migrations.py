"""Two versions share a database during a deployment: the older one reads newer data."""

import ast
import asyncio
import sqlite3

import pytest

from pickomino import PickominoError
from pickomino.server.storage.schema import MIGRATIONS
from pickomino.server.storage.sql_store import SqlStore
from support.room_harness import error_code
from support.server.daemons import execute_sql
from support.server.stores import CODE, append, entries, open_store

ALLOWED_OPERATIONS = {"create_table", "add_column", "create_index"}
NEWER = ("UPDATE alembic_version SET version_num = '9999'", "ALTER TABLE rooms ADD colour text")

WITHOUT_DIGEST = "UPDATE rooms SET digest = '', digested = 0"


def change_database(address, *statements):
    """Change a database as a newer version might."""
    if address.startswith("postgres"):
        asyncio.run(execute_sql(address, *statements))
        return
    with sqlite3.connect(address) as database:
        for statement in statements:
            database.execute(statement)
    database.close()


async def append_one(address, count):
    """Append an event after this many; return the log."""
    async with open_store(address) as store:
        await append(store, CODE, count, entries(count + 1, 1))
        return await store.load(CODE)


def test_server_starts_on_a_newer_database(address):
    asyncio.run(append_one(address, 0))
    change_database(address, *NEWER)
    assert asyncio.run(append_one(address, 1)) == entries(1, 2)


def test_server_does_not_start_without_a_table(address):
    asyncio.run(append_one(address, 0))
    change_database(address, *NEWER, "DROP TABLE reviews")

    async def start():
        store = SqlStore(str(address), key_file=getattr(address, "key_file", ""))
        try:
            await store.open()
        finally:
            await store.close()

    with pytest.raises(PickominoError, match="removed reviews"):
        asyncio.run(start())


def test_unknown_event_blocks_only_its_room(address):
    async def work():
        async with open_store(address) as store:
            mixed = await error_code(store.load(CODE))
            later = await error_code(store.load_after(CODE, 1))
            await append(store, "BBBBBBBB", 0, entries(1, 1))
            return mixed, later, await store.load("BBBBBBBB")

    asyncio.run(append_one(address, 0))
    asyncio.run(append_one(address, 1))
    future = '{"version":2,"at":1.0,"event":{"type":"Promoted","seat":0}}'
    future_row = f"UPDATE events SET entry = '{future}' WHERE version = 2"  # noqa: S608
    change_database(address, future_row, WITHOUT_DIGEST)
    assert asyncio.run(work()) == ("room_damaged", "room_damaged", entries(1, 1))


def test_unknown_event_fields_are_ignored(address):
    asyncio.run(append_one(address, 0))
    added = 'UPDATE events SET entry = replace(entry, \'"seat"\', \'"colour":1,"seat"\')'
    change_database(address, added, WITHOUT_DIGEST)
    assert asyncio.run(append_one(address, 1)) == entries(1, 2)


@pytest.mark.parametrize(
    "path", sorted((MIGRATIONS / "versions").glob("0*.py")), ids=lambda path: path.stem
)
def test_migrations_only_add_optional_columns(path):
    (upgrade,) = [
        node
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.FunctionDef) and node.name == "upgrade"
    ]
    calls = [node for node in ast.walk(upgrade) if isinstance(node, ast.Call)]
    operations = [call for call in calls if ast.unparse(call.func).startswith("op.")]
    assert {call.func.attr for call in operations} <= ALLOWED_OPERATIONS
    for call in operations:
        if call.func.attr == "add_column":
            column = ast.unparse(call.args[1])
            assert "nullable=True" in column or "server_default" in column, column
