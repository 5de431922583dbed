"""Error codes of odds and advice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pickomino.core.errors import message

MESSAGES: Final[Mapping[str, str]] = {
    "no_dice_in_play": message("no dice are in play in {wfen}"),
    "bad_aim": message("unknown payoff {aim}; choose from {allowed}"),
}
