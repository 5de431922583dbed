"""Backups of the SQLite file with their manifests, and restoring one."""

from __future__ import annotations

import contextlib
import errno
import itertools
import os
import shutil
import sqlite3
import stat
from pathlib import Path
from typing import Final

from pickomino.atomic_file import atomic_write
from pickomino.core.errors import PickominoError, quote, quote_path
from pickomino.operating_system import (
    NO_FOLLOW,
    PRIVATE_FILE,
    PRIVATE_FOLDER,
    is_own_file,
    replace_file,
    sync_folder,
)
from pickomino.server.storage.database_lock import DatabaseLock
from pickomino.server.storage.digests import find_changed_log
from pickomino.server.storage.manifest import check_manifest, has_manifest, write_manifest
from pickomino.server.storage.sqlite import find_damage, open_read_only

REPLACED_SUFFIX: Final = ".before-restore-"
"""Added, with a number, to the name of a database that a restore replaced."""
_LOG_ENDS: Final = ("-shm", "-wal")
"""The names of SQLite's write-ahead log, after that of the database."""
_OWN_TABLES: Final = frozenset({"alembic_version", "rooms", "events"})
"""Tables that every version's database has."""


def back_up(source: str, target: str) -> None:
    """Copy a database that may be in use; the copy appears only once it is complete."""
    check_own(source)
    if Path(target).exists():
        raise PickominoError("file_exists", name=quote_path(target))
    draft = _new_draft(target)
    _copy_database(source, draft, target)
    try:
        write_manifest(draft, Path(target))
        draft.replace(target)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise _unwritable(target, error) from error


def restore(source: str, target: str, *, is_manifest_required: bool = True) -> Path | None:
    """Replace a database that no server uses with a backup; return where the old one is kept.

    Versions before the manifest made backups without one: of those, only the structure can be
    checked.
    """
    _check_file(source)
    if not has_manifest(Path(source)):
        check_own(source)
    try:
        Path(target).parent.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(target, error) from error
    with DatabaseLock(Path(target)):
        draft = _new_draft(target)
        if is_manifest_required or has_manifest(Path(source)):
            _copy_bytes(source, draft, target)
        else:
            _copy_database(source, draft, target)
        try:
            _check_logs(draft, source)
            kept = _keep_old(Path(target))
            _replace(draft, Path(target))
        except BaseException:
            draft.unlink(missing_ok=True)
            raise
    return kept


def _check_logs(draft: Path, source: str) -> None:
    """Raise `unreadable_file` if events in a backup are not those that were once stored."""
    with contextlib.closing(open_read_only(draft)) as connection:
        columns = [row[1] for row in connection.execute("PRAGMA table_info(rooms)")]
        # A backup of an earlier version has no digests.
        code = find_changed_log(connection) if "digest" in columns else None
    if code is not None:
        reason = f"the log of table {code} was changed"
        raise PickominoError("unreadable_file", name=quote_path(source), reason=reason)


def _keep_old(target: Path) -> Path | None:
    """Copy the database that will be replaced, which stays in its place until then."""
    if not target.exists():
        return None
    try:
        with contextlib.closing(sqlite3.connect(target, timeout=1)) as old:
            # Merges the log into the file; this needs exclusive access.
            old.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.OperationalError as error:
        raise _unwritable(target, error) from error
    except sqlite3.DatabaseError:
        pass  # damaged, which may be the reason for the restore
    kept = _unused_name(target)
    try:
        for end in (*_LOG_ENDS, ""):
            _copy_if_there(Path(f"{target}{end}"), Path(f"{kept}{end}"))
    except OSError as error:
        raise _unwritable(kept, error) from error
    return kept


def _copy_if_there(file: Path, copy: Path) -> None:
    if file.exists():
        with file.open("rb") as old, atomic_write(copy, PRIVATE_FILE) as new:
            shutil.copyfileobj(old, new)


def _unused_name(target: Path) -> Path:
    """Return the first numbered name that no database from an earlier restore has."""
    names = (f"{target}{REPLACED_SUFFIX}{number}" for number in itertools.count(1))
    ends = (*_LOG_ENDS, "")
    return next(Path(n) for n in names if not any(Path(f"{n}{end}").exists() for end in ends))


def _replace(draft: Path, target: Path) -> None:
    """Put a file in the place of the database, at once and durably.

    The old log goes first, because SQLite would apply it to the new file.
    """
    with draft.open("rb+") as file:
        os.fsync(file.fileno())
    for end in _LOG_ENDS:
        Path(f"{target}{end}").unlink(missing_ok=True)
    replace_file(draft, target)
    sync_folder(target.parent)


def _new_draft(target: str) -> Path:
    """Create an empty file next to the target."""
    draft = Path(f"{target}.part")
    try:
        _create_draft(draft)
    except OSError as error:
        raise _unwritable(target, error) from error
    return draft


def _copy_bytes(source: str, draft: Path, target: str) -> None:
    """Copy exactly what the manifest of a backup describes, and check it.

    SQLite would also apply a write-ahead log that lies beside the backup.
    """
    try:
        shutil.copyfile(source, draft)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise _unwritable(target, error) from error
    try:
        check_manifest(Path(source), draft)
        _check_contents(draft, source)
    except PickominoError:
        draft.unlink()
        raise


def _copy_database(source: str, draft: Path, target: str) -> None:
    """Copy a database that may be in use, and check the copy."""
    try:
        with (
            contextlib.closing(open_read_only(source)) as old,
            contextlib.closing(sqlite3.connect(draft)) as new,
        ):
            old.backup(new, pages=1000)
            new.execute("PRAGMA journal_mode=DELETE")
    except (OSError, sqlite3.Error) as error:
        draft.unlink(missing_ok=True)
        raise _unwritable(target, error) from error
    try:
        _check_contents(draft, source)
    except PickominoError:
        draft.unlink()
        raise


def _check_contents(draft: Path, source: str) -> None:
    """Raise `bad_backup` unless a copy is an undamaged database of this program."""
    if (damage := find_damage(draft)) is not None:
        raise PickominoError("bad_backup", name=quote_path(source), reason=quote(damage))
    if not _tables(draft) >= _OWN_TABLES:
        raise PickominoError("not_a_database", name=quote_path(source))


def check_own(database: str) -> None:
    """Raise an error unless a file is a SQLite database with our tables."""
    _check_file(database)
    try:
        tables = _tables(Path(database))
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_NOTADB:
            raise PickominoError(
                "unreadable_file", name=quote_path(database), reason=str(error)
            ) from error
        tables = set[str]()
    if not tables >= _OWN_TABLES:
        raise PickominoError("not_a_database", name=quote_path(database))


def _check_file(name: str) -> None:
    if not Path(name).is_file():
        number = errno.EISDIR if Path(name).is_dir() else errno.ENOENT
        reason = os.strerror(number)
        raise PickominoError("unreadable_file", name=quote_path(name), reason=reason)


def _tables(database: Path) -> set[str]:
    with contextlib.closing(open_read_only(database)) as connection:
        query = "SELECT name FROM sqlite_master WHERE type = 'table'"
        return {name for (name,) in connection.execute(query)}


def _unwritable(target: str | Path, error: Exception) -> PickominoError:
    reason = (isinstance(error, OSError) and error.strerror) or str(error)
    return PickominoError("unwritable_file", name=quote_path(target), reason=reason)


def _create_draft(draft: Path) -> None:
    """Create an empty private file; raises OSError if another file is in its place."""
    if _is_leftover(draft):
        draft.unlink()
    flags = os.O_CREAT | os.O_EXCL | os.O_RDWR | NO_FOLLOW
    os.close(os.open(draft, flags, PRIVATE_FILE))


def _is_leftover(draft: Path) -> bool:
    """Return whether a file may be left over from a copy: it is ours and has no other links."""
    try:
        status = draft.lstat()
    except FileNotFoundError:
        return False
    return is_own_file(status) and stat.S_ISREG(status.st_mode) and status.st_nlink == 1
