"""The log of daily puzzles."""

from datetime import timedelta

from pickomino.profile.daily_log import DailyLog
from pickomino.puzzles.packs import packs

FIRST = packs()[0].starts


def test_past_days_do_not_extend_the_streak(tmp_path):
    log, day = DailyLog(tmp_path), FIRST + timedelta(days=3)
    for place in range(5):
        assert log.add(FIRST, place, 0.0, day)
        assert log.add(day, place, 0.0, day)
    assert log.streak(day) == 1


def test_first_of_two_concurrent_answers_counts(tmp_path):
    first, second = DailyLog(tmp_path), DailyLog(tmp_path)
    assert first.add(FIRST, 0, 0.1, FIRST)
    assert second.add(FIRST, 0, 0.3, FIRST)
    assert first.costs(FIRST) == second.costs(FIRST) == [0.1]


def test_damaged_log_is_replaced_by_the_next_answer(tmp_path):
    assert not DailyLog(tmp_path).is_damaged
    for text in ("{", "[1]", '{"x": 1}', '{"2026-11-16": {"costs": [0, "many"]}}'):
        (tmp_path / "daily.json").write_text(text)
        log = DailyLog(tmp_path)
        assert log.is_damaged, text
        assert log.costs(FIRST) == []
        assert log.add(FIRST, 0, 0.1, FIRST)
        assert DailyLog(tmp_path).costs(FIRST) == [0.1]
