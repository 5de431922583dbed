"""Error codes of tables as a terminal client uses them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pickomino.core.errors import message

MESSAGES: Final[Mapping[str, str]] = {
    # Connections
    "bad_table_link": message(
        "{link} is not a link to a table; write it like http://localhost:8000/table/ABCD2345"
    ),
    "no_connection": message("there is no connection to the table; it is being restored"),
    "no_server": message("the server at {address} does not answer"),
    # Dice promises
    "own_nonce_gone": message("the nonce that this device added is not in the dice"),
    "other_nonce_changed": message("the nonce of seat {seat} is not the one it was bound to"),
    "called_silent": message(
        "the server says that this device did not add to the dice, but it did"
    ),
    "no_own_nonce": message("no nonce of this device is in the dice"),
    "rolls_not_seen": message("not every roll was seen here when it fell"),
}
