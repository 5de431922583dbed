"""Notifies the subscribers of a room when the room changes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any, Final

import msgspec

from pickomino.core.errors import PickominoError
from pickomino.core.rules import MAX_PLAYERS
from pickomino.rooms.protocol.log_chain import LogBatch

MAX_QUEUED_UPDATES: Final = 100
"""The number of updates that may be queued for one subscriber."""
MAX_WATCHERS: Final = 50
"""How many spectators a room admits."""
MAX_CONNECTIONS_PER_TOKEN: Final = 10
"""How many connections, such as browser tabs and devices, one token may have to one room."""
MAX_SUBSCRIBERS: Final = MAX_WATCHERS + (MAX_PLAYERS + 1) * MAX_CONNECTIONS_PER_TOKEN
"""The number of subscribers that one room may have: there is always a place for a player, and for a
host without a seat."""


class Update(msgspec.Struct, frozen=True, tag=True, tag_field="type"):
    """A room has changed: the subscriber should ask for a view."""

    code: str
    since: int
    """The version before the change."""
    version: int


class Resync(msgspec.Struct, frozen=True, tag=True, tag_field="type"):
    """Updates were missed: the subscriber should ask for a view and subscribe again."""

    code: str


class Subscription:
    """A stream of one room's updates, in order, which ends after a Resync or when closed.

    If `on_update` is given, it is called at once for every update, and nothing is queued.
    """

    def __init__(self, code: str, limit: int, on_update: Callable[[], None] | None = None) -> None:
        self.code = code
        self._limit = limit
        self._on_update = on_update
        self._queue: list[Update | Resync] = []
        self._is_closed = False
        self._wake: asyncio.Future[None] | None = None
        """Wakes the only reader; an asyncio.Event would use a kilobyte per subscriber."""

    def push(self, update: Update) -> bool:
        """Add an update; return False if no more updates can be added.

        A subscriber that is too slow gets a Resync in place of all queued updates, and nothing
        after it.
        """
        if self._is_closed:
            return False
        if self._on_update is not None:
            self._on_update()
            return True
        if len(self._queue) >= self._limit:
            self._queue = [Resync(self.code)]
            self._is_closed = True
        else:
            self._queue.append(update)
        self._wake_reader()
        return not self._is_closed

    def close(self) -> None:
        """Accept no more updates; queued updates are still delivered."""
        self._is_closed = True
        self._wake_reader()

    @property
    def is_closed(self) -> bool:
        return self._is_closed

    async def __aiter__(self) -> AsyncIterator[Update | Resync]:
        while (item := await self.next()) is not None:
            yield item

    async def next(self) -> Update | Resync | None:
        """Wait for one update; return None when there will be no more."""
        while not self._queue:
            if self._is_closed:
                return None
            self._wake = asyncio.get_running_loop().create_future()
            await self._wake
        return self._queue.pop(0)

    def _wake_reader(self) -> None:
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)


class LocalPubSub:
    """Notifies the subscribers of rooms in this process."""

    def __init__(
        self, max_queued: int = MAX_QUEUED_UPDATES, max_subscribers: int = MAX_SUBSCRIBERS
    ) -> None:
        self._max_queued = max_queued
        self._max_subscribers = max_subscribers
        self._rooms: dict[str, list[Subscription]] = {}

    def notify_local(self, update: Update) -> None:
        """Notify a room's subscribers in this process."""
        subscriptions = self._rooms.get(update.code, ())
        still_open = [subscription for subscription in subscriptions if subscription.push(update)]
        self._set_subscriptions(update.code, still_open)

    def publish(self, update: Update, batch: LogBatch | None = None) -> None:
        """Notify a room's subscribers in all processes, without waiting for slow ones.

        `batch` contains the new events, for other processes that have cached the room.
        """
        del batch
        self.notify_local(update)

    async def subscribe(
        self, code: str, on_update: Callable[[], None] | None = None
    ) -> Subscription:
        """Follow a room from now on; the caller must close the subscription when done.

        `on_update` is called for each update, and must neither block nor raise.
        """
        subscriptions = [other for other in self._rooms.get(code, ()) if not other.is_closed]
        if len(subscriptions) >= self._max_subscribers:
            raise PickominoError("too_many_watchers", limit=self._max_subscribers)
        subscription = Subscription(code, self._max_queued, on_update)
        self._set_subscriptions(code, [*subscriptions, subscription])
        return subscription

    def attach(self, node: Any) -> None:  # noqa: ANN401 - a node of the server
        """Do nothing: there are no other processes to exchange updates with."""

    async def poll_peers(self) -> None:
        """Do nothing: there are no other processes to ask."""

    def subscribed_rooms(self) -> list[str]:
        return [
            code
            for code, subscriptions in self._rooms.items()
            if any(not subscription.is_closed for subscription in subscriptions)
        ]

    async def close(self) -> None:
        """End every subscription."""
        for subscriptions in self._rooms.values():
            for subscription in subscriptions:
                subscription.close()
        self._rooms.clear()

    def _set_subscriptions(self, code: str, subscriptions: list[Subscription]) -> None:
        if subscriptions:
            self._rooms[code] = subscriptions
        else:
            self._rooms.pop(code, None)
