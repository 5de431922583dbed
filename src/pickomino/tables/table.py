"""The interface of a table on this device or on a server, as a terminal client uses it."""

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
"""Sends a request to a table when it is called."""


class Table(Protocol):
    """A room that this terminal plays in or watches."""

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
        """How the server broke its promise about the dice, if this client noticed."""
        ...

    def on_connection_change(self, callback: Callable[[bool], None]) -> None:
        """From now on, call `callback` whenever the connection is made or lost."""
        ...

    def views(self) -> AsyncIterator[RoomView]:
        """Yield the table with the frames of its game so far, then every change."""
        ...

    async def act(self, action: str, expected: int) -> None:
        """Play an action, given as its token; raise PickominoError if that fails."""
        ...

    async def command(self, command: Command, expected: int | None = None) -> None:
        """Carry out any command; raise PickominoError if that fails."""
        ...

    async def rematch(self) -> None:
        """Start the next game, or ask for it."""
        ...

    async def coach(self) -> CoachView:
        """Return the coach's advice; raise PickominoError if that fails."""
        ...

    async def record(self) -> str:
        """Return the game as WGN."""
        ...

    async def check_dice(self, game_id: str, seen: Sequence[GameStep]) -> Verification | None:
        """Check the dice of a finished game against the server's promise, if it made one."""
        ...

    def hold_bots(self) -> None:
        """Make bots wait, because the screen is still showing earlier moves."""
        ...

    def release_bots(self) -> None:
        """Let bots move again, because the screen has shown everything."""
        ...

    def hurry(self) -> None:
        """End the pause before a bot's move."""
        ...

    async def close(self) -> None:
        """Leave the table; the game and the seats are kept."""
        ...
