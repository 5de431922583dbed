"""Stores rooms and finished games in the browser's database, through `client/offline/storage.js`.

The database is read and written in transactions: several tabs may use the same room.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Final, Protocol

import msgspec

from pickomino.api.finished_games import FinishedGame, cut_after_end, players_of, summary_of
from pickomino.core.errors import PickominoError, quote
from pickomino.rooms.domain.past_games import LATEST, log_of_game
from pickomino.rooms.protocol.events import GameEnded, Log, LogEntry
from pickomino.rooms.protocol.log_chain import (
    LogBatch,
    LogHead,
    StoredLog,
    digests_of,
    plain_batch,
)
from pickomino.rooms.protocol.messages import encode
from pickomino.rooms.storage.store import RoomIndexRow, VersionConflict, do_nothing


class Storage(Protocol):
    """The JavaScript object; values are passed as JSON."""

    def load(self, code: str) -> Awaitable[str]:
        """Return the rows of a room as a list, which is empty if there is no such room."""
        ...

    def append(self, code: str, batch: str, game: str) -> Awaitable[int]:
        """Append an `_Append` and a `StoredGame`, if any.

        Return -1, or the version of the room if it is not the expected one.
        """
        ...

    def codes(self) -> Awaitable[str]: ...

    def delete(self, code: str) -> Awaitable[None]: ...

    def games(self) -> Awaitable[str]:
        """Return all stored games."""
        ...

    def keep(self, game: str) -> Awaitable[None]:
        """Store a game in place of an earlier version of it."""
        ...

    def drop(self, game_id: str) -> Awaitable[None]:
        """Delete a game."""
        ...


class _Append(msgspec.Struct, frozen=True):
    before: LogHead
    after: LogHead
    rows: tuple[str, ...]


class StoredGame(msgspec.Struct, frozen=True):
    """A finished or uploaded game."""

    id: str
    summary: FinishedGame
    players: dict[int, str] = {}
    """The token hash of each person, by seat."""
    log: Log = ()
    record: str = ""
    """Set instead of the log for uploaded games."""
    judge: str = ""
    review: msgspec.Raw = msgspec.Raw(b"null")
    """The review by this judge, once it is made."""


_log: Final = msgspec.json.Decoder(tuple[LogEntry, ...])
_games: Final = msgspec.json.Decoder(tuple[StoredGame, ...])
_codes: Final = msgspec.json.Decoder(tuple[str, ...])


class BrowserStore:
    """A store of rooms; it also keeps their finished games."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    # Rooms

    def batch(self, code: str, before: LogHead, log: Log) -> LogBatch:
        """Return events as a batch; nothing is encrypted, because the device is the player's."""
        del code
        return plain_batch(before, log)

    async def append(
        self,
        code: str,
        batch: LogBatch,
        index_row: RoomIndexRow | None = None,
        meanwhile: Callable[[], object] = do_nothing,
    ) -> None:
        """Append events; in the same transaction, store the game that they end."""
        del index_row
        game = await self._ended_game(code, batch.log)
        rows = encode(_Append(batch.before, batch.after, tuple(batch.rows))).decode()
        appending = self._storage.append(code, rows, "" if game is None else encode(game).decode())
        meanwhile()
        conflict = await appending
        if conflict >= 0:
            raise VersionConflict(code, batch.before.version, conflict)

    async def load(self, code: str) -> Log:
        """Return the log of a room; raises `unknown_room` or `room_damaged`."""
        text = await self._storage.load(code)
        try:
            log = _log.decode(text)
        except msgspec.MsgspecError as error:
            raise PickominoError("room_damaged", room=code, version=0) from error
        if not log:
            raise PickominoError("unknown_room", room=quote(code))
        return log

    async def load_with_digests(self, code: str) -> StoredLog:
        """Return the log of a room with its digests."""
        log = await self.load(code)
        return StoredLog(log, digests_of(code, [encode(entry).decode() for entry in log]))

    async def codes(self) -> tuple[str, ...]:
        """Return the codes of all rooms, the most recently changed first."""
        return _codes.decode(await self._storage.codes())

    async def archive(self, code: str, idle_since: float | None = None) -> bool:
        """Delete a room, unless something has happened since then."""
        if idle_since is not None and (await self.load(code))[-1].at >= idle_since:
            return False
        await self.delete(code)
        return True

    async def delete(self, code: str) -> None:
        """Delete a room; its finished games are kept."""
        await self._storage.delete(code)

    async def _ended_game(self, code: str, log: Log) -> StoredGame | None:
        if not any(isinstance(entry.event, GameEnded) for entry in log):
            return None
        game = cut_after_end(log_of_game((*await self.load(code), *log)))
        if game is None:
            return None
        summary = summary_of(game, time.time())
        return StoredGame(summary.id, summary, players_of(game), game)

    # Finished games

    async def games(self) -> list[StoredGame]:
        """Return all finished games, the newest first."""
        games = _games.decode(await self._storage.games())
        return sorted(games, key=lambda game: -game.summary.ended_at)

    async def game(self, game_id: str, code: str | None = None) -> StoredGame:
        """Return a finished game, or with LATEST the last one of a room; raises `unknown_game`."""
        for game in await self.games():
            if code in (None, game.summary.code) and game_id in (LATEST, game.id):
                return game
        raise PickominoError("unknown_game", game=quote(game_id))

    async def put_game(self, game: StoredGame) -> None:
        """Store a game in place of an earlier version of it."""
        await self._storage.keep(encode(game).decode())

    async def delete_game(self, game_id: str) -> None:
        """Delete a game for good."""
        await self._storage.drop(game_id)
