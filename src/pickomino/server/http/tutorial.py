"""The tutorial's lessons for the browser."""

from __future__ import annotations

from litestar import Response, get

from pickomino.rooms.views.lessons import tutorial_steps
from pickomino.server.http.error_responses import json_response


@get("/api/tutorial", sync_to_thread=False)
def tutorial() -> Response[bytes]:
    return json_response({"steps": tutorial_steps()})
