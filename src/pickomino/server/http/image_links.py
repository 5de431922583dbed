"""URLs of the images that pages declare as their link previews."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import quote

from pickomino.core.errors import PickominoError
from pickomino.puzzles.packs import PUZZLES_PER_DAY, pack_for, parse_day, today
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


def preview_image_url(request: AnyRequest) -> str:
    """Return the URL of the image for pages without one of their own."""
    return _absolute_url(request, "/preview.png?")


def site_address(request: AnyRequest) -> str:
    """Return the address of this server as people type it, without `https://`."""
    return state_of(request).base_url(request).partition("://")[2]


def parse_day_query(request: AnyRequest) -> tuple[str, str]:
    """Return the date and the marks in a query; a day without puzzles or bad marks become ""."""
    try:
        day = parse_day(request.query_params.get("date", ""))
        pack_for(day)
    except PickominoError:
        return "", ""
    if day > today():
        return "", ""
    marks = request.query_params.get("marks", "")
    return day.isoformat(), marks if _MARKS.fullmatch(marks) else ""


def _absolute_url(request: AnyRequest, path: str) -> str:
    return f"{state_of(request).base_url(request)}{path}language={chosen_language(request)}"
