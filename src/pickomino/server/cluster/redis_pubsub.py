"""Tells other nodes through Redis, or Valkey, which room has reached which version, and by what.

Where others follow a room, the events that led there come along as they are stored, so that these
nodes need not read them. Whether others do is what Redis said of the last message.

Nothing is only in Redis: what is lost on the way is found in the database a little later.
Loaded only where somebody asks for it: it needs the extra `cluster`.
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
from pickomino.rooms.pubsub import LocalPubSub, NodeListener, Subscription, Update

if TYPE_CHECKING:
    from pickomino.rooms.protocol.events import LogEntry

_log = logging.getLogger(__name__)

ROOM: Final = "pickomino:room:"
EVERYBODY: Final = "pickomino:nodes"
ANSWER_SECONDS: Final = 2.0
"""Nobody waits longer for Redis."""
RETRY_SECONDS: Final = 0.5
TIDY_SECONDS: Final = 5.0
"""How often rooms are given up that nobody here follows any more."""
_FAILURES: Final = RedisError, OSError, TimeoutError
_rows: Final = msgspec.json.Decoder(list[str])


class RedisPubSub(LocalPubSub):
    """Subscribers in this process, and word to the other nodes whose subscribers follow a room."""

    def __init__(self, address: str) -> None:
        """Take redis://…; then `attach` a node."""
        super().__init__()
        self._node: NodeListener | None = None
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
            raise PickominoError("bad_setting", reason=quote(str(error))) from error
        self._listener: Any = None
        self._heard: set[str] = set()
        """The rooms whose channels are listened to."""
        self._reached: dict[str, tuple[int, list[str]]] = {}
        """Versions that the others are still to be told, and what led to them."""
        self._shared: set[str] = set()
        """Rooms that are followed at other nodes as well."""
        self._wake = asyncio.Event()
        self._is_ended = False
        """Asked beside a cancellation, which the client may lose in the midst of a command."""
        self._tasks: list[asyncio.Task[None]] = []

    def attach(self, node: NodeListener) -> None:
        """Begin to listen and to send for this node; Redis may come later."""
        self._node = node
        works = self._listen_on(node), self._send_on()
        self._tasks = [asyncio.create_task(work) for work in works]

    def publish(self, update: Update, log: Sequence[LogEntry] = ()) -> None:
        """Tell the subscribers of a room, here and at other nodes; waits for none of them."""
        self.notify_local(update)
        code = update.code
        _, rows = self._reached.get(code, (0, []))
        if self._node is not None and code in self._shared:
            rows += self._node.encode_rows(code, log)
        self._reached[code] = update.version, rows
        self._wake.set()

    async def subscribe(
        self, code: str, on_update: Callable[[], None] | None = None
    ) -> Subscription:
        """Follow a room from now on, whichever node writes to it."""
        subscription = await super().subscribe(code, on_update)
        if code not in self._heard and self._listener is not None:
            with contextlib.suppress(*_FAILURES):
                await self._listener.subscribe(ROOM + code)
                self._heard.add(code)
        return subscription

    async def poll_peers(self) -> None:
        """Ask all nodes to look at once."""
        with contextlib.suppress(*_FAILURES):
            await self._redis.publish(EVERYBODY, "look")

    async def close(self) -> None:
        """End every subscription, and the connections."""
        await super().close()
        self._is_ended = True
        self._wake.set()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(*_FAILURES):
            await self._redis.aclose()

    # Listening

    async def _listen_on(self, node: NodeListener) -> None:
        is_first = True
        while not self._is_ended:
            try:
                await self._listen(node)
            except _FAILURES as error:
                if is_first:
                    _log.warning("Redis cannot be heard: %s", error)
                is_first = False
            await asyncio.sleep(RETRY_SECONDS)

    async def _listen(self, node: NodeListener) -> None:
        listener: Any = self._redis.pubsub(ignore_subscribe_messages=True)
        try:
            self._heard = set(self.subscribed_rooms())
            await listener.subscribe(EVERYBODY, *(ROOM + code for code in self._heard))
            self._listener = listener
            node.poll_now()
            while not self._is_ended:
                message = await listener.get_message(timeout=TIDY_SECONDS)
                if message is None:
                    await self._tidy(listener)
                elif message["channel"] == EVERYBODY:
                    node.poll_now()
                else:
                    _hear(node, message["channel"].removeprefix(ROOM), message["data"])
        finally:
            self._listener = None
            with contextlib.suppress(*_FAILURES):
                await listener.aclose()

    async def _tidy(self, listener: Any) -> None:  # noqa: ANN401 - has no types
        left = self._heard - set(self.subscribed_rooms())
        self._shared -= left
        if left:
            self._heard -= left
            await listener.unsubscribe(*(ROOM + code for code in left))

    # Sending

    async def _send_on(self) -> None:
        while not self._is_ended:
            await self._wake.wait()
            self._wake.clear()
            reached, self._reached = self._reached, {}
            # What cannot be sent is found by the others.
            with contextlib.suppress(*_FAILURES):
                async with self._redis.pipeline(transaction=False) as together:
                    for code, (version, rows) in reached.items():
                        together.publish(ROOM + code, _message(version, rows))
                    heard = await together.execute()
                for code, count in zip(reached, heard, strict=True):
                    self._note(code, count)

    def _note(self, code: str, count: int) -> None:
        """Note from how many heard of a room whether others than this node follow it."""
        if count > (code in self._heard):
            self._shared.add(code)
        else:
            self._shared.discard(code)


def _message(version: int, rows: list[str]) -> str:
    """Write a version and, if there are any, the rows that led to it.

    >>> _message(7, []), _message(7, ["locked1:0a"])
    ('7', '7 ["locked1:0a"]')
    """
    return f"{version} {encode(rows).decode()}" if rows else str(version)


def _hear(node: NodeListener, code: str, message: str) -> None:
    version, _, text = message.partition(" ")
    try:
        rows = _rows.decode(text) if text else []
    except msgspec.MsgspecError:
        rows = []
    if version.isdecimal():
        node.on_update(code, int(version), rows)
