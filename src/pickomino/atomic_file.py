"""Writes files whole: a reader sees the old file or the new one, even after a crash."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Generator
from pathlib import Path
from typing import BinaryIO

from pickomino.operating_system import SHARED_FILE, replace_file, sync_folder


@contextlib.contextmanager
def atomic_write(path: Path, mode: int = SHARED_FILE) -> Generator[BinaryIO]:
    """Open a file that durably replaces `path` once the `with` block is complete.

    `mode` is subject to the umask. If the block or the disk fails, `path` stays as it was.
    """
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        replace_file(draft, path)
    except BaseException:
        with contextlib.suppress(OSError):
            draft.unlink()
        raise
    sync_folder(path.parent)
