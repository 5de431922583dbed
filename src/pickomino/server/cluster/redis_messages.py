"""The messages that nodes send each other through Redis, which anyone with access could forge.

A message begins with a MAC of its channel and its body, made with a key that only nodes have. It
may still be old or sent twice, so a message is a hint: what it says is checked before it is used.
"""

from __future__ import annotations

import hmac
from typing import Final

import msgspec

_MAC_LENGTH: Final = 64
"""The MAC is a SHA-256 HMAC in hex."""


class RoomMessage(msgspec.Struct, frozen=True, array_like=True):
    """A room has changed; contains the new events if other nodes subscribe to the room."""

    version: int
    digest: str
    rows: tuple[str, ...] = ()


_room_messages: Final = msgspec.json.Decoder(RoomMessage)


class MessageSeal:
    """Adds and checks the MAC of messages.

    >>> seal = MessageSeal(b"key")
    >>> message = seal.add("pickomino:nodes", b"poll")
    >>> seal.open("pickomino:nodes", message), seal.open("another channel", message)
    (b'poll', None)
    """

    def __init__(self, key: bytes) -> None:
        self._key = key

    def add(self, channel: str, body: bytes) -> bytes:
        """Return a message with this body for a channel."""
        return self._mac(channel, body) + b" " + body

    def open(self, channel: str, message: bytes) -> bytes | None:
        """Return the body of a message, or None if it was not made for this channel by a node."""
        mac, body = message[:_MAC_LENGTH], message[_MAC_LENGTH + 1 :]
        return body if hmac.compare_digest(mac, self._mac(channel, body)) else None

    def _mac(self, channel: str, body: bytes) -> bytes:
        return hmac.digest(self._key, channel.encode() + b"\n" + body, "sha256").hex().encode()


def decode_room_message(body: bytes) -> RoomMessage | None:
    """Decode the body of a message; None if it is invalid, for example of a newer version.

    >>> decode_room_message(b'[7,"5e",["locked2:0a"]]')
    RoomMessage(version=7, digest='5e', rows=('locked2:0a',))
    """
    try:
        return _room_messages.decode(body)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
