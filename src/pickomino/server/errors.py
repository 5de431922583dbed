"""Error codes for server operators; the codes for clients are in `pickomino.rooms.errors`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pickomino.core.errors import message

MESSAGES: Final[Mapping[str, str]] = {
    "unknown_setting": message("unknown setting {name}"),
    "renamed_setting": message("{old} has been renamed to {new}"),
    "bad_setting": message("invalid setting: {reason}"),
    "bad_address": message("{address} is not a web address; use the form https://example.org"),
    "transfer_conflict": message(
        "{what} already exists in the target with different contents; use an empty database"
    ),
    "no_free_port": message("no port from {first} to {last} is free on {host}"),
    "port_taken": message("port {port} on {host} cannot be used: {reason}"),
}
