"""The HTTP API that compares the players of a day's puzzles, who stay anonymous."""

from __future__ import annotations

from datetime import UTC, datetime
from http import HTTPStatus
from typing import Final

from litestar import get, post
from litestar.params import FromPath

from pickomino.puzzles.packs import parse_day
from pickomino.server.http.api import ApiRequest
from pickomino.server.http.openapi import error_specs
from pickomino.server.http.security import guard_origin
from pickomino.server.state import AnyRequest, address_of, state_of
from pickomino.server.storage.daily_answers import DailyAnswer, DailyCounts

_PATH: Final = "/api/daily/{day:str}"


@get(_PATH, responses=error_specs())
async def show_daily_counts(request: AnyRequest, day: FromPath[str]) -> DailyCounts:
    """Return how many players earned how many points on a day."""
    return await state_of(request).store.daily_answers.counts(parse_day(day))


@post(
    _PATH,
    guards=[guard_origin],
    request_class=ApiRequest,
    responses=error_specs(403, 413),
    status_code=HTTPStatus.OK,
)
async def count_daily_answer(
    request: AnyRequest, day: FromPath[str], data: DailyAnswer
) -> DailyCounts:
    """Count a player's points, and return how many players earned how many.

    Points for another day than today are not counted, and neither are those of an address that has
    sent more than a household would.
    """
    state = state_of(request)
    date = parse_day(day)
    # One day off: a player may finish at midnight, and clocks differ.
    is_open = abs((date - datetime.now(UTC).date()).days) <= 1
    if is_open and state.daily_throttle.allows(address_of(request)):
        await state.store.daily_answers.count(date, data.points)
    return await state.store.daily_answers.counts(date)


DAILY_HANDLERS: Final = [show_daily_counts, count_daily_answer]
