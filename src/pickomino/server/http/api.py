"""The HTTP API: rooms and commands as JSON."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from typing import Annotated, Any, Final, get_args

import msgspec
from litestar import Request, Response, get, post
from litestar.params import QueryParameter

from pickomino import __version__
from pickomino.bots.registry import BOTS
from pickomino.core.errors import PickominoError
from pickomino.core.rules import FEWEST_PLAYERS, MOST_PLAYERS, PRESETS
from pickomino.core.rules import OPTIONS as RULE_OPTIONS
from pickomino.record.names import MOST_NAME
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
from pickomino.server.http.openapi import TOKEN, RoomCode, refusals
from pickomino.server.http.security import guard_origin
from pickomino.server.reviews.view import Upload
from pickomino.server.state import AnyRequest, PublicRooms, address_of, rate_limit, state_of
from pickomino.server.storage.archive import Tokens

_Version = Annotated[
    int | None,
    QueryParameter(
        ge=0,
        le=2**53,
        description="The version already seen: later events come along.",
        schema_extra={"minimum": 0},
    ),
]
_DECODERS: Final[dict[Any, Callable[[bytes], Any]]] = {
    CreateRoom: decode_create,
    RoomRequest: decode_request,
    Tokens: partial(messages.decode_message, msgspec.json.Decoder(Tokens)),
    Upload: partial(messages.decode_message, msgspec.json.Decoder(Upload)),
}
_FORWARDED: Final = {"x-forwarded-for", "forwarded", "x-real-ip", "via"}

OPTIONS: Final = {
    "rules": list(PRESETS),
    "rule_options": RULE_OPTIONS,
    "starters": get_args(messages.Starter),
    "reactions": list(messages.REACTIONS),
    "limits": {
        "name": MOST_NAME,
        "fewest_players": FEWEST_PLAYERS,
        "players": MOST_PLAYERS,
        "fewest_turn_seconds": MIN_TURN_SECONDS,
        "turn_seconds": MAX_TURN_SECONDS,
        "turns": messages.MAX_TURNS,
        "match_games": messages.MAX_MATCH_GAMES,
        "match_wins": messages.MAX_MATCH_WINS,
    },
}
"""What can be chosen when a room is made, beside the bots."""


class ApiRequest(Request[Any, Any, Any]):
    """A request whose body is read as strictly as a message of the live connection.

    Litestar would convert what is in it: a seat "1", a flag "yes".
    """

    async def json(self) -> Any:  # noqa: ANN401 - as the framework has it
        """Read the struct that the handler asks for as its `data`."""
        field = self.route_handler.parsed_data_field
        return _DECODERS[field and field.annotation](await self.body())


@post(
    "/api/rooms",
    guards=[guard_origin],
    request_class=ApiRequest,
    responses=refusals(403, 413),
)
async def create_room(request: AnyRequest, data: CreateRoom) -> Created:
    """Make a room; its token is the host's."""
    state = state_of(request)
    return await state.create(data, rate_limit(request, state.room_throttle))


@get("/api/rooms", responses=refusals())
async def list_rooms(request: AnyRequest) -> PublicRooms:
    """List public rooms to join or to watch."""
    return await state_of(request).public_rooms()


@get(
    "/api/rooms/{code:str}",
    responses=refusals(403, 404),
    security=TOKEN,
)
async def show_room(request: AnyRequest, code: RoomCode, since: _Version = None) -> RoomView:
    """Show a room as the holder of the token sees it."""
    return await state_of(request).service.view(code, token_of(request), since)


@post(
    "/api/rooms/{code:str}/commands",
    guards=[guard_origin],
    request_class=ApiRequest,
    responses=refusals(403, 404, 409, 413),
    security=TOKEN,
    status_code=HTTPStatus.OK,
)
async def command_room(request: AnyRequest, code: RoomCode, data: RoomRequest) -> Done:
    """Carry a command out."""
    state = state_of(request)
    request.state.id = data.id  # of a refusal, too
    try:
        await state.rate_limit_join(data.command, code, address_of(request))
        done = await state.service.command(code, token_of(request), data.command, data.expected)
    except PickominoError as error:
        state.metrics.outcomes[error.code] += 1
        raise
    state.metrics.outcomes["done"] += 1
    return msgspec.structs.replace(done, id=data.id)


@get(
    "/api/rooms/{code:str}/coach",
    responses=refusals(403, 404, 409),
    security=TOKEN,
)
async def ask_coach(request: AnyRequest, code: RoomCode) -> CoachView:
    """Advise whoever is to act, where the room plays with hints."""
    return await state_of(request).service.coach(code, token_of(request))


@get("/api/options", responses=refusals(), sync_to_thread=False)
def show_options() -> dict[str, Any]:
    """Return what can be chosen."""
    bots = [
        {"name": name, "level": level, "title": BOTS[name].title, "character": BOTS[name].character}
        for level, name in enumerate(REMOTE_BOTS, 1)
        if not BOTS[name].missing
    ]
    return {"bots": bots, **OPTIONS}


@get("/health", responses=refusals())
async def show_health(request: AnyRequest) -> dict[str, str]:
    """Return whether the server works and can read and write its database."""
    await state_of(request).check_storage()
    return {"status": "ok", "version": __version__}


@get("/ready", responses=refusals())
async def show_readiness(request: AnyRequest) -> dict[str, str]:
    """Return whether the database can be written to."""
    state = state_of(request)
    await state.store.probe()
    await state.check_storage()
    return {"status": "ready", "version": __version__}


@get("/metrics", include_in_schema=False, sync_to_thread=False)
def show_metrics(request: AnyRequest) -> Response[bytes]:
    """Return figures to those who run the server."""
    state = state_of(request)
    who = state.settings.metrics
    if who == "off" or (who == "local" and not _is_local(request)):
        raise PickominoError("no_such_page")
    return Response(state.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


def token_of(request: AnyRequest) -> str | None:
    """Return the seat token that a request carries."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" and token.strip() else None


def _is_local(request: AnyRequest) -> bool:
    # Who comes through a proxy that we do not know comes from anywhere.
    if not state_of(request).settings.trusted_proxies and _FORWARDED & set(request.headers.keys()):
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
    show_options,
    show_health,
    show_readiness,
    show_metrics,
]
