"""Assembles the application."""

from __future__ import annotations

from functools import partial

from litestar import Litestar, Router
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State

from pickomino.rooms.protocol.messages import MAX_MESSAGE_BYTES
from pickomino.server.http import locale, pages
from pickomino.server.http.api import API_HANDLERS
from pickomino.server.http.compressed import IS_COMPRESSED, LEVEL
from pickomino.server.http.csp_reports import csp_report
from pickomino.server.http.daily import DAILY_HANDLERS
from pickomino.server.http.error_responses import EXCEPTION_HANDLERS
from pickomino.server.http.exports import EXPORT_HANDLERS
from pickomino.server.http.offline_site import offline_site_handlers
from pickomino.server.http.openapi import OPENAPI
from pickomino.server.http.profile import PROFILE_HANDLERS
from pickomino.server.http.reviews import REVIEW_HANDLERS
from pickomino.server.http.security import GuardMiddleware
from pickomino.server.http.static_files import client_file
from pickomino.server.http.uploads import UPLOAD_HANDLERS
from pickomino.server.images.daily import daily_picture
from pickomino.server.images.preview import preview_picture
from pickomino.server.images.renderer import Renderer
from pickomino.server.images.result import result_picture
from pickomino.server.images.review import review_picture
from pickomino.server.live.connection import live
from pickomino.server.state import ServerState


def create_app(state: ServerState) -> GuardMiddleware:
    """Return the application; the caller opens and closes the state."""
    app = Litestar(
        [
            *API_HANDLERS,
            *DAILY_HANDLERS,
            *EXPORT_HANDLERS,
            *PROFILE_HANDLERS,
            *REVIEW_HANDLERS,
            csp_report,
            *UPLOAD_HANDLERS,
            client_file,
            *offline_site_handlers(state.settings.site),
            Router(
                "/",
                route_handlers=[
                    *pages.PAGE_HANDLERS,
                    result_picture,
                    daily_picture,
                    preview_picture,
                    review_picture,
                    *locale.TEXT_HANDLERS,
                ],
                include_in_schema=False,
            ),
        ],
        state=State({"server": state, "renderer": Renderer()}),
        exception_handlers=EXCEPTION_HANDLERS,
        request_max_body_size=MAX_MESSAGE_BYTES,
        compression_config=CompressionConfig(
            backend="gzip",
            gzip_compress_level=LEVEL,
            minimum_size=500,
            exclude_opt_key=next(iter(IS_COMPRESSED)),
        ),
        openapi_config=OPENAPI,
        logging_config=None,
        debug=False,
    )
    return GuardMiddleware(app, partial(live, state), state)


def warm(app: GuardMiddleware) -> None:
    """Fill the caches now, because filling them on the first requests would delay all tables."""
    pages.warm()
    _ = app.application.openapi_schema
