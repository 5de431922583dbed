"""Error codes of evaluators."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pickomino.core.errors import message

MESSAGES: Final[Mapping[str, str]] = {
    "bad_network": message("{path} is not a network, or it is damaged"),
    "mixed_players": message("the positions must have the same number of players"),
    "network_players": message("{path} is a network for {found} players, not for {players}"),
    "unreadable_network": message("cannot read {name}: {reason}"),
    "network_version": message(
        "{path} is a network of version {found}, but this program needs version {needed}"
    ),
}
