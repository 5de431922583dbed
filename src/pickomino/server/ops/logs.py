"""Writes the log to standard error: lines for people, or JSON for programs."""

from __future__ import annotations

import json
import logging
import sys
import time
from collections.abc import Callable
from typing import Final, Literal, TextIO

from pickomino.server.throttle import Throttle

BURST_MINUTES: Final = 4
"""So many minutes' worth of lines may come at once."""
HEAD_OF_LINE: Final = 80
LONGEST_LINE: Final = 8_000
"""A line with a trace below it, about."""
OF_CLIENTS: Final = {
    "Invalid HTTP request received.": "bad_request",
    "Invalid UTF-8 sequence received from client.": "bad_text",
    "Unsupported upgrade request.": "bad_upgrade",
    "Exceeded concurrency limit.": "too_many_connections",
    "ASGI callable returned without completing response.": "left",
}
"""What uvicorn logs about clients, and what we count it as."""


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a record."""
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


class TextLines(logging.Formatter):
    """One line a record, whatever strangers have put into it; traces follow on lines of ours."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - its name
        """Write a record without what breaks or turns lines."""
        record.message = on_one_line(record.message)
        return super().formatMessage(record)


def on_one_line(text: str) -> str:
    r"""Write what cannot be printed as it is written in code.

    >>> on_one_line("GET /a\nb\x1b[2J")
    'GET /a\\nb\\x1b[2J'
    """
    text = text.rstrip("\n")
    if text.isprintable():
        return text
    return "".join(mark if mark.isprintable() else ascii(mark)[1:-1] for mark in text)


class LimitedHandler(logging.StreamHandler[TextIO]):
    """Writes only so much a minute, so that nobody can fill the disk, and says what it left out."""

    def __init__(self, stream: TextIO, bytes_per_minute: int) -> None:
        super().__init__(stream)
        self._meter = Throttle(BURST_MINUTES * bytes_per_minute, bytes_per_minute / 60)
        self._left_out = 0

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record, unless too much was written before it."""
        # A trace is long to write: what will be left out anyway is not put into words.
        size = LONGEST_LINE if record.exc_info else len(record.getMessage()) + HEAD_OF_LINE
        if not self._meter.allows("", size + HEAD_OF_LINE * bool(self._left_out)):
            self._left_out += 1
            return
        if self._left_out:
            self._say_what_was_left_out()
        super().emit(record)

    def close(self) -> None:
        """Say what was left out at last."""
        if self._left_out:
            self._say_what_was_left_out()
        super().close()

    def _say_what_was_left_out(self) -> None:
        text = f"{self._left_out} lines were left out: too many at once"
        self._left_out = 0
        super().emit(logging.LogRecord(__name__, logging.WARNING, "", 0, text, None, None))


class ClientErrors(logging.Filter):
    """Keeps what uvicorn says of clients' mistakes out of the log; they are counted instead."""

    def __init__(self, count: Callable[[str], None]) -> None:
        super().__init__()
        self._count = count

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a record is about us."""
        kind = OF_CLIENTS.get(record.getMessage())
        if kind is not None:
            self._count(kind)
        return kind is None


def set_up(form: Literal["text", "json"], level: str, bytes_per_minute: int) -> None:
    """Log from here on."""
    handler = LimitedHandler(sys.stderr, bytes_per_minute)
    text = TextLines("%(asctime)s %(levelname)s %(name)s: %(message)s")
    handler.setFormatter(JsonLines() if form == "json" else text)
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for name in ("uvicorn", "uvicorn.error", "alembic"):
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLogger().level))
