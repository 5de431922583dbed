"""What a finished game and its review leave behind on this device."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from pickomino.analysis.review_types import Review
from pickomino.profile.game_log import GameLog, game_key, played_game
from pickomino.profile.practice_log import PracticeLog
from pickomino.puzzles.from_review import puzzles_from_review
from pickomino.record.game import Game


def record_game(folder: Path, game: Game, seat: int, at: int) -> bool:
    """Keep how a game ended for the player of a seat; returns whether that was possible."""
    return GameLog(folder).add(game_key(game), played_game(game, seat, at))


def record_review(folder: Path, game: Game, review: Review, day: date) -> bool:
    """Keep what a review says of a game of this device, and have costly decisions come back.

    Of games that were played elsewhere nothing is kept. Returns whether all could be kept.
    """
    log, key = GameLog(folder), game_key(game)
    known = log.games.get(key)
    if known is None:
        return True
    sums = review.seats[known.seat]
    is_kept = log.add_review(key, sums.given_away, sums.luck)
    puzzles = puzzles_from_review(game, review, known.seat)
    return PracticeLog(folder).add_cards(puzzles, day) and is_kept
