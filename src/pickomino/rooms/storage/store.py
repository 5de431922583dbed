"""The interface of a store for room logs. Events are published only after they are stored."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import NamedTuple, Protocol

from pickomino.core.errors import PickominoError
from pickomino.rooms.protocol.events import Log
from pickomino.rooms.protocol.log_chain import LogBatch, LogHead, StoredLog
from pickomino.rooms.protocol.views import RoomPhase, RoomSummary


class RoomIndexRow(NamedTuple):
    """What a store may index alongside a log, so that rooms can be listed without loading logs."""

    phase: RoomPhase
    is_waiting: bool
    """Whether a bot has to move or a deadline is running."""
    summary: RoomSummary | None = None
    """Set only for a publicly listed room."""
    is_driven: bool = False
    """Whether the append was caused by a bot or a deadline rather than a client."""


def do_nothing() -> None: ...


class VersionConflict(PickominoError):
    """Another writer has added to the log; the caller should load the log again."""

    def __init__(self, code: str, expected: int, version: int) -> None:
        super().__init__("stale", expected=expected, version=version)
        self.room = code

    def __reduce__(self) -> tuple[object, ...]:
        """Support pickling: the error is restored by passing the arguments of `__init__`."""
        return (
            VersionConflict,
            (self.room, self.parameters["expected"], self.parameters["version"]),
        )


class GameStore(Protocol):
    """Stores an append-only log for each room code, and is safe for concurrent writers."""

    def batch(self, code: str, before: LogHead, log: Log) -> LogBatch:
        """Encode events to append to a room's log whose head is `before`."""
        ...

    def append(
        self,
        code: str,
        batch: LogBatch,
        index_row: RoomIndexRow | None = None,
        meanwhile: Callable[[], object] = do_nothing,
    ) -> Awaitable[None]:
        """Append the events of a batch, all or none; return once they are durable.

        If they are the first events, create the room. Raises VersionConflict if the log has another
        version or digest than the batch expects. `index_row` describes the room after these events.
        A store may call `meanwhile` while it waits for its disk.
        """
        ...

    async def load(self, code: str) -> Log:
        """Return the whole log; raises `unknown_room` or `room_damaged`."""
        ...

    async def load_with_digests(self, code: str) -> StoredLog:
        """Return the whole log with its digests; raises what `load` raises."""
        ...

    async def codes(self) -> tuple[str, ...]:
        """Return the codes of all rooms that are not archived, the most recently changed first."""
        ...

    async def archive(self, code: str, idle_since: float | None = None) -> bool:
        """Archive a room: it is kept, but no longer listed or loaded.

        If `idle_since` is given, archive the room only if nothing has happened since then. Return
        whether the room was archived.
        """
        ...

    async def delete(self, code: str) -> None:
        """Delete a room."""
        ...
