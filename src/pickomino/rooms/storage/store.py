"""Where logs of rooms are kept. Nothing is published before a store has it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import NamedTuple, Protocol

from pickomino.core.errors import PickominoError
from pickomino.rooms.protocol.events import Logged
from pickomino.rooms.protocol.views import Phase, RoomSummary

Log = tuple[Logged, ...]


class About(NamedTuple):
    """What a store may note beside a log, so that lists need no folds."""

    phase: Phase
    is_waiting: bool
    """Whether the room goes on by itself: a bot is to move, or a clock runs."""
    summary: RoomSummary | None = None
    """Of a room that is listed for strangers."""
    is_driven: bool = False
    """Whether nobody asked for it: a bot has moved, or a time was up."""


def nothing() -> None:
    """Do nothing while a store writes."""


class LostRace(PickominoError):
    """Somebody else has added to the log since: load it again."""

    def __init__(self, code: str, expected: int, version: int) -> None:
        super().__init__("stale", expected=expected, version=version)
        self.room = code

    def __reduce__(self) -> tuple[object, ...]:
        """Survive pickling."""
        return (LostRace, (self.room, self.parameters["expected"], self.parameters["version"]))


class GameStore(Protocol):
    """Append-only logs by room code, safe against several writers."""

    def append(
        self,
        code: str,
        expected: int,
        log: Log,
        about: About | None = None,
        meanwhile: Callable[[], object] = nothing,
    ) -> Awaitable[None]:
        """Add events after version `expected`, all or none; done once they are safe.

        Expecting 0 creates the room. Raises LostRace if the log has another version. `about`
        tells of the room after these events. `meanwhile` is called by a store that waits for its
        disk; one that does not need not.
        """
        ...

    async def load(self, code: str) -> Log:
        """Return the whole log; raises `unknown_room` or `room_damaged`."""
        ...

    async def codes(self) -> tuple[str, ...]:
        """Return every room, those archived left out, the one that changed last first."""
        ...

    async def archive(self, code: str, idle_since: float | None = None) -> bool:
        """Put a room away: it is no longer listed nor loaded, but kept.

        With a time only if nothing has happened since then; returns whether it was put away.
        """
        ...

    async def delete(self, code: str) -> None:
        """Remove a room for good."""
        ...
