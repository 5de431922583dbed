"""Checks of every HTTP request, and the headers of every response."""

import asyncio
import json
import socket
import sqlite3
from contextlib import closing
from itertools import takewhile

import pytest

from pickomino import __version__
from pickomino.core.errors import ALL_MESSAGES
from pickomino.i18n import texts_in
from pickomino.rooms.protocol.messages import PROTOCOL
from pickomino.server.http import security
from pickomino.server.http.security import GuardMiddleware, content_policy, is_allowed_origin
from pickomino.server.ops.metrics import Metrics
from pickomino.server.settings import ServerSettings
from pickomino.server.throttle import (
    AddressThrottle,
)
from support.server.serving import ANN, BOT, TIMEOUT, serving


@pytest.mark.parametrize(
    ("origin", "host", "allowed"),
    [
        ("", "a.example", True),
        ("http://a.example", "a.example", True),
        ("http://A.example:80", "a.example", True),
        ("https://a.example", "a.example:443", True),
        ("https://a.example", "a.example", False),
        ("https://a.example:80", "a.example", True),
        ("http://a.example", "a.example:443", False),
        ("http://a.example:8000", "a.example:8000", True),
        ("https://games.example", "127.0.0.1:8080", True),
        ("http://a.example:8001", "a.example:8000", False),
        ("http://a.example.evil", "a.example", False),
        ("http://evil@a.example", "a.example", False),
        ("https://games.example.evil", "127.0.0.1", False),
        ("null", "null", False),
        ("file://a.example", "a.example", False),
        ("http://[", "[", False),
    ],
)
def test_foreign_origins_are_refused(origin, host, allowed):
    others = ["https://games.example"]
    assert is_allowed_origin(origin, host, others, is_tls=False) == allowed


@pytest.mark.parametrize(
    ("settings", "headers", "allowed"),
    [
        ({}, {"host": "a.example", "origin": "http://a.example"}, True),
        ({"public_url": "https://a.example"}, {"host": "a.example"}, True),
        (
            {"public_url": "https://a.example"},
            {"host": "a.example", "origin": "http://a.example"},
            False,
        ),
        (
            {"public_url": "https://a.example"},
            {"host": "127.0.0.1:8000", "origin": "http://127.0.0.1:8000"},
            True,
        ),
        (
            {"trusted_proxies": "127.0.0.1"},
            {"host": "a.example", "origin": "http://a.example", "x-forwarded-proto": "https"},
            False,
        ),
        (
            {"trusted_proxies": "127.0.0.1"},
            {"host": "a.example", "origin": "https://a.example", "x-forwarded-proto": "https"},
            True,
        ),
    ],
)
def test_pages_without_tls_may_not_use_a_host_with_tls(tmp_path, settings, headers, allowed):
    """Anyone on the network can change a page of our host that came without TLS."""
    body = {"type": "CreateRoom", "seats": [ANN, BOT]}
    with serving(tmp_path, **settings) as server, server.http() as http:
        answer = http.post("/api/rooms", json=body, headers=headers)
    assert answer.status_code == (201 if allowed else 403)


def raw_answer(server, request):
    """Send bytes; return the response as its first line, and its headers."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=TIMEOUT) as raw:
        raw.sendall(request)
        data = b""
        while b"\r\n\r\n" not in data and (more := raw.recv(65_536)):
            data += more
    first, *lines = data.partition(b"\r\n\r\n")[0].decode().split("\r\n")
    pairs = (line.partition(":") for line in lines)
    return first, {name.lower(): value.strip() for name, _, value in pairs}


UPGRADE = "Host: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: "
KEY = "\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
REFUSED = {
    "no request": ("nonsense\r\n\r\n", 400),
    "a bad header": ("GET / HTTP/1.1\r\nHost: a\r\nbad header\r\n\r\n", 400),
    "no such room": (f"GET /api/nothing HTTP/1.1\r\n{UPGRADE}13{KEY}\r\n\r\n", 403),
    "a foreign page": (
        f"GET /api/rooms/A/live HTTP/1.1\r\nOrigin: https://b.example\r\n{UPGRADE}13{KEY}\r\n\r\n",
        403,
    ),
    "no key": (f"GET /api/rooms/AAAAAAAA/live HTTP/1.1\r\n{UPGRADE}13\r\n\r\n", 400),
    "an old protocol": (f"GET /api/rooms/A/live HTTP/1.1\r\n{UPGRADE}7{KEY}\r\n\r\n", 400),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_refused_requests_have_security_headers(server, kind):
    """Responses that the libraries make never reach the application."""
    request, status = REFUSED[kind]
    first, headers = raw_answer(server, request.encode())
    assert int(first.split()[1]) == status
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["content-security-policy"].startswith("default-src 'none'")
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert "server" not in headers


def test_versions_are_not_public(server):
    with server.http() as http:
        for path in ("/health", "/ready"):
            assert set(http.get(path).json()) == {"status"}
        assert http.get("/api/openapi.json").json()["info"]["version"] == str(PROTOCOL)
        for path in ("/", "/privacy", "/nothing", "/api/options"):
            assert __version__ not in http.get(path).text


def test_operator_paths_have_one_spelling(tmp_path):
    """A proxy may forward other spellings of the paths that it must not forward."""
    with serving(tmp_path, metrics="all") as server:
        for path in ("/metrics", "/ready"):
            encoded = f"/%{ord(path[1]):x}{path[2:]}"
            others = [path + end for end in ("/", "//", "%2f", "/%2e")]
            for target in (path, encoded, *others):
                request = f"GET {target} HTTP/1.1\r\nHost: a\r\n\r\n"
                first, _ = raw_answer(server, request.encode())
                assert first.split()[1] == ("200" if target == path else "404"), target


def test_every_response_has_security_headers(server):
    with server.http() as http:
        for path in ("/health", "/api/nothing", "/nothing", "/api/rooms"):
            headers = http.get(path).headers
            policy = headers["content-security-policy"]
            assert "default-src 'self'" in policy
            assert "object-src 'none'" in policy
            assert "frame-ancestors 'none'" in policy
            assert "unsafe" not in policy
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "same-origin"
            assert headers["cross-origin-opener-policy"] == "same-origin"
            assert "server" not in headers
        assert http.get("/api/options").headers["cache-control"] == "no-store"


def test_csp_reports_are_off_by_default(tmp_path, server):
    page = "/table/ABCD2345?from=secret"
    blocked = {"effective-directive": "script-src", "blocked-uri": "https://evil.example/x?y=1"}
    report = {"csp-report": blocked | {"document-uri": page}}
    with server.http() as http:
        assert http.post("/api/csp-reports", json=report).status_code == 404
        assert "report-uri" not in http.get("/").headers["content-security-policy"]
    with serving(tmp_path, csp_reports="true") as reporting, reporting.http() as http:
        assert "report-uri /api/csp-reports" in http.get("/").headers["content-security-policy"]
        assert http.post("/api/csp-reports", json=report).status_code == 204
        assert http.post("/api/csp-reports", content=b"{").status_code == 400
        log = reporting.log()
    assert "a browser blocked 'evil.example': 'script-src'" in log
    assert "secret" not in log


def test_head_is_answered_like_get_without_a_body(server):
    with server.http() as http:
        for path in ("/", "/rules", "/health", "/client/shared/art.js"):
            get, head = (http.request(method, path) for method in ("GET", "HEAD"))
            assert (head.status_code, head.content) == (get.status_code, b"")
            assert head.headers["content-type"] == get.headers["content-type"]


def test_invalid_host_does_not_reach_the_policy():
    assert content_policy("x; script-src *") == content_policy("")


def test_pages_of_other_sites_may_not_create_rooms(server):
    with server.http() as http:
        body = {"type": "CreateRoom", "seats": [ANN, BOT]}
        answer = http.post("/api/rooms", json=body, headers={"origin": "https://evil.example"})
        assert (answer.status_code, answer.json()["code"]) == (403, "bad_origin")
        assert http.post("/api/rooms", json=body, headers={"origin": server.url}).is_success


def test_pages_of_allowed_origins_may_create_rooms(tmp_path):
    with (
        serving(tmp_path, allowed_origins="https://a.example, https://b.example") as server,
        server.http() as http,
    ):
        body = {"type": "CreateRoom", "seats": [ANN, BOT]}
        answer = http.post("/api/rooms", json=body, headers={"origin": "https://b.example"})
        assert answer.status_code == 201


def test_requests_of_one_address_are_limited(tmp_path):
    with serving(tmp_path, requests_per_second=1) as server, server.http() as http:
        codes = [http.get("/api/rooms").status_code for _ in range(30)]
    assert codes[:2] == [200] * 2
    assert 429 in codes


PATHS = (
    "/table/AAAAAAAA",
    "/",
    "/nowhere",
    "/health",
    "/api/openapi.json",
    "/client/shared/art.js",
)


def test_every_path_is_rate_limited(tmp_path):
    with serving(tmp_path, requests_per_second=1) as server, server.http() as http:
        for path in PATHS:
            statuses = (http.get(path).status_code for _ in range(40))
            # Stops at the first refusal, because each one is delayed longer.
            codes = list(takewhile(lambda code: code != 429, statuses))
            assert set(codes) <= {200, 404}
            assert len(codes) < 40, path
        refused = http.get("/", headers={"accept-language": "de"})
        text = texts_in("de").gettext(ALL_MESSAGES["too_fast"])
        assert refused.text == text.format(seconds=1)


def test_forwarded_addresses_need_a_trusted_proxy(tmp_path):
    for trusted, expected in (("", 429), ("127.0.0.1", 201)):
        folder = tmp_path / (trusted or "none")
        folder.mkdir()
        with (
            serving(folder, trusted_proxies=trusted, rooms_per_hour=1) as server,
            server.http() as http,
        ):
            body = {"type": "CreateRoom", "seats": [ANN, BOT]}
            codes = [
                http.post("/api/rooms", json=body, headers={"x-forwarded-for": address}).status_code
                for address in ("192.0.2.1", "192.0.2.2")
            ]
            assert codes == [201, expected]


def test_internal_error_reveals_nothing(tmp_path):
    with serving(tmp_path) as server, server.http() as http:
        code, _ = server.create()
        with closing(sqlite3.connect(server.database)) as database, database:
            database.execute("DROP TABLE events")
        other = "AAAAAAAA" if code != "AAAAAAAA" else "BBBBBBBB"
        answer = http.get(f"/api/rooms/{other}")
        assert answer.status_code == 503
        assert "Traceback" not in json.dumps(answer.json())
        assert answer.json()["code"] == "store_failed"


def test_public_url_restricts_the_host(tmp_path):
    body = {"type": "CreateRoom", "seats": [ANN, BOT]}
    with (
        serving(tmp_path, public_url="https://games.example:444/") as server,
        server.http() as http,
    ):
        evil = {"host": "evil.example", "origin": "http://evil.example"}
        refused = http.post("/api/rooms", json=body, headers=evil)
        assert (refused.status_code, refused.json()["code"]) == (400, "bad_address")
        assert http.get("/", headers={"host": "evil.example"}).status_code == 400
        for host in ("games.example", "games.example:444", "localhost:1", "[::1]", "127.0.0.1"):
            assert http.get("/health", headers={"host": host}).status_code == 200, host


def test_request_with_two_lengths_is_refused(server):
    begin = b"POST /api/rooms HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=TIMEOUT) as raw:
        raw.sendall(begin + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
        assert b" 400 " in raw.recv(4096)


class FewRequests:
    """The server state that the middleware needs, with one allowed request."""

    def __init__(self):
        self.settings = ServerSettings()
        self.request_throttle = AddressThrottle(1, 1e-6)
        self.metrics = Metrics()

    def count_error(self, kind):
        self.metrics.client_errors.labels(kind).inc()


async def test_refusals_are_delayed_longer_and_longer(monkeypatch):
    waits, answers = [], []

    async def sleep(seconds):
        waits.append(seconds)
        await asyncio.Event().wait() if len(waits) < 200 else None

    async def send(message):
        answers.append(message.get("status"))

    monkeypatch.setattr(security.asyncio, "sleep", sleep)
    guard = GuardMiddleware(None, None, FewRequests())
    scope = {
        "type": "http",
        "method": "GET",
        "path": "/",
        "headers": [],
        "client": ("10.0.0.1", 1),
    }
    guard._state.request_throttle.allows("10.0.0.1")
    tasks = [asyncio.create_task(guard(scope, None, send)) for _ in range(200)]
    await tasks[-1]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert not guard._delayed
    assert waits == sorted(waits)
    assert waits[0] == 1 / security.REFUSALS_PER_SECOND
    assert waits[-1] == security.MAX_DELAY_SECONDS
    assert answers == [429, None]


@pytest.mark.parametrize("path", ["/health", "/", "/api/rooms/{code}/qr.svg", "/table/{code}"])
def test_invalid_hosts_are_refused(server, path):
    """Any Host header once ended up in links."""
    code, _ = server.create()
    path = path.format(code=code)
    with server.http() as http:
        for host in ("a:b", "a:70000", "me@evil.example", "[", "[:::]", "x" * 256, "a b", "a/b"):
            answer = http.get(path, headers={"host": host})
            assert answer.status_code == 400
            assert "bad_address" in answer.text or "web address" in answer.text
            assert "default-src 'self'" in answer.headers["content-security-policy"]
        for host in ("games.example", "a_b:80", "[::1]:8000"):
            assert http.get(path, headers={"host": host}).is_success
    assert "Traceback" not in server.log()
