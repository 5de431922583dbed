"""Exports of rooms and games: records to download, replays, and QR codes."""

from __future__ import annotations

import asyncio
import io
from typing import Annotated, NamedTuple

import segno
from litestar import MediaType, Response, get
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, QueryParameter

from pickomino.api.finished_games import UPLOADED
from pickomino.api.uploads import replay_record
from pickomino.core.errors import PickominoError, quote
from pickomino.core.rules import MAX_PLAYERS
from pickomino.record.game import Game
from pickomino.record.json_record import to_json
from pickomino.rooms.domain.past_games import LATEST, record_of, state_at_start
from pickomino.rooms.protocol.events import Log, redact_log
from pickomino.rooms.protocol.messages import encode
from pickomino.rooms.views.replay import Replay, replay
from pickomino.rooms.views.room_views import seats_of
from pickomino.server.http.compressed import IS_COMPRESSED, compress, compressed_response
from pickomino.server.http.openapi import RecordOperation, RoomCode, error_specs
from pickomino.server.state import AnyRequest, ServerState, caller_of, state_of
from pickomino.server.work_queue import Job

_FORMATS = {"wgn": "text/plain; charset=utf-8", "json": "application/json"}
_Format = Annotated[str, QueryParameter(schema_extra={"enum": list(_FORMATS)})]


@get(
    "/api/rooms/{code:str}/record",
    media_type=MediaType.TEXT,
    opt=IS_COMPRESSED,
    operation_class=RecordOperation,
    responses=error_specs(404, 409) | {200: ResponseSpec(str, generate_examples=False)},
)
async def download_record(
    request: AnyRequest,
    code: RoomCode,
    game: str | None = None,
    format: _Format = "wgn",  # noqa: A002 - the name of the query parameter
) -> Response[bytes]:
    """Download the record of a game, by default the room's current game."""
    if format not in _FORMATS:
        raise PickominoError("bad_format", format=quote(format))
    state = state_of(request)
    game_key = await find_game(state, code, LATEST if game is None else game)

    async def build(_job: Job[bytes]) -> bytes:
        text = await record_text(state, code, game)
        return await asyncio.to_thread(lambda: compress(_convert(text, format).encode()))

    key = f"record {format} {game} {game_key.text}"
    body = await state.queues.replays.result(caller_of(request), key, build)
    name = f"pickomino-{code}.{format}"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return await compressed_response(request, body, _FORMATS[format], headers)


@get(
    "/api/rooms/{code:str}/games/{game_id:str}",
    opt=IS_COMPRESSED,
    responses=error_specs(404, 409) | {200: ResponseSpec(Replay, generate_examples=False)},
)
async def show_game(request: AnyRequest, code: RoomCode, game_id: FromPath[str]) -> Response[bytes]:
    """Return the replay of a game; the id `latest` stands for the room's last game."""
    state = state_of(request)
    game_key = await find_game(state, code, game_id)

    # Built in a thread, so that other games need not wait: a replay can have thousands of steps.
    async def build(_job: Job[bytes]) -> bytes:
        if code == UPLOADED:
            record = await state.store.finished_games.record(game_id)
            return await asyncio.to_thread(lambda: compress(encode(replay_record(record, game_id))))
        log = await _load_log(state, code, game_id)
        return await asyncio.to_thread(lambda: compress(encode(replay(log, game_id))))

    body = await state.queues.replays.result(caller_of(request), f"replay {game_key.text}", build)
    return await compressed_response(request, body)


@get(
    "/api/rooms/{code:str}/qr.svg",
    media_type="image/svg+xml",
    opt=IS_COMPRESSED,
    responses=error_specs(404),
)
async def show_qr_code(request: AnyRequest, code: RoomCode) -> Response[bytes]:
    """Return a QR code with the address of the room."""
    state = state_of(request)
    await state.service.view(code)
    address = f"{state.base_url(request)}/table/{code}"

    async def build(_job: Job[bytes]) -> bytes:
        return await asyncio.to_thread(lambda: compress(_qr_code(address)))

    body = await state.queues.replays.result(caller_of(request), f"qr {address}", build)
    return await compressed_response(request, body, "image/svg+xml")


class GameKey(NamedTuple):
    """Identifies what an existing game shows now."""

    text: str
    """Changes when the game changes."""
    is_over: bool


async def find_game(state: ServerState, code: str, game_id: str) -> GameKey:
    """Find a game in a room or among the finished games.

    Raises `unknown_game` or, if the room remembers the game, `game_deleted`.
    """
    if code != UPLOADED and await state.service.is_unfinished(code, game_id):
        view = await state.service.view(code)
        return GameKey(f"{code} {game_id} {view.version}", is_over=False)
    stored = await state.store.finished_games.find_key(code, game_id)
    if stored is None and await state.service.has_played(code, game_id):
        # Clients that have yet to check its dice would otherwise take it for withheld.
        raise PickominoError("game_deleted")
    if stored is None:
        raise PickominoError("unknown_game", game=quote(game_id))
    return GameKey(stored, is_over=True)


async def record_text(state: ServerState, code: str, game: str | None) -> str:
    """Return a game as WGN, even if it was uploaded or its room was deleted."""
    if code == UPLOADED:
        return await state.store.finished_games.record(game or "")
    # Finished games are read only from where their players can delete them, never from the room.
    if await state.service.is_unfinished(code, game or LATEST):
        return await state.service.record(code)
    log = await state.store.finished_games.log(code, game or LATEST)
    return await asyncio.to_thread(record_of, log, game or LATEST)


async def game_chickens(state: ServerState, code: str, game_id: str) -> tuple[int, ...]:
    """Return the chicken of each seat of a game; an uploaded record does not name them."""
    if code == UPLOADED:
        return tuple(range(MAX_PLAYERS))
    log = await _load_log(state, code, game_id)
    start = await asyncio.to_thread(state_at_start, log, game_id)
    return tuple(seat.chicken for seat in seats_of(start))


async def _load_log(state: ServerState, code: str, game: str) -> Log:
    """Return the log of a game, even if its room was deleted."""
    if await state.service.is_unfinished(code, game):
        return await state.service.log(code)
    return redact_log(await state.store.finished_games.log(code, game))


def _convert(wgn: str, format: str) -> str:  # noqa: A002 - the name of the query parameter
    return to_json(Game.from_wgn(wgn)) if format == "json" else wgn


def _qr_code(address: str) -> bytes:
    picture = io.BytesIO()
    segno.make(address, micro=False).save(
        picture, kind="svg", scale=8, border=4, light="#ffffff", xmldecl=False
    )
    return picture.getvalue()


EXPORT_HANDLERS = [download_record, show_game, show_qr_code]
