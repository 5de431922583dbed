"""Tables on this device: the rooms of `pickomino.rooms`, with bots that give people time."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pickomino.core.actions import Action
from pickomino.core.position import Position
from pickomino.record.state import Moment
from pickomino.record.verification import Verification
from pickomino.rooms import (
    BotRunner,
    LocalTable,
    ProcessBots,
    SeatPlan,
    Settings,
    Subscription,
    Update,
)
from pickomino.rooms.bots.coach import CoachView
from pickomino.rooms.protocol.messages import Command
from pickomino.rooms.protocol.views import RoomView

BOT_PAUSE: Final = 0.6
"""Seconds that a bot waits before each move, at the usual pace."""
LONGEST_SHOW: Final = 10.0
"""A screen that shows nothing new for so long no longer holds bots up."""

MakeBots = Callable[[], BotRunner]


@dataclass(frozen=True)
class GamePlan:
    """What a new game is made of."""

    seats: tuple[SeatPlan, ...]
    settings: Settings
    seed: int | None = None
    starter: int = 0
    """The seat that begins, where no lot is drawn."""


class PacedBots:
    """Bots that wait until people have seen the last move, and then a moment longer."""

    def __init__(self, bots: BotRunner, pace: Callable[[], float]) -> None:
        self._bots = bots
        self._pace = pace
        self._is_shown = asyncio.Event()
        self._is_shown.set()
        self._hurry = asyncio.Event()

    def shown(self, *, is_all: bool) -> None:
        """Hear whether everything was shown."""
        if is_all:
            self._is_shown.set()
        else:
            self._is_shown.clear()

    def hurry(self) -> None:
        """End the pause that runs now."""
        self._hurry.set()

    async def choose(self, bot: str, position: Position, seed: str) -> Action:
        """Wait for people, then let the bot think."""
        self._hurry.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_SHOW):
                await self._is_shown.wait()
        pause = BOT_PAUSE * self._pace()
        if pause:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._hurry.wait()
        return await self._bots.choose(bot, position, seed)

    async def advise(self, position: Position) -> CoachView:
        """Let a worker think."""
        return await self._bots.advise(position)

    async def close(self) -> None:
        """Send the workers home."""
        await self._bots.close()


def process_bots() -> BotRunner:
    """Let bots think in processes: one moves, the other is there when it has to be replaced."""
    return ProcessBots(workers=2)


class LocalPlay:
    """A game in a folder of this device."""

    is_online = False
    link = ""
    alarm = None

    def __init__(self, table: LocalTable, bots: PacedBots) -> None:
        """Use `new` or `resume`."""
        self.table = table
        self._bots = bots
        self._subscription: Subscription | None = None
        """What the screen follows."""

    @staticmethod
    async def new(
        folder: Path, plan: GamePlan, pace: Callable[[], float], make_bots: MakeBots
    ) -> LocalPlay:
        """Begin a game."""
        bots = PacedBots(make_bots(), pace)
        table = await LocalTable.new(
            folder, plan.seats, plan.settings, seed=plan.seed, starter=plan.starter, bots=bots
        )
        return LocalPlay(table, bots)

    @staticmethod
    async def resume(
        folder: Path, code: str, pace: Callable[[], float], make_bots: MakeBots
    ) -> LocalPlay:
        """Go on with a saved game."""
        bots = PacedBots(make_bots(), pace)
        return LocalPlay(await LocalTable.resume(folder, code, bots=bots), bots)

    @property
    def code(self) -> str:
        """The room's code."""
        return self.table.code

    def watch(self, tell_state: Callable[[bool], None]) -> None:
        """Do nothing: there is no connection to lose."""

    async def views(self) -> AsyncIterator[RoomView]:
        """Return the table with its whole log, then every change, of this game and further ones."""
        code = ""
        while code != self.table.code:
            code = self.table.code
            async for view in self._views():
                yield view

    async def _views(self) -> AsyncIterator[RoomView]:
        self._subscription = await self.table.updates()
        view = await self.table.view(0)
        while True:
            yield view
            version = view.version
            while True:
                update = await self._subscription.next()
                if update is None:
                    return
                if not isinstance(update, Update):
                    self._subscription = await self.table.updates()
                elif update.version <= version:
                    continue
                break
            view = (await self.table.view(version)).after(view)

    async def act(self, action: str, expected: int) -> None:
        """Play an action token."""
        await self.table.act(action, expected)

    async def command(self, command: Command, expected: int | None = None) -> None:
        """Carry out a command."""
        await self.table.command(command, expected)

    async def rematch(self) -> None:
        """Begin the next game."""
        await self.table.rematch()
        if self._subscription is not None:
            self._subscription.close()

    async def coach(self) -> CoachView:
        """Ask for advice."""
        return await self.table.coach()

    async def record(self) -> str:
        """Return the game as WGN."""
        return await self.table.record()

    async def check_dice(self, game_id: str, seen: Sequence[Moment]) -> Verification | None:
        """Do nothing: these dice are the own ones."""

    def shown(self, *, is_all: bool) -> None:
        """Hear whether the screen has shown everything."""
        self._bots.shown(is_all=is_all)

    def hurry(self) -> None:
        """End a bot's pause."""
        self._bots.hurry()

    async def close(self) -> None:
        """Leave; everything is saved already."""
        await self.table.close()
