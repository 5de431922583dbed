"""`pickomino` on a machine whose clock and disk do what a file says: FILE ARGUMENTS."""

from __future__ import annotations

import json
import sqlite3
import sys
import time
from pathlib import Path

from pickomino.cli.app import main
from pickomino.server.database import Database

CONTROL = Path(sys.argv.pop(1))


def told() -> dict:
    return json.loads(CONTROL.read_text())


def install() -> None:
    clock = time.time
    time.time = lambda: clock() + told().get("clock", 0.0)
    for name in ("_write", "_write_quickly"):
        setattr(Database, name, _failing(getattr(Database, name)))


def _failing(write):
    def attempt(database, work):
        if problem := told().get("disk"):
            raise sqlite3.OperationalError(problem)
        return write(database, work)

    return attempt


if __name__ == "__main__":
    install()
    main()
