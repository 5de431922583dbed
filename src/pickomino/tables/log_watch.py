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

    def follow(self, view: RoomView, *, is_first: bool = False) -> bool:
        """Return whether a view, as it was received, continues the log of the view before it.

        `is_first` is for the first view of a connection. If a view does not continue the log, the
        next one may be of any log.
        """
        if self._has_changed(view, is_first=is_first):
            self.note_change()
            self._version, self._digest = 0, ""
            return False
        self._version, self._digest = view.version, view.digest
        return True

    def note_change(self) -> None:
        self.alarm = Problem("log_changed")

    def _has_changed(self, view: RoomView, *, is_first: bool) -> bool:
        if not self._digest:
            return view.version < self._version
        # A later view of a connection may leave out the digest before it.
        before = view.digest_before or ("" if is_first else self._digest)
        return view.version < self._version or not view.digest or before != self._digest


def log_mark(view: RoomView) -> str:
    """Return eight characters that two devices with the same version can compare.

    They differ if the server has two logs, or shows the devices different tables.
    """
    if not view.digest:
        return ""
    shown = view.table.wfen if view.phase in ("playing", "over") else ""
    if view.phase == "nonces":
        shown = " ".join((view.room.commitment, *view.room.nonce_commitments))
    return sha256(f"{view.digest}\n{shown}".encode()).hexdigest()[:MARK_LENGTH]
