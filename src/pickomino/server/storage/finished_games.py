"""Finished games: stored in separate tables, so that they outlive their rooms.

A game is stored in the transaction that ends it, as the log of its room up to that point (without
the moves of earlier games), so that replays and records can be created in the same way as for
rooms.
"""

from __future__ import annotations

import logging
import time
import zlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec
from sqlalchemy import Connection, Select, delete, func, select, update

from pickomino.api.finished_games import (
    UPLOADED,
    FinishedGame,
    cut_after_end,
    players_of,
    split_games,
    summary_of,
)
from pickomino.core.errors import PickominoError, quote
from pickomino.record.names import FORMER_PLAYER
from pickomino.rooms.domain.past_games import LATEST, log_of_game
from pickomino.rooms.domain.tokens import hash_token
from pickomino.rooms.protocol.events import (
    Log,
    LogEntry,
    RoomCreated,
    Seat,
    SeatChanged,
)
from pickomino.rooms.protocol.messages import encode
from pickomino.server.storage.schema import games, players, reviews

if TYPE_CHECKING:
    from pickomino.server.storage.database import Statements
    from pickomino.server.storage.sql_store import SqlStore
    from pickomino.server.storage.vault import Vault

_log = logging.getLogger(__name__)

MAX_LISTED: Final = 200
_GAME: Final = (
    "INSERT INTO games (id, room, ended_at, summary, log) VALUES (?, ?, ?, ?, ?)"
    " ON CONFLICT DO NOTHING"
)
_PLAYER: Final = "INSERT INTO players (game, seat, token) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
_ROWS: Final = "SELECT entry FROM events WHERE room = ? ORDER BY version"
_entries: Final = msgspec.json.Decoder(list[LogEntry])


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
        """Return the log of a room up to the end of a game; raises `unknown_game`.

        If the game is LATEST, raises `unknown_room` instead.
        """
        rows = await self._store.read(_select_game(select(games.c.log), code, game))
        if not rows and game == LATEST:
            raise PickominoError("unknown_room", room=quote(code))
        if not rows:
            raise PickominoError("unknown_game", game=quote(game))
        return tuple(_entries.decode(zlib.decompress(rows[0].log)))

    async def record(self, game: str) -> str:
        """Return the record of an uploaded game; raises `unknown_game`."""
        rows = await self._store.read(_select_game(select(games.c.log), UPLOADED, game))
        if not rows:
            raise PickominoError("unknown_game", game=quote(game))
        return zlib.decompress(rows[0].log).decode()

    async def store_record(self, game: FinishedGame, record: str) -> int:
        """Store an uploaded game; uploading it again restarts its retention period.

        Return its size in bytes.
        """
        log = zlib.compress(record.encode())
        values = {
            "room": UPLOADED,
            "ended_at": game.ended_at,
            "summary": encode(game).decode(),
            "log": log,
        }

        def work(connection: Connection) -> None:
            known = connection.execute(update(games).where(games.c.id == game.id).values(values))
            if not known.rowcount:
                connection.execute(games.insert().values(id=game.id, **values))

        await self._store.write(work)
        return len(log)

    async def has_game(self, code: str, game: str) -> bool:
        """Return whether a game of a room is stored."""
        return bool(await self._store.read(_select_game(select(games.c.id), code, game)))

    async def find_key(self, code: str, game: str) -> str | None:
        """Return a text that identifies what a stored game shows, or None if there is no game.

        It changes when a player takes the own name out of the game.
        """
        query = select(
            games.c.id, select(func.count()).where(players.c.game == games.c.id).scalar_subquery()
        )
        rows = await self._store.read(_select_game(query, code, game))
        return f"{rows[0][0]} {rows[0][1]}" if rows else None

    async def delete(self, game: str, token: str | None) -> None:
        """Delete a game for the holder of a token who played it; raises `bad_token`.

        The other players keep the game, without the name of this one. The last of them deletes it
        for good.
        """
        if not (await self.summary(game, token or "")).seats:
            raise PickominoError("bad_token")
        holder = hash_token(token or "")
        await self._store.write(lambda connection: _remove_player(connection, game, holder))

    async def delete_all(self, games: Sequence[str]) -> None:
        """Delete games with their reviews."""
        await self._store.write(lambda connection: _delete(connection, games))

    async def review(self, game: str, judge: str) -> msgspec.Raw | None:
        """Return the stored review of a game by this judge as JSON, if there is one."""
        query = select(reviews.c.review).where(reviews.c.game == game, reviews.c.judge == judge)
        rows = await self._store.read(query)
        return msgspec.Raw(zlib.decompress(rows[0].review)) if rows else None

    async def store_review(self, game: str, judge: str, review: msgspec.Raw) -> int:
        """Store a review in place of any earlier ones, unless the game was deleted.

        Return its size in bytes.
        """
        compressed = zlib.compress(review)
        row = {"game": game, "judge": judge, "review": compressed}

        def work(connection: Connection) -> None:
            if connection.execute(select(games.c.id).where(games.c.id == game)).first() is not None:
                connection.execute(delete(reviews).where(reviews.c.game == game))
                connection.execute(reviews.insert().values(row))

        await self._store.write(work)
        return len(compressed)

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
        game = cut_after_end(log_of_game(tuple(vault.decode_log(code, rows))))
        if game is not None:
            _store_game(connection, game, time.time())
    except (PickominoError, msgspec.MsgspecError) as error:
        _log.warning("cannot store the game of room %s: %s", code, error)


def backfill_finished_games(connection: Statements, vault: Vault) -> None:
    """Store the finished games of all rooms, for a database that had no SQL tables for them."""
    stored = 0
    for (code,) in connection.execute("SELECT code FROM rooms").fetchall():
        try:
            for game in split_games(tuple(vault.decode_log(code, _rows(connection, code)))):
                _store_game(connection, game, game[-1].at)
                stored += 1
        except (PickominoError, msgspec.MsgspecError) as error:
            _log.warning("cannot read the games of room %s: %s", code, error)
    if stored:
        _log.info("%d finished games stored in the new tables", stored)


def _rows(connection: Statements, code: str) -> list[str]:
    return [row[0] for row in connection.execute(_ROWS, (code,)).fetchall()]


def _store_game(connection: Statements, game: Log, date: float) -> None:
    """Store a game with the date of its end, since event times are not calendar times."""
    summary = summary_of(game, date)
    log = zlib.compress(encode(game))
    row = summary.id, summary.code, game[-1].at, encode(summary).decode(), log
    connection.execute(_GAME, row)
    for seat, token in players_of(game).items():
        connection.execute(_PLAYER, (summary.id, seat, token))


def _remove_player(connection: Connection, game: str, holder: str) -> None:
    """Remove a player from a game, or delete the game if no other player is left."""
    is_own = (players.c.game == game, players.c.token == holder)
    seats = connection.execute(select(players.c.seat).where(*is_own)).scalars().all()
    connection.execute(delete(players).where(*is_own))
    if connection.execute(select(players.c.seat).where(players.c.game == game)).first() is None:
        _delete(connection, [game])
        return
    row = connection.execute(select(games.c.summary, games.c.log).where(games.c.id == game)).one()
    summary = _summary.decode(row.summary)
    names = [FORMER_PLAYER if n in seats else name for n, name in enumerate(summary.names)]
    without_name = msgspec.structs.replace(summary, names=tuple(names))
    log = [_without_name(entry, holder) for entry in _entries.decode(zlib.decompress(row.log))]
    change = {"summary": encode(without_name).decode(), "log": zlib.compress(encode(log))}
    connection.execute(update(games).where(games.c.id == game).values(change))


def _without_name(entry: LogEntry, holder: str) -> LogEntry:
    """Return a log entry with a former player's name replaced."""

    def replace_name(seat: Seat) -> Seat:
        is_own = seat.kind == "person" and seat.token == holder
        return msgspec.structs.replace(seat, name=FORMER_PLAYER) if is_own else seat

    match entry.event:
        case RoomCreated(seats=seats):
            event = msgspec.structs.replace(entry.event, seats=tuple(map(replace_name, seats)))
        case SeatChanged(now=seat):
            event = msgspec.structs.replace(entry.event, now=replace_name(seat))
        case _:
            return entry
    return msgspec.structs.replace(entry, event=event)


def _delete(connection: Connection, ids: Sequence[str]) -> None:
    for table in (reviews, players):
        connection.execute(delete(table).where(table.c.game.in_(ids)))
    connection.execute(delete(games).where(games.c.id.in_(ids)))
