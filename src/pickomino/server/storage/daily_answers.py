"""How many players earned how many points with the puzzles of a day; nothing else is stored."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Annotated, Final

import msgspec
from sqlalchemy import Connection, select

from pickomino.puzzles.packs import PUZZLES_PER_DAY
from pickomino.puzzles.scores import MARKS
from pickomino.server.storage.database import SqlAlchemyStatements
from pickomino.server.storage.schema import daily_answers

if TYPE_CHECKING:
    from pickomino.server.storage.sql_store import SqlStore

MAX_POINTS: Final = PUZZLES_PER_DAY * (len(MARKS) - 1)
"""A puzzle earns 3 points for the best mark, and 0 for the worst."""
_COUNT: Final = (
    "INSERT INTO daily_answers (day, points, players) VALUES (?, ?, 1)"
    " ON CONFLICT (day, points) DO UPDATE SET players = daily_answers.players + 1"
)


class DailyAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a player reports after answering the five puzzles of a day."""

    points: Annotated[int, msgspec.Meta(ge=0, le=MAX_POINTS)]


class DailyCounts(msgspec.Struct, frozen=True):
    """The players who answered the puzzles of a day."""

    players: tuple[int, ...]
    """How many of them earned 0 points, 1 point, and so on."""


class DailyAnswers:
    def __init__(self, store: SqlStore) -> None:
        self._store = store

    async def count(self, day: date, points: int) -> None:
        """Count one more player with these points."""

        def work(connection: Connection) -> None:
            SqlAlchemyStatements(connection).execute(_COUNT, (day.isoformat(), points))

        await self._store.write(work)

    async def counts(self, day: date) -> DailyCounts:
        query = select(daily_answers.c.points, daily_answers.c.players).where(
            daily_answers.c.day == day.isoformat()
        )
        players = {row.points: row.players for row in await self._store.read(query)}
        return DailyCounts(tuple(players.get(points, 0) for points in range(MAX_POINTS + 1)))
