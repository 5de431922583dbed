"""Tells other nodes through Redis, or Valkey, which room has reached which version.

Nothing is only in Redis: what is lost on the way is found in the database a little later.
Loaded only where somebody asks for it: it needs the extra `cluster`.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import Any, Final, cast

from redis.asyncio import Redis
from redis.exceptions import RedisError

from pickomino.core.errors import PickominoError, quoted
from pickomino.service.ports import LocalPubSub, Subscription, Update

_log = logging.getLogger(__name__)

ROOM: Final = "pickomino:room:"
EVERYBODY: Final = "pickomino:nodes"
ANSWER_SECONDS: Final = 2.0
"""Nobody waits longer for Redis."""
RETRY_SECONDS: Final = 0.5
TIDY_SECONDS: Final = 5.0
"""How often rooms are given up that nobody here follows any more."""
_FAILURES: Final = RedisError, OSError, TimeoutError


class RedisPubSub(LocalPubSub):
    """Subscribers in this process, and word to the other nodes whose subscribers follow a room."""

    def __init__(self, address: str) -> None:
        """Take redis://…; then let it `listen`."""
        super().__init__()
        self._on_version: Callable[[str, int], None] = lambda _code, _version: None
        self._on_call: Callable[[], None] = lambda: None
        try:
            self._redis: Any = cast("Any", Redis).from_url(
                address,
                decode_responses=True,
                socket_timeout=ANSWER_SECONDS,
                socket_connect_timeout=ANSWER_SECONDS,
                socket_keepalive=True,
                health_check_interval=10,
            )
        except ValueError as error:
            raise PickominoError("bad_setting", reason=quoted(str(error))) from error
        self._listener: Any = None
        self._heard: set[str] = set()
        """The rooms whose channels are listened to."""
        self._reached: dict[str, int] = {}
        """Versions that the others are still to be told."""
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def listen(self, on_version: Callable[[str, int], None], on_call: Callable[[], None]) -> None:
        """Begin to listen and to send; Redis may come later.

        `on_version` hears which version a followed room has reached; `on_call` that a node has
        left, or that something may have been missed.
        """
        self._on_version, self._on_call = on_version, on_call
        self._tasks = [asyncio.create_task(work) for work in (self._listen_on(), self._send_on())]

    async def publish(self, update: Update) -> None:
        """Tell the subscribers of a room, here and at other nodes; waits for none of them."""
        await self.tell(update)
        self._reached[update.code] = update.version
        self._wake.set()

    async def subscribe(self, code: str) -> Subscription:
        """Follow a room from now on, whichever node writes to it."""
        subscription = await super().subscribe(code)
        if code not in self._heard and self._listener is not None:
            with contextlib.suppress(*_FAILURES):
                await self._listener.subscribe(ROOM + code)
                self._heard.add(code)
        return subscription

    async def call(self) -> None:
        """Ask all nodes to look at once."""
        with contextlib.suppress(*_FAILURES):
            await self._redis.publish(EVERYBODY, "look")

    async def close(self) -> None:
        """End every subscription, and the connections."""
        await super().close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(*_FAILURES):
            await self._redis.aclose()

    # Listening

    async def _listen_on(self) -> None:
        is_first = True
        while True:
            try:
                await self._listen()
            except _FAILURES as error:
                if is_first:
                    _log.warning("Redis cannot be heard: %s", error)
                is_first = False
            await asyncio.sleep(RETRY_SECONDS)

    async def _listen(self) -> None:
        listener: Any = self._redis.pubsub(ignore_subscribe_messages=True)
        try:
            self._heard = set(self.followed())
            await listener.subscribe(EVERYBODY, *(ROOM + code for code in self._heard))
            self._listener = listener
            self._on_call()
            while True:
                message = await listener.get_message(timeout=TIDY_SECONDS)
                if message is None:
                    await self._tidy(listener)
                else:
                    self._hear(message["channel"], message["data"])
        finally:
            self._listener = None
            with contextlib.suppress(*_FAILURES):
                await listener.aclose()

    def _hear(self, channel: str, text: str) -> None:
        if channel == EVERYBODY:
            self._on_call()
        elif text.isdecimal():
            self._on_version(channel.removeprefix(ROOM), int(text))

    async def _tidy(self, listener: Any) -> None:  # noqa: ANN401 - has no types
        left = self._heard - set(self.followed())
        if left:
            self._heard -= left
            await listener.unsubscribe(*(ROOM + code for code in left))

    # Sending

    async def _send_on(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            reached, self._reached = self._reached, {}
            # What cannot be sent is found by the others.
            with contextlib.suppress(*_FAILURES):
                async with self._redis.pipeline(transaction=False) as together:
                    for code, version in reached.items():
                        together.publish(ROOM + code, str(version))
                    await together.execute()
