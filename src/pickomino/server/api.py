"""The HTTP API: rooms and commands as JSON. `openapi` describes it."""

from __future__ import annotations

import ipaddress
from http import HTTPStatus
from typing import Annotated, Any, Final

import msgspec
from litestar import Request, Response, get, post
from litestar.params import Parameter

from pickomino import __version__
from pickomino.bots.registry import BOTS
from pickomino.core.errors import PickominoError
from pickomino.core.rules import FEWEST_PLAYERS, MOST_PLAYERS, PRESETS
from pickomino.server.openapi import document
from pickomino.server.refusals import json_response, refused
from pickomino.server.security import guard_origin
from pickomino.server.state import address_of, guard_rate, state_of
from pickomino.service import decode_create, decode_request
from pickomino.service.limits import (
    FEWEST_TURN_SECONDS,
    MOST_NAME,
    MOST_TURN_SECONDS,
    REMOTE_BOTS,
)
from pickomino.service.messages import MOST_TURNS, REACTIONS

AnyRequest = Request[Any, Any, Any]
_Version = Annotated[int | None, Parameter(ge=0, le=2**53)]
_FORWARDED: Final = {"x-forwarded-for", "forwarded", "x-real-ip", "via"}

OPTIONS: Final = {
    "rules": list(PRESETS),
    "reactions": list(REACTIONS),
    "limits": {
        "name": MOST_NAME,
        "fewest_players": FEWEST_PLAYERS,
        "players": MOST_PLAYERS,
        "fewest_turn_seconds": FEWEST_TURN_SECONDS,
        "turn_seconds": MOST_TURN_SECONDS,
        "turns": MOST_TURNS,
    },
}
"""What can be chosen when a room is made, beside the bots."""


@post("/api/rooms", guards=[guard_rate, guard_origin])
async def create_room(request: AnyRequest) -> Response[bytes]:
    """Make a room."""
    state = state_of(request)
    command = decode_create(await request.body())
    if not state.new_rooms.allows(address_of(request)):
        raise PickominoError("too_fast")
    return json_response(await state.create(command), HTTPStatus.CREATED)


@get("/api/rooms", guards=[guard_rate])
async def list_rooms(request: AnyRequest) -> Response[bytes]:
    """List public rooms to join or to watch."""
    return json_response({"rooms": await state_of(request).public_rooms()})


@get("/api/rooms/{code:str}", guards=[guard_rate])
async def show_room(request: AnyRequest, code: str, since: _Version = None) -> Response[bytes]:
    """Show a room as the holder of the token sees it."""
    view = await state_of(request).service.view(code, token_of(request), since)
    return json_response(view)


@post("/api/rooms/{code:str}/commands", guards=[guard_rate, guard_origin], status_code=200)
async def command_room(request: AnyRequest, code: str) -> Response[bytes]:
    """Carry a command out."""
    state = state_of(request)
    asked = decode_request(await request.body())
    try:
        state.check_haste(asked.command, address_of(request))
        token = token_of(request)
        done = await state.service.command(code, token, asked.command, asked.expected)
    except PickominoError as error:
        state.metrics.commands.labels(error.code).inc()
        return refused(error, asked.id)
    state.metrics.commands.labels("done").inc()
    return json_response(msgspec.structs.replace(done, id=asked.id))


@get("/api/rooms/{code:str}/coach", guards=[guard_rate])
async def ask_coach(request: AnyRequest, code: str) -> Response[bytes]:
    """Advise whoever is to act."""
    return json_response(await state_of(request).service.coach(code, token_of(request)))


@get("/api/options", sync_to_thread=False)
def show_options() -> Response[bytes]:
    """Tell what can be chosen."""
    bots = [
        {"name": name, "level": level, "title": BOTS[name].title, "character": BOTS[name].character}
        for level, name in enumerate(REMOTE_BOTS, 1)
        if not BOTS[name].missing
    ]
    return json_response({"bots": bots, **OPTIONS})


@get("/api/openapi.json", sync_to_thread=False)
def show_openapi() -> Response[bytes]:
    """Describe this API."""
    return json_response(document())


@get("/health")
async def show_health(request: AnyRequest) -> Response[bytes]:
    """Tell whether the server and its database answer."""
    await state_of(request).store.count()
    return json_response({"status": "ok", "version": __version__})


@get("/metrics", sync_to_thread=False)
def show_metrics(request: AnyRequest) -> Response[bytes]:
    """Give figures to those who run the server."""
    state = state_of(request)
    who = state.settings.metrics
    if who == "off" or (who == "local" and not _is_local(request)):
        raise PickominoError("no_such_page")
    return Response(state.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


def token_of(request: AnyRequest) -> str | None:
    """Give the seat token that a request carries."""
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
    show_openapi,
    show_health,
    show_metrics,
]
