"""Finished games: stored in separate tables, so that they outlive their rooms.

A game is stored in the transaction that ends it, as the log of its room up to that point (without
the moves of earlier games), so that replays and records can be created in the same way as for
rooms.
"""

from __future__ import annotations

import logging
import time
import zlib
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Final

import msgspec
from sqlalchemy import Connection, Select, delete, select, update

from pickomino.core.errors import PickominoError, quote
from pickomino.rooms.domain.past_games import LATEST, log_of_game
from pickomino.rooms.domain.room import fold
from pickomino.rooms.domain.tokens import hash_token
from pickomino.rooms.protocol.events import GameEnded, GameStarted, Log, LogEntry
from pickomino.rooms.protocol.messages import encode
from pickomino.server.storage.schema import games, players, reviews

if TYPE_CHECKING:
    from pickomino.server.storage.database import Statements
    from pickomino.server.storage.sql_store import SqlStore
    from pickomino.server.storage.vault import Vault

_log = logging.getLogger(__name__)

MAX_LISTED: Final = 200
UPLOADED: Final = "-"
"""The room code of uploaded games, for which a record is stored in place of a log."""
_GAME: Final = (
    "INSERT INTO games (id, room, ended_at, summary, log) VALUES (?, ?, ?, ?, ?)"
    " ON CONFLICT DO NOTHING"
)
_PLAYER: Final = "INSERT INTO players (game, seat, token) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
_ROWS: Final = "SELECT entry FROM events WHERE room = ? ORDER BY version"
_entries: Final = msgspec.json.Decoder(list[LogEntry])


class FinishedGame(msgspec.Struct, frozen=True):
    """The summary of a finished game."""

    id: str
    code: str
    """The room that the game was played in, which may have been deleted."""
    rules: str
    names: tuple[str, ...]
    """The name of each seat's player; a bot is `bot:family`, for example."""
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    ended_at: float
    """The calendar time in seconds since 1970, not the time of the server's clock."""
    seats: tuple[int, ...] = ()
    """The seats that the caller had in this game."""


class FinishedGameList(msgspec.Struct, frozen=True):
    """The finished games of a device, the newest first."""

    games: tuple[FinishedGame, ...]


class Tokens(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The seat tokens that a device holds."""

    tokens: Annotated[
        tuple[Annotated[str, msgspec.Meta(max_length=200)], ...], msgspec.Meta(max_length=200)
    ]


_summary: Final = msgspec.json.Decoder(FinishedGame)


class FinishedGames:
    def __init__(self, store: SqlStore) -> None:
        self._store = store

    async def list_for(self, tokens: Sequence[str]) -> list[FinishedGame]:
        """Return the games that the holders of these tokens played, the newest first."""
        query = (
            select(games.c.id, games.c.summary, players.c.seat)
            .join_from(games, players)
            .where(players.c.token.in_([hash_token(token) for token in tokens]))
            .order_by(games.c.ended_at.desc(), games.c.id, players.c.seat)
            .limit(MAX_LISTED)
        )
        seats: dict[str, list[int]] = {}
        texts: dict[str, str] = {}
        for row in await self._store.read(query):
            seats.setdefault(row.id, []).append(row.seat)
            texts[row.id] = row.summary
        return [
            msgspec.structs.replace(_summary.decode(text), seats=tuple(seats[game]))
            for game, text in texts.items()
        ]

    async def summary(self, game: str, token: str | None = None) -> FinishedGame:
        """Return a game's summary, with the seats of the token's holder; raises `unknown_game`."""
        query = select(games.c.summary).where(games.c.id == game)
        rows = await self._store.read(query)
        if not rows:
            raise PickominoError("unknown_game", game=quote(game))
        summary = _summary.decode(rows[0].summary)
        if token is None:
            return summary
        own = select(players.c.seat).where(
            players.c.game == game, players.c.token == hash_token(token)
        )
        seats = tuple(sorted(row.seat for row in await self._store.read(own)))
        return msgspec.structs.replace(summary, seats=seats)

    async def log(self, code: str, game: str) -> Log:
        """Return the log of a room up to the end of a game; raises `unknown_room`."""
        rows = await self._store.read(_select_game(select(games.c.log), code, game))
        if not rows:
            raise PickominoError("unknown_room", room=quote(code))
        return tuple(_entries.decode(zlib.decompress(rows[0].log)))

    async def record(self, game: str) -> str:
        """Return the record of an uploaded game; raises `unknown_game`."""
        rows = await self._store.read(_select_game(select(games.c.log), UPLOADED, game))
        if not rows:
            raise PickominoError("unknown_game", game=quote(game))
        return zlib.decompress(rows[0].log).decode()

    async def store_record(self, game: FinishedGame, record: str) -> None:
        """Store an uploaded game; uploading it again restarts its retention period."""
        values = {
            "room": UPLOADED,
            "ended_at": game.ended_at,
            "summary": encode(game).decode(),
            "log": zlib.compress(record.encode()),
        }

        def work(connection: Connection) -> None:
            known = connection.execute(update(games).where(games.c.id == game.id).values(values))
            if not known.rowcount:
                connection.execute(games.insert().values(id=game.id, **values))

        await self._store.write(work)

    async def has_game(self, code: str, game: str) -> bool:
        """Return whether a game of a room is stored."""
        return bool(await self._store.read(_select_game(select(games.c.id), code, game)))

    async def delete(self, game: str, token: str | None) -> None:
        """Delete a game, if the holder of the token played it; raises `bad_token`."""
        if not (await self.summary(game, token or "")).seats:
            raise PickominoError("bad_token")
        await self._store.write(lambda connection: _delete(connection, [game]))

    async def review(self, game: str, judge: str) -> msgspec.Raw | None:
        """Return the stored review of a game by this judge as JSON, if there is one."""
        query = select(reviews.c.review).where(reviews.c.game == game, reviews.c.judge == judge)
        rows = await self._store.read(query)
        return msgspec.Raw(zlib.decompress(rows[0].review)) if rows else None

    async def store_review(self, game: str, judge: str, review: msgspec.Raw) -> None:
        """Store a review in place of any earlier ones, unless the game was deleted."""
        row = {"game": game, "judge": judge, "review": zlib.compress(review)}

        def work(connection: Connection) -> None:
            if connection.execute(select(games.c.id).where(games.c.id == game)).first() is not None:
                connection.execute(delete(reviews).where(reviews.c.game == game))
                connection.execute(reviews.insert().values(row))

        await self._store.write(work)

    async def delete_before(self, moment: float, limit: int, room: str | None = None) -> int:
        """Delete games that ended before a time, in one room or in all; return their number."""
        query = select(games.c.id).where(games.c.ended_at < moment).limit(limit)
        if room is not None:
            query = query.where(games.c.room == room)
        old = [row.id for row in await self._store.read(query)]
        if old:
            await self._store.write(lambda connection: _delete(connection, old))
        return len(old)


def _select_game(query: Select[*tuple[Any, ...]], code: str, game: str) -> Select[*tuple[Any, ...]]:
    """Select a game of a room by its id, or the room's last game."""
    last = query.where(games.c.room == code).order_by(games.c.ended_at.desc()).limit(1)
    # Uploaded games share one room code, which has no last game.
    is_last = game == LATEST and code != UPLOADED
    return last if is_last else last.where(games.c.id == game)


def store_last_game(connection: Statements, code: str, vault: Vault) -> None:
    """Store the last game of a room, in the transaction that ends it."""
    rows = _rows(connection, code)
    try:
        game = _cut_after_end(log_of_game(tuple(vault.decode_log(code, rows))))
        if game is not None:
            _store_game(connection, game, time.time())
    except (PickominoError, msgspec.MsgspecError) as error:
        _log.warning("cannot store the game of room %s: %s", code, error)


def backfill_finished_games(connection: Statements, vault: Vault) -> None:
    """Store the finished games of all rooms, for a database that had no SQL tables for them."""
    stored = 0
    for (code,) in connection.execute("SELECT code FROM rooms").fetchall():
        try:
            for game in _split_games(tuple(vault.decode_log(code, _rows(connection, code)))):
                _store_game(connection, game, game[-1].at)
                stored += 1
        except (PickominoError, msgspec.MsgspecError) as error:
            _log.warning("cannot read the games of room %s: %s", code, error)
    if stored:
        _log.info("%d finished games stored in the new tables", stored)


def _rows(connection: Statements, code: str) -> list[str]:
    return [row[0] for row in connection.execute(_ROWS, (code,)).fetchall()]


def _split_games(log: Log) -> Iterator[Log]:
    """Yield the log of every finished game of a room."""
    for entry in log:
        if isinstance(entry.event, GameStarted):
            game = _cut_after_end(log_of_game(log, entry.event.game_id))
            if game is not None:
                yield game


def _cut_after_end(game: Log) -> Log | None:
    """Cut a log off after the end of its last game; return None if that game is still running."""
    start = _start_length(game)
    ends = (
        end
        for end, entry in enumerate(game[start:], start + 1)
        if isinstance(entry.event, GameEnded)
    )
    end = next(ends, None)
    return None if end is None else game[:end]


def _start_length(game: Log) -> int:
    """Return the length of a log up to and including the start of its last game."""
    return max(at for at, entry in enumerate(game, 1) if isinstance(entry.event, GameStarted))


def _store_game(connection: Statements, game: Log, date: float) -> None:
    """Store a game with the date of its end, since event times are not calendar times."""
    # The players are the people who were seated when the game began.
    started, ended = fold(game[: _start_length(game)]), game[-1]
    assert started.dice is not None, "a game has begun"  # noqa: S101
    assert isinstance(ended.event, GameEnded), "it has ended"  # noqa: S101
    summary = FinishedGame(
        started.dice.game_id,
        started.code,
        started.settings.rules,
        started.names,
        ended.event.scores,
        ended.event.winners,
        date,
    )
    log = zlib.compress(encode(game))
    row = summary.id, summary.code, ended.at, encode(summary).decode(), log
    connection.execute(_GAME, row)
    for number, seat in enumerate(started.seats):
        if seat.kind == "person":
            connection.execute(_PLAYER, (summary.id, number, seat.token))


def _delete(connection: Connection, ids: Sequence[str]) -> None:
    for table in (reviews, players):
        connection.execute(delete(table).where(table.c.game.in_(ids)))
    connection.execute(delete(games).where(games.c.id.in_(ids)))
