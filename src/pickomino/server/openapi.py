"""Describes the HTTP API for programs; the schemas are made from the very structs that travel."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import msgspec

from pickomino import __version__
from pickomino.service import (
    CoachView,
    Created,
    CreateRoom,
    Done,
    Refused,
    Request,
    RoomSummary,
    RoomView,
)
from pickomino.service.messages import Hello, Ping, Pong
from pickomino.service.replay import Replay
from pickomino.service.tokens import CODE_ALPHABET, CODE_LENGTH

STRUCTS: Final = (
    *(CreateRoom, Created, Request, Done, Refused, RoomView, RoomSummary, CoachView, Replay),
    *(Hello, Ping, Pong),
)
"""What travels over HTTP and the live connection."""

_SCHEMAS: Final = "#/components/schemas/"
_CODE: Final = {
    "name": "code",
    "in": "path",
    "required": True,
    "schema": {"type": "string", "pattern": f"^[{CODE_ALPHABET}]{{{CODE_LENGTH}}}$"},
}
_GAME: Final = {"name": "game_id", "in": "path", "required": True, "schema": {"type": "string"}}
_SINCE: Final = {
    "name": "since",
    "in": "query",
    "description": "The version already seen: later events come along.",
    "schema": {"type": "integer", "minimum": 0, "maximum": 2**53},
}
_RECORD: Final = (
    {"name": "game", "in": "query", "schema": {"type": "string"}},
    {"name": "format", "in": "query", "schema": {"type": "string", "enum": ["wgn", "json"]}},
)
_TOKEN: Final[list[dict[str, list[str]]]] = [{}, {"token": []}]


@cache
def document() -> dict[str, Any]:
    """Give the description."""
    _, schemas = msgspec.json.schema_components(
        STRUCTS, schema_hook=_anything, ref_template=_SCHEMAS + "{name}"
    )
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "pickomino",
            "version": __version__,
            "description": "Rooms of the dice game Pickomino. Every refusal is a Refused with a"
            " stable code. The live connection is described in docs/protocol.md.",
        },
        "paths": _paths(),
        "components": {
            "schemas": schemas,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _paths() -> dict[str, Any]:
    room = {"parameters": [_CODE]}
    return {
        "/api/rooms": {
            "get": _operation("List public rooms to join or to watch.", 200, _ROOMS, (503,)),
            "post": _operation(
                "Make a room; its token is the host's.",
                *(201, _ref("Created"), (400, 403, 413, 503)),
                body="CreateRoom",
            ),
        },
        "/api/rooms/{code}": room
        | {
            "get": _operation(
                "Show a room as the holder of the token sees it.",
                *(200, _ref("RoomView"), (400, 403, 404)),
                parameters=(_SINCE,),
                security=_TOKEN,
            )
        },
        "/api/rooms/{code}/commands": room
        | {
            "post": _operation(
                "Carry a command out.",
                *(200, _ref("Done"), (400, 403, 404, 409, 413, 503)),
                body="Request",
                security=_TOKEN,
            )
        },
        "/api/rooms/{code}/coach": room
        | {
            "get": _operation(
                "Advise whoever is to act, where the room plays with hints.",
                *(200, _ref("CoachView"), (403, 404, 409, 503)),
                security=_TOKEN,
            )
        },
        "/api/rooms/{code}/record": room
        | {
            "get": _operation(
                "Download a game, by default the present one.",
                *(200, {"type": "string"}, (400, 404, 409)),
                parameters=_RECORD,
                kinds=("text/plain", "application/json"),
            )
        },
        "/api/rooms/{code}/games/{game_id}": {"parameters": [_CODE, _GAME]}
        | {
            "get": _operation(
                "Give a game step by step; `latest` is the last one.",
                *(200, _ref("Replay"), (404, 409)),
            )
        },
        "/api/rooms/{code}/qr.svg": room
        | {
            "get": _operation(
                "A picture to scan that leads to the table.",
                *(200, {"type": "string"}, (404,)),
                kinds=("image/svg+xml",),
            )
        },
        "/api/options": {"get": _operation("Tell what can be chosen.", 200, {"type": "object"})},
        "/health": {
            "get": _operation("Tell whether the server answers.", 200, {"type": "object"}, (503,))
        },
    }


def _operation(  # noqa: PLR0913 - one a part of an operation
    summary: str,
    status: int,
    schema: dict[str, Any],
    refusals: tuple[int, ...] = (),
    *,
    body: str = "",
    parameters: tuple[dict[str, Any], ...] = (),
    security: list[dict[str, list[str]]] | None = None,
    kinds: tuple[str, ...] = ("application/json",),
) -> dict[str, Any]:
    told = {"description": "Done", "content": {kind: {"schema": schema} for kind in kinds}}
    no = {"description": "Refused", "content": {"application/json": {"schema": _ref("Refused")}}}
    operation: dict[str, Any] = {
        "summary": summary,
        "responses": {str(status): told} | {str(other): no for other in (*refusals, 429)},
    }
    if body:
        content = {"application/json": {"schema": _ref(body)}}
        operation["requestBody"] = {"required": True, "content": content}
    if parameters:
        operation["parameters"] = list(parameters)
    if security is not None:
        operation["security"] = security
    return operation


def _anything(_kind: type) -> dict[str, Any]:
    """Describe the parameters of a refusal, which may be anything."""
    return {"description": "Anything."}


def _ref(name: str) -> dict[str, Any]:
    return {"$ref": _SCHEMAS + name}


_ROOMS: Final = {
    "type": "object",
    "required": ["rooms"],
    "properties": {"rooms": {"type": "array", "items": _ref("RoomSummary")}},
}
