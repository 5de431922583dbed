"""Where the pictures of links are; pages name them as the previews of their own addresses."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import quote

from pickomino.core.errors import PickominoError
from pickomino.puzzles.packs import PUZZLES_PER_DAY, parse_day
from pickomino.server.http.locale import chosen_language
from pickomino.server.state import AnyRequest, state_of

_MARKS: Final = re.compile(f"[0-3]{{{PUZZLES_PER_DAY}}}")


def result_address(request: AnyRequest, code: str, game_id: str) -> str:
    """Return the whole address of the picture of a finished game."""
    return _whole(request, f"/game/{quote(code)}/{quote(game_id)}/result.png?")


def review_address(request: AnyRequest, game_id: str) -> str:
    """Return the whole address of the picture of a review."""
    return _whole(request, f"/review/{quote(game_id)}/review.png?")


def daily_address(request: AnyRequest) -> str:
    """Return the whole address of the picture for a page of the daily puzzles."""
    day, marks = asked_day(request)
    return _whole(request, f"/daily/result.png?date={day}&marks={marks}&")


def asked_day(request: AnyRequest) -> tuple[str, str]:
    """Return the date and the marks in an address: nothing in place of nonsense."""
    try:
        day = parse_day(request.query_params.get("date", "")).isoformat()
    except PickominoError:
        return "", ""
    marks = request.query_params.get("marks", "")
    return day, marks if _MARKS.fullmatch(marks) else ""


def _whole(request: AnyRequest, path: str) -> str:
    return f"{state_of(request).base_url(request)}{path}language={chosen_language(request)}"
