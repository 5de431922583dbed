"""Writes the log to standard error: lines for people, or JSON for programs."""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import Literal


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


def set_up(form: Literal["text", "json"], level: str) -> None:
    """Log from here on."""
    handler = logging.StreamHandler(sys.stderr)
    text = TextLines("%(asctime)s %(levelname)s %(name)s: %(message)s")
    handler.setFormatter(JsonLines() if form == "json" else text)
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for name in ("uvicorn", "uvicorn.error", "alembic", "aiosqlite"):
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLogger().level))
