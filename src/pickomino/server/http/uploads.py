"""Any game: records that people bring to be reviewed, and positions to be advised on."""

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
from pickomino.record.files import read_record
from pickomino.rooms.protocol.events import GameEnded
from pickomino.rooms.protocol.frames import end_frame, frame_of, game_frames
from pickomino.rooms.protocol.views import SeatView
from pickomino.rooms.views.replay import Replay
from pickomino.server.http.api import ApiRequest
from pickomino.server.http.openapi import refusals
from pickomino.server.http.security import guard_origin
from pickomino.server.reviews.process import Answer, Recorded, ReviewRequest, names_in
from pickomino.server.reviews.view import MOST_UPLOAD_BYTES, PositionView, Upload
from pickomino.server.state import AnyRequest, ServerState, rate_limit, state_of
from pickomino.server.storage.archive import UPLOADED, FinishedGame

READ_SECONDS: Final = 25.0
"""What reading a record may take, with those that were brought before."""
_ID_BYTES: Final = 12
_Wfen = Annotated[str, QueryParameter(description="A position as WFEN, with _ for spaces.")]


@post(
    "/api/games",
    guards=[guard_origin],
    request_class=ApiRequest,
    request_max_body_size=MOST_UPLOAD_BYTES,
    responses=refusals(403, 413),
)
async def bring_game(request: AnyRequest, data: Upload) -> FinishedGame:
    """Keep a record of any finished game for a few days, so that it can be reviewed."""
    state = state_of(request)
    recorded = await _read(state, data.record, rate_limit(request, state.upload_throttle))
    game = FinishedGame(
        _name_of(recorded.wgn),
        UPLOADED,
        recorded.rules,
        recorded.names,
        recorded.scores,
        recorded.winners,
        state.clock.now(),
    )
    await state.store.finished.keep_record(game, recorded.wgn)
    return game


@get("/api/position", responses=refusals())
async def show_position(request: AnyRequest, wfen: _Wfen) -> PositionView:
    """Return any position with the odds and advice for whoever is to act."""
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


def replay_of(record: str, game_id: str) -> Replay:
    """Return the replay of an uploaded game; this server vouches for none of its dice."""
    game, _ = read_record(record)
    frames = game_frames(game.start, game.steps)
    end = GameEnded(scores(game.position), winners(game.position))
    last = end_frame(game.position, frames[-1].turn, end)
    names = names_in(game)
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


async def _read(state: ServerState, record: str, address: str) -> Recorded:
    """Have a worker read a record: a long one takes seconds, and must not hold anybody up."""

    async def load() -> ReviewRequest:
        return ReviewRequest(record=record, only_read=True)

    async def forget(_answer: Answer) -> None:
        pass

    name = f"{address} {_name_of(record)}"
    try:
        async with asyncio.timeout(READ_SECONDS):
            while True:
                job = await state.uploads.ask(name, address, load, forget)
                if job.answer is not None and job.answer.recorded is not None:
                    return job.answer.recorded
    except TimeoutError as error:
        raise PickominoError("review_busy") from error


def _name_of(record: str) -> str:
    """Name a game by its record, so that the same one is kept once."""
    digest = hashlib.sha256(record.encode("utf-8", "replace")).digest()
    return base64.urlsafe_b64encode(digest[:_ID_BYTES]).decode()


UPLOAD_HANDLERS: Final = [bring_game, show_position]
