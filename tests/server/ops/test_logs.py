"""The log: limited, one line per record, and without private data."""

import io
import json
import logging
import re
import sys

from pickomino.server.ops.logs import TRACEBACK_LENGTH, RateLimitedHandler, TextFormatter
from support.server.serving import serving


def test_log_over_its_limit_counts_dropped_lines():
    text = io.StringIO()
    handler = RateLimitedHandler(text, 10_000)
    handler.setFormatter(TextFormatter("%(levelname)s %(message)s"))
    for number in range(10_000):
        handler.emit(logging.LogRecord("x", logging.INFO, "", 0, "line %d", (number,), None))
    assert len(text.getvalue()) < 40_000
    handler.close()
    dropped = [int(count) for count in re.findall(r"WARNING (\d+) lines dropped", text.getvalue())]
    written = len(text.getvalue().splitlines()) - len(dropped)
    assert written + sum(dropped) == 10_000
    assert 0 < written < 1000


def test_traceback_counts_as_a_long_line():
    text = io.StringIO()
    handler = RateLimitedHandler(text, 10_000)
    error = (ValueError, ValueError("one"), None)
    for _ in range(100):
        handler.emit(logging.LogRecord("x", logging.ERROR, "", 0, "failed", None, error))
    assert text.getvalue().count("ValueError: one") == 40_000 // TRACEBACK_LENGTH


def test_path_cannot_forge_log_lines(tmp_path):
    """Line breaks in a path once did."""
    with serving(tmp_path, log_addresses=True) as server, server.http() as http:
        http.get("/a%0A2026-01-01 INFO forged%1B[2J%E2%80%A8")
    lines = server.log().split("\n")
    assert not any(line.startswith("2026-01-01 INFO forged") for line in lines)
    assert any(r"/a\n2026-01-01 INFO forged\x1b[2J\u2028 404" in line for line in lines)


def test_traceback_keeps_its_lines():
    try:
        json.loads("no")
    except ValueError:
        record = logging.LogRecord("a", 40, "", 0, "%s failed\n", ("x\ry",), sys.exc_info())
    first, *trace = TextFormatter("%(message)s").format(record).split("\n")
    assert first == r"x\ry failed"
    assert trace[0].startswith("Traceback")


def view_of(http, code, token=None, **query):
    headers = {"authorization": f"Bearer {token}"} if token else {}
    return http.get(f"/api/rooms/{code}", headers=headers, params=query)


def test_requests_are_logged_without_their_query(tmp_path):
    with serving(tmp_path, log_addresses="true") as server, server.http() as http:
        http.get("/api/nothing?secret=in-the-address")
        log = server.log()
    assert "127.0.0.1 GET /api/nothing 404" in log
    assert "in-the-address" not in log


def test_log_has_no_tokens_or_addresses(tmp_path):
    with serving(tmp_path, log_format="json", log_level="debug") as server, server.http() as http:
        code, token = server.create()
        view_of(http, code, token)
        view_of(http, code, "forged-token")
        http.get("/api/nothing?secret=in-the-address")
        log = server.log()
    lines = [json.loads(line) for line in log.splitlines()]
    assert any(code in line["message"] for line in lines)
    for private in (token, "forged-token", "in-the-address", "127.0.0.1"):
        assert private not in log
