"""What the service needs from outside: a clock, and a publisher of what happened."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from typing import TYPE_CHECKING, Final, Protocol

import msgspec

from pickomino.core.errors import PickominoError

if TYPE_CHECKING:
    from pickomino.rooms.protocol.events import Logged

QUEUE: Final = 100
"""Updates that may wait for one subscriber."""
MOST_SUBSCRIBERS: Final = 100
"""For one room."""
LONGEST_STEP: Final = 3.0
"""Seconds that pass at once where nobody looked at a clock; a longer gap was an outage."""
SHORTEST_SLEEP: Final = 0.02


class Clock(Protocol):
    """Time, so that tests can be quick."""

    def now(self) -> float:
        """Return the seconds since 1970."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        ...


class SystemClock:
    """The time of this machine, for games at home: they have dates, and nobody's time runs out."""

    def now(self) -> float:
        """Return the seconds since 1970."""
        return time.time()

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)


class SteadyClock:
    """The time of a server: goes on from the last event of its logs, while it is at work.

    Setting the machine's clock does not move it, and what the server spends down, frozen or
    without storage is nobody's time. Somebody must look at it every second or two.
    """

    def __init__(self, machine: Callable[[], float] | None = None) -> None:
        """Take what counts the seconds of the machine, if it is not its own."""
        self.is_stopped = False
        self._machine = machine or time.monotonic
        self._time = time.time()
        self._seen = self._machine()

    def go_on_from(self, moment: float) -> None:
        """Begin at the time of the last event."""
        self._time, self._seen = moment, self._machine()

    def now(self) -> float:
        """Return the seconds since 1970, less those that did not count."""
        seen = self._machine()
        if not self.is_stopped:
            self._time += min(seen - self._seen, LONGEST_STEP)
        self._seen = seen
        return self._time

    async def sleep(self, seconds: float) -> None:
        """Wait a moment at least: whoever waits for a clock that stands still must not spin."""
        await asyncio.sleep(max(seconds, SHORTEST_SLEEP))


class Update(msgspec.Struct, frozen=True, tag=True, tag_field="type"):
    """Something has happened in a room: ask for a view."""

    code: str
    since: int
    """The version before."""
    version: int


class Resync(msgspec.Struct, frozen=True, tag=True, tag_field="type"):
    """Updates were missed: ask for a view and subscribe again."""

    code: str


class Subscription:
    """Updates of one room, in order; ends after a Resync and when it is closed.

    With `on_update` nothing waits here: it is called at once for each.
    """

    def __init__(self, code: str, limit: int, on_update: Callable[[], None] | None = None) -> None:
        self.code = code
        self._limit = limit
        self._on_update = on_update
        self._waiting: list[Update | Resync] = []
        self._is_closed = False
        self._wake: asyncio.Future[None] | None = None
        """What its one listener waits for; an Event takes a kilobyte, for each who listens."""

    def push(self, update: Update) -> bool:
        """Add an update; a subscriber who is too slow gets a Resync instead, and no more."""
        if self._is_closed:
            return False
        if self._on_update is not None:
            self._on_update()
            return True
        if len(self._waiting) >= self._limit:
            self._waiting = [Resync(self.code)]
            self._is_closed = True
        else:
            self._waiting.append(update)
        self._go_on()
        return not self._is_closed

    def close(self) -> None:
        """End it; what waits is still delivered."""
        self._is_closed = True
        self._go_on()

    @property
    def is_closed(self) -> bool:
        """Whether nothing more is added."""
        return self._is_closed

    async def __aiter__(self) -> AsyncIterator[Update | Resync]:
        """Return updates as they come."""
        while (item := await self.next()) is not None:
            yield item

    async def next(self) -> Update | Resync | None:
        """Wait for one update; None when there will be no more."""
        while not self._waiting:
            if self._is_closed:
                return None
            self._wake = asyncio.get_running_loop().create_future()
            await self._wake
        return self._waiting.pop(0)

    def _go_on(self) -> None:
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)


class PubSub(Protocol):
    """Tells everybody who follows a room what happened there."""

    def publish(self, update: Update, log: Sequence[Logged] = ()) -> None:
        """Tell the subscribers of a room; never waits for a slow one.

        The log is what led to the update, for those who keep a fold of their own.
        """
        ...

    def tell(self, update: Update) -> None:
        """Tell those subscribers alone who are in this process."""
        ...

    async def subscribe(
        self, code: str, on_update: Callable[[], None] | None = None
    ) -> Subscription:
        """Follow a room from now on; close the subscription when done.

        `on_update` is called for each update, and must neither wait nor raise.
        """
        ...

    async def close(self) -> None:
        """End every subscription."""
        ...


class Neighbours(Protocol):
    """Other services that write to the same store; one that is alone has none."""

    async def refresh(self, code: str) -> None:
        """Bring a room at hand up to date with what they wrote."""
        ...

    async def elsewhere(self, code: str) -> frozenset[str]:
        """Return the hashed tokens of people who are connected to them, in a room."""
        ...


class Neighbour(Protocol):
    """One of several services that write to the same store, as a publisher knows it."""

    def hear(self, code: str, version: int, rows: Sequence[str]) -> None:
        """Take note that a room has reached a version, perhaps with the rows that led to it."""
        ...

    def call(self) -> None:
        """Look at once: another one has left, or something may have been missed."""
        ...

    def rows(self, code: str, log: Sequence[Logged]) -> list[str]:
        """Write events as others can read them."""
        ...


class NoNeighbours:
    """The neighbours of a service that is alone on its store."""

    async def refresh(self, code: str) -> None:
        """Nobody else has written."""

    async def elsewhere(self, code: str) -> frozenset[str]:
        """Nobody is connected elsewhere."""
        del code
        return frozenset()


class LocalPubSub:
    """Subscribers in this process."""

    def __init__(self, queue: int = QUEUE, most: int = MOST_SUBSCRIBERS) -> None:
        """Take how much may wait for a subscriber, and how many may follow a room."""
        self._queue = queue
        self._most = most
        self._rooms: dict[str, list[Subscription]] = {}

    def tell(self, update: Update) -> None:
        """Tell the subscribers of a room."""
        following = self._rooms.get(update.code, ())
        left = [subscription for subscription in following if subscription.push(update)]
        self._keep(update.code, left)

    def publish(self, update: Update, log: Sequence[Logged] = ()) -> None:
        """Tell the subscribers of a room; all that there are share its fold."""
        del log
        self.tell(update)

    async def subscribe(
        self, code: str, on_update: Callable[[], None] | None = None
    ) -> Subscription:
        """Follow a room from now on."""
        following = [other for other in self._rooms.get(code, ()) if not other.is_closed]
        if len(following) >= self._most:
            raise PickominoError("too_many_watchers", limit=self._most)
        subscription = Subscription(code, self._queue, on_update)
        self._keep(code, [*following, subscription])
        return subscription

    def listen(self, neighbour: Neighbour) -> None:
        """Hear of other processes: there is no way to."""

    async def call(self) -> None:
        """Ask other processes to look for what they may have missed: there is no way to."""

    def followed(self) -> list[str]:
        """Return the rooms that somebody follows."""
        return [
            code
            for code, following in self._rooms.items()
            if any(not subscription.is_closed for subscription in following)
        ]

    async def close(self) -> None:
        """End every subscription."""
        for following in self._rooms.values():
            for subscription in following:
                subscription.close()
        self._rooms.clear()

    def _keep(self, code: str, following: list[Subscription]) -> None:
        if following:
            self._rooms[code] = following
        else:
            self._rooms.pop(code, None)
