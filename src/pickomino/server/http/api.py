"""The HTTP API: rooms, commands, finished games and the tutorial as JSON."""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from typing import Annotated, Any, Final, get_args

import msgspec
from litestar import Request, Response, delete, get, post
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, QueryParameter

from pickomino.api.finished_games import FinishedGameList, Tokens
from pickomino.api.reviews import Upload
from pickomino.bots.registry import BOTS
from pickomino.core.errors import PickominoError
from pickomino.core.position import Position
from pickomino.core.rules import MAX_PLAYERS, MIN_PLAYERS, PRESETS
from pickomino.core.rules import OPTIONS as RULE_OPTIONS
from pickomino.record.names import MAX_NAME_LENGTH
from pickomino.record.state import TURN_LIMIT
from pickomino.rooms import (
    CoachView,
    Created,
    CreateRoom,
    Done,
    RoomView,
    decode_create,
    decode_request,
)
from pickomino.rooms import Request as RoomRequest
from pickomino.rooms.domain.validation import (
    MAX_TURN_SECONDS,
    MIN_TURN_SECONDS,
    REMOTE_BOTS,
)
from pickomino.rooms.protocol import messages
from pickomino.rooms.protocol.messages import encode
from pickomino.rooms.views.lessons import tutorial_steps
from pickomino.server.http.compressed import (
    IS_COMPRESSED,
    compress,
    compressed_response,
    encoded_response,
)
from pickomino.server.http.openapi import TOKEN, RoomCode, error_specs
from pickomino.server.http.security import guard_origin
from pickomino.server.ops.readiness import check_readiness
from pickomino.server.room_list import PublicRooms
from pickomino.server.state import (
    AnyRequest,
    address_of,
    caller_of,
    limit_per_hour,
    state_of,
)
from pickomino.server.storage.daily_answers import DailyAnswer
from pickomino.server.work_queue import Job

_Version = Annotated[
    int | None,
    QueryParameter(
        ge=0,
        le=2**53,
        description="The version the client has: the view includes the events since then.",
        schema_extra={"minimum": 0},
    ),
]
_DECODERS: Final[dict[Any, Callable[[bytes], Any]]] = {
    CreateRoom: decode_create,
    RoomRequest: decode_request,
    Tokens: partial(messages.decode_message, msgspec.json.Decoder(Tokens)),
    DailyAnswer: partial(messages.decode_message, msgspec.json.Decoder(DailyAnswer)),
    Upload: partial(messages.decode_message, msgspec.json.Decoder(Upload)),
}
_FORWARDING_HEADERS: Final = {"x-forwarded-for", "forwarded", "x-real-ip", "via"}

OPTIONS: Final = {
    "rules": list(PRESETS),
    "rule_options": RULE_OPTIONS,
    "starters": get_args(messages.Starter),
    "reactions": list(messages.REACTIONS),
    "limits": {
        "name": MAX_NAME_LENGTH,
        "fewest_players": MIN_PLAYERS,
        "players": MAX_PLAYERS,
        "fewest_turn_seconds": MIN_TURN_SECONDS,
        "turn_seconds": MAX_TURN_SECONDS,
        "turns": TURN_LIMIT,
        "match_games": messages.MAX_MATCH_GAMES,
        "match_wins": messages.MAX_MATCH_WINS,
    },
}
"""The choices for a new room, apart from the bots."""


class ApiRequest(Request[Any, Any, Any]):
    """A request whose body is decoded as strictly as a message on a live connection.

    Litestar would convert values such as a seat "1" or a flag "yes".
    """

    async def json(self) -> Any:  # noqa: ANN401 - as the framework declares it
        """Return the struct that the handler declares as its `data`."""
        field = self.route_handler.parsed_data_field
        return _DECODERS[field and field.annotation](await self.body())


@post(
    "/api/rooms",
    guards=[guard_origin],
    request_class=ApiRequest,
    responses=error_specs(403, 413),
)
async def create_room(request: AnyRequest, data: CreateRoom) -> Created:
    """Create a room; the token in the response is the host's."""
    state = state_of(request)
    limit = state.settings.rooms_per_hour
    address = limit_per_hour(request, state.room_throttle, "too_many_new_rooms", limit)
    return await state.create(data, address)


@get("/api/rooms", responses=error_specs())
async def list_rooms(request: AnyRequest) -> PublicRooms:
    """List public rooms to join or to watch."""
    return await state_of(request).room_list.read()


@get(
    "/api/rooms/{code:str}",
    opt=IS_COMPRESSED,
    responses=error_specs(403, 404) | {200: ResponseSpec(RoomView, generate_examples=False)},
    security=TOKEN,
)
async def show_room(request: AnyRequest, code: RoomCode, since: _Version = None) -> Response[bytes]:
    """Return a room as the holder of the token sees it."""
    state, token = state_of(request), token_of(request)
    if since is None:
        return encoded_response(request, await state.service.view(code, token))

    async def build(_job: Job[bytes]) -> bytes:
        view = await state.service.view(code, token, since)
        return await asyncio.to_thread(lambda: compress(encode(view)))

    key = f"view {code} {since} {token} {state.service.cached_version(code)}"
    body = await state.queues.replays.result(caller_of(request), key, build, is_cached=False)
    return await compressed_response(request, body)


@post(
    "/api/rooms/{code:str}/commands",
    guards=[guard_origin],
    request_class=ApiRequest,
    responses=error_specs(403, 404, 409, 413),
    security=TOKEN,
    status_code=HTTPStatus.OK,
)
async def command_room(request: AnyRequest, code: RoomCode, data: RoomRequest) -> Done:
    """Execute a command."""
    state = state_of(request)
    request.state.id = data.id  # for error responses
    try:
        done = await state.command(code, token_of(request), data, address_of(request))
    except PickominoError as error:
        state.metrics.outcomes[error.code] += 1
        raise
    state.metrics.outcomes["done"] += 1
    return done


@get(
    "/api/rooms/{code:str}/coach",
    responses=error_specs(403, 404, 409),
    security=TOKEN,
)
async def ask_coach(request: AnyRequest, code: RoomCode) -> CoachView:
    """Return advice for the player to act, if the room allows hints."""
    state = state_of(request)
    position, version = await state.service.position_to_advise(code, token_of(request))
    return msgspec.structs.replace(await advise(request, position), version=version)


@post(
    "/api/games/mine",
    guards=[guard_origin],
    request_class=ApiRequest,
    responses=error_specs(403, 413),
    status_code=HTTPStatus.OK,
)
async def list_games(request: AnyRequest, data: Tokens) -> FinishedGameList:
    """List the finished games that the holders of these tokens played."""
    return FinishedGameList(
        tuple(await state_of(request).store.finished_games.list_for(data.tokens))
    )


@delete(
    "/api/games/{game_id:str}",
    guards=[guard_origin],
    responses=error_specs(403, 404),
    security=TOKEN,
)
async def delete_game(request: AnyRequest, game_id: FromPath[str]) -> None:
    """Delete a finished game for one of its players; the last one deletes it for good."""
    await state_of(request).store.finished_games.delete(game_id, token_of(request))


@get("/api/tutorial", include_in_schema=False, sync_to_thread=False)
def tutorial() -> dict[str, Any]:
    """Return the lessons of the tutorial."""
    return {"steps": tutorial_steps()}


@get("/api/options", responses=error_specs(), sync_to_thread=False)
def show_options() -> dict[str, Any]:
    """Return the choices for a new room."""
    bots = [
        {"name": name, "level": level, "title": BOTS[name].title, "character": BOTS[name].character}
        for level, name in enumerate(REMOTE_BOTS, 1)
        if not BOTS[name].missing
    ]
    return {"bots": bots, **OPTIONS}


@get("/health", responses=error_specs())
async def show_health(request: AnyRequest) -> dict[str, str]:
    """Return whether the server works and can read and write its database."""
    await state_of(request).check_storage()
    return {"status": "ok"}


@get("/ready", responses=error_specs())
async def show_readiness(request: AnyRequest) -> dict[str, str]:
    """Return whether the database can be written to, the key can be used and a game can begin."""
    _require_plain_path(request, b"/ready")
    state = state_of(request)
    await check_readiness(state.store, state.clock.now())
    await state.check_storage()
    return {"status": "ready"}


@get("/metrics", include_in_schema=False, sync_to_thread=False)
def show_metrics(request: AnyRequest) -> Response[bytes]:
    """Return the metrics, if the settings let this client read them."""
    _require_plain_path(request, b"/metrics")
    state = state_of(request)
    access = state.settings.metrics
    if access == "off" or (access == "local" and not _is_local(request)):
        raise PickominoError("no_such_page")
    return Response(state.metrics.render(), media_type="text/plain; version=0.0.4; charset=utf-8")


async def advise(request: AnyRequest, position: Position) -> CoachView:
    """Return advice on a position; raises `coach_busy`."""
    state = state_of(request)

    async def ask(_job: Job[CoachView]) -> CoachView:
        return await state.bots.advise(position)

    return await state.queues.advice.result(caller_of(request), position.wfen(), ask)


def token_of(request: AnyRequest) -> str | None:
    """Return the seat token of a request, if it has one."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" and token.strip() else None


def _require_plain_path(request: AnyRequest, path: bytes) -> None:
    """Raise `no_such_page` for spellings such as `/metrics/`, which a proxy may not recognise."""
    if request.scope["raw_path"] != path:
        raise PickominoError("no_such_page")


def _is_local(request: AnyRequest) -> bool:
    # Behind a proxy that is not trusted, the client can be anywhere.
    is_forwarded = _FORWARDING_HEADERS & set(request.headers.keys())
    if is_forwarded and not state_of(request).settings.trusted_proxies:
        return False
    try:
        return ipaddress.ip_address(address_of(request)).is_loopback
    except ValueError:
        return address_of(request) in ("::/64", "localhost")


API_HANDLERS: Final = [
    create_room,
    list_rooms,
    show_room,
    command_room,
    ask_coach,
    list_games,
    delete_game,
    tutorial,
    show_options,
    show_health,
    show_readiness,
    show_metrics,
]
