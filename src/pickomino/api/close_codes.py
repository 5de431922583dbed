"""The codes with which a live connection to a room closes."""

from __future__ import annotations

from typing import Final

BAD_HELLO: Final = 4000
BAD_TOKEN: Final = 4003
UNKNOWN_ROOM: Final = 4004
TOO_MUCH: Final = 4008
TOO_SLOW: Final = 4009
GOING_AWAY: Final = 1001
TOO_BIG: Final = 1009
FAILED: Final = 1011
CLOSE_CODES: Final = {
    "bad_message": BAD_HELLO,
    "bad_protocol": BAD_HELLO,
    "bad_token": BAD_TOKEN,
    "unknown_room": UNKNOWN_ROOM,
    "too_many_watchers": TOO_MUCH,
    "too_many_own_watchers": TOO_MUCH,
    "too_many_server_watchers": TOO_MUCH,
    "too_many_connections": TOO_MUCH,
    "storage_used_up": TOO_MUCH,
    "too_fast": TOO_MUCH,
    "server_busy": TOO_MUCH,
    "message_too_big": TOO_BIG,
    "service_closed": GOING_AWAY,
}
"""The close code for each error code; all other errors close with FAILED.

Clients reconnect after FAILED, but never after BAD_HELLO."""
