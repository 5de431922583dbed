"""Tables on this device: games with people and bots, and how these bots think and pause."""

from __future__ import annotations

import asyncio
import contextlib
import random
import secrets
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from pathlib import Path
from typing import Final, NamedTuple

from msgspec.structs import replace

from pickomino.bots.champion import ChampionBot
from pickomino.bots.external import ExternalBot
from pickomino.bots.protocol import Bot, Thinking
from pickomino.bots.registry import BOTS, make_bot
from pickomino.core.actions import Action
from pickomino.core.dice import MAX_SEED
from pickomino.core.position import Position
from pickomino.record.names import BOT_TAG
from pickomino.rooms import BotRunner, FileStore, ProcessBots, RoomService, Subscription, Update
from pickomino.rooms.bots.coach import CoachView, coach
from pickomino.rooms.domain.tokens import new_token
from pickomino.rooms.domain.validation import validate_bot
from pickomino.rooms.protocol.events import GameEnded
from pickomino.rooms.protocol.messages import (
    BotSeat,
    Command,
    CreateRoom,
    PersonSeat,
    SeatPlan,
    Settings,
    Start,
)
from pickomino.rooms.protocol.score import Score
from pickomino.rooms.protocol.views import RoomView
from pickomino.rooms.storage.memory_store import MemoryStore
from pickomino.tables.saved_games import device_token
from pickomino.tables.table import Table

BOT_PAUSE: Final = 0.6
"""Seconds that a bot waits before each move, at the normal pace."""
MAX_HOLD_SECONDS: Final = 10.0
"""A screen can delay a bot's move by at most this many seconds."""


class GamePlan(NamedTuple):
    """The seats, rules and dice of a new game."""

    seats: tuple[SeatPlan, ...]
    settings: Settings = Settings()
    seed: int | None = None
    starter: int = 0
    """The seat that begins, unless lots are drawn."""


def seat_plan(tag: str) -> SeatPlan:
    """Return the seat plan for a name as written in records.

    `bot:family` is a bot; a name without `bot:` is a person.
    """
    return BotSeat(tag.removeprefix(BOT_TAG)) if tag.startswith(BOT_TAG) else PersonSeat(tag)


def require_bot(spec: str, players: int) -> None:
    """Raise unless a bot can play at a table: libraries, a program or a file may be missing."""
    validate_bot(spec, BOTS)
    if "command=" in spec or "network=" in spec:
        bot = make_bot(spec)
        if isinstance(bot, ChampionBot):
            bot.require_players(players)


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
    """Bots that think in this process, which does nothing else while they think."""

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


def process_bots() -> BotRunner:
    """Return bots that run in two worker processes; the second one is a spare."""
    return ProcessBots(workers=2)


class OfflineTable(Table):
    """A practice game stored in a folder on this device, or in memory."""

    def __init__(
        self, folder: Path | None, code: str, bots: BotRunner, pace: Callable[[], float]
    ) -> None:
        """Do not call this directly: use `new` or `resume`."""
        self.token = new_token(secrets.token_bytes) if folder is None else device_token(folder)
        self.code = code
        self._bots = PacedBots(bots, pace)
        store = MemoryStore() if folder is None else FileStore(folder)
        self.service = RoomService(store, bots=self._bots, allowed_bots=BOTS)
        self._subscription: Subscription | None = None

    @staticmethod
    async def new(
        folder: Path | None, plan: GamePlan, bots: BotRunner, pace: Callable[[], float] = float
    ) -> OfflineTable:
        """Start a game with 2 to 7 seats, each a PersonSeat or a BotSeat.

        Without a folder, the game is kept only in memory. `pace` returns the factor for the pauses
        of bots; by default they do not pause.
        """
        table = OfflineTable(folder, "", bots, pace)
        settings = replace(plan.settings, practice=True)
        async with table._closed_on_error():
            await table._start(CreateRoom(plan.seats, settings, plan.starter), plan.seed)
        return table

    @staticmethod
    async def resume(
        folder: Path, code: str, bots: BotRunner, pace: Callable[[], float] = float
    ) -> OfflineTable:
        table = OfflineTable(folder, code, bots, pace)
        async with table._closed_on_error():
            seats = (await table.view()).room.seats
            for seat in seats:
                if seat.kind == "bot":
                    require_bot(seat.bot, len(seats))
            await table.service.resume(code)
        return table

    @contextlib.asynccontextmanager
    async def _closed_on_error(self) -> AsyncGenerator[None]:
        try:
            yield
        except BaseException:
            await self.service.close()
            raise

    async def _start(self, plan: CreateRoom, seed: int | None, score: Score | None = None) -> None:
        created = await self.service.create(plan, token=self.token, seed=seed, score=score)
        self.code = created.code
        await self.command(Start(), created.version)

    async def view(self, since: int | None = None) -> RoomView:
        """Return the table as the people at this device see it, with the frames since a version."""
        return await self.service.view(self.code, self.token, since)

    async def views(self) -> AsyncIterator[RoomView]:
        """Yield the table with its whole log, then every change in this game and later ones."""
        code = ""
        while code != self.code:
            code = self.code
            async for view in self._views():
                yield view

    async def _views(self) -> AsyncIterator[RoomView]:
        self._subscription = await self.service.subscribe(self.code)
        view = await self.view(0)
        while True:
            yield view
            version = view.version
            while True:
                update = await self._subscription.next()
                if update is None:
                    return
                if not isinstance(update, Update):
                    self._subscription = await self.service.subscribe(self.code)
                elif update.version <= version:
                    continue
                break
            view = (await self.view(version)).after(view)

    async def command(self, command: Command, expected: int | None = None) -> None:
        await self.service.command(self.code, self.token, command, expected)

    async def rematch(self) -> None:
        """Start the next game of the match, or a new match, in a new file.

        Its seed is the last game's seed plus 1, so that a seeded match can be repeated.
        """
        room, log = (await self.view()).room, await self.service.log(self.code)
        seeds = [entry.event.seed for entry in log if isinstance(entry.event, GameEnded)]
        seats = tuple(
            BotSeat(seat.bot) if seat.kind == "bot" else PersonSeat(seat.name)
            for seat in room.seats
        )
        starter = ((room.starter or 0) + 1) % len(seats)
        await self._start(
            CreateRoom(seats, room.settings, starter),
            None if not seeds or seeds[-1] is None else (seeds[-1] + 1) % MAX_SEED,
            None if room.score.winners else room.score,
        )
        if self._subscription is not None:
            self._subscription.close()

    async def coach(self) -> CoachView:
        return await self.service.coach(self.code, self.token)

    async def record(self) -> str:
        """Return the game as WGN, with its seed, which this device knows anyway."""
        return await self.service.record(self.code, with_seed=True)

    def hold_bots(self) -> None:
        self._bots.hold()

    def release_bots(self) -> None:
        self._bots.release()

    def hurry(self) -> None:
        self._bots.hurry()

    async def close(self) -> None:
        await self.service.close()
