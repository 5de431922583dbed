"""Reports of content security policy violations; off by default."""

from __future__ import annotations

import logging
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar import Request, post
from litestar.exceptions import NotFoundException

from pickomino.core.errors import PickominoError, quote
from pickomino.server.http.security import CSP_REPORT_PATH
from pickomino.server.state import state_of

_log = logging.getLogger(__name__)


class _Report(msgspec.Struct, rename="kebab"):
    """The relevant part of a report, without the address of the page."""

    effective_directive: str = ""
    blocked_uri: str = ""


class _Body(msgspec.Struct, rename={"report": "csp-report"}):
    report: _Report


_body = msgspec.json.Decoder(_Body)


@post(CSP_REPORT_PATH, status_code=204, include_in_schema=False)
async def csp_report(request: Request[Any, Any, Any]) -> None:
    """Log what a browser blocked, without the address of the page."""
    state = state_of(request)
    if not state.settings.csp_reports:
        raise NotFoundException
    try:
        report = _body.decode(await request.body()).report
        source = urlsplit(report.blocked_uri).netloc or report.blocked_uri[:20]
    except (msgspec.MsgspecError, ValueError) as error:
        raise PickominoError("bad_message", reason="not a CSP report") from error
    state.count_error("csp_report")
    _log.warning("a browser blocked %s: %s", quote(source), quote(report.effective_directive))
