"""Finished games: their summaries, and how they are cut out of the logs of rooms."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final

import msgspec

from pickomino.rooms.domain.past_games import log_of_game
from pickomino.rooms.domain.room import fold
from pickomino.rooms.protocol.events import GameEnded, GameStarted, Log

UPLOADED: Final = "-"
"""The room code of uploaded games, for which a record is stored in place of a log."""


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


def split_games(log: Log) -> Iterator[Log]:
    """Yield the log of every finished game of a room."""
    for entry in log:
        if isinstance(entry.event, GameStarted):
            game = cut_after_end(log_of_game(log, entry.event.game_id))
            if game is not None:
                yield game


def cut_after_end(game: Log) -> Log | None:
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


def summary_of(game: Log, date: float) -> FinishedGame:
    """Return the summary of a log that `cut_after_end` returned; `date` is when the game ended."""
    # The players are the people who were seated when the game began.
    started, ended = fold(game[: _start_length(game)]), game[-1]
    assert started.dice is not None, "a game has begun"  # noqa: S101
    assert isinstance(ended.event, GameEnded), "it has ended"  # noqa: S101
    return FinishedGame(
        started.dice.game_id,
        started.code,
        started.settings.rules,
        started.names,
        ended.event.scores,
        ended.event.winners,
        date,
    )


def players_of(game: Log) -> dict[int, str]:
    """Return the token hash of each person who was seated when a game began, by seat."""
    started = fold(game[: _start_length(game)])
    return {
        number: seat.token for number, seat in enumerate(started.seats) if seat.kind == "person"
    }
