"""What protects people's browsers: headers on every answer, and who may talk to us at all."""

from __future__ import annotations

import ipaddress
import logging
import re
from collections.abc import Iterable
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler
from litestar.types import (
    ASGIApp,
    HTTPResponseStartEvent,
    HTTPScope,
    Message,
    Receive,
    Scope,
    Send,
)

from pickomino.core.errors import PickominoError, quoted
from pickomino.server.state import state_of
from pickomino.service.messages import encode, refusal

_POLICY: Final = (
    "default-src 'self'; img-src 'self' data:; connect-src 'self'{live}; object-src 'none';"
    " base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
)
_HOST: Final = re.compile(
    r"(?:[A-Za-z0-9._-]+|\[(?P<ipv6>[0-9A-Fa-f:.]+)\])(?::(?P<port>[0-9]{1,5}))?"
)
_LONGEST_HOST: Final = 255
_LAST_PORT: Final = 65535
_FOR_ALL: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
_FOR_PAGES: Final = (
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)
_PARTS: Final = (b"text/javascript", b"text/css")
"""Parts of pages: the page's own policy holds for them, and there are many."""
_DEFAULT_PORTS: Final = {"http": ":80", "https": ":443"}

_log = logging.getLogger(__name__)

AnyConnection = ASGIConnection[Any, Any, Any, Any]


class SecureHeaders:
    """Wraps the application, so that also refusals and mistakes carry the headers."""

    def __init__(self, app: ASGIApp, *, log_addresses: bool = False) -> None:
        """Take the application, and whether requests are logged with where they come from."""
        self._app = app
        self._log_addresses = log_addresses

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on, and add the headers."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        host = _header(scope["headers"], b"host")
        policy = content_policy(host)
        is_api = scope["path"].startswith("/api/")

        async def send_secured(message: Message) -> None:
            if message["type"] == "http.response.start":
                _secure(message, policy, is_api=is_api)
                if self._log_addresses:
                    _log_request(scope, message["status"])
            await send(message)

        # Nothing further in gets to see an address that is none: links are made from it.
        if host and not is_host(host):
            await _refuse_host(send_secured, host)
        else:
            await self._app(scope, receive, send_secured)


def is_host(host: str) -> bool:
    """Tell whether a host is written as it may be in an address.

    >>> [is_host(host) for host in ("games.example:8000", "[::1]", "a:70000", "a b", "me@evil")]
    [True, True, False, False, False]
    """
    found = _HOST.fullmatch(host)
    if found is None or len(host) > _LONGEST_HOST or int(found["port"] or 0) > _LAST_PORT:
        return False
    return found["ipv6"] is None or _is_ipv6(found["ipv6"])


def content_policy(host: str) -> str:
    """Give the content security policy; old browsers do not count WebSockets as `self`.

    >>> "ws://localhost:8000 wss://localhost:8000;" in content_policy("localhost:8000")
    True
    >>> "evil" in content_policy("a; script-src evil")
    False
    """
    live = f" ws://{host} wss://{host}" if is_host(host) else ""
    return _POLICY.format(live=live)


def is_allowed_origin(origin: str, host: str, others: Iterable[str]) -> bool:
    """Tell whether a page of an origin may talk to us: one of ours, or one that is allowed.

    Programs that are no browser send no origin.

    >>> is_allowed_origin("http://localhost:8000", "localhost:8000", ())
    True
    >>> is_allowed_origin("https://evil.example", "localhost:8000", ["https://games.example"])
    False
    """
    if not origin or origin.lower() in others:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    default = _DEFAULT_PORTS.get(parts.scheme)
    if default is None or not parts.netloc:
        return False
    return parts.netloc.lower().removesuffix(default) == host.lower().removesuffix(default)


def check_origin(connection: AnyConnection) -> None:
    """Refuse pages of other sites."""
    origin = connection.headers.get("origin", "")
    host = connection.headers.get("host", "")
    if not is_allowed_origin(origin, host, state_of(connection).settings.origins):
        raise PickominoError("bad_origin")


def guard_origin(connection: AnyConnection, _handler: BaseRouteHandler) -> None:
    """Refuse pages of other sites, as a guard of a route."""
    check_origin(connection)


def _secure(message: HTTPResponseStartEvent, policy: str, *, is_api: bool) -> None:
    headers = list(message["headers"])
    given = {name.lower(): value for name, value in headers}
    headers += _FOR_ALL
    if not given.get(b"content-type", b"").startswith(_PARTS):
        headers += _FOR_PAGES
        headers.append((b"content-security-policy", policy.encode("ascii")))
    if is_api and b"cache-control" not in given:
        headers.append((b"cache-control", b"no-store"))
    message["headers"] = headers


async def _refuse_host(send: Send, host: str) -> None:
    body = encode(refusal(PickominoError("bad_address", address=quoted(host))))
    start: HTTPResponseStartEvent = {
        "type": "http.response.start",
        "status": HTTPStatus.BAD_REQUEST,
        "headers": [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
        ],
    }
    await send(start)
    await send({"type": "http.response.body", "body": body, "more_body": False})


def _is_ipv6(text: str) -> bool:
    try:
        ipaddress.IPv6Address(text)
    except ValueError:
        return False
    return True


def _log_request(scope: HTTPScope, status: int) -> None:
    """Log a request without its query, which may hold anything."""
    client = scope["client"]
    address = "-" if client is None else client[0]
    _log.info("%s %s %s %d", address, scope["method"], scope["path"], status)


def _header(headers: Iterable[tuple[bytes, bytes]], wanted: bytes) -> str:
    return next((value.decode("latin-1") for name, value in headers if name == wanted), "")
