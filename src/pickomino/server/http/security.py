"""Security of HTTP requests: host and origin checks, rate limits, and response headers."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import re
from collections import Counter
from collections.abc import Iterable
from http import HTTPStatus
from typing import Any, Final, cast
from urllib.parse import urlsplit

import h11
from litestar import Litestar
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

from pickomino.core.errors import PickominoError, quote
from pickomino.rooms.protocol.messages import encode, refusal
from pickomino.server.http.error_responses import STATUS, expects_json, localized_message
from pickomino.server.http.locale import accepted_language
from pickomino.server.settings import ServerSettings
from pickomino.server.state import ServerState, state_of
from pickomino.server.throttle import address_key, decrement, too_fast

_POLICY: Final = (
    "default-src 'self'; img-src 'self' data:; connect-src 'self'{live}; object-src 'none';"
    " base-uri 'none'; frame-ancestors 'none'; form-action 'self';"
    # The client's only policies, in shared/svg.js, table/notification.js and offline/register.js.
    " require-trusted-types-for 'script';"
    " trusted-types pickomino-svg pickomino-notification pickomino-cache"
)
CSP_REPORT_PATH: Final = "/api/csp-reports"
"""Where browsers report violations of the policy, if the setting `csp_reports` is on."""
_HOST: Final = re.compile(
    r"(?:[A-Za-z0-9._-]+|\[(?P<ipv6>[0-9A-Fa-f:.]+)\])(?::(?P<port>[0-9]{1,5}))?"
)
_MAX_HOST_LENGTH: Final = 255
_MAX_PORT: Final = 65535
_COMMON_HEADERS: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
_PAGE_HEADERS: Final = (
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)
_ASSET_TYPES: Final = (b"text/javascript", b"text/css")
"""Types of files sent without a policy header, because the policy of their page applies to them."""
_FILES: Final = ("/client/", "/offline/")
FILE_COST: Final = 0.1
"""A client file counts as this fraction of a request: a page may load forty, and they are cheap."""
REFUSALS_PER_SECOND: Final = 20
"""Refusals to one address are slowed down to about this rate, so that they cost little."""
MAX_DELAY_SECONDS: Final = 5.0
_PORT: Final = re.compile(":[0-9]+$")
_DEFAULT_PORTS: Final = {"http": ":80", "https": ":443"}

_log = logging.getLogger(__name__)

AnyConnection = ASGIConnection[Any, Any, Any, Any]


class GuardMiddleware:
    """Checks every request before the application sees it, and adds headers to every response."""

    def __init__(self, app: Litestar, live: ASGIApp, state: ServerState) -> None:
        self.application = app
        self._live = live
        self._state = state
        self._delayed: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            # Without the framework, whose layers would double the time of sending.
            await self._live(scope, receive, send)
        elif scope["type"] == "http":
            sending = self._with_security_headers(scope, send)
            if scope["method"] == "HEAD":
                # Handled like GET; uvicorn omits the body.
                scope = cast("HTTPScope", {**scope, "method": "GET"})
            await self._dispatch(scope, receive, sending)

    async def _dispatch(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        headers = scope["headers"]
        host = _header(headers, b"host")
        address = address_in(scope)
        cost = FILE_COST if scope["path"].startswith(_FILES) else 1.0
        # Checked first, because links are made from the Host header.
        if host and not (is_valid_host(host) and self._state.settings.is_own_host(host)):
            await self._send_error(scope, send, PickominoError("bad_address", address=quote(host)))
        elif _header(headers, b"content-length") and _header(headers, b"transfer-encoding"):
            # Against request smuggling: a proxy may use the other length and see two requests.
            await self._send_error(
                scope,
                send,
                PickominoError("bad_message", reason="both Content-Length and Transfer-Encoding"),
            )
        elif self._state.request_throttle.allows(address, cost):
            await self.application(scope, receive, send)
        else:
            await self._delay(address)
            wait = self._state.request_throttle.seconds_until(address, cost)
            await self._send_error(scope, send, too_fast(wait))

    async def _delay(self, address: str) -> None:
        """Delay a throttled client; the more of its requests are waiting, the longer the delay."""
        self._delayed[address] += 1
        try:
            wait = self._delayed[address] / REFUSALS_PER_SECOND
            await asyncio.sleep(min(wait, MAX_DELAY_SECONDS))
        finally:
            decrement(self._delayed, address)

    async def _send_error(self, scope: HTTPScope, send: Send, error: PickominoError) -> None:
        """Respond without the framework, with as little work as possible."""
        self._state.count_error(error.code)
        if expects_json(scope["path"]):
            kind, body = b"application/json", encode(refusal(error))
        else:
            language = accepted_language(_header(scope["headers"], b"accept-language"))
            kind, body = b"text/plain; charset=utf-8", localized_message(error, language).encode()
        start: HTTPResponseStartEvent = {
            "type": "http.response.start",
            "status": STATUS.get(error.code, HTTPStatus.BAD_REQUEST),
            "headers": [(b"content-type", kind), (b"content-length", str(len(body)).encode())],
        }
        await send(start)
        await send({"type": "http.response.body", "body": body, "more_body": False})

    def _with_security_headers(self, scope: HTTPScope, send: Send) -> Send:
        policy = content_policy(_header(scope["headers"], b"host"))
        if self._state.settings.csp_reports:
            policy += f"; report-uri {CSP_REPORT_PATH}"
        is_api = scope["path"].startswith("/api/")

        async def send_secured(message: Message) -> None:
            if message["type"] == "http.response.start":
                _add_security_headers(message, policy, is_api=is_api)
                if self._state.settings.log_addresses:
                    _log_request(scope, message["status"])
            try:
                await send(message)
            except h11.LocalProtocolError:
                # The client broke off its request, so no response can be sent.
                self._state.count_error("left")

        return send_secured


def is_valid_host(host: str) -> bool:
    """Return whether a host is well-formed.

    >>> hosts = "games.example:8000", "[::1]", "a:70000", "a b", "me@evil"
    >>> [is_valid_host(host) for host in hosts]
    [True, True, False, False, False]
    """
    match = _HOST.fullmatch(host)
    if match is None or len(host) > _MAX_HOST_LENGTH or int(match["port"] or 0) > _MAX_PORT:
        return False
    return match["ipv6"] is None or _is_ipv6(match["ipv6"])


def content_policy(host: str) -> str:
    """Return the content security policy for a host.

    It lists WebSocket addresses, because in old browsers `self` does not include them.

    >>> "ws://localhost:8000 wss://localhost:8000;" in content_policy("localhost:8000")
    True
    >>> "evil" in content_policy("a; script-src evil")
    False
    """
    live = f" ws://{host} wss://{host}" if is_valid_host(host) else ""
    return _POLICY.format(live=live)


def is_allowed_origin(origin: str, host: str, others: Iterable[str], *, is_tls: bool) -> bool:
    """Return whether pages from an origin may use the API: our own, or an allowed one.

    With `is_tls`, an origin without TLS is refused even on our own host, because anyone on the
    network could have changed its page. Without it, the default port of an origin with TLS is not
    ours: another program may use it. An empty origin is allowed, because programs other than
    browsers send none.

    >>> is_allowed_origin("http://localhost:8000", "localhost:8000", (), is_tls=False)
    True
    >>> is_allowed_origin("http://games.example", "games.example", (), is_tls=True)
    False
    >>> is_allowed_origin("https://nas.local", "nas.local", (), is_tls=False)
    False
    """
    if not origin or origin.lower() in others:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    default = _DEFAULT_PORTS.get(parts.scheme)
    if default is None or not parts.netloc or (is_tls and parts.scheme != "https"):
        return False
    own = _DEFAULT_PORTS["https" if is_tls else "http"]
    return _with_port(parts.netloc, default) == _with_port(host, own)


def _with_port(host: str, default: str) -> str:
    return host.lower() if _PORT.search(host) else host.lower() + default


def has_allowed_origin(scope: Scope, settings: ServerSettings) -> bool:
    """Return whether the page that connects is one of ours, or from an allowed site."""
    origin, host = _header(scope["headers"], b"origin"), _header(scope["headers"], b"host")
    is_tls = scope["scheme"] in ("https", "wss") or settings.has_tls(host)
    return is_allowed_origin(origin, host, settings.origins, is_tls=is_tls)


def guard_origin(connection: AnyConnection, _handler: BaseRouteHandler) -> None:
    """Raise `bad_origin`, as a Litestar guard, if the page may not use the API."""
    if not has_allowed_origin(connection.scope, state_of(connection).settings):
        raise PickominoError("bad_origin")


def address_in(scope: Scope) -> str:
    """Return the key of the client's address."""
    client = scope["client"]
    return "" if client is None else address_key(client[0])


def bare_response_headers() -> list[tuple[bytes, bytes]]:
    """Return the headers of responses that the HTTP library makes before the application runs."""
    policy = b"default-src 'none'; frame-ancestors 'none'"
    return [*_COMMON_HEADERS, *_PAGE_HEADERS, (b"content-security-policy", policy)]


def _add_security_headers(message: HTTPResponseStartEvent, policy: str, *, is_api: bool) -> None:
    headers = list(message["headers"])
    given = {name.lower(): value for name, value in headers}
    headers += [(name, value) for name, value in _COMMON_HEADERS if name not in given]
    if not given.get(b"content-type", b"").startswith(_ASSET_TYPES):
        headers += _PAGE_HEADERS
        if b"content-security-policy" not in given:
            headers.append((b"content-security-policy", policy.encode("ascii")))
    if is_api and b"cache-control" not in given:
        headers.append((b"cache-control", b"no-store"))
    message["headers"] = headers


def _is_ipv6(text: str) -> bool:
    try:
        ipaddress.IPv6Address(text)
    except ValueError:
        return False
    return True


def _log_request(scope: HTTPScope, status: int) -> None:
    """Log a request without its query, which may contain personal data."""
    client = scope["client"]
    address = "-" if client is None else client[0]
    _log.info("%s %s %s %d", address, scope["method"], scope["path"], status)


def _header(headers: Iterable[tuple[bytes, bytes]], wanted: bytes) -> str:
    return next((value.decode("latin-1") for name, value in headers if name == wanted), "")
