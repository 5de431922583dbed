"""Tables on this device: rooms from `pickomino.rooms`, and how their bots think and pause."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pickomino.bots.external import ExternalBot
from pickomino.bots.protocol import Bot, Thinking
from pickomino.bots.registry import make_bot
from pickomino.core.actions import Action
from pickomino.core.position import Position
from pickomino.record.names import BOT_TAG
from pickomino.record.state import GameStep
from pickomino.record.verification import Verification
from pickomino.rooms import (
    BotRunner,
    BotSeat,
    LocalTable,
    PersonSeat,
    ProcessBots,
    SeatPlan,
    Settings,
    Subscription,
    Update,
)
from pickomino.rooms.bots.coach import CoachView, coach
from pickomino.rooms.protocol.messages import Command
from pickomino.rooms.protocol.views import RoomView

BOT_PAUSE: Final = 0.6
"""Seconds that a bot waits before each move, at the normal pace."""
MAX_HOLD_SECONDS: Final = 10.0
"""A screen can delay a bot's move by at most this many seconds."""


@dataclass(frozen=True)
class GamePlan:
    """The seats, rules and dice of a new game."""

    seats: tuple[SeatPlan, ...]
    settings: Settings
    seed: int | None = None
    starter: int = 0
    """The seat that begins, unless lots are drawn."""


def seat_plan(tag: str) -> SeatPlan:
    """Return the seat of a player who is named as in records."""
    return BotSeat(tag.removeprefix(BOT_TAG)) if tag.startswith(BOT_TAG) else PersonSeat(tag)


class PacedBots:
    """Bots that wait until the screen has shown the previous move, then pause before they move."""

    def __init__(self, bots: BotRunner, pace: Callable[[], float]) -> None:
        self._bots = bots
        self._pace = pace
        self._is_released = asyncio.Event()
        self._is_released.set()
        self._hurry = asyncio.Event()

    def hold(self) -> None:
        self._is_released.clear()

    def release(self) -> None:
        self._is_released.set()

    def hurry(self) -> None:
        """End the current pause."""
        self._hurry.set()

    async def choose(self, bot: str, position: Position, seed: str) -> Action:
        self._hurry.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(MAX_HOLD_SECONDS):
                await self._is_released.wait()
        pause = BOT_PAUSE * self._pace()
        if pause:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._hurry.wait()
        return await self._bots.choose(bot, position, seed)

    async def advise(self, position: Position) -> CoachView:
        return await self._bots.advise(position)

    async def close(self) -> None:
        await self._bots.close()


class InProcessBots:
    """Bots that think in this process, where nothing else happens meanwhile."""

    def __init__(self) -> None:
        self._bots: dict[tuple[int, str], Bot] = {}

    async def choose(self, bot: str, position: Position, seed: str) -> Action:
        key = position.seat, bot
        if key not in self._bots:
            self._bots[key] = make_bot(bot)
        return self._bots[key].choose(position, Thinking(random.Random(seed)))

    async def advise(self, position: Position) -> CoachView:
        return coach(position)

    def take_faults(self) -> dict[int, Counter[str]]:
        """Return the faults of each seat's bot program; the next game starts new programs."""
        bots, self._bots = self._bots, {}
        return {seat: bot.faults for (seat, _), bot in bots.items() if isinstance(bot, ExternalBot)}

    async def close(self) -> None:
        """Do nothing: a bot program ends when its bot is dropped."""


def no_pause() -> float:
    return 0.0


def process_bots() -> BotRunner:
    """Return bots that run in two worker processes, the second of which is a spare."""
    return ProcessBots(workers=2)


class OfflineTable:
    """A game stored in a folder on this device, or in memory."""

    is_online = False
    link = ""
    alarm = None

    def __init__(self, table: LocalTable, bots: PacedBots) -> None:
        self.table = table
        self._bots = bots
        self._subscription: Subscription | None = None

    @staticmethod
    async def new(
        folder: Path | None, plan: GamePlan, bots: BotRunner, pace: Callable[[], float] = no_pause
    ) -> OfflineTable:
        """Start a game; without a folder it is not saved."""
        paced = PacedBots(bots, pace)
        table = await LocalTable.new(
            folder, plan.seats, plan.settings, seed=plan.seed, starter=plan.starter, bots=paced
        )
        return OfflineTable(table, paced)

    @staticmethod
    async def resume(
        folder: Path, code: str, bots: BotRunner, pace: Callable[[], float] = no_pause
    ) -> OfflineTable:
        """Continue a saved game."""
        paced = PacedBots(bots, pace)
        return OfflineTable(await LocalTable.resume(folder, code, bots=paced), paced)

    @property
    def code(self) -> str:
        return self.table.code

    def on_connection_change(self, callback: Callable[[bool], None]) -> None:
        """Do nothing: there is no connection to lose."""

    async def views(self) -> AsyncIterator[RoomView]:
        """Yield the table with its whole log, then every change in this game and later ones."""
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
        await self.table.act(action, expected)

    async def command(self, command: Command, expected: int | None = None) -> None:
        await self.table.command(command, expected)

    async def rematch(self) -> None:
        await self.table.rematch()
        if self._subscription is not None:
            self._subscription.close()

    async def coach(self) -> CoachView:
        return await self.table.coach()

    async def record(self) -> str:
        return await self.table.record()

    async def check_dice(self, game_id: str, seen: Sequence[GameStep]) -> Verification | None:
        """Do nothing: this device rolled the dice itself."""

    def hold_bots(self) -> None:
        self._bots.hold()

    def release_bots(self) -> None:
        self._bots.release()

    def hurry(self) -> None:
        self._bots.hurry()

    async def close(self) -> None:
        await self.table.close()
