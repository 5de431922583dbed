"""Checks that the server shows this device one log of a table, and not two."""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from pickomino.core.errors import Problem
from pickomino.rooms.protocol.views import RoomView

MARK_LENGTH: Final = 8


class LogWatch:
    """Compares the digests in the views of one table."""

    def __init__(self) -> None:
        self.alarm: Problem | None = None
        """Set if the server showed another log than before, for example after a restore."""
        self._version = 0
        self._digest = ""

    def follow(self, view: RoomView) -> bool:
        """Return whether a view, as it was received, continues the log of the view before it.

        If it does not, the next view may be of any log.
        """
        is_known = bool(self._digest and view.digest_before)
        has_changed = is_known and view.digest_before != self._digest
        if has_changed or view.version < self._version:
            self.alarm = Problem("log_changed")
            self._version, self._digest = 0, ""
            return False
        self._version, self._digest = view.version, view.digest
        return True


def log_mark(view: RoomView) -> str:
    """Return eight characters that two devices with the same version can compare.

    They differ if the server has two logs, or shows the devices different tables.
    """
    if not view.digest:
        return ""
    wfen = view.table.wfen if view.phase in ("playing", "over") else ""
    return sha256(f"{view.digest}\n{wfen}".encode()).hexdigest()[:MARK_LENGTH]
