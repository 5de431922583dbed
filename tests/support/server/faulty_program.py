"""`pickomino` on a machine whose clock and disk do what a file says: FILE ARGUMENTS."""

from __future__ import annotations

import json
import sqlite3
import sys
import time
from pathlib import Path

from pickomino.cli.app import main
from pickomino.server.storage.sqlite import SqliteDatabase


def install(control: Path) -> None:
    def told() -> dict:
        return json.loads(control.read_text())

    clock = time.time
    time.time = lambda: clock() + told().get("clock", 0.0)
    for name in ("_write", "_write_quickly"):
        setattr(SqliteDatabase, name, _failing(getattr(SqliteDatabase, name), told))


def _failing(write, told):
    def attempt(database, work):
        if problem := told().get("disk"):
            raise sqlite3.OperationalError(problem)
        return write(database, work)

    return attempt


if __name__ == "__main__":
    install(Path(sys.argv.pop(1)))
    main()
