"""Small things that this device remembers, in files that only their owner can read."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path

from pickomino.profile.device_file import DeviceFile, JsonObject
from pickomino.rooms.storage.file_lock import locked


class LockedFile(DeviceFile):
    """An object in a file, which need not exist; several processes may change it."""

    def __init__(self, path: Path) -> None:
        super().__init__(path.parent, path.name)

    def change(self, edit: Callable[[JsonObject], None]) -> None:
        """Change what is kept; a disk that is full costs the memory, not the game."""
        with contextlib.suppress(OSError):
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with locked(self.path.with_suffix(".lock")):
                kept = self.read()
                edit(kept)
                self.write(kept)
