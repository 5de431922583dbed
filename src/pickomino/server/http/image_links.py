"""URLs of the images that pages declare as their link previews."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import quote

from pickomino.core.errors import PickominoError
from pickomino.puzzles.packs import PUZZLES_PER_DAY, parse_day
from pickomino.server.http.locale import chosen_language
from pickomino.server.state import AnyRequest, state_of

_MARKS: Final = re.compile(f"[0-3]{{{PUZZLES_PER_DAY}}}")


def result_image_url(request: AnyRequest, code: str, game_id: str) -> str:
    return _absolute_url(request, f"/game/{quote(code)}/{quote(game_id)}/result.png?")


def review_image_url(request: AnyRequest, game_id: str) -> str:
    return _absolute_url(request, f"/review/{quote(game_id)}/review.png?")


def daily_image_url(request: AnyRequest) -> str:
    day, marks = parse_day_query(request)
    return _absolute_url(request, f"/daily/result.png?date={day}&marks={marks}&")


def parse_day_query(request: AnyRequest) -> tuple[str, str]:
    """Return the date and the marks in a query; an invalid date or invalid marks become ""."""
    try:
        day = parse_day(request.query_params.get("date", "")).isoformat()
    except PickominoError:
        return "", ""
    marks = request.query_params.get("marks", "")
    return day, marks if _MARKS.fullmatch(marks) else ""


def _absolute_url(request: AnyRequest, path: str) -> str:
    return f"{state_of(request).base_url(request)}{path}language={chosen_language(request)}"
