"""Publishes room updates to other nodes through Redis or Valkey.

A message carries the new version of a room. If other nodes subscribe to the room, it also carries
the new events as they are stored, so that these nodes need not read them from the database. The
room's previous message tells whether other nodes subscribe: Redis returned how many nodes received
it.

Nothing is stored only in Redis: after a lost message, nodes find the update in the database a
little later. This module is loaded only if Redis is configured, because it needs the extra
`cluster`.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, cast

import msgspec
from redis.asyncio import Redis
from redis.exceptions import RedisError

from pickomino.core.errors import PickominoError, quote
from pickomino.rooms.protocol.messages import encode
from pickomino.rooms.pubsub import LocalPubSub, Subscription, Update

if TYPE_CHECKING:
    from pickomino.rooms.protocol.events import LogEntry
    from pickomino.server.cluster.node import ClusterNode

_log = logging.getLogger(__name__)

ROOM_CHANNEL: Final = "pickomino:room:"
NODES_CHANNEL: Final = "pickomino:nodes"
TIMEOUT_SECONDS: Final = 2.0
"""The timeout of Redis commands."""
RETRY_SECONDS: Final = 0.5
UNSUBSCRIBE_SECONDS: Final = 5.0
"""How often this node unsubscribes from the channels of rooms without subscribers here."""
_FAILURES: Final = RedisError, OSError, TimeoutError
_rows: Final = msgspec.json.Decoder(list[str])


class RedisPubSub(LocalPubSub):
    """Notifies a room's subscribers in this process, and other nodes that subscribe to the room."""

    def __init__(self, address: str) -> None:
        """Create a client for an address such as redis://host; call `attach` before use."""
        super().__init__()
        self._node: ClusterNode | None = None
        try:
            self._redis: Any = cast("Any", Redis).from_url(
                address,
                decode_responses=True,
                socket_timeout=TIMEOUT_SECONDS,
                socket_connect_timeout=TIMEOUT_SECONDS,
                socket_keepalive=True,
                health_check_interval=10,
            )
        except ValueError as error:
            raise PickominoError("bad_setting", reason=quote(str(error))) from error
        self._listener: Any = None
        self._subscribed: set[str] = set()
        """The rooms whose channels this node subscribes to."""
        self._pending: dict[str, tuple[int, list[str]]] = {}
        """For each room with updates to send, its version and the rows of new events."""
        self._shared: set[str] = set()
        """Rooms with subscribers on other nodes."""
        self._wake = asyncio.Event()
        self._is_stopped = False
        """Checked in addition to cancellation, which the Redis client may lose during a command."""
        self._tasks: list[asyncio.Task[None]] = []

    def attach(self, node: ClusterNode) -> None:
        """Start listening and sending for a node; Redis need not be available yet."""
        self._node = node
        loops = self._listen_loop(node), self._send_loop()
        self._tasks = [asyncio.create_task(loop) for loop in loops]

    def publish(self, update: Update, log: Sequence[LogEntry] = ()) -> None:
        """Notify the subscribers of a room, here and on other nodes, without waiting."""
        self.notify_local(update)
        code = update.code
        _, rows = self._pending.get(code, (0, []))
        if self._node is not None and code in self._shared:
            rows += self._node.encode_rows(code, log)
        self._pending[code] = update.version, rows
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
            await self._redis.publish(NODES_CHANNEL, "look")

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
        is_first = True
        while not self._is_stopped:
            try:
                await self._listen(node)
            except _FAILURES as error:
                if is_first:
                    _log.warning("Redis is unreachable: %s", error)
                is_first = False
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
            while not self._is_stopped:
                message = await listener.get_message(timeout=UNSUBSCRIBE_SECONDS)
                if message is None:
                    await self._unsubscribe_unused(listener)
                elif message["channel"] == NODES_CHANNEL:
                    node.poll_now()
                else:
                    _deliver(node, message["channel"].removeprefix(ROOM_CHANNEL), message["data"])
        finally:
            self._listener = None
            with contextlib.suppress(*_FAILURES):
                await listener.aclose()

    async def _unsubscribe_unused(self, listener: Any) -> None:  # noqa: ANN401 - has no types
        unused = self._subscribed - set(self.subscribed_rooms())
        self._shared -= unused
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
                    for code, (version, rows) in pending.items():
                        pipeline.publish(ROOM_CHANNEL + code, _encode_message(version, rows))
                    receivers = await pipeline.execute()
                for code, count in zip(pending, receivers, strict=True):
                    self._update_shared(code, count)

    def _update_shared(self, code: str, count: int) -> None:
        """Record whether other nodes subscribe to a room, judging by the number of receivers."""
        if count > (code in self._subscribed):
            self._shared.add(code)
        else:
            self._shared.discard(code)


def _encode_message(version: int, rows: list[str]) -> str:
    """Return a message with a room's new version and the rows of new events, if there are any.

    >>> _encode_message(7, []), _encode_message(7, ["locked2:0a"])
    ('7', '7 ["locked2:0a"]')
    """
    return f"{version} {encode(rows).decode()}" if rows else str(version)


def _deliver(node: ClusterNode, code: str, message: str) -> None:
    version, _, text = message.partition(" ")
    try:
        rows = _rows.decode(text) if text else []
    except msgspec.MsgspecError:
        rows = []
    if version.isdecimal():
        node.on_update(code, int(version), rows)
