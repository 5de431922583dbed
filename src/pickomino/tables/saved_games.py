"""The games saved on this device, and the token that its players share."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator
from itertools import chain, count
from pathlib import Path
from typing import Final, NamedTuple

from pickomino.atomic_file import atomic_write
from pickomino.core.errors import InvalidNotation, PickominoError, quote_path
from pickomino.operating_system import PRIVATE_FILE, PRIVATE_FOLDER
from pickomino.record.game import Game
from pickomino.rooms.domain.past_games import fold_without_past_moves, records_of
from pickomino.rooms.domain.tokens import is_token, new_token
from pickomino.rooms.protocol.views import RoomSummary
from pickomino.rooms.storage.file_lock import locked
from pickomino.rooms.storage.file_store import SUFFIX, FileStore, store_failed
from pickomino.rooms.views.room_views import summary_of

_log = logging.getLogger(__name__)

MAX_SEARCHED: Final = 20
"""An unfinished game counts as abandoned if there are at least this many newer games."""


class SavedGames(NamedTuple):
    """The games in a folder, and the names of files there that cannot be read."""

    games: list[RoomSummary]
    unreadable: list[str]


async def last_unfinished(folder: Path) -> RoomSummary | None:
    """Return the latest unfinished game among the last MAX_SEARCHED games, or None."""
    games = _iter_games(folder, [])
    for _ in range(MAX_SEARCHED):
        game = await anext(games, None)
        if game is None or game.phase != "over":
            return game
    return None


async def saved_games(folder: Path, limit: int) -> SavedGames:
    """Return at most `limit` games in a folder, the last played first; some may be over."""
    saved = SavedGames([], [])
    async for game in _iter_games(folder, saved.unreadable):
        if len(saved.games) == limit:
            break
        saved.games.append(game)
    return saved


async def _iter_games(folder: Path, unreadable: list[str]) -> AsyncIterator[RoomSummary]:
    store = FileStore(folder)
    for code in await store.codes():
        try:
            log = await store.load(code)
            state = await asyncio.to_thread(fold_without_past_moves, log)
        except PickominoError as error:
            _log.warning("cannot read room %s: %s", code, error)
            if error.code == "room_damaged":
                unreadable.append(f"{code}{SUFFIX}")
        else:
            yield summary_of(state)


class ExportedGames(NamedTuple):
    """The records of saved games, and the names of files that cannot be read."""

    games: list[Game]
    unreadable: list[str]


async def exported_games(folder: Path, limit: int | None = None) -> ExportedGames:
    """Return the games of at most `limit` tables in a folder, the last played first."""
    exported = ExportedGames([], [])
    store = FileStore(folder)
    for code in (await store.codes())[:limit]:
        try:
            exported.games.extend(map(Game.from_wgn, records_of(await store.load(code))))
        except PickominoError as error:
            _log.warning("cannot read room %s: %s", code, error)
            exported.unreadable.append(f"{code}{SUFFIX}")
    return exported


async def export_game(folder: Path, code: str, target: Path) -> Path:
    """Write the games of a table to a new file in a folder, as WGN; return its path."""
    games = list(records_of(await FileStore(folder).load(code)))
    if not games:
        raise PickominoError("not_running")
    numbers = chain([""], (f"-{number}" for number in count(2)))
    paths = (target / f"pickomino-{code}{number}.wgn" for number in numbers)
    path = next(path for path in paths if not path.exists())
    try:
        with atomic_write(path) as file:
            file.write("\n".join(games).encode())
    except OSError as error:
        reason = error.strerror or str(error)
        raise InvalidNotation("unwritable_file", name=quote_path(path), reason=reason) from error
    return path


def device_token(folder: Path) -> str:
    """Return the token that all people at this device share, created once and kept in a file."""
    path = folder / "device.token"
    try:
        folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
        if not path.exists():
            _create_token(path)
        token = path.read_text("ascii", errors="replace").strip()
    except OSError as error:
        raise store_failed(folder, error) from error
    if not is_token(token):
        raise PickominoError("bad_token")
    return token


def _create_token(path: Path) -> None:
    """Create the token file, unless another process has created it already."""
    with locked(path.with_suffix(".lock")):
        if not path.exists():
            with atomic_write(path, PRIVATE_FILE) as file:
                file.write(new_token(secrets.token_bytes).encode() + b"\n")
