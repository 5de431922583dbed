"""The interface of a table on this device or on a server, as a terminal client uses it."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path

from pickomino.core.errors import Problem
from pickomino.profile.recorder import record_game
from pickomino.record.game import Game
from pickomino.record.state import GameStep
from pickomino.record.verification import Verification
from pickomino.rooms.bots.coach import CoachView
from pickomino.rooms.protocol.messages import Command
from pickomino.rooms.protocol.views import RoomView

TableRequest = Callable[[], Awaitable[None]]


class Table:
    """A room that this terminal plays in or watches; requests that fail raise PickominoError."""

    is_online = False
    code: str
    link = ""
    """The link that other players open to join; empty for a table on this device."""

    @property
    def alarm(self) -> Problem | None:
        """How the server broke a promise about the dice or the log, if this client noticed."""
        return None

    @property
    def dice_notice(self) -> Problem | None:
        """What this client cannot vouch for in the dice, although the server may be honest."""
        return None

    def on_connection_change(self, callback: Callable[[bool], None]) -> None:
        """From now on, call `callback` whenever the connection is made or lost."""

    def views(self) -> AsyncIterator[RoomView]:
        """Yield the table with the frames of its game so far, then every change."""
        raise NotImplementedError

    async def command(self, command: Command, expected: int | None = None) -> None:
        """Carry out a command; `expected` is the version of the view that it was made for."""
        raise NotImplementedError

    async def rematch(self) -> None:
        """Start the next game, or ask for it: on a server, it starts when all players agree."""
        raise NotImplementedError

    async def coach(self) -> CoachView:
        raise NotImplementedError

    async def record(self) -> str:
        """Return the game as WGN."""
        raise NotImplementedError

    async def add_to_profile(self, folder: Path, seats: Sequence[int]) -> bool:
        """Add the finished game to the profile if exactly one of its seats is on this device.

        Return False if the profile cannot be saved.
        """
        if len(seats) != 1:
            return True
        game = Game.from_wgn(await self.record())
        return record_game(folder, game, seats[0], int(time.time()))

    async def check_dice(self, game_id: str, seen: Sequence[GameStep]) -> Verification | None:
        """Check the dice of a finished game against the server's promise, if it made one."""

    def hold_bots(self) -> None:
        """Make bots on this device wait, because the screen is still showing earlier moves."""

    def release_bots(self) -> None:
        """Let bots move again, because the screen has shown everything."""

    def hurry(self) -> None:
        """End the pause before a bot's move on this device."""

    async def close(self) -> None:
        """Leave the table; the game and the seats are kept."""
        raise NotImplementedError
