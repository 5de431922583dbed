"""Error codes of evaluators."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pickomino.core.errors import message

MESSAGES: Final[Mapping[str, str]] = {
    "bad_network": message("{path} is not a network of this version: {reason}"),
}
