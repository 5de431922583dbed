"""How much is stored, and deleting the oldest finished games when it is too much.

Sizes are estimates from the contents, because the size of a file or of PostgreSQL's tables does not
shrink when rows are deleted.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, exists, func, select

from pickomino.server.storage.schema import games, players, reviews, rooms
from pickomino.server.storage.sql_store import SqlStore

BYTES_PER_ROOM: Final = 600
BYTES_PER_EVENT: Final = 130
"""Measured with the index: an event has about 85 bytes of text."""
BYTES_PER_GAME: Final = 600
"""For a finished game, in addition to its log."""
TYPICAL_GAME_BYTES: Final = 5_000
"""The bytes of a finished game whose size is not known yet."""
_IS_ARCHIVED: Final = rooms.c.archived_at.is_not(None)
_GAME_BYTES: Final[ColumnElement[int]] = func.length(games.c.log) + BYTES_PER_GAME
_ROOM_BYTES: Final[ColumnElement[int]] = rooms.c.version * BYTES_PER_EVENT + BYTES_PER_ROOM


def room_bytes(events: int, finished_games: int) -> int:
    """Return about how many bytes a room takes with its finished games."""
    return (
        BYTES_PER_ROOM
        + BYTES_PER_EVENT * events
        + (BYTES_PER_GAME + TYPICAL_GAME_BYTES) * finished_games
    )


async def stored_bytes(store: SqlStore) -> int:
    """Return about how many bytes all rooms, finished games and reviews take."""
    sums = (_ROOM_BYTES, rooms), (_GAME_BYTES, games), (func.length(reviews.c.review), reviews)
    queries = (select(func.sum(size).label("size")).select_from(table) for size, table in sums)
    return sum([int((await store.read(query))[0].size or 0) for query in queries])


async def free_games(store: SqlStore, excess: int, limit: int, *, anonymous: bool) -> int:
    """Delete the oldest finished games until about `excess` bytes are free; return the bytes freed.

    An anonymous game has no player who could list it: it was uploaded, or its players have
    deleted it.
    """
    sizes = (
        select(
            games.c.id,
            (_GAME_BYTES + func.coalesce(func.length(reviews.c.review), 0)).label("size"),
        )
        .outerjoin_from(games, reviews, reviews.c.game == games.c.id)
        .order_by(games.c.ended_at)
        .limit(limit)
    )
    if anonymous:
        sizes = sizes.where(~exists().where(players.c.game == games.c.id))
    oldest = await _first(store, sizes, excess)
    if oldest:
        await store.finished_games.delete_all(list(oldest))
    return sum(oldest.values())


async def oldest_rooms(
    store: SqlStore, excess: int, limit: int, idle_since: float, *, archived: bool
) -> dict[str, int]:
    """Return the archived rooms, or those with a finished game, to delete, with their bytes.

    Rooms that have changed after `idle_since` are kept, because their players may still be there.
    """
    is_wanted = _IS_ARCHIVED if archived else ~_IS_ARCHIVED & (rooms.c.phase == "over")
    sizes = (
        select(rooms.c.code, _ROOM_BYTES.label("size"))
        .where(is_wanted, rooms.c.updated_at < idle_since)
        .order_by(rooms.c.updated_at)
        .limit(limit)
    )
    return await _first(store, sizes, excess)


async def _first(store: SqlStore, sizes: Select[*tuple[Any, ...]], excess: int) -> dict[str, int]:
    """Return the first keys of a query whose sizes add up to `excess`, with their sizes."""
    rows: Iterable[tuple[str, int]] = await store.read(sizes) if excess > 0 else ()
    first: dict[str, int] = {}
    for key, size in rows:
        if excess <= 0:
            break
        first[key] = size
        excess -= size
    return first
