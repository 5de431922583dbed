"""The tutorial's lessons for the browser."""

from __future__ import annotations

from litestar import Response, get

from pickomino.server.refusals import json_response
from pickomino.service.lessons import tutorial_steps


@get("/api/tutorial", sync_to_thread=False)
def tutorial() -> Response[bytes]:
    """Return the steps of the tutorial."""
    return json_response({"steps": tutorial_steps()})
