"""What a device stores about a finished game."""

from __future__ import annotations

from msgspec import Raw

from pickomino.api.finished_games import FinishedGame
from pickomino.api.reviews import game_with_stand_ins
from pickomino.core.actions import SEAT_LETTERS
from pickomino.profile.entry import ProfileEntry, profile_entry
from pickomino.rooms.protocol.events import Log


def entry_of(summary: FinishedGame, log: Log, review: Raw | None) -> ProfileEntry:
    """Return the entry for the caller's only seat in a game."""
    game, _ = game_with_stand_ins(log)
    game.add_tags(dict(zip(SEAT_LETTERS, summary.names, strict=False)))
    return profile_entry(game, summary.seats[0], int(summary.ended_at), review)
