"""Publishes room updates to other nodes through Redis or Valkey.

A message carries the head of a room's log. If other nodes subscribe to the room, it also carries
the new events as they are stored, so that these nodes need not read them from the database. The
room's previous message tells whether other nodes subscribe: Redis returned how many nodes received
it.

Nothing is stored only in Redis: after a lost message, nodes find the update in the database a
little later. Nothing from Redis is trusted either (see `redis_messages.py`), and if useless
messages pile up, Redis ends the connection. This module is loaded only if Redis is configured,
because it needs the extra `cluster`.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, cast

from redis.asyncio import Redis
from redis.exceptions import RedisError

from pickomino.core.errors import PickominoError
from pickomino.rooms.protocol.log_chain import LogBatch, LogHead
from pickomino.rooms.pubsub import LocalPubSub, Subscription, Update
from pickomino.server.cluster.redis_messages import (
    MessageSeal,
    Pauses,
    RoomMessage,
    decode_room_message,
)

if TYPE_CHECKING:
    from pickomino.server.cluster.node import ClusterNode

_log = logging.getLogger(__name__)

ROOM_CHANNEL: Final = "pickomino:room:"
NODES_CHANNEL: Final = "pickomino:nodes"
TIMEOUT_SECONDS: Final = 2.0
"""The timeout of Redis commands."""
RETRY_SECONDS: Final = 0.5
CHECK_SECONDS: Final = 5.0
"""How often this node sends itself a message to test its subscription, and subscribes to exactly
the channels of rooms that have subscribers here."""
MAX_SILENT_SECONDS: Final = 12.0
"""A subscription that has not delivered this node's own messages for so long is renewed."""
_POLL: Final = b"poll"
_FAILURES: Final = RedisError, OSError, TimeoutError


class RedisPubSub(LocalPubSub):
    """Notifies a room's subscribers in this process, and other nodes that subscribe to the room."""

    def __init__(self, address: str) -> None:
        """Create a client for an address such as redis://host; call `attach` before use."""
        super().__init__()
        try:
            # Responses are not decoded here: anyone may publish bytes that are not UTF-8.
            self._redis: Any = cast("Any", Redis).from_url(
                address,
                socket_timeout=TIMEOUT_SECONDS,
                socket_connect_timeout=TIMEOUT_SECONDS,
                socket_keepalive=True,
                health_check_interval=10,
            )
        except ValueError as error:
            raise PickominoError("bad_redis_address", reason=str(error)) from error
        self._seal = MessageSeal(b"")
        self._listener: Any = None
        self._subscribed: set[str] = set()
        """The rooms whose channels this node subscribes to."""
        self._pending: dict[str, RoomMessage] = {}
        """For each room with updates to send, the message."""
        self._shared: set[str] = set()
        """Rooms with subscribers on other nodes."""
        self._wake = asyncio.Event()
        self._is_stopped = False
        """Checked in addition to cancellation, which the Redis client may lose during a command."""
        self._works: bool | None = None
        """Whether the subscription delivers messages; None until the first message or failure."""
        self._own_message = f"alive {secrets.token_hex(8)}".encode()
        self._heard_at = 0.0
        """When the subscription last delivered this node's own message."""
        self._refused = 0
        """How many messages since the last connection did not come from a node."""
        self._tasks: list[asyncio.Task[None]] = []

    def attach(self, node: ClusterNode) -> None:
        """Start listening and sending for a node; Redis need not be available yet."""
        self._seal = MessageSeal(node.message_key())
        loops = self._listen_loop(node), self._send_loop()
        self._tasks = [asyncio.create_task(loop) for loop in loops]

    def publish(self, update: Update, batch: LogBatch | None = None) -> None:
        """Notify the subscribers of a room, here and on other nodes, without waiting."""
        self.notify_local(update)
        code = update.code
        before, self._pending[code] = self._pending.get(code), RoomMessage(update.version, "")
        if batch is not None:
            earlier = () if before is None else before.rows
            rows = (*earlier, *batch.rows) if code in self._shared else ()
            self._pending[code] = RoomMessage(*batch.after, rows)
        self._wake.set()

    async def subscribe(
        self, code: str, on_update: Callable[[], None] | None = None
    ) -> Subscription:
        """Subscribe to a room, regardless of which node writes to it."""
        subscription = await super().subscribe(code, on_update)
        if code not in self._subscribed and self._listener is not None:
            with contextlib.suppress(*_FAILURES):
                await self._listener.subscribe(ROOM_CHANNEL + code)
                self._subscribed.add(code)
        return subscription

    async def poll_peers(self) -> None:
        """Ask all nodes to poll the database now."""
        with contextlib.suppress(*_FAILURES):
            await self._publish_to_nodes(_POLL)

    async def close(self) -> None:
        """Close every subscription and the connections."""
        await super().close()
        self._is_stopped = True
        self._wake.set()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(*_FAILURES):
            await self._redis.aclose()

    # Listening

    async def _listen_loop(self, node: ClusterNode) -> None:
        while not self._is_stopped:
            try:
                await self._listen(node)
            except Exception as error:  # noqa: BLE001 - nothing that Redis sends may end this loop
                self._set_works(node, works=False, reason=error)
            await asyncio.sleep(RETRY_SECONDS)

    async def _listen(self, node: ClusterNode) -> None:
        listener: Any = self._redis.pubsub(ignore_subscribe_messages=True)
        try:
            self._subscribed = set(self.subscribed_rooms())
            await listener.subscribe(
                NODES_CHANNEL, *(ROOM_CHANNEL + code for code in self._subscribed)
            )
            self._listener = listener
            node.poll_now()
            await self._receive(node, listener)
        finally:
            self._listener = None
            with contextlib.suppress(*_FAILURES):
                await listener.aclose()

    async def _receive(self, node: ClusterNode, listener: Any) -> None:  # noqa: ANN401 - has no types
        self._refused, self._heard_at, next_check = 0, time.monotonic(), 0.0
        pauses = Pauses()
        while not self._is_stopped:
            now = time.monotonic()
            if now - self._heard_at > MAX_SILENT_SECONDS:
                raise ConnectionError("the subscription delivers no messages")
            if now >= next_check:
                next_check = now + CHECK_SECONDS
                await self._publish_to_nodes(self._own_message)
                await self._update_subscriptions(listener)
            message = await listener.get_message(timeout=CHECK_SECONDS)
            if message is not None and message["type"] == "message":
                data, begin = message["data"], time.thread_time()
                is_new = self._deliver(node, message["channel"].decode(), data)
                pause = 0.0 if is_new else pauses.after(time.thread_time() - begin, len(data))
                # The client of Redis does not yield while further messages are there already.
                await asyncio.sleep(pause)

    def _deliver(self, node: ClusterNode, channel: str, data: bytes) -> bool:
        """Act on a message; return whether it says that a room has changed."""
        body = self._seal.open(channel, data)
        if body is None:
            self._refuse(node)
        elif channel != NODES_CHANNEL:
            message = decode_room_message(body)
            if message is not None:
                head = LogHead(message.version, message.digest)
                return node.on_update(channel.removeprefix(ROOM_CHANNEL), head, message.rows)
        elif body == _POLL:
            node.poll_now()
        elif body == self._own_message:
            self._heard_at = time.monotonic()
            self._set_works(node, works=True)
        return False

    def _refuse(self, node: ClusterNode) -> None:
        node.count_forged_message()
        if self._refused == 0:
            _log.warning("a message in Redis does not come from a node with this key; ignored")
        self._refused += 1

    def _set_works(
        self, node: ClusterNode, *, works: bool, reason: Exception | None = None
    ) -> None:
        if works == self._works:
            return
        if not works:
            _log.warning("Redis does not deliver updates, trying again: %s", reason)
        elif self._works is not None:
            _log.warning("Redis delivers updates again")
        self._works = works
        node.set_redis_works(works=works)

    async def _update_subscriptions(self, listener: Any) -> None:  # noqa: ANN401 - has no types
        """Subscribe to what was missed while Redis was being connected, and drop unused rooms."""
        wanted = set(self.subscribed_rooms())
        missing, unused = wanted - self._subscribed, self._subscribed - wanted
        self._shared -= unused
        if missing:
            await listener.subscribe(*(ROOM_CHANNEL + code for code in missing))
            self._subscribed |= missing
        if unused:
            self._subscribed -= unused
            await listener.unsubscribe(*(ROOM_CHANNEL + code for code in unused))

    # Sending

    async def _send_loop(self) -> None:
        while not self._is_stopped:
            await self._wake.wait()
            self._wake.clear()
            pending, self._pending = self._pending, {}
            # If sending fails, the other nodes find the updates in the database.
            with contextlib.suppress(*_FAILURES):
                async with self._redis.pipeline(transaction=False) as pipeline:
                    for code, message in pending.items():
                        channel = ROOM_CHANNEL + code
                        pipeline.publish(channel, self._seal.add_to_room(channel, message))
                    receivers = await pipeline.execute()
                for code, count in zip(pending, receivers, strict=True):
                    self._update_shared(code, count)

    async def _publish_to_nodes(self, body: bytes) -> None:
        await self._redis.publish(NODES_CHANNEL, self._seal.add(NODES_CHANNEL, body))

    def _update_shared(self, code: str, count: int) -> None:
        """Record whether other nodes subscribe to a room, judging by the number of receivers."""
        if count > (code in self._subscribed):
            self._shared.add(code)
        else:
            self._shared.discard(code)
