"""Adds finished games and their reviews to the profile on this device."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from pickomino.analysis.review_types import Review
from pickomino.profile.game_log import GameLog, game_key, played_game
from pickomino.profile.practice_log import PracticeLog
from pickomino.puzzles.from_review import puzzles_from_review
from pickomino.record.game import Game


def record_game(folder: Path, game: Game, seat: int, at: int) -> bool:
    """Save a game's result for the player in a seat; return whether it could be saved."""
    return GameLog(folder).add(game_key(game), played_game(game, seat, at))


def record_review(folder: Path, game: Game, review: Review, day: date) -> bool:
    """Save the review of a game and add its costly decisions to practice.

    Games that were not played on this device are ignored. Return whether everything was saved.
    """
    log, key = GameLog(folder), game_key(game)
    played = log.games.get(key)
    if played is None:
        return True
    sums = review.seats[played.seat]
    is_saved = log.add_review(key, sums.given_away, sums.luck, is_rough=review.is_rough)
    puzzles = puzzles_from_review(game, review, played.seat)
    return PracticeLog(folder).add_cards(puzzles, day) and is_saved
