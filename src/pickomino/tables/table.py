"""The table that a terminal shell plays at, on this device or on a server."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Protocol

from pickomino.core.errors import Problem
from pickomino.record.state import GameStep
from pickomino.record.verification import Verification
from pickomino.rooms.bots.coach import CoachView
from pickomino.rooms.protocol.messages import Command
from pickomino.rooms.protocol.views import RoomView

TableRequest = Callable[[], Awaitable[None]]
"""A request to a table, not sent yet."""


class Table(Protocol):
    """A room at which this terminal has seats."""

    @property
    def code(self) -> str:
        """The room's code."""
        ...

    @property
    def link(self) -> str:
        """The link that other players open to join; empty for a table on this device."""
        ...

    @property
    def is_online(self) -> bool:
        """Whether the room is on a server."""
        ...

    @property
    def alarm(self) -> Problem | None:
        """What the server changed about its dice against the rules, if this client noticed."""
        ...

    def on_connection_change(self, callback: Callable[[bool], None]) -> None:
        """Call `callback` from now on when the connection is made or lost."""
        ...

    def views(self) -> AsyncIterator[RoomView]:
        """Yield the table with the frames of its game so far, then every change."""
        ...

    async def act(self, action: str, expected: int) -> None:
        """Play an action token; raises PickominoError."""
        ...

    async def command(self, command: Command, expected: int | None = None) -> None:
        """Carry out any command; raises PickominoError."""
        ...

    async def rematch(self) -> None:
        """Start the next game, or ask for it."""
        ...

    async def coach(self) -> CoachView:
        """Ask for advice; raises PickominoError."""
        ...

    async def record(self) -> str:
        """Return the game as WGN."""
        ...

    async def check_dice(self, game_id: str, seen: Sequence[GameStep]) -> Verification | None:
        """Check the dice of a finished game against the server's promise, if it made one."""
        ...

    def hold_bots(self) -> None:
        """Let bots wait: the screen is still showing earlier moves."""
        ...

    def release_bots(self) -> None:
        """Let bots move again: the screen has shown everything."""
        ...

    def hurry(self) -> None:
        """End the pause before a bot's move."""
        ...

    async def close(self) -> None:
        """Leave the table; the game and the seats are kept."""
        ...
