"""Lines about why one choice is better than another."""

from __future__ import annotations

from pickomino.analysis.review_types import Reason
from pickomino.narration.line import Line, line


def reason_line(reason: Reason, key: str = "reason", **args: Line) -> Line:
    """Return a reason as a line, worded for a review or, with the key `why`, for the coach.

    >>> reason_line(Reason("raven", {"seat": 1}))
    Line(key='reason_raven', args={'name': 1})
    """
    parameters = {
        "name" if name == "seat" else name: int(value) if name == "seat" or value > 1 else value
        for name, value in reason.parameters.items()
    }
    return line(f"{key}_{reason.code}", **parameters, **args)
