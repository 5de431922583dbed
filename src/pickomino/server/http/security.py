"""What protects people's browsers: headers on every answer, and who may talk to us at all."""

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
from litestar.exceptions import WebSocketDisconnect
from litestar.handlers import BaseRouteHandler
from litestar.types import (
    HTTPResponseStartEvent,
    HTTPScope,
    Message,
    Receive,
    Scope,
    Send,
)
from uvicorn.protocols.utils import ClientDisconnected

from pickomino.core.errors import PickominoError, quoted
from pickomino.rooms.protocol.messages import encode, refusal
from pickomino.server.http.error_responses import STATUS, is_for_programs, said
from pickomino.server.http.locale import accepted_language
from pickomino.server.state import ServerState, state_of
from pickomino.server.throttle import address_key, decrement

_POLICY: Final = (
    "default-src 'self'; img-src 'self' data:; connect-src 'self'{live}; object-src 'none';"
    " base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
)
REPORTS: Final = "/api/csp-reports"
"""Where browsers report what the policy kept a page from, if the host wants to know."""
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
COST_OF_FILE: Final = 0.1
"""A page needs fifty files of the client, which take little work."""
REFUSALS_PER_SECOND: Final = 20
"""Of one address: saying no must not keep the server busy."""
LONGEST_HOLD_SECONDS: Final = 5.0
_DEFAULT_PORTS: Final = {"http": ":80", "https": ":443"}

SEND: Final = "pickomino_send"
RECEIVE: Final = "pickomino_receive"
"""Where a live connection finds what sends to its client, and what receives from it."""

_log = logging.getLogger(__name__)

AnyConnection = ASGIConnection[Any, Any, Any, Any]


class GuardMiddleware:
    """Wraps the application: what every request must pass, and the headers on every answer."""

    def __init__(self, app: Litestar, state: ServerState) -> None:
        self.application = app
        self._state = state
        self._hasty: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on or refuse, and add the headers."""
        if scope["type"] == "websocket":
            sending = self._until_left(send)
            scope.setdefault("state", {}).update({SEND: sending, RECEIVE: receive})
            await self.application(scope, receive, sending)
        elif scope["type"] == "http":
            sending = self._secured(scope, send)
            if scope["method"] == "HEAD":
                # Answered like GET; the server below leaves the body out.
                scope = cast("HTTPScope", {**scope, "method": "GET"})
            await self._pass(scope, receive, sending)

    async def _pass(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        headers = scope["headers"]
        host = _header(headers, b"host")
        address = _address(scope)
        cost = COST_OF_FILE if scope["path"].startswith("/client/") else 1.0
        # Nothing further in gets to see an address that is none: links are made from it.
        if host and not (is_host(host) and self._state.settings.is_own_host(host)):
            await self._refuse(scope, send, PickominoError("bad_address", address=quoted(host)))
        elif _header(headers, b"content-length") and _header(headers, b"transfer-encoding"):
            # Whoever reads it the other way sees two requests in it.
            await self._refuse(scope, send, PickominoError("bad_message", reason="two lengths"))
        elif self._state.request_throttle.allows(address, cost):
            await self.application(scope, receive, send)
        else:
            await self._hold(address)
            await self._refuse(scope, send, PickominoError("too_fast"))

    async def _hold(self, address: str) -> None:
        """Let those wait who are too fast: the more of them at once, the longer."""
        self._hasty[address] += 1
        try:
            wait = self._hasty[address] / REFUSALS_PER_SECOND
            await asyncio.sleep(min(wait, LONGEST_HOLD_SECONDS))
        finally:
            decrement(self._hasty, address)

    async def _refuse(self, scope: HTTPScope, send: Send, error: PickominoError) -> None:
        """Answer without the framework, and with as little work as possible."""
        self._state.count_error(error.code)
        if is_for_programs(scope["path"]):
            kind, body = b"application/json", encode(refusal(error))
        else:
            language = accepted_language(_header(scope["headers"], b"accept-language"))
            kind, body = b"text/plain; charset=utf-8", said(error, language).encode()
        start: HTTPResponseStartEvent = {
            "type": "http.response.start",
            "status": STATUS.get(error.code, HTTPStatus.BAD_REQUEST),
            "headers": [(b"content-type", kind), (b"content-length", str(len(body)).encode())],
        }
        await send(start)
        await send({"type": "http.response.body", "body": body, "more_body": False})

    def _secured(self, scope: HTTPScope, send: Send) -> Send:
        policy = content_policy(_header(scope["headers"], b"host"))
        if self._state.settings.csp_reports:
            policy += f"; report-uri {REPORTS}"
        is_api = scope["path"].startswith("/api/")

        async def send_secured(message: Message) -> None:
            if message["type"] == "http.response.start":
                _secure(message, policy, is_api=is_api)
                if self._state.settings.log_addresses:
                    _log_request(scope, message["status"])
            try:
                await send(message)
            except h11.LocalProtocolError:
                # The client has broken its own request: there is nobody to answer.
                self._state.count_error("left")

        return send_secured

    def _until_left(self, send: Send) -> Send:
        async def send_to_client(message: Message) -> None:
            try:
                await send(message)
            except ClientDisconnected as error:
                self._state.count_error("left")
                raise WebSocketDisconnect(detail="the client has left") from error

        return send_to_client


def send_of(socket: AnyConnection) -> Send:
    """Return what sends to a client past the framework, whose layers cost as much as sending."""
    return socket.scope["state"][SEND]


def receive_of(socket: AnyConnection) -> Receive:
    """Return what receives from a client past the framework."""
    return socket.scope["state"][RECEIVE]


def is_host(host: str) -> bool:
    """Return whether a host is written as it may be in an address.

    >>> [is_host(host) for host in ("games.example:8000", "[::1]", "a:70000", "a b", "me@evil")]
    [True, True, False, False, False]
    """
    found = _HOST.fullmatch(host)
    if found is None or len(host) > _LONGEST_HOST or int(found["port"] or 0) > _LAST_PORT:
        return False
    return found["ipv6"] is None or _is_ipv6(found["ipv6"])


def content_policy(host: str) -> str:
    """Return the content security policy; old browsers do not count WebSockets as `self`.

    >>> "ws://localhost:8000 wss://localhost:8000;" in content_policy("localhost:8000")
    True
    >>> "evil" in content_policy("a; script-src evil")
    False
    """
    live = f" ws://{host} wss://{host}" if is_host(host) else ""
    return _POLICY.format(live=live)


def is_allowed_origin(origin: str, host: str, others: Iterable[str]) -> bool:
    """Return whether a page of an origin may talk to us: one of ours, or one that is allowed.

    Programs other than browsers send no origin.

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
    # Not the framework's headers, which a live connection would keep for as long as it lasts.
    headers = connection.scope["headers"]
    origin, host = _header(headers, b"origin"), _header(headers, b"host")
    if not is_allowed_origin(origin, host, state_of(connection).settings.origins):
        raise PickominoError("bad_origin")


def guard_origin(connection: AnyConnection, _handler: BaseRouteHandler) -> None:
    """Refuse pages of other sites, as a guard of a route."""
    check_origin(connection)


def _secure(message: HTTPResponseStartEvent, policy: str, *, is_api: bool) -> None:
    headers = list(message["headers"])
    given = {name.lower(): value for name, value in headers}
    headers += [(name, value) for name, value in _FOR_ALL if name not in given]
    if not given.get(b"content-type", b"").startswith(_PARTS):
        headers += _FOR_PAGES
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


def _address(scope: HTTPScope) -> str:
    client = scope["client"]
    return "" if client is None else address_key(client[0])


def _log_request(scope: HTTPScope, status: int) -> None:
    """Log a request without its query, which may hold anything."""
    client = scope["client"]
    address = "-" if client is None else client[0]
    _log.info("%s %s %s %d", address, scope["method"], scope["path"], status)


def _header(headers: Iterable[tuple[bytes, bytes]], wanted: bytes) -> str:
    return next((value.decode("latin-1") for name, value in headers if name == wanted), "")
