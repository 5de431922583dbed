"""Error responses: a code with an HTTP status, never a traceback."""

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
from pickomino.server.state import AnyRequest, state_of
from pickomino.server.work_queue import ClientLeft

_log = logging.getLogger(__name__)

STATUS: Final[Mapping[str, int]] = {
    "unknown_room": HTTPStatus.NOT_FOUND,
    "unknown_game": HTTPStatus.NOT_FOUND,
    "game_deleted": HTTPStatus.NOT_FOUND,
    "no_such_page": HTTPStatus.NOT_FOUND,
    "bad_method": HTTPStatus.METHOD_NOT_ALLOWED,
    "message_too_big": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    **dict.fromkeys(
        (
            *("too_fast", "too_many_joins", "too_many_seats", "too_many_reactions"),
            *("too_many_new_rooms", "too_many_uploads"),
        ),
        HTTPStatus.TOO_MANY_REQUESTS,
    ),
    "service_closed": HTTPStatus.SERVICE_UNAVAILABLE,
    "store_failed": HTTPStatus.SERVICE_UNAVAILABLE,
    "bad_key": HTTPStatus.SERVICE_UNAVAILABLE,
    "server_busy": HTTPStatus.SERVICE_UNAVAILABLE,
    "coach_busy": HTTPStatus.SERVICE_UNAVAILABLE,
    "review_busy": HTTPStatus.SERVICE_UNAVAILABLE,
    "review_failed": HTTPStatus.SERVICE_UNAVAILABLE,
    "too_many_rooms": HTTPStatus.SERVICE_UNAVAILABLE,
    "storage_used_up": HTTPStatus.SERVICE_UNAVAILABLE,
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
"""The HTTP status of each error code; codes that are not listed have the status 400."""

_FRAMEWORK_CODES: Final[Mapping[int, tuple[str, Mapping[str, object]]]] = {
    HTTPStatus.NOT_FOUND: ("no_such_page", {}),
    HTTPStatus.METHOD_NOT_ALLOWED: ("bad_method", {}),
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: ("message_too_big", {}),
    HTTPStatus.INTERNAL_SERVER_ERROR: ("server_failed", {}),
}
"""For each HTTP status of an error that the framework raises, our error code and its parameters."""


def json_response(message: object, status: int = HTTPStatus.OK) -> Response[bytes]:
    return Response(encode(message), status_code=status, media_type="application/json")


def error_response(error: PickominoError, request_id: int = 0) -> Response[bytes]:
    status = STATUS.get(error.code, HTTPStatus.BAD_REQUEST)
    return json_response(refusal(error, request_id), status)


def localized_message(error: PickominoError, language: str) -> str:
    """Return the message of an error in one of LANGUAGES."""
    return texts_in(language).gettext(ALL_MESSAGES[error.code]).format(**error.parameters)


def expects_json(path: str) -> bool:
    """Return whether clients of a path expect JSON rather than a page."""
    return path.startswith(("/api/", "/health", "/ready", "/metrics"))


def handle_error(request: AnyRequest, error: PickominoError) -> Response[Any]:
    if expects_json(request.scope["path"]):
        return error_response(error, request.state.get("id", 0))
    return pages.error_page(request, STATUS.get(error.code, HTTPStatus.BAD_REQUEST))


def handle_http_exception(request: AnyRequest, error: HTTPException) -> Response[Any]:
    if not expects_json(request.scope["path"]):
        return pages.error_page(request, error.status_code)
    default = "bad_message", {"reason": "request"}
    code, parameters = _FRAMEWORK_CODES.get(error.status_code, default)
    if error.status_code == HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
        parameters = {"limit": request.route_handler.resolve_request_max_body_size()}
    response = json_response(Refused(code, parameters), error.status_code)
    if error.headers and "allow" in error.headers:
        response.headers["allow"] = error.headers["allow"]
    return response


def handle_unexpected(request: AnyRequest, error: Exception) -> Response[Any]:
    """Respond to an internal error: the traceback is logged, the client gets a code."""
    _log.error("%s %s failed", request.method, request.scope["path"], exc_info=error)
    if expects_json(request.scope["path"]):
        return error_response(PickominoError("server_failed"))
    return pages.error_page(request, HTTPStatus.INTERNAL_SERVER_ERROR)


def handle_client_left(request: AnyRequest, _error: ClientLeft) -> Response[Any]:
    """Count a client that closed its connection; this response is never sent."""
    state_of(request).count_error("left")
    return Response(b"", status_code=HTTPStatus.SERVICE_UNAVAILABLE)


EXCEPTION_HANDLERS: Final[dict[int | type[Exception], Any]] = {
    PickominoError: handle_error,
    ClientLeft: handle_client_left,
    HTTPException: handle_http_exception,
    Exception: handle_unexpected,
}
