"""The clocks that rooms use: the machine's clock, and a server's steady clock."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final

MAX_STEP_SECONDS: Final = 3.0
"""How far one reading may advance a SteadyClock; a longer gap counts as an outage."""
MIN_SLEEP_SECONDS: Final = 0.02


class Clock:
    """The machine's clock, for local games, which need dates but have no deadlines."""

    def now(self) -> float:
        """Return the time in seconds since 1970."""
        return time.time()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class SteadyClock(Clock):
    """A server's clock: continues from the last logged event and runs only while the server does.

    Changing the machine's clock does not affect it, and time during which the server is down,
    frozen or without storage is not counted against players. The clock must be read at least every
    MAX_STEP_SECONDS, or it falls behind.
    """

    def __init__(self, machine: Callable[[], float] | None = None) -> None:
        """Create a clock that reads elapsed seconds from `machine`, by default `time.monotonic`."""
        self.is_stopped = False
        self._machine = machine or time.monotonic
        self._time = time.time()
        self._last_reading = self._machine()

    def set_time(self, moment: float) -> None:
        """Continue from a given time, such as the time of the last event."""
        self._time, self._last_reading = moment, self._machine()

    def now(self) -> float:
        reading = self._machine()
        if not self.is_stopped:
            self._time += min(reading - self._last_reading, MAX_STEP_SECONDS)
        self._last_reading = reading
        return self._time

    async def sleep(self, seconds: float) -> None:
        # At least a minimum, so that waiting for a stopped clock is not a busy loop.
        await asyncio.sleep(max(seconds, MIN_SLEEP_SECONDS))
