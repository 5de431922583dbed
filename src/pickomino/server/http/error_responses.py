"""How the server says no: a code with a status, never a trace."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

from litestar import Response
from litestar.exceptions import HTTPException

from pickomino.core.errors import ALL_MESSAGES, PickominoError
from pickomino.i18n import texts_in
from pickomino.rooms.protocol.messages import Refused, encode, refusal
from pickomino.server.http import pages
from pickomino.server.state import AnyRequest

_log = logging.getLogger(__name__)

STATUS: Final[Mapping[str, int]] = {
    "unknown_room": HTTPStatus.NOT_FOUND,
    "unknown_game": HTTPStatus.NOT_FOUND,
    "no_such_page": HTTPStatus.NOT_FOUND,
    "bad_method": HTTPStatus.METHOD_NOT_ALLOWED,
    "message_too_big": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "too_fast": HTTPStatus.TOO_MANY_REQUESTS,
    "service_closed": HTTPStatus.SERVICE_UNAVAILABLE,
    "store_failed": HTTPStatus.SERVICE_UNAVAILABLE,
    "coach_busy": HTTPStatus.SERVICE_UNAVAILABLE,
    "review_busy": HTTPStatus.SERVICE_UNAVAILABLE,
    "review_failed": HTTPStatus.SERVICE_UNAVAILABLE,
    "too_many_rooms": HTTPStatus.SERVICE_UNAVAILABLE,
    "server_failed": HTTPStatus.INTERNAL_SERVER_ERROR,
    "room_damaged": HTTPStatus.INTERNAL_SERVER_ERROR,
    **dict.fromkeys(
        ("bad_token", "bad_origin", "no_hints", "not_host", "not_your_seat", "not_your_turn"),
        HTTPStatus.FORBIDDEN,
    ),
    **dict.fromkeys(
        (
            *("stale", "room_full", "room_used_up", "seat_taken", "no_person", "too_few_players"),
            *("game_running", "not_running", "no_nonce_wanted", "nonce_mismatch", "one_seat_each"),
            *("needs_vote", "taken_over", "not_taken_over", "too_many_games"),
            *("nothing_to_undo", "undo_committed"),
        ),
        HTTPStatus.CONFLICT,
    ),
}
"""The status of a code; every other code is a bad request."""

_CODES: Final[Mapping[int, tuple[str, Mapping[str, object]]]] = {
    HTTPStatus.NOT_FOUND: ("no_such_page", {}),
    HTTPStatus.METHOD_NOT_ALLOWED: ("bad_method", {}),
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: ("message_too_big", {}),
    HTTPStatus.INTERNAL_SERVER_ERROR: ("server_failed", {}),
}
"""What we call the refusals of the framework."""


def json_response(message: object, status: int = HTTPStatus.OK) -> Response[bytes]:
    """Answer with a struct."""
    return Response(encode(message), status_code=status, media_type="application/json")


def refused(error: PickominoError, request_id: int = 0) -> Response[bytes]:
    """Answer with a code."""
    status = STATUS.get(error.code, HTTPStatus.BAD_REQUEST)
    return json_response(refusal(error, request_id), status)


def said(error: PickominoError, language: str) -> str:
    """Return what a person is told in one of LANGUAGES."""
    return texts_in(language).gettext(ALL_MESSAGES[error.code]).format(**error.parameters)


def is_for_programs(path: str) -> bool:
    """Return whether JSON is expected at an address rather than a page."""
    return path.startswith(("/api/", "/health", "/ready", "/metrics"))


def on_refusal(request: AnyRequest, error: PickominoError) -> Response[Any]:
    """Answer an error of ours."""
    if is_for_programs(request.scope["path"]):
        return refused(error, request.state.get("id", 0))
    return pages.error_page(request, STATUS.get(error.code, HTTPStatus.BAD_REQUEST))


def on_http_error(request: AnyRequest, error: HTTPException) -> Response[Any]:
    """Answer what the framework refuses."""
    if not is_for_programs(request.scope["path"]):
        return pages.error_page(request, error.status_code)
    code, parameters = _CODES.get(error.status_code, ("bad_message", {"reason": "request"}))
    if error.status_code == HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
        parameters = {"limit": request.route_handler.resolve_request_max_body_size()}
    answer = json_response(Refused(code, parameters), error.status_code)
    if error.headers and "allow" in error.headers:
        answer.headers["allow"] = error.headers["allow"]
    return answer


def on_failure(request: AnyRequest, error: Exception) -> Response[Any]:
    """Answer a mistake of ours: the log gets the trace, the client a code."""
    _log.error("%s %s failed", request.method, request.scope["path"], exc_info=error)
    if is_for_programs(request.scope["path"]):
        return refused(PickominoError("server_failed"))
    return pages.error_page(request, HTTPStatus.INTERNAL_SERVER_ERROR)


HANDLERS: Final[dict[int | type[Exception], Any]] = {
    PickominoError: on_refusal,
    HTTPException: on_http_error,
    Exception: on_failure,
}
