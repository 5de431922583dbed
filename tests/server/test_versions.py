"""Two versions run side by side for the length of a deployment: what the older one meets."""

import ast
import asyncio
import sqlite3

import pytest

from pickomino import PickominoError
from pickomino.server.storage.schema import MIGRATIONS
from pickomino.server.storage.sql_store import SqlStore
from support.room_harness import error_code
from support.server.daemons import execute_sql
from support.server.stores import CODE, entries, open_store

MAY = {"create_table", "add_column", "create_index"}
NEWER = ("UPDATE alembic_version SET version_num = '9999'", "ALTER TABLE rooms ADD colour text")


def changed(address, *statements):
    """Do to a database what a newer version might."""
    if address.startswith("postgres"):
        asyncio.run(execute_sql(address, *statements))
        return
    with sqlite3.connect(address) as database:
        for statement in statements:
            database.execute(statement)
    database.close()


async def begun(address, count):
    async with open_store(address) as store:
        await store.append(CODE, count, entries(count + 1, 1))
        return await store.load(CODE)


def test_a_node_starts_on_a_database_to_which_a_newer_version_has_added(address):
    asyncio.run(begun(address, 0))
    changed(address, *NEWER)
    assert asyncio.run(begun(address, 1)) == entries(1, 2)


def test_a_node_does_not_start_where_a_newer_version_took_something_away(address):
    asyncio.run(begun(address, 0))
    changed(address, *NEWER, "DROP TABLE reviews")

    async def start():
        store = SqlStore(str(address))
        try:
            await store.open()
        finally:
            await store.close()

    with pytest.raises(PickominoError, match="removed reviews"):
        asyncio.run(start())


def test_an_event_of_a_newer_version_keeps_an_older_one_from_its_room_alone(address):
    async def work():
        async with open_store(address) as store:
            mixed = await error_code(store.load(CODE))
            later = await error_code(store.load_after(CODE, 1))
            await store.append("BBBBBBBB", 0, entries(1, 1))
            return mixed, later, await store.load("BBBBBBBB")

    asyncio.run(begun(address, 0))
    asyncio.run(begun(address, 1))
    future = '{"version":2,"at":1.0,"event":{"type":"Promoted","seat":0}}'
    changed(address, f"UPDATE events SET entry = '{future}' WHERE version = 2")  # noqa: S608
    assert asyncio.run(work()) == ("room_damaged", "room_damaged", entries(1, 1))


def test_what_a_newer_version_adds_to_an_event_is_passed_over(address):
    asyncio.run(begun(address, 0))
    added = 'UPDATE events SET entry = replace(entry, \'"seat"\', \'"colour":1,"seat"\')'
    changed(address, added)
    assert asyncio.run(begun(address, 1)) == entries(1, 2)


@pytest.mark.parametrize(
    "path", sorted((MIGRATIONS / "versions").glob("0*.py")), ids=lambda path: path.stem
)
def test_migrations_only_add_what_an_older_version_need_not_know(path):
    (upgrade,) = [
        node
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.FunctionDef) and node.name == "upgrade"
    ]
    calls = [node for node in ast.walk(upgrade) if isinstance(node, ast.Call)]
    done = [call for call in calls if ast.unparse(call.func).startswith("op.")]
    assert {call.func.attr for call in done} <= MAY
    for call in done:
        if call.func.attr == "add_column":
            column = ast.unparse(call.args[1])
            assert "nullable=True" in column or "server_default" in column, column
