"""The messages that nodes send each other through Redis, which anyone with access could forge.

A message begins with a MAC of its channel and its body, made with a key that only nodes have. It
may still be old or sent twice, so a message is a hint: what it says is checked before it is used.
"""

from __future__ import annotations

import hmac
from typing import Final

import msgspec

from pickomino.rooms.protocol.messages import encode

MAX_BYTES: Final = 64 * 1024
"""Longer messages are refused unread: checking a MAC takes 7 ms for each megabyte. A room's message
has about 200 bytes for each new event."""
MAX_SHARE: Final = 0.25
"""How much of its time a node spends on messages that tell it nothing new."""
BYTES_PER_SECOND: Final = 250e6
"""How fast the client of Redis reads a long message; measured on one core."""
MIN_PAUSE_SECONDS: Final = 0.002
"""Shorter pauses are saved up, because timers are not more precise."""
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

    def add_to_room(self, channel: str, message: RoomMessage) -> bytes:
        """Return the message of a room, without its events if there are too many of them."""
        sealed = self.add(channel, encode(message))
        if len(sealed) <= MAX_BYTES:
            return sealed
        return self.add(channel, encode(msgspec.structs.replace(message, rows=())))

    def open(self, channel: str, message: bytes) -> bytes | None:
        """Return the body of a message, or None if it was not made for this channel by a node."""
        if len(message) > MAX_BYTES:
            return None
        mac, body = message[:_MAC_LENGTH], message[_MAC_LENGTH + 1 :]
        return body if hmac.compare_digest(mac, self._mac(channel, body)) else None

    def _mac(self, channel: str, body: bytes) -> bytes:
        return hmac.digest(self._key, channel.encode() + b"\n" + body, "sha256").hex().encode()


class Pauses:
    """Tells a node how long to wait after messages without news.

    They may be forged, old or repeated: however many there are, most of the time is left.
    """

    def __init__(self) -> None:
        self._owed = 0.0

    def after(self, seconds: float, size: int) -> float:
        """Return the pause after a message of this size that took this time to check.

        >>> pauses = Pauses()
        >>> [round(pauses.after(0.0004, 100), 4) for _ in range(3)]
        [0.0, 0.0024, 0.0]
        """
        self._owed += (seconds + size / BYTES_PER_SECOND) * (1 - MAX_SHARE) / MAX_SHARE
        if self._owed < MIN_PAUSE_SECONDS:
            return 0.0
        pause, self._owed = self._owed, 0.0
        return pause


def decode_room_message(body: bytes) -> RoomMessage | None:
    """Decode the body of a message; None if it is invalid, for example of a newer version.

    >>> decode_room_message(b'[7,"5e",["locked2:0a"]]')
    RoomMessage(version=7, digest='5e', rows=('locked2:0a',))
    """
    try:
        return _room_messages.decode(body)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
