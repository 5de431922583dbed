"""Practice games for people at one device, saved in a folder or kept in memory."""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple, Self

from msgspec.structs import replace

from pickomino.atomic_file import atomic_write
from pickomino.bots.registry import BOTS
from pickomino.core.dice import MAX_SEED
from pickomino.core.errors import PickominoError
from pickomino.rooms.bots.coach import CoachView
from pickomino.rooms.bots.runner import BotRunner, ProcessBots
from pickomino.rooms.domain.tokens import is_token, new_token
from pickomino.rooms.domain.validation import validate_bot
from pickomino.rooms.protocol import messages
from pickomino.rooms.protocol.events import GameEnded, LogEntry
from pickomino.rooms.protocol.views import RoomSummary, RoomView, SeatView
from pickomino.rooms.pubsub import Subscription
from pickomino.rooms.service import RoomService
from pickomino.rooms.storage.file_lock import locked
from pickomino.rooms.storage.file_store import SUFFIX, FileStore, store_failed
from pickomino.rooms.storage.memory_store import MemoryStore

MAX_SEARCHED: Final = 20
"""An unfinished game counts as abandoned if there are at least this many newer games."""


class SavedGames(NamedTuple):
    """The games in a folder, and the names of files there that cannot be read."""

    games: tuple[RoomSummary, ...]
    unreadable: tuple[str, ...]


class LocalTable:
    """A practice game for people at this device and bots; events are saved before they are shown.

    One `LocalTable` plays one game at a time: `act` plays for the person whose turn it is, bots
    move automatically, and `updates` reports changes. `resume` continues a closed game.

    >>> import asyncio, tempfile
    >>> from pickomino.rooms import PersonSeat
    >>> async def play(folder):
    ...     seats = [PersonSeat("Ann"), PersonSeat("Ben")]
    ...     table = await LocalTable.new(folder, seats, seed=1)
    ...     view = await table.view()
    ...     while view.phase == "playing":
    ...         view = await table.act(view.you.legal[0])
    ...     await table.close()
    ...     return view.table.scores
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     len(asyncio.run(play(folder)))
    2
    """

    def __init__(self, service: RoomService, code: str, token: str) -> None:
        """Do not call this directly: use `new` or `resume`."""
        self.service = service
        self.code = code
        self.token = token

    @classmethod
    async def new(  # noqa: PLR0913 - each is a choice of the players
        cls,
        folder: str | os.PathLike[str] | None,
        seats: Sequence[messages.SeatPlan],
        settings: messages.Settings | None = None,
        *,
        starter: int = 0,
        seed: int | None = None,
        bots: BotRunner | None = None,
    ) -> Self:
        """Create a room in a folder and start a game with 2 to 7 seats, each PersonSeat or BotSeat.

        All games are practice games without a turn clock. Without a folder, games are not saved.
        """
        service = _service(folder, bots)
        token = new_token(secrets.token_bytes) if folder is None else device_token(folder)
        try:
            chosen = messages.Settings() if settings is None else settings
            practice = replace(chosen, practice=True, turn_seconds=0, is_public=False)
            created = await service.create(
                messages.CreateRoom(tuple(seats), practice, starter), token=token, seed=seed
            )
            table = cls(service, created.code, token)
            await table.command(messages.Start(), created.version)
        except BaseException:
            await service.close()
            raise
        return table

    @classmethod
    async def resume(
        cls,
        folder: str | os.PathLike[str],
        code: str,
        *,
        bots: BotRunner | None = None,
    ) -> Self:
        """Continue a saved game."""
        service = _service(folder, bots)
        try:
            table = cls(service, code, device_token(folder))
            for seat in (await table.view()).room.seats:
                if seat.kind == "bot":
                    validate_bot(seat.bot, BOTS)  # its libraries may have been removed
            await service.resume(code)
        except BaseException:
            await service.close()
            raise
        return table

    @staticmethod
    async def last_unfinished(folder: str | os.PathLike[str]) -> RoomSummary | None:
        """Return the latest unfinished game among the last MAX_SEARCHED games, or None."""
        games = RoomService(FileStore(folder)).iter_rooms()
        for _ in range(MAX_SEARCHED):
            game = await anext(games, None)
            if game is None or game.phase != "over":
                return game
        return None

    @staticmethod
    async def saved(folder: str | os.PathLike[str], limit: int | None = None) -> SavedGames:
        """Return the games in a folder, the last played first; their `phase` says which are over.

        Reading a game takes about 10 ms, so set `limit` for a long list.
        """
        service = RoomService(FileStore(folder))
        games = await service.rooms(limit)
        return SavedGames(games, tuple(f"{code}{SUFFIX}" for code in sorted(service.unreadable)))

    @staticmethod
    async def saved_record(folder: str | os.PathLike[str], code: str) -> str:
        """Return a saved game as WGN."""
        return await RoomService(FileStore(folder)).record(code)

    @staticmethod
    async def delete(folder: str | os.PathLike[str], code: str) -> None:
        """Delete a saved game."""
        await FileStore(folder).delete(code)

    async def view(self, since: int | None = None) -> RoomView:
        """Return the table as the people at this device see it, with the frames since a version."""
        return await self.service.view(self.code, self.token, since)

    async def act(self, action: str, expected: int | None = None) -> RoomView:
        """Play an action, given as a token, for the person to act; raises PickominoError.

        Pass the version of the view as `expected`, so that a double click is refused.
        """
        return await self.command(messages.Act(action), expected)

    async def undo(self, expected: int | None = None) -> RoomView:
        """Undo the last decision by a person, and everything since."""
        return await self.command(messages.Undo(), expected)

    async def rematch(self) -> RoomView:
        """Start the next game of the match, or a new match, in a new file.

        Its seed is that of the last game plus 1, so that a seeded match can be repeated.
        """
        room, log = (await self.view()).room, await self.log()
        seeds = [entry.event.seed for entry in log if isinstance(entry.event, GameEnded)]
        plans = tuple(map(_plan, room.seats))
        starter = ((room.starter or 0) + 1) % len(plans)
        created = await self.service.create(
            messages.CreateRoom(plans, room.settings, starter),
            token=self.token,
            seed=None if not seeds or seeds[-1] is None else (seeds[-1] + 1) % MAX_SEED,
            score=None if room.score.winners else room.score,
        )
        self.code = created.code
        return await self.command(messages.Start(), created.version)

    async def command(self, command: messages.Command, expected: int | None = None) -> RoomView:
        """Carry out any command, by default for the current version."""
        version = (await self.view()).version if expected is None else expected
        await self.service.command(self.code, self.token, command, version)
        return await self.view()

    async def wait_for_bots(self) -> RoomView:
        """Wait until no bot has to move: a person must act, or the game is over."""
        await self.service.wait_for_bots(self.code)
        return await self.view()

    async def coach(self) -> CoachView:
        """Return advice for the person to act; raises `no_hints` if hints are not allowed."""
        return await self.service.coach(self.code, self.token)

    async def updates(self) -> Subscription:
        """Subscribe to the table: `async for update in await table.updates()`."""
        return await self.service.subscribe(self.code)

    async def log(self) -> tuple[LogEntry, ...]:
        return await self.service.log(self.code)

    async def record(self) -> str:
        """Return the game as WGN, with its seed, which this device knows anyway."""
        return await self.service.record(self.code, with_seed=True)

    async def close(self) -> None:
        """Stop the bots; the game is already saved."""
        await self.service.close()


def device_token(folder: str | os.PathLike[str]) -> str:
    """Return the token for all people at this device, created once and kept in the folder."""
    path = Path(folder) / "device.token"
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not path.exists():
            _create_token(path)
        token = path.read_text("ascii", errors="replace").strip()
    except OSError as error:
        raise store_failed(path.parent, error) from error
    if not is_token(token):
        raise PickominoError("bad_token")
    return token


def _plan(seat: SeatView) -> messages.SeatPlan:
    return messages.BotSeat(seat.bot) if seat.kind == "bot" else messages.PersonSeat(seat.name)


def _create_token(path: Path) -> None:
    """Create the token file, unless another process has created it already."""
    with locked(path.with_suffix(".lock")):
        if not path.exists():
            with atomic_write(path, 0o600) as file:
                file.write(new_token(secrets.token_bytes).encode() + b"\n")


def _service(folder: str | os.PathLike[str] | None, bots: BotRunner | None) -> RoomService:
    store = MemoryStore() if folder is None else FileStore(folder)
    runner = ProcessBots(workers=1) if bots is None else bots
    return RoomService(store, bots=runner, allowed_bots=BOTS)
