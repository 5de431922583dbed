"""What Python and the browser both compute on a device; `profile.test.js` uses the same table."""

import json
from datetime import date
from pathlib import Path

import pytest
from msgspec import convert, to_builtins

from pickomino.profile.figures import beaten_bots, compute_figures
from pickomino.profile.game_log import PlayedGame
from pickomino.profile.practice_log import Card, PracticeLog, after_answer
from pickomino.profile.ratings import GlickoRating, puzzle_rating, update_rating
from pickomino.puzzles.packs import PuzzleEntry
from pickomino.puzzles.scores import band, share_line, streak

VECTORS = json.loads((Path(__file__).parents[1] / "data/profile_vectors.json").read_text("utf-8"))


def test_puzzles_start_with_the_rating_of_their_difficulty():
    for difficulty, rating in VECTORS["puzzle_ratings"].items():
        assert puzzle_rating(int(difficulty)) == tuple(rating)


def test_ratings_change_with_answers():
    for vector in VECTORS["ratings"]:
        one, other = GlickoRating(*vector["rating"]), GlickoRating(*vector["opponent"])
        assert update_rating(one, other, vector["score"]) == pytest.approx(vector["after"])


def test_answers_are_marked_by_their_cost():
    assert [[cost, band(cost)] for cost, _ in VECTORS["bands"]] == VECTORS["bands"]


def test_shared_lines_contain_only_results():
    for vector in VECTORS["share_lines"]:
        day = date.fromisoformat(vector["day"])
        assert share_line(day, vector["costs"], vector["address"]) == vector["line"]


def test_streak_ends_when_a_day_is_missed():
    for vector in VECTORS["streaks"]:
        days = set(map(date.fromisoformat, vector["days"]))
        assert streak(days, date.fromisoformat(vector["today"])) == vector["streak"]


def test_own_decision_comes_back_later_the_more_often_it_was_solved():
    for vector in VECTORS["cards"]:
        day = date.fromisoformat(vector["day"])
        after = after_answer(Card("", day, vector["step"]), vector["cost"], day)
        assert (after and {"due": after.due.isoformat(), "step": after.step}) == vector["after"]


def test_practised_puzzles_are_unseen_and_near_the_players_rating(tmp_path):
    entries = [PuzzleEntry(*entry) for entry in VECTORS["nearest"]["entries"]]
    for vector in VECTORS["nearest"]["cases"]:
        log = PracticeLog(tmp_path)
        log.player = GlickoRating(*vector["player"])
        log.puzzles = convert(vector["puzzles"], dict[str, GlickoRating])
        assert log.nearest(entries) == vector["numbers"]


def rounded(value):
    """Return JSON values with rounded numbers: Python 3.12 adds floats more exactly than 3.11."""
    return json.loads(json.dumps(value), parse_float=lambda text: round(float(text), 12))


def test_figures_summarize_games():
    for vector in VECTORS["figures"]:
        games = convert(vector["games"], list[PlayedGame])
        figures, expected = rounded(to_builtins(compute_figures(games))), rounded(vector["figures"])
        assert figures == expected
        for kinds in ("rules", "players", "rivals"):
            assert list(figures[kinds]) == list(expected[kinds]), "the most frequent first"
        assert sorted(beaten_bots(games)) == vector["beaten"]
