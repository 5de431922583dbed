"""Logging to standard error: plain lines or JSON, at a limited rate."""

from __future__ import annotations

import json
import logging
import sys
import time
from collections.abc import Callable
from typing import Final, Literal, TextIO

from pickomino.server.throttle import Throttle

BURST_MINUTES: Final = 4
"""A burst of log lines may use up the allowance of this many minutes."""
PREFIX_LENGTH: Final = 80
TRACEBACK_LENGTH: Final = 8_000
"""The length that the rate limit assumes for a log record with a traceback."""
CLIENT_ERRORS: Final = {
    "Invalid HTTP request received.": "bad_request",
    "Invalid UTF-8 sequence received from client.": "bad_text",
    "Unsupported upgrade request.": "bad_upgrade",
    "Exceeded concurrency limit.": "too_many_connections",
    "ASGI callable returned without completing response.": "left",
}
"""For each message that uvicorn logs about clients, the kind of error that we count it as."""


class JsonFormatter(logging.Formatter):
    """Formats each record as a JSON object on one line."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line)


class TextFormatter(logging.Formatter):
    """Formats each record as one line, followed by the traceback if there is one.

    Control characters are escaped, so that clients cannot forge log lines.
    """

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - as the base class
        record.message = escape_unprintable(record.message)
        return super().formatMessage(record)


def escape_unprintable(text: str) -> str:
    r"""Replace unprintable characters with escape sequences.

    >>> escape_unprintable("GET /a\nb\x1b[2J")
    'GET /a\\nb\\x1b[2J'
    """
    text = text.rstrip("\n")
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)


class RateLimitedHandler(logging.StreamHandler[TextIO]):
    """Limits the bytes logged per minute, so that clients cannot fill the disk.

    It counts the lines that it drops, and logs their number later.
    """

    def __init__(self, stream: TextIO, bytes_per_minute: int) -> None:
        super().__init__(stream)
        self._meter = Throttle(BURST_MINUTES * bytes_per_minute, bytes_per_minute / 60)
        self._dropped = 0

    def emit(self, record: logging.LogRecord) -> None:
        # Estimated without formatting: a traceback takes long to format, and may be dropped.
        size = TRACEBACK_LENGTH if record.exc_info else len(record.getMessage()) + PREFIX_LENGTH
        if not self._meter.allows("", size + PREFIX_LENGTH * bool(self._dropped)):
            self._dropped += 1
            return
        if self._dropped:
            self._report_dropped()
        super().emit(record)

    def close(self) -> None:
        if self._dropped:
            self._report_dropped()
        super().close()

    def _report_dropped(self) -> None:
        text = f"{self._dropped} lines dropped: over the rate limit"
        self._dropped = 0
        super().emit(logging.LogRecord(__name__, logging.WARNING, "", 0, text, None, None))


class ClientErrorFilter(logging.Filter):
    """Keeps uvicorn's messages about client errors out of the log, and counts them instead."""

    def __init__(self, count: Callable[[str], None]) -> None:
        super().__init__()
        self._count = count

    def filter(self, record: logging.LogRecord) -> bool:
        kind = CLIENT_ERRORS.get(record.getMessage())
        if kind is not None:
            self._count(kind)
        return kind is None


def configure_logging(form: Literal["text", "json"], level: str, bytes_per_minute: int) -> None:
    handler = RateLimitedHandler(sys.stderr, bytes_per_minute)
    text = TextFormatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
    handler.setFormatter(JsonFormatter() if form == "json" else text)
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for name in ("uvicorn", "uvicorn.error", "alembic"):
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLogger().level))
