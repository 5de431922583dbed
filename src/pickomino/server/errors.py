"""Error codes for the operator of a server; those for clients are in `pickomino.rooms.errors`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pickomino.core.errors import message

MESSAGES: Final[Mapping[str, str]] = {
    "unknown_setting": message("there is no setting {name}"),
    "renamed_setting": message("{old} is now {new}"),
    "bad_setting": message("a setting cannot be read: {reason}"),
    "bad_address": message("{address} is not a web address; write it like https://example.org"),
    "transfer_conflict": message(
        "{what} is already in the target and differs; use an empty database"
    ),
    "no_free_port": message("no port from {first} to {last} is free on {host}"),
    "port_taken": message("port {port} on {host} cannot be used: {reason}"),
}
