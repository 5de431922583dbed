"""The HTTP API for records uploaded for a review, and for advice on any position."""

from __future__ import annotations

from typing import Annotated, Final

from litestar import get, post
from litestar.params import QueryParameter

from pickomino.api.finished_games import FinishedGame
from pickomino.api.reviews import MAX_UPLOAD_BYTES, PositionView, Upload
from pickomino.api.uploads import position_view, uploaded_game
from pickomino.core.position import OVER, Position
from pickomino.server.http.api import ApiRequest, advise
from pickomino.server.http.openapi import error_specs
from pickomino.server.http.security import guard_origin
from pickomino.server.state import (
    UPLOADS_PER_HOUR,
    AnyRequest,
    caller_of,
    limit_per_hour,
    rate_limit,
    state_of,
)

_Wfen = Annotated[str, QueryParameter(description="A position as WFEN, with _ for spaces.")]


@post(
    "/api/games",
    operation_id="ApiGamesBringGame",
    guards=[guard_origin],
    request_class=ApiRequest,
    request_max_body_size=MAX_UPLOAD_BYTES,
    responses=error_specs(403, 413),
)
async def upload_game(request: AnyRequest, data: Upload) -> FinishedGame:
    """Store a record of any finished game for a few days, so that it can be reviewed."""
    state = state_of(request)
    address = limit_per_hour(request, state.upload_throttle, "too_many_uploads", UPLOADS_PER_HOUR)
    state.require_space(address)
    parsed = await state.uploads.parse(caller_of(request), data.record)
    game = uploaded_game(parsed, state.clock.now())
    state.quota.charge(address, await state.store.finished_games.store_record(game, parsed.wgn))
    return game


@get("/api/position", responses=error_specs())
async def show_position(request: AnyRequest, wfen: _Wfen) -> PositionView:
    """Return a position with odds and advice for the player to act."""
    state = state_of(request)
    rate_limit(request, state.position_throttle)
    position = Position.from_wfen(wfen)
    is_over = position.to_act == OVER
    return position_view(position, None if is_over else await advise(request, position))


UPLOAD_HANDLERS: Final = [upload_game, show_position]
