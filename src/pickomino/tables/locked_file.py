"""Small JSON files on this device that several processes may change."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from pickomino.operating_system import PRIVATE_FOLDER
from pickomino.profile.device_file import DeviceFile, JsonObject
from pickomino.rooms.storage.file_lock import locked


class LockedFile(DeviceFile):
    """A device file that is changed under a lock; it need not exist yet."""

    def change(self, edit: Callable[[JsonObject], None]) -> None:
        """Edit the stored object; file system errors are ignored, so that the game continues."""
        with contextlib.suppress(OSError):
            self.path.parent.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
            with locked(self.path.with_suffix(".lock")):
                content = self.read()
                edit(content)
                self.write(content)
