"""Rooms in a SQLite file: kills and damage."""

import asyncio
import random
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing

import pytest

from support.room_harness import error_code
from support.server.stores import (
    CODE,
    OTHER,
    WRITER_SCRIPT,
    append,
    entries,
    fill_store,
    open_store,
    read_log,
    start_log,
)


def test_confirmed_appends_survive_a_kill(tmp_path):
    path, rng = tmp_path / "x.db", random.Random(5)
    asyncio.run(start_log(path))
    for _ in range(2):
        command = [sys.executable, "-c", WRITER_SCRIPT, str(path), "hello", ""]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
            for _ in range(rng.randrange(1, 8)):
                confirmed = int(writer.stdout.readline())
            time.sleep(rng.uniform(0, 0.01))
            writer.send_signal(signal.SIGKILL)
            confirmed = max([confirmed, *map(int, writer.stdout.read().split())])
        log = asyncio.run(read_log(path))
        assert len(log) in (confirmed, confirmed + 1)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE events SET entry = '?' WHERE version = 2",
        "UPDATE events SET entry = '{\"version\":2}' WHERE version = 2",
        "DELETE FROM events WHERE version = 2",
        "DELETE FROM events WHERE version = 6",
    ],
)
async def test_damaged_room_does_not_affect_others(tmp_path, damage):
    async with open_store(tmp_path / "x.db") as store:
        await fill_store(store)
        await append(store, OTHER, 0, entries(1, 2))
    with closing(sqlite3.connect(tmp_path / "x.db")) as database, database:
        database.execute(f"{damage} AND room = ?", (CODE,))
    async with open_store(tmp_path / "x.db") as store:
        code, other = await error_code(store.load(CODE)), await store.load(OTHER)
    assert code == "room_damaged"
    assert len(other) == 2
