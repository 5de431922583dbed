"""Decodes what a client sends on a live connection."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from pickomino.rooms.protocol.messages import Hello, Ping, Pong, decode_message, encode


class _RequestId(msgspec.Struct, frozen=True):
    id: Annotated[int, msgspec.Meta(ge=0, le=2**53)] = 0


_request_id: Final = msgspec.json.Decoder(_RequestId)
_hello: Final = msgspec.json.Decoder(Hello)
_ping: Final = msgspec.json.Decoder(Ping)
_PING: Final = encode(Ping())
PONG: Final = encode(Pong())


def decode_hello(data: bytes) -> Hello:
    """Return the first message of a client; raises `bad_message`."""
    return decode_message(_hello, data)


def parse_request_id(data: bytes) -> int:
    """Return the id of a request, even of an invalid one, or 0 if no id can be decoded."""
    try:
        return _request_id.decode(data).id
    except (ValueError, RecursionError):
        return 0


def is_ping(data: bytes) -> bool:
    """Return whether data is a ping, possibly with spaces or additional fields."""
    if data == _PING:
        return True
    if b"Ping" not in data:
        return False
    try:
        _ping.decode(data)
    except (ValueError, RecursionError):
        return False
    return True
