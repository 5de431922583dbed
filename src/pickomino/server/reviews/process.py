"""The requests to the worker process that reviews games, and its responses."""

from __future__ import annotations

import msgspec

from pickomino.core.position import seat_letter
from pickomino.record.game import Game
from pickomino.record.names import MAX_NAME_LENGTH
from pickomino.rooms.protocol.events import LogEntry
from pickomino.rooms.protocol.messages import Refused


class ReviewRequest(msgspec.Struct, frozen=True):
    """A game to review, given as a room's log or as a record; or a record to be parsed only."""

    log: tuple[LogEntry, ...] = ()
    record: str = ""
    parse_only: bool = False


class ParsedRecord(msgspec.Struct, frozen=True):
    """The record of a complete game as WGN, with a summary."""

    wgn: str
    rules: str
    names: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]


class ReviewResponse(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of a request, or an error."""

    review: msgspec.Raw = msgspec.Raw()
    """A `pickomino.analysis.review_types.Review` as JSON; empty until it is done."""
    parsed: ParsedRecord | None = None
    error: Refused | None = None


def player_names(game: Game) -> tuple[str, ...]:
    """Return the player name of each seat, which is the seat's letter if the record has no name."""
    letters = map(seat_letter, range(game.start.players))
    return tuple(game.tags.get(letter, letter.upper())[:MAX_NAME_LENGTH] for letter in letters)
