"""The table that a screen plays at, wherever it is."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Protocol

from pickomino.core.errors import Problem
from pickomino.record.state import Moment
from pickomino.record.verification import Verification
from pickomino.rooms.bots.coach import CoachView
from pickomino.rooms.protocol.messages import Command
from pickomino.rooms.protocol.views import RoomView

Ask = Callable[[], Awaitable[None]]
"""Something to be carried out at a table."""


class Table(Protocol):
    """A room at which this terminal has seats: on this device, or at a server."""

    @property
    def code(self) -> str:
        """The room's code."""
        ...

    @property
    def link(self) -> str:
        """What others open to come here; nothing for a table on this device."""
        ...

    @property
    def is_online(self) -> bool:
        """Whether others play from elsewhere."""
        ...

    @property
    def alarm(self) -> Problem | None:
        """What a server did to the dice that it must not do."""
        ...

    def watch(self, tell_state: Callable[[bool], None]) -> None:
        """Report from now on whether there is a connection."""
        ...

    def views(self) -> AsyncIterator[RoomView]:
        """Return the table as it is with all that is known of its game, then every change."""
        ...

    async def act(self, action: str, expected: int) -> None:
        """Play an action token; raises PickominoError."""
        ...

    async def command(self, command: Command, expected: int | None = None) -> None:
        """Carry out any command; raises PickominoError."""
        ...

    async def rematch(self) -> None:
        """Begin the next game."""
        ...

    async def coach(self) -> CoachView:
        """Ask for advice; raises PickominoError."""
        ...

    async def record(self) -> str:
        """Return the game as WGN."""
        ...

    async def check_dice(self, game_id: str, seen: Sequence[Moment]) -> Verification | None:
        """Compare the dice of a game that is over with what was promised, if anything was."""
        ...

    def shown(self, *, is_all: bool) -> None:
        """Hear whether the screen has shown everything, so that bots wait for people's eyes."""
        ...

    def hurry(self) -> None:
        """Let a bot that waits for people's eyes move now."""
        ...

    async def close(self) -> None:
        """Leave the table; nothing is lost."""
        ...
