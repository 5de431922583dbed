"""Finished games: kept in tables of their own, so that they outlive their rooms.

A game is written in the transaction that ends it. What is kept is the log that led to it and the
log of the game itself, so that replays and records are made as those of rooms are.
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
"""The room of games that somebody brought as a record, which is kept in place of a log."""
_GAME: Final = (
    "INSERT INTO games (id, room, ended_at, summary, log) VALUES (?, ?, ?, ?, ?)"
    " ON CONFLICT DO NOTHING"
)
_PLAYER: Final = "INSERT INTO players (game, seat, token) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
_ROWS: Final = "SELECT entry FROM events WHERE room = ? ORDER BY version"
_entries: Final = msgspec.json.Decoder(list[LogEntry])


class FinishedGame(msgspec.Struct, frozen=True):
    """A finished game in a list."""

    id: str
    code: str
    """Of the room that it was played in, which may be gone."""
    rules: str
    names: tuple[str, ...]
    """By seat; a bot is `bot:family`."""
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    ended_at: float
    """In seconds since 1970, by the calendar."""
    seats: tuple[int, ...] = ()
    """Those of whoever asks."""


class FinishedGameList(msgspec.Struct, frozen=True):
    """The games of a device, the newest first."""

    games: tuple[FinishedGame, ...]


class Tokens(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The seat tokens that a device holds."""

    tokens: Annotated[
        tuple[Annotated[str, msgspec.Meta(max_length=200)], ...], msgspec.Meta(max_length=200)
    ]


_summary: Final = msgspec.json.Decoder(FinishedGame)


class FinishedGames:
    """The finished games of a database."""

    def __init__(self, store: SqlStore) -> None:
        self._store = store

    async def of(self, tokens: Sequence[str]) -> list[FinishedGame]:
        """Return the games that the holders of tokens played, the newest first."""
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
        """Return a game, and which seats are those of a token; raises `unknown_game`."""
        query = select(games.c.summary).where(games.c.id == game)
        found = await self._store.read(query)
        if not found:
            raise PickominoError("unknown_game", game=quote(game))
        summary = _summary.decode(found[0].summary)
        if token is None:
            return summary
        own = select(players.c.seat).where(players.c.game == game, players.c.token == hash_token(token))
        seats = tuple(sorted(row.seat for row in await self._store.read(own)))
        return msgspec.structs.replace(summary, seats=seats)

    async def log(self, code: str, game: str) -> Log:
        """Return what led to a game of a room, and the game; raises `unknown_room`."""
        found = await self._store.read(_of_room(select(games.c.log), code, game))
        if not found:
            raise PickominoError("unknown_room", room=quote(code))
        return tuple(_entries.decode(zlib.decompress(found[0].log)))

    async def record(self, game: str) -> str:
        """Return the record of a game that somebody brought; raises `unknown_game`."""
        found = await self._store.read(_of_room(select(games.c.log), UPLOADED, game))
        if not found:
            raise PickominoError("unknown_game", game=quote(game))
        return zlib.decompress(found[0].log).decode()

    async def store_record(self, game: FinishedGame, record: str) -> None:
        """Keep a game that somebody brought; the same one once more begins its time anew."""
        values = {
            "room": UPLOADED,
            "ended_at": game.ended_at,
            "summary": encode(game).decode(),
            "log": zlib.compress(record.encode()),
        }

        def work(connection: Connection) -> None:
            kept = connection.execute(update(games).where(games.c.id == game.id).values(values))
            if not kept.rowcount:
                connection.execute(games.insert().values(id=game.id, **values))

        await self._store.write(work)

    async def knows(self, code: str, game: str) -> bool:
        """Return whether a game of a room is kept."""
        return bool(await self._store.read(_of_room(select(games.c.id), code, game)))

    async def delete(self, game: str, token: str | None) -> None:
        """Remove a game for good, if the holder of a token played it; raises `bad_token`."""
        if not (await self.summary(game, token or "")).seats:
            raise PickominoError("bad_token")
        await self._store.write(lambda connection: _delete(connection, [game]))

    async def review(self, game: str, judge: str) -> bytes | None:
        """Return the review of a game by a judge, if it was made."""
        query = select(reviews.c.review).where(reviews.c.game == game, reviews.c.judge == judge)
        found = await self._store.read(query)
        return found[0].review if found else None

    async def store_review(self, game: str, judge: str, review: bytes) -> None:
        """Keep a review in place of those by earlier judges, unless the game was deleted."""

        def work(connection: Connection) -> None:
            if connection.execute(select(games.c.id).where(games.c.id == game)).first() is not None:
                connection.execute(delete(reviews).where(reviews.c.game == game))
                connection.execute(reviews.insert().values(game=game, judge=judge, review=review))

        await self._store.write(work)

    async def clear(self, before: float, most: int, room: str | None = None) -> int:
        """Remove games that ended before a time, all or those of a room; returns how many."""
        query = select(games.c.id).where(games.c.ended_at < before).limit(most)
        if room is not None:
            query = query.where(games.c.room == room)
        old = [row.id for row in await self._store.read(query)]
        if old:
            await self._store.write(lambda connection: _delete(connection, old))
        return len(old)


def _of_room(query: Select[*tuple[Any, ...]], code: str, game: str) -> Select[*tuple[Any, ...]]:
    """Ask for one game of a room, or for its last one."""
    found = query.where(games.c.room == code).order_by(games.c.ended_at.desc()).limit(1)
    # Games that strangers brought have nothing to do with each other.
    is_last = game == LATEST and code != UPLOADED
    return found if is_last else found.where(games.c.id == game)


def store_last_game(connection: Statements, code: str, vault: Vault) -> None:
    """Keep the last game of a room, which has just ended, in the transaction that ends it."""
    rows = _rows(connection, code)
    try:
        game = _until_end(log_of_game(tuple(vault.decode_log(code, rows))))
        if game is not None:
            _keep(connection, game, time.time())
    except (PickominoError, msgspec.MsgspecError) as error:
        _log.warning("the game of room %s cannot be kept: %s", code, error)


def backfill_finished_games(connection: Statements, vault: Vault) -> None:
    """Keep all finished games of rooms that were played before there was a place for them."""
    kept = 0
    for (code,) in connection.execute("SELECT code FROM rooms").fetchall():
        try:
            for game in _finished(tuple(vault.decode_log(code, _rows(connection, code)))):
                _keep(connection, game, game[-1].at)
                kept += 1
        except (PickominoError, msgspec.MsgspecError) as error:
            _log.warning("the games of room %s cannot be read: %s", code, error)
    if kept:
        _log.info("%d finished games were carried over", kept)


def _rows(connection: Statements, code: str) -> list[str]:
    return [row[0] for row in connection.execute(_ROWS, (code,)).fetchall()]


def _finished(log: Log) -> Iterator[Log]:
    """Return the log of every game of a room that came to its end."""
    for entry in log:
        if isinstance(entry.event, GameStarted):
            game = _until_end(log_of_game(log, entry.event.game_id))
            if game is not None:
                yield game


def _until_end(game: Log) -> Log | None:
    """Leave out what was said after the end of the last game of a log; None if it runs still."""
    begin = _begin(game)
    ends = (
        at for at, entry in enumerate(game[begin:], begin + 1) if isinstance(entry.event, GameEnded)
    )
    end = next(ends, None)
    return None if end is None else game[:end]


def _begin(game: Log) -> int:
    """Return where the last game of a log begins: what is before it, and how it began."""
    return max(at for at, entry in enumerate(game, 1) if isinstance(entry.event, GameStarted))


def _keep(connection: Statements, game: Log, date: float) -> None:
    """Keep a game, with the date of its end in the calendar: the time of events is the server's."""
    # Whoever sat there when it began has played it.
    started, ended = fold(game[: _begin(game)]), game[-1]
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
    packed = zlib.compress(encode(game))
    row = summary.id, summary.code, ended.at, encode(summary).decode(), packed
    connection.execute(_GAME, row)
    people = enumerate(started.seats)
    for seat, who in people:
        if who.kind == "person":
            connection.execute(_PLAYER, (summary.id, seat, who.token))


def _delete(connection: Connection, ids: Sequence[str]) -> None:
    for table in (reviews, players):
        connection.execute(delete(table).where(table.c.game.in_(ids)))
    connection.execute(delete(games).where(games.c.id.in_(ids)))
