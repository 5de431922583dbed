"""Small things that this device remembers, in files that only their owner can read."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import cast

from pickomino.service.file_lock import locked


class KeptFile:
    """An object in a file, which need not exist; several processes may change it."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> dict[str, object]:
        """Return what is kept; nothing where it cannot be read."""
        try:
            found: object = json.loads(self.path.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return cast("dict[str, object]", found) if isinstance(found, dict) else {}

    def change(self, edit: Callable[[dict[str, object]], None]) -> None:
        """Change what is kept; a disk that is full costs the memory, not the game."""
        with contextlib.suppress(OSError):
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with locked(self.path.with_suffix(".lock")):
                kept = self.read()
                edit(kept)
                self._write(kept)

    def _write(self, kept: dict[str, object]) -> None:
        draft = self.path.with_name(f"{self.path.name}.{secrets.token_hex(4)}")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(kept, file, indent=1)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(self.path)
