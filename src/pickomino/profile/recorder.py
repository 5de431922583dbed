"""What a finished game and its review leave behind on this device."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from pickomino.analysis.review_types import Review
from pickomino.profile.game_log import GameLog, key_of, played_game
from pickomino.profile.practice_log import PracticeLog
from pickomino.puzzles.from_review import own_puzzles
from pickomino.record.game import Game


def note_game(folder: Path, game: Game, seat: int, at: int) -> bool:
    """Keep how a game ended for the player of a seat; returns whether that was possible."""
    return GameLog(folder).add(key_of(game), played_game(game, seat, at))


def note_review(folder: Path, game: Game, review: Review, day: date) -> bool:
    """Keep what a review says of a game of this device, and have costly decisions come back.

    Of games that were played elsewhere nothing is kept. Returns whether all could be kept.
    """
    log, key = GameLog(folder), key_of(game)
    known = log.games.get(key)
    if known is None:
        return True
    sums = review.seats[known.seat]
    is_kept = log.add_review(key, sums.given_away, sums.luck)
    puzzles = own_puzzles(game, review, known.seat)
    return PracticeLog(folder).add_cards(puzzles, day) and is_kept
