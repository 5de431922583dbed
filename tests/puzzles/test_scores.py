"""Answers are scored by the win chance they give away; a streak is days in a row."""

from datetime import date, timedelta

from pickomino.puzzles.scores import MARKS, band, share_line, streak

DAY = date(2026, 11, 16)


def test_the_limits_of_the_bands_belong_to_the_better_one():
    costs = (0, 0.003, 0.0031, 0.01, 0.0101, 0.025, 0.0251, 1)
    assert [band(cost) for cost in costs] == [0, 0, 1, 1, 2, 2, 3, 3]
    assert band(0.6130 - 0.6100) == 0, "rounding does not count"


def test_the_shared_line_tells_results_and_nothing_else():
    line = share_line(DAY, [0, 0.02, 0.3, 0, 0.005], "https://example.org/daily")
    assert line == "Pickomino 2026-11-16 🟩🟧🟥🟩🟨 https://example.org/daily"
    assert len(MARKS) == 4


def test_a_streak_lasts_until_a_day_is_missed():
    days = {DAY - timedelta(days=back) for back in (0, 1, 2, 4)}
    assert streak(days, DAY) == 3
    assert streak(days, DAY + timedelta(days=1)) == 3, "today can still be played"
    assert streak(days, DAY + timedelta(days=2)) == 0
    assert streak(set(), DAY) == 0
