"""Grades answers, formats the line to share, and counts streaks of days."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date, timedelta
from itertools import count
from typing import Final

BANDS: Final = (0.003, 0.01, 0.025)
"""The highest cost, in win chance, that still earns the first, second and third mark."""
MARKS: Final = "🟩🟨🟧🟥"
_ROUNDING: Final = 1e-9


def band(cost: float) -> int:
    """Return the index in MARKS of the mark for an answer with this cost; 0 is the best mark.

    >>> [band(cost) for cost in (0, 0.003, 0.01, 0.0251)]
    [0, 0, 1, 3]
    """
    return sum(cost > limit + _ROUNDING for limit in BANDS)


def share_line(day: date, costs: Sequence[float], address: str = "") -> str:
    """Return a line to share: the results of a day, without revealing the puzzles.

    >>> share_line(date(2026, 11, 16), [0, 0.02, 0.3, 0, 0.005])
    'Pickomino 2026-11-16 🟩🟧🟥🟩🟨'
    """
    marks = "".join(MARKS[band(cost)] for cost in costs)
    return " ".join(filter(None, ["Pickomino", day.isoformat(), marks, address]))


def streak(days: Collection[date], today: date) -> int:
    """Return how many consecutive days, ending today or yesterday, are in `days`.

    >>> streak({date(2026, 11, 14), date(2026, 11, 15)}, date(2026, 11, 16))
    2
    """
    last = today if today in days else today - timedelta(days=1)
    return next(back for back in count() if last - timedelta(days=back) not in days)
