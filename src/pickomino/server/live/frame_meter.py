"""Counts the frames and bytes of a WebSocket without reading them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

BYTES_A_MESSAGE: Final = 4096
FRAMES_A_MESSAGE: Final = 4
BURST_SECONDS: Final = 4
FEWEST_MESSAGES: Final = 20
"""A second: with less, those who are only a little too fast would be cut off unheard."""
LONG: Final = 126
VERY_LONG: Final = 127


class FrameMeter:
    """A bucket of bytes and one of frames; both fill up again.

    >>> meter = FrameMeter(20, lambda: 0.0)
    >>> ping = bytes([0x89, 0x80, 0, 0, 0, 0])
    >>> meter.allowed(ping * 1000) // len(ping)
    320
    """

    def __init__(self, messages_per_second: int, clock: Callable[[], float]) -> None:
        """Take how many messages a second are fine; frames may be some times as many."""
        rate = max(messages_per_second, FEWEST_MESSAGES)
        self._bytes_per_second = rate * BYTES_A_MESSAGE
        self._frames_per_second = rate * FRAMES_A_MESSAGE
        self._bytes: float = BURST_SECONDS * self._bytes_per_second
        self._frames: float = BURST_SECONDS * self._frames_per_second
        self._clock = clock
        self._at = clock()
        self._head = b""
        """The beginning of a frame whose length is not known yet."""
        self._skip = 0
        """Bytes to come of the frame that was counted last."""

    def allows_frame(self, size: int) -> bool:
        """Return whether data that is one frame may be read, and count it; the quick way.

        If not, nothing is counted, and `allowed` has more to say.
        """
        self._fill_up()
        if self._skip or self._head or self._bytes < size or self._frames < 1:
            return False
        self._bytes -= size
        self._frames -= 1
        return True

    def allowed(self, data: bytes) -> int:
        """Return how many bytes of the data may be read, and count them; fewer mean the end."""
        self._fill_up()
        within = min(len(data), int(self._bytes))
        self._bytes -= within
        frames = self._frames
        read = self._walked(data[:within])
        # Reading something is work also where no frame begins in it.
        self._frames = min(self._frames, frames - 1)
        return read if frames >= 1 else 0

    def _fill_up(self) -> None:
        now = self._clock()
        passed, self._at = now - self._at, now
        most = BURST_SECONDS * self._bytes_per_second
        self._bytes = min(most, self._bytes + passed * self._bytes_per_second)
        most = BURST_SECONDS * self._frames_per_second
        self._frames = min(most, self._frames + passed * self._frames_per_second)

    def _walked(self, data: bytes) -> int:
        """Go from frame to frame; return where the last one ends that may be read."""
        before = len(self._head)
        text = self._head + data
        position = self._skip
        while position < len(text):
            if self._frames < 1:
                return max(0, position - before)
            size = _frame_size(text, position)
            if size is None:
                break
            self._frames -= 1
            position += size
        self._head = text[position:]
        self._skip = max(0, position - len(text))
        return len(data)


def _frame_size(text: bytes, at: int) -> int | None:
    """Return the length of a frame with its head, or None where too little of it is there.

    >>> _frame_size(bytes([0x81, 0x85]), 0), _frame_size(bytes([0x81, 0xFE, 1, 0]), 0)
    (11, 264)
    """
    if len(text) < at + 2:
        return None
    mask = 4 if text[at + 1] & 0x80 else 0
    length = text[at + 1] & 0x7F
    more = 2 if length == LONG else 8 if length == VERY_LONG else 0
    if not more:
        return 2 + mask + length
    if len(text) < at + 2 + more:
        return None
    return 2 + more + mask + int.from_bytes(text[at + 2 : at + 2 + more], "big")
