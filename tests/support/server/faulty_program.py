"""Runs `pickomino` with a clock and a disk that a file controls: FILE ARGUMENTS."""

from __future__ import annotations

import json
import sqlite3
import sys
import time
from pathlib import Path

from pickomino.cli.app import main
from pickomino.server.storage.sqlite import SqliteDatabase


def install(control: Path) -> None:
    def read_control() -> dict:
        return json.loads(control.read_text())

    clock = time.time
    time.time = lambda: clock() + read_control().get("clock", 0.0)
    for name in ("_write", "_write_quickly"):
        setattr(SqliteDatabase, name, _failing(getattr(SqliteDatabase, name), read_control))


def _failing(write, read_control):
    def attempt(database, work):
        if problem := read_control().get("disk"):
            raise sqlite3.OperationalError(problem)
        return write(database, work)

    return attempt


if __name__ == "__main__":
    install(Path(sys.argv.pop(1)))
    main()
