"""Lines about why one choice is better than another."""

from __future__ import annotations

from typing import Final

from pickomino.analysis.review_types import Reason
from pickomino.narration.line import Line, line

COMPARISONS: Final = frozenset(
    {"new_symbol", "cannot_fail", "saves_turn", "needs_worm", "fails_less", "worth_more"}
)
"""Reasons that compare a figure of two choices; the coach has to name the other choice."""
_COUNTS: Final = frozenset({"tile", "seat", "many", "few"})


def reason_line(reason: Reason) -> Line:
    """Return a reason as a line, for a review or a puzzle.

    >>> reason_line(Reason("raven", {"seat": 1}))
    Line(key='reason_raven', args={'name': 1})
    """
    return line(f"reason_{reason.code}", **_arguments(reason))


def coach_reason_line(reason: Reason, other: Line) -> Line:
    """Return why the best choice is better than the `other` choice, as a line for the coach."""
    if reason.code in COMPARISONS:
        return line(f"why_{reason.code}", **_arguments(reason), other=other)
    return reason_line(reason)


def _arguments(reason: Reason) -> dict[str, float]:
    return {
        "name" if name == "seat" else name: int(value) if name in _COUNTS or value > 1 else value
        for name, value in reason.parameters.items()
    }
