"""Counts the frames and bytes of a WebSocket without decoding them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

BYTES_PER_MESSAGE: Final = 4096
FRAMES_PER_MESSAGE: Final = 4
BURST_SECONDS: Final = 4
MIN_MESSAGES_PER_SECOND: Final = 20
"""The meter allows at least this rate: at a lower one, clients slightly over the limit would be cut
off before they get a refusal."""
LENGTH_16_BITS: Final = 126
LENGTH_64_BITS: Final = 127


class FrameMeter:
    """A token bucket for bytes and one for frames.

    >>> meter = FrameMeter(20, lambda: 0.0)
    >>> ping = bytes([0x89, 0x80, 0, 0, 0, 0])
    >>> meter.admit(ping * 1000) // len(ping)
    320
    """

    def __init__(self, messages_per_second: int, clock: Callable[[], float]) -> None:
        rate = max(messages_per_second, MIN_MESSAGES_PER_SECOND)
        self._bytes_per_second = rate * BYTES_PER_MESSAGE
        self._frames_per_second = rate * FRAMES_PER_MESSAGE
        self._bytes: float = BURST_SECONDS * self._bytes_per_second
        self._frames: float = BURST_SECONDS * self._frames_per_second
        self._clock = clock
        self._at = clock()
        self._head = b""
        """The start of a frame whose length is not known yet."""
        self._skip = 0
        """Bytes of the last counted frame that have not arrived yet."""

    def try_frame(self, size: int) -> bool:
        """Count data that is exactly one frame; return whether it may be read.

        This is the fast path: if it returns False, nothing was counted and `admit` decides.
        """
        self._refill()
        if self._skip or self._head or self._bytes < size or self._frames < 1:
            return False
        self._bytes -= size
        self._frames -= 1
        return True

    def admit(self, data: bytes) -> int:
        """Count data; return how many bytes of it may be read before the connection is cut off."""
        self._refill()
        allowed = min(len(data), int(self._bytes))
        self._bytes -= allowed
        frames = self._frames
        admitted = self._count_frames(data[:allowed])
        # Every read costs at least one frame, even if no frame starts in it.
        self._frames = min(self._frames, frames - 1)
        return admitted if frames >= 1 else 0

    def _refill(self) -> None:
        now = self._clock()
        passed, self._at = now - self._at, now
        limit = BURST_SECONDS * self._bytes_per_second
        self._bytes = min(limit, self._bytes + passed * self._bytes_per_second)
        limit = BURST_SECONDS * self._frames_per_second
        self._frames = min(limit, self._frames + passed * self._frames_per_second)

    def _count_frames(self, data: bytes) -> int:
        """Count the frames in data; return where the last admitted frame ends."""
        before = len(self._head)
        buffer = self._head + data
        position = self._skip
        while position < len(buffer):
            if self._frames < 1:
                return max(0, position - before)
            size = _frame_size(buffer, position)
            if size is None:
                break
            self._frames -= 1
            position += size
        self._head = buffer[position:]
        self._skip = max(0, position - len(buffer))
        return len(data)


def _frame_size(data: bytes, at: int) -> int | None:
    """Return the length of a frame including its header, or None if too little of it has arrived.

    >>> _frame_size(bytes([0x81, 0x85]), 0), _frame_size(bytes([0x81, 0xFE, 1, 0]), 0)
    (11, 264)
    """
    if len(data) < at + 2:
        return None
    mask = 4 if data[at + 1] & 0x80 else 0
    length = data[at + 1] & 0x7F
    extended = 2 if length == LENGTH_16_BITS else 8 if length == LENGTH_64_BITS else 0
    if not extended:
        return 2 + mask + length
    if len(data) < at + 2 + extended:
        return None
    return 2 + extended + mask + int.from_bytes(data[at + 2 : at + 2 + extended], "big")
