"""Bands of answers, the line to share, and streaks."""

from datetime import date, timedelta

from pickomino.puzzles.scores import MARKS, band, share_line, streak

DAY = date(2026, 11, 16)


def test_limit_of_a_band_belongs_to_the_better_band():
    costs = (0, 0.003, 0.0031, 0.01, 0.0101, 0.025, 0.0251, 1)
    assert [band(cost) for cost in costs] == [0, 0, 1, 1, 2, 2, 3, 3]
    assert band(0.6130 - 0.6100) == 0, "rounding does not count"


def test_line_to_share_contains_only_results():
    line = share_line(DAY, [0, 0.02, 0.3, 0, 0.005], "https://example.org/daily")
    assert line == "Pickomino 2026-11-16 🟩🟧🟥🟩🟨 https://example.org/daily"
    assert len(MARKS) == 4


def test_streak_ends_when_a_day_is_missed():
    days = {DAY - timedelta(days=back) for back in (0, 1, 2, 4)}
    assert streak(days, DAY) == 3
    assert streak(days, DAY + timedelta(days=1)) == 3, "today can still be played"
    assert streak(days, DAY + timedelta(days=2)) == 0
    assert streak(set(), DAY) == 0
