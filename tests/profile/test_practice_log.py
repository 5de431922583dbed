"""Practice: puzzles near the player's rating, and the player's own decisions, asked again."""

import json
import random
from datetime import timedelta

import pytest

from pickomino.profile.practice_log import (
    REPEAT_DAYS,
    PracticeLog,
)
from pickomino.profile.ratings import NEWCOMER, puzzle_rating
from pickomino.puzzles.packs import packs
from pickomino.puzzles.puzzle import parse_puzzle

DAY = packs()[0].starts
OWN = (
    "classic_oooo.o.ooooooooo_27/25_a_5555w_- own 2 s25=0.61/0"
    " r=0.58/0.21/sure_tile,tile:25,failure:0.21 t24=0.55/0/worth_more,better:0.61,chosen:0.55"
)


def solve_steals(log, count=40):
    """Solve puzzles about steals and return their numbers."""
    chance, seen = random.Random(1), []
    for _ in range(count):
        numbered = log.next(DAY, "steal", chance)
        seen.append(numbered.number)
        assert numbered.puzzle.theme == "steal"
        assert log.answer(numbered, 0.0)
    return seen


def test_next_puzzle_is_unseen(tmp_path):
    seen = solve_steals(PracticeLog(tmp_path))
    assert len(set(seen)) == len(seen)


def test_next_puzzle_is_near_the_players_rating(tmp_path):
    log = PracticeLog(tmp_path)
    solve_steals(log)
    assert log.player.rating > NEWCOMER.rating + 200
    assert log.next(DAY, "steal", random.Random(2)).puzzle.difficulty == 3


def test_practice_ratings_are_stored(tmp_path):
    log = PracticeLog(tmp_path)
    solve_steals(log)
    again = PracticeLog(tmp_path)
    assert (again.player, again.puzzles) == (log.player, log.puzzles)
    assert not again.is_damaged


def test_solving_a_puzzle_lowers_its_rating(tmp_path):
    log = PracticeLog(tmp_path)
    numbered = log.next(DAY, None, random.Random(2))
    log.answer(numbered, 0.0)
    before = puzzle_rating(numbered.puzzle.difficulty)
    assert log.puzzles[numbered.number].rating < before.rating
    assert log.player.rating > NEWCOMER.rating


def test_own_decision_is_due_after_1_3_7_and_21_days(tmp_path):
    log = PracticeLog(tmp_path)
    assert log.add_cards([parse_puzzle(OWN), parse_puzzle(OWN)], DAY)
    assert log.due(DAY) == []
    intervals, day = [], DAY
    for _ in REPEAT_DAYS:
        (card,) = log.cards
        intervals.append((card.due - day).days)
        day = card.due
        assert log.due(day) == [card]
        assert log.answer_card(card, 0.0, day)
    assert intervals == list(REPEAT_DAYS) == [1, 3, 7, 21]
    assert log.cards == [], "learned"


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        "{}",
        '{"player": [1500]}',
        '{"player": [1e999, 350], "puzzles": {}, "cards": []}',
        '{"player": [1500, 350], "puzzles": {"1-1": "x"}, "cards": []}',
        '{"player": [1500, 350], "puzzles": {}, "cards": [{"line": "x"}]}',
        '{"player": [1500, 350], "puzzles": {}, "cards": "many"}',
    ],
)
def test_damaged_practice_file_is_replaced(tmp_path, text):
    (tmp_path / "practice.json").write_text(text)
    log = PracticeLog(tmp_path)
    assert log.is_damaged
    assert (log.player, log.cards) == (NEWCOMER, [])
    assert log.answer(log.next(DAY, None, random.Random(3)), 0.0)
    assert not PracticeLog(tmp_path).is_damaged


def test_practice_works_without_a_writable_file(tmp_path):
    (tmp_path / "practice.json").mkdir()
    log = PracticeLog(tmp_path)
    assert not log.answer(log.next(DAY, None, random.Random(4)), 0.0)
    assert log.player.rating > NEWCOMER.rating


def test_file_has_the_format_of_the_browser(tmp_path):
    log = PracticeLog(tmp_path)
    log.add_cards([parse_puzzle(OWN)], DAY)
    stored = json.loads((tmp_path / "practice.json").read_text())
    due = (DAY + timedelta(days=1)).isoformat()
    assert stored == {
        "player": [1500, 350],
        "puzzles": {},
        "cards": [{"line": OWN, "due": due, "step": 0}],
    }
