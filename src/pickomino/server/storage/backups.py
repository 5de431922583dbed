"""Backups of the SQLite file, and restoring one."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import stat
import sys
from pathlib import Path
from typing import Final

from pickomino.core.errors import PickominoError, quote
from pickomino.server.storage.sqlite import find_damage, open_read_only

REPLACED_SUFFIX: Final = ".before-restore"
"""Added to the name of a database that a restore replaced."""


def back_up(source: str, target: str) -> None:
    """Copy a database that may be in use; the copy appears only once it is complete."""
    if not Path(source).is_file():
        raise PickominoError("unreadable_file", name=quote(source), reason="not found")
    if Path(target).exists():
        raise PickominoError("file_exists", name=quote(target))
    _copy(source, target).replace(target)


def restore(source: str, target: str) -> None:
    """Replace a database that no server uses with a backup; keep the old database next to it.

    The old write-ahead log (`-wal`) is moved too: SQLite would apply it to the new file.
    """
    if not Path(source).is_file():
        raise PickominoError("unreadable_file", name=quote(source), reason="not found")
    Path(target).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = _copy(source, target)
    try:
        _move_aside(Path(target))
        draft.replace(target)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def _move_aside(target: Path) -> None:
    if not target.exists():
        return
    try:
        with contextlib.closing(sqlite3.connect(target, timeout=1)) as old:
            # Merges the log into the file; this needs exclusive access.
            old.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.OperationalError as error:
        raise PickominoError("unwritable_file", name=quote(target), reason=str(error)) from error
    except sqlite3.DatabaseError:
        pass  # damaged, which may be the reason for the restore
    for end in ("-shm", "-wal", ""):
        with contextlib.suppress(FileNotFoundError):
            Path(f"{target}{end}").replace(f"{target}{REPLACED_SUFFIX}{end}")


def _copy(source: str, target: str) -> Path:
    """Copy a database into a new file next to the target, and check its integrity."""
    draft = Path(f"{target}.part")
    try:
        _create_draft(draft)
    except OSError as error:
        raise PickominoError("unwritable_file", name=quote(target), reason=str(error)) from error
    try:
        with (
            contextlib.closing(open_read_only(source)) as old,
            contextlib.closing(sqlite3.connect(draft)) as new,
        ):
            old.backup(new, pages=1000)
            new.execute("PRAGMA journal_mode=DELETE")
    except (OSError, sqlite3.Error) as error:
        draft.unlink(missing_ok=True)
        raise PickominoError("unwritable_file", name=quote(target), reason=str(error)) from error
    if (damage := find_damage(draft)) is not None:
        draft.unlink()
        raise PickominoError("unreadable_file", name=quote(source), reason=quote(damage))
    return draft


def _create_draft(draft: Path) -> None:
    """Create an empty private file; raises OSError if another file is in its place."""
    if _is_leftover(draft):
        draft.unlink()
    flags = os.O_CREAT | os.O_EXCL | os.O_RDWR | getattr(os, "O_NOFOLLOW", 0)
    os.close(os.open(draft, flags, 0o600))


def _is_leftover(draft: Path) -> bool:
    """Return whether a file may be left over from a copy: it is ours and has no other links."""
    try:
        status = draft.lstat()
    except FileNotFoundError:
        return False
    is_own = sys.platform == "win32" or status.st_uid == os.geteuid()
    return is_own and stat.S_ISREG(status.st_mode) and status.st_nlink == 1
