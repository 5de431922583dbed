"""The OpenAPI schema of the HTTP API: Litestar describes the operations, msgspec the structs.

Litestar could describe the structs as well, but version 2.25 describes a tuple of a union as "one
of the union or anything", which no value matches, and omits every limit that is 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Final

import msgspec
from litestar import Request
from litestar.enums import MediaType
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import (
    Components,
    OpenAPIMediaType,
    OpenAPIResponse,
    Operation,
    Schema,
    SecurityRequirement,
    SecurityScheme,
)
from litestar.params import PathParameter
from litestar.serialization import encode_json

from pickomino.analysis.review_types import Review
from pickomino.api.finished_games import FinishedGameList, Tokens
from pickomino.api.puzzle_views import PuzzleView
from pickomino.api.reviews import PositionView, Reviewing, Upload
from pickomino.core.roll import Roll
from pickomino.profile.entry import ProfileEntry
from pickomino.rooms import CoachView, Created, CreateRoom, Done, Refused, RoomView
from pickomino.rooms import Request as RoomRequest
from pickomino.rooms.domain.tokens import CODE_ALPHABET, CODE_LENGTH
from pickomino.rooms.protocol.messages import PROTOCOL, Hello, Ping, Pong
from pickomino.rooms.views.replay import Replay
from pickomino.server.room_list import PublicRooms
from pickomino.server.storage.daily_answers import DailyAnswer, DailyCounts

STRUCTS: Final = (
    *(CreateRoom, Created, RoomRequest, Done, Refused, RoomView, PublicRooms, CoachView),
    *(Replay, Hello, Ping, Pong, Tokens, FinishedGameList, Reviewing),
    *(Review, Upload, PositionView, PuzzleView, ProfileEntry, DailyAnswer, DailyCounts),
)
"""The messages of HTTP and the live connection."""

RoomCode = Annotated[
    str, PathParameter(schema_extra={"pattern": f"^[{CODE_ALPHABET}]{{{CODE_LENGTH}}}$"})
]
TOKEN: Final[list[SecurityRequirement]] = [{}, {"token": []}]
"""The security requirement of an operation that accepts a seat token but does not require one."""


def error_specs(*statuses: int) -> dict[int, ResponseSpec]:
    """Return the error responses of an operation: these statuses, and 400, 429 and 503."""
    spec = ResponseSpec(Refused, description="Refused", generate_examples=False)
    return dict.fromkeys((400, *statuses, 429, 503), spec)


@dataclass
class RecordOperation(Operation):
    """The download of a record, which has two possible media types; handlers declare only one."""

    def __post_init__(self) -> None:
        response = (self.responses or {}).get("200")
        if isinstance(response, OpenAPIResponse) and response.content is not None:
            response.content["application/json"] = OpenAPIMediaType(schema=Schema())


class _SchemaPlugin(JsonRenderPlugin):
    _rendered = b""

    def render(
        self,
        request: Request[Any, Any, Any],  # noqa: ARG002 - the framework's signature
        openapi_schema: dict[str, Any],
    ) -> bytes:
        if not self._rendered:
            openapi_schema["components"]["schemas"] = struct_schemas(STRUCTS)
            self._rendered = encode_json(openapi_schema)
        return self._rendered


OPENAPI: Final = OpenAPIConfig(
    title="pickomino",
    version=str(PROTOCOL),  # the release is not for the public
    description="Rooms of the dice game Pickomino. Every refusal is a Refused with a stable code."
    " The live connection is described in docs/protocol.md.",
    use_handler_docstrings=True,
    components=Components(security_schemes={"token": SecurityScheme("http", scheme="bearer")}),
    path="/api/openapi.json",
    render_plugins=[_SchemaPlugin(path=("/", "/openapi.json"), media_type=MediaType.JSON)],
)


@cache
def struct_schemas(structs: tuple[type, ...]) -> dict[str, Any]:
    """Return the schemas of structs and their parts; actions and rolls are sent as text."""
    _, schemas = msgspec.json.schema_components(
        structs, schema_hook=_describe, ref_template="#/components/schemas/{name}"
    )
    return schemas | {"Action": {"type": "string"}}


def _describe(kind: type) -> dict[str, Any]:
    return {"type": "string"} if kind is Roll else {"description": "Anything."}
