"""A file lock between processes, which the system releases when the process holding it dies."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from pickomino.operating_system import PRIVATE_FILE, lock_file, try_lock_file, unlock_file


@contextmanager
def locked(path: Path) -> Generator[None]:
    """Wait for the lock on a file, and hold it during the `with` block."""
    descriptor = _open(path)
    try:
        lock_file(descriptor)
        try:
            yield
        finally:
            unlock_file(descriptor)
    finally:
        os.close(descriptor)


def try_lock(path: Path) -> int | None:
    """Lock a file and return its descriptor for `unlock`, or None if another process has it."""
    descriptor = _open(path)
    if try_lock_file(descriptor):
        return descriptor
    os.close(descriptor)
    return None


def unlock(descriptor: int) -> None:
    """Release a lock that `try_lock` took."""
    try:
        unlock_file(descriptor)
    finally:
        os.close(descriptor)


def _open(path: Path) -> int:
    return os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE_FILE)
