"""Error codes of bots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pickomino.core.errors import message

MESSAGES: Final[Mapping[str, str]] = {
    "unknown_bot": message("unknown bot {name}; choose from {known}"),
    "bad_bot_command": message(
        "{command} is not a command; write external:command=PROGRAM ARGUMENTS"
    ),
    "unknown_bot_option": message("unknown bot option {option}; choose from {known}"),
    "needs_extra": message("not installed: {package}; run: pip install 'pickomino[{extra}]'"),
}
