"""Storage failures are reported: to players, to probes, in the log and in the metrics."""

import sqlite3
from contextlib import closing

from pickomino.rooms import RoomSummary
from pickomino.rooms.protocol.messages import Settings
from pickomino.rooms.storage.store import RoomIndexRow
from support.room_harness import error_code
from support.server.serving import serving
from support.server.stores import (
    CODE,
    OTHER,
    append,
    corrupt_file,
    entries,
    open_store,
    store_with_event,
)

FULL = "database or disk is full"


def fail(*_):
    raise sqlite3.OperationalError(FULL)


async def test_damage_is_reported_until_it_is_repaired(tmp_path):
    """Connections must not keep damaged pages in their caches."""
    path = tmp_path / "rooms.db"
    async with store_with_event(path) as (store, problems):
        await store.database.reconnect()
        intact = path.read_bytes()
        corrupt_file(path)
        codes = [
            await error_code(append(store, CODE, 1, entries(2, 1))),
            await error_code(store.load(CODE)),
            await error_code(store.probe()),
        ]
        path.write_bytes(intact)
        await store.probe()
        await append(store, CODE, 1, entries(2, 1))
        length = len(await store.load(CODE))
    assert codes == ["store_failed"] * 3
    assert length == 2
    assert [problem is None for problem in problems] == [False, True]


async def test_full_disk_is_reported_once(tmp_path, monkeypatch):
    async with store_with_event(tmp_path / "rooms.db") as (store, problems):
        with monkeypatch.context() as patch:
            for method in ("_write", "_write_quickly"):
                patch.setattr(store.database, method, fail)
            for _ in range(3):
                assert await error_code(append(store, CODE, 1, entries(2, 1))) == "store_failed"
            assert await error_code(store.probe()) == "store_failed"
        await append(store, CODE, 1, entries(2, 1))
    assert len(problems) == 2
    assert FULL in problems[0]
    assert problems[1] is None


def status(server, path):
    with server.http() as http:
        return http.get(path).status_code


def test_removed_file_shows_in_probes_log_and_metrics(tmp_path):
    with serving(tmp_path, metrics="local") as server:
        assert [status(server, path) for path in ("/health", "/ready")] == [200, 200]
        server.database.unlink()
        assert status(server, "/ready") == 503
        assert status(server, "/health") == 503
        with server.http() as http:
            assert "pickomino_storage_works 0.0" in http.get("/metrics").text
        assert "storage failed" in server.log()


async def test_broken_summary_does_not_hide_other_rooms(tmp_path):
    async with open_store(tmp_path / "rooms.db") as store:
        for code in (CODE, OTHER):
            summary = RoomSummary(code, "lobby", Settings(is_public=True), (), 1, 1.0, 1.0)
            index_row = RoomIndexRow("lobby", is_waiting=False, summary=summary)
            await append(store, code, 0, entries(1, 1), index_row)
        with closing(sqlite3.connect(tmp_path / "rooms.db")) as database, database:
            database.execute("UPDATE rooms SET summary = '{' WHERE code = ?", (CODE,))
        assert [summary.code for summary in await store.public_rooms(10)] == [OTHER]
