"""Copies of the SQLite file, and putting one back."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import stat
import sys
from pathlib import Path
from typing import Final

from pickomino.core.errors import PickominoError, quote
from pickomino.server.storage.sqlite import damage, read_only

BEFORE: Final = ".before-restore"
"""Added to the name of a database that was replaced."""


def back_up(source: str, target: str) -> None:
    """Copy a database while others use it; the copy is whole, and appears only when it is."""
    if not Path(source).is_file():
        raise PickominoError("unreadable_file", name=quote(source), reason="not found")
    if Path(target).exists():
        raise PickominoError("file_exists", name=quote(target))
    _copy(source, target).replace(target)


def restore(source: str, target: str) -> None:
    """Put a backup in the place of a database that no server uses; the old one is kept beside it.

    A log of the old one (`-wal`) would be taken for the new one's, and ruin it.
    """
    if not Path(source).is_file():
        raise PickominoError("unreadable_file", name=quote(source), reason="not found")
    Path(target).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = _copy(source, target)
    try:
        _put_aside(Path(target))
        draft.replace(target)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def _put_aside(target: Path) -> None:
    if not target.exists():
        return
    try:
        with contextlib.closing(sqlite3.connect(target, timeout=1)) as old:
            # Writes the log into the file; only who is alone with it may do so.
            old.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.OperationalError as error:
        raise PickominoError("unwritable_file", name=quote(target), reason=str(error)) from error
    except sqlite3.DatabaseError:
        pass  # damaged: that is why it is replaced
    for end in ("-shm", "-wal", ""):
        with contextlib.suppress(FileNotFoundError):
            Path(f"{target}{end}").replace(f"{target}{BEFORE}{end}")


def _copy(source: str, target: str) -> Path:
    """Copy a database into a new file beside the target, and look whether it is whole."""
    draft = Path(f"{target}.part")
    try:
        _begin_draft(draft)
    except OSError as error:
        raise PickominoError("unwritable_file", name=quote(target), reason=str(error)) from error
    try:
        with (
            contextlib.closing(read_only(source)) as old,
            contextlib.closing(sqlite3.connect(draft)) as new,
        ):
            old.backup(new, pages=1000)
            new.execute("PRAGMA journal_mode=DELETE")
    except (OSError, sqlite3.Error) as error:
        draft.unlink(missing_ok=True)
        raise PickominoError("unwritable_file", name=quote(target), reason=str(error)) from error
    if (wrong := damage(draft)) is not None:
        draft.unlink()
        raise PickominoError("unreadable_file", name=quote(source), reason=quote(wrong))
    return draft


def _begin_draft(draft: Path) -> None:
    """Make an empty file that is ours alone; what others have put in its place stays."""
    if _is_leftover(draft):
        draft.unlink()
    flags = os.O_CREAT | os.O_EXCL | os.O_RDWR | getattr(os, "O_NOFOLLOW", 0)
    os.close(os.open(draft, flags, 0o600))


def _is_leftover(draft: Path) -> bool:
    """Return whether a copy of ours was broken off here: a plain file that nobody else can hold."""
    try:
        found = draft.lstat()
    except FileNotFoundError:
        return False
    is_ours = sys.platform == "win32" or found.st_uid == os.geteuid()
    return is_ours and stat.S_ISREG(found.st_mode) and found.st_nlink == 1
