"""Exports of rooms and games: records to download, replays, and QR codes."""

from __future__ import annotations

import asyncio
import io
from functools import lru_cache
from typing import Annotated

import segno
from litestar import MediaType, Response, get
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, QueryParameter

from pickomino.core.errors import PickominoError, quote
from pickomino.record.game import Game
from pickomino.record.json_record import to_json
from pickomino.rooms.domain.past_games import LATEST, record_of
from pickomino.rooms.protocol.events import Log, redact_log
from pickomino.rooms.views.replay import Replay, replay
from pickomino.server.http.error_responses import json_response
from pickomino.server.http.openapi import RecordOperation, RoomCode, error_specs
from pickomino.server.http.uploads import replay_record
from pickomino.server.state import AnyRequest, ServerState, state_of
from pickomino.server.storage.finished_games import UPLOADED

_FORMATS = {"wgn": "text/plain; charset=utf-8", "json": "application/json"}
_Format = Annotated[str, QueryParameter(schema_extra={"enum": list(_FORMATS)})]


@get(
    "/api/rooms/{code:str}/record",
    media_type=MediaType.TEXT,
    operation_class=RecordOperation,
    responses=error_specs(404, 409),
)
async def download_record(
    request: AnyRequest,
    code: RoomCode,
    game: str | None = None,
    format: _Format = "wgn",  # noqa: A002 - the name of the query parameter
) -> Response[str]:
    """Download the record of a game, by default the room's current game."""
    if format not in _FORMATS:
        raise PickominoError("bad_format", format=quote(format))
    state = state_of(request)
    async with state.replay_slots:
        text = await record_text(state, code, game)
        if format == "json":
            text = await asyncio.to_thread(lambda: to_json(Game.from_wgn(text)))
    name = f"pickomino-{code}.{format}"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, headers=headers, media_type=_FORMATS[format])


@get(
    "/api/rooms/{code:str}/games/{game_id:str}",
    responses=error_specs(404, 409) | {200: ResponseSpec(Replay, generate_examples=False)},
)
async def show_game(request: AnyRequest, code: RoomCode, game_id: FromPath[str]) -> Response[bytes]:
    """Return the replay of a game; the id `latest` stands for the room's last game."""
    state = state_of(request)
    # Built in a thread, so that other games need not wait: a replay can have thousands of steps.
    async with state.replay_slots:
        if code == UPLOADED:
            record = await state.store.finished_games.record(game_id)
            return await asyncio.to_thread(lambda: json_response(replay_record(record, game_id)))
        log = await _load_log(state, code, game_id)
        return await asyncio.to_thread(lambda: json_response(replay(log, game_id)))


@get(
    "/api/rooms/{code:str}/qr.svg",
    media_type="image/svg+xml",
    responses=error_specs(404),
)
async def show_qr_code(request: AnyRequest, code: RoomCode) -> bytes:
    """Return a QR code with the address of the room."""
    state = state_of(request)
    await state.service.view(code)
    address = f"{state.base_url(request)}/table/{code}"
    return await asyncio.to_thread(_qr_code, address)


async def record_text(state: ServerState, code: str, game: str | None) -> str:
    """Return a game as WGN, even if it was uploaded or its room was deleted."""
    if code == UPLOADED:
        return await state.store.finished_games.record(game or "")
    try:
        return await state.service.record(code, game)
    except PickominoError as error:
        if error.code != "unknown_room":
            raise
    log = await state.store.finished_games.log(code, game or LATEST)
    return await asyncio.to_thread(record_of, log, game or LATEST)


async def _load_log(state: ServerState, code: str, game: str) -> Log:
    """Return the log of a game, even if its room was deleted."""
    try:
        return await state.service.log(code)
    except PickominoError as error:
        if error.code != "unknown_room":
            raise
    return redact_log(await state.store.finished_games.log(code, game))


@lru_cache(maxsize=256)
def _qr_code(address: str) -> bytes:
    picture = io.BytesIO()
    segno.make(address, micro=False).save(
        picture, kind="svg", scale=8, border=4, light="#ffffff", xmldecl=False
    )
    return picture.getvalue()


EXPORT_HANDLERS = [download_record, show_game, show_qr_code]
