"""What was played: records to download, replays, and codes to scan."""

from __future__ import annotations

import asyncio
import io
from functools import lru_cache
from typing import Any

import segno
from litestar import Request, Response, get

from pickomino.core.errors import PickominoError, quoted
from pickomino.record.game import Game
from pickomino.record.json_record import to_json
from pickomino.server.refusals import json_response
from pickomino.server.state import guard_rate, state_of
from pickomino.service.replay import replay

AnyRequest = Request[Any, Any, Any]

_FORMATS = {"wgn": "text/plain; charset=utf-8", "json": "application/json"}


@get("/api/rooms/{code:str}/record", guards=[guard_rate])
async def download_record(
    request: AnyRequest,
    code: str,
    game: str | None = None,
    format: str = "wgn",  # noqa: A002 - its name in the address
) -> Response[bytes]:
    """Give a game as a file."""
    if format not in _FORMATS:
        raise PickominoError("bad_format", format=quoted(format))
    state = state_of(request)
    async with state.looking_back:
        text = await state.service.record(code, game)
        if format == "json":
            text = await asyncio.to_thread(lambda: to_json(Game.from_wgn(text)))
    name = f"pickomino-{code}.{format}"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text.encode(), headers=headers, media_type=_FORMATS[format])


@get("/api/rooms/{code:str}/games/{game_id:str}", guards=[guard_rate])
async def show_game(request: AnyRequest, code: str, game_id: str) -> Response[bytes]:
    """Give a game step by step."""
    state = state_of(request)
    # Thousands of steps: in a thread, so that nobody's dice have to wait.
    async with state.looking_back:
        log = await state.service.log(code)
        return await asyncio.to_thread(lambda: json_response(replay(log, game_id)))


@get("/api/rooms/{code:str}/qr.svg", guards=[guard_rate])
async def show_qr_code(request: AnyRequest, code: str) -> Response[bytes]:
    """Give a picture to scan that leads to the table."""
    state = state_of(request)
    await state.service.view(code)
    address = f"{state.base_url(request)}/table/{code}"
    picture = await asyncio.to_thread(_qr_code, address)
    return Response(picture, media_type="image/svg+xml")


@lru_cache(maxsize=256)
def _qr_code(address: str) -> bytes:
    picture = io.BytesIO()
    segno.make(address, micro=False).save(
        picture, kind="svg", scale=8, border=4, light="#ffffff", xmldecl=False
    )
    return picture.getvalue()


RECORD_HANDLERS = [download_record, show_game, show_qr_code]
