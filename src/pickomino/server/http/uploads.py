"""The HTTP API for records uploaded for a review, and for advice on any position."""

from __future__ import annotations

import asyncio
import base64
import hashlib
from typing import Annotated, Final

from litestar import get, post
from litestar.params import QueryParameter

from pickomino.core.errors import PickominoError
from pickomino.core.play import legal_actions
from pickomino.core.position import OVER, Position, scores, winners
from pickomino.record.files import parse_record
from pickomino.rooms.protocol.events import GameEnded
from pickomino.rooms.protocol.frames import end_frame, frame_of, game_frames, with_texts
from pickomino.rooms.protocol.views import SeatView
from pickomino.rooms.views.replay import Replay
from pickomino.server.http.api import ApiRequest
from pickomino.server.http.openapi import error_specs
from pickomino.server.http.security import guard_origin
from pickomino.server.reviews.view import MAX_UPLOAD_BYTES, PositionView, Upload
from pickomino.server.reviews.worker import (
    ParsedRecord,
    ReviewRequest,
    ReviewResponse,
    player_names,
)
from pickomino.server.state import AnyRequest, ServerState, rate_limit, state_of
from pickomino.server.storage.finished_games import UPLOADED, FinishedGame

MAX_PARSE_SECONDS: Final = 25.0
"""The time limit for parsing a record, including the wait for records queued before it."""
_ID_BYTES: Final = 12
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
    parsed = await _parse_record(state, data.record, rate_limit(request, state.upload_throttle))
    game = FinishedGame(
        _content_id(parsed.wgn),
        UPLOADED,
        parsed.rules,
        parsed.names,
        parsed.scores,
        parsed.winners,
        state.clock.now(),
    )
    await state.store.finished_games.store_record(game, parsed.wgn)
    return game


@get("/api/position", responses=error_specs())
async def show_position(request: AnyRequest, wfen: _Wfen) -> PositionView:
    """Return a position with odds and advice for the player to act."""
    state = state_of(request)
    rate_limit(request, state.position_throttle)
    position = Position.from_wfen(wfen)
    is_over = position.to_act == OVER
    return PositionView(
        position.wfen(),
        frame_of(position, ""),
        () if is_over else tuple(map(str, legal_actions(position))),
        None if is_over else await state.position_coach.advise(position, 0),
    )


def replay_record(record: str, game_id: str) -> Replay:
    """Return the replay of an uploaded game; its dice cannot be verified."""
    game, _ = parse_record(record)
    frames = list(map(with_texts, game_frames(game.start, game.steps)))
    end = GameEnded(scores(game.position), winners(game.position))
    last = end_frame(game.position, frames[-1].turn, end)
    names = player_names(game)
    seats = tuple(SeatView("person", name, "") for name in names)
    return Replay(
        UPLOADED,
        game_id,
        str(game.start.rules),
        names,
        seats,
        commitment="",
        nonces=(),
        dice_time="",
        dice_round=0,
        dice_starter="",
        frames=(*frames, last),
        is_over=True,
    )


async def _parse_record(state: ServerState, record: str, address: str) -> ParsedRecord:
    """Parse a record in the worker process, because a long one takes seconds."""

    async def load() -> ReviewRequest:
        return ReviewRequest(record=record, parse_only=True)

    async def discard(_response: ReviewResponse) -> None:
        pass

    key = f"{address} {_content_id(record)}"
    try:
        async with asyncio.timeout(MAX_PARSE_SECONDS):
            while True:
                job = await state.uploads.request(key, address, load, discard)
                if job.response is not None and job.response.parsed is not None:
                    return job.response.parsed
    except TimeoutError as error:
        raise PickominoError("review_busy") from error


def _content_id(record: str) -> str:
    """Return an id made from the record, so that the same game is stored only once."""
    digest = hashlib.sha256(record.encode("utf-8", "replace")).digest()
    return base64.urlsafe_b64encode(digest[:_ID_BYTES]).decode()


UPLOAD_HANDLERS: Final = [upload_game, show_position]
