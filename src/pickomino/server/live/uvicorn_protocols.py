"""Where the network meets the server: what one connection may cost before anybody reads it."""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Callable
from struct import pack
from typing import Any, Final

import h11
from litestar import WebSocket
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import get_remote_addr
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from pickomino.server.live.frame_meter import LONG, VERY_LONG, FrameMeter
from pickomino.server.settings import ServerSettings, split
from pickomino.server.throttle import AddressCounter, AddressThrottle, address_key

MOST_DROPPED: Final = 1024 * 1024
"""Bytes that are thrown away unread before a flood is cut off at once."""
DROPPING_SECONDS: Final = 2.0
"""So long those who send too much may still be told so."""
MOST_FRAGMENTS: Final = 256
"""Pieces of one message: empty ones take no bytes, but a place each."""
OPEN_FOR_EACH_LIVE: Final = 4
"""A browser opens several connections for requests beside a live one."""
SPARE_CONNECTIONS: Final = 100
"""This many connections too many are told that the server is full; more are cut off."""
WRITE: Final = "pickomino_write"
"""Where a live connection finds what writes to its client at once."""
_WHOLE_TEXT: Final = 0x81
_MASKED: Final = 0x80
_HEAD_BYTES: Final = 6
"""Of a short frame of a client: kind, length and mask."""
_OPEN: Final = State.OPEN
_Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class ConnectionGate:
    """Lets each address open only so many connections, whatever they are for, and only so fast.

    Connections of trusted proxies are not counted: everybody comes from there.
    """

    def __init__(self, settings: ServerSettings, count_error: Callable[[str], None]) -> None:
        """Take the limits, and what counts those who were turned away."""
        most = OPEN_FOR_EACH_LIVE * settings.max_connections_per_address
        self._open = AddressCounter(most)
        self._opening = AddressThrottle(most, settings.requests_per_second)
        self._proxies = tuple(map(_network, split(settings.trusted_proxies)))
        self._count_error = count_error
        self._keys: dict[asyncio.Transport, str] = {}

    def lets_in(self, transport: asyncio.Transport) -> bool:
        """Count a connection, unless its address has too many."""
        client = get_remote_addr(transport)
        if client is None or self._is_trusted(client[0]):
            return True
        key = address_key(client[0])
        if not self._opening.allows(key) or not self._open.enters(key):
            self._count_error("too_many_connections")
            return False
        self._keys[transport] = key
        return True

    def closed(self, transport: asyncio.Transport) -> None:
        """Count a connection that has ended."""
        key = self._keys.pop(transport, None)
        if key is not None:
            self._open.leaves(key)

    def _is_trusted(self, host: str) -> bool:
        return any(
            network is None or ipaddress.ip_address(host) in network for network in self._proxies
        )


class _Inbox(asyncio.Queue[Any]):
    """As much of a queue as one reader needs: the whole takes 2.5 KB, for each connection."""

    def __init__(self) -> None:
        self._messages: list[Any] = []
        self._reader: asyncio.Future[None] | None = None

    def put_nowait(self, item: Any) -> None:  # noqa: ANN401 - as its base says
        """Add a message."""
        self._messages.append(item)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> Any:  # noqa: ANN401 - as its base says
        """Wait for a message."""
        while not self._messages:
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader
        return self._messages.pop(0)

    def empty(self) -> bool:
        """Return whether no message waits."""
        return not self._messages


class GuardedWebSocketProtocol(WebSocketsSansIOProtocol):
    """Weighs what arrives before it is read: reading frames is what a flood makes expensive."""

    messages_per_second = 20
    gate: ConnectionGate
    _meter: FrameMeter | None = None
    _dropped = 0
    _cutting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin, and let the application write past the layers above."""
        super().connection_made(transport)
        self.queue = _Inbox()
        self.app_state = {**self.app_state, WRITE: self.write_texts}

    def start_keepalive(self) -> None:
        """Begin to ask whether the client is there; the handshake is over and takes 4 KB."""
        super().start_keepalive()
        del self.request, self.response
        self.scope["headers"] = []

    def write_texts(self, *texts: bytes) -> bool:
        """Send messages at once; returns False if the client takes none now, or never again.

        The layers above cost more than everything else that telling somebody takes.
        """
        if self.disconnected or self.conn.state is not _OPEN or not self.writable.is_set():
            return False
        self.transport.write(b"".join([_text_head(len(text)) + text for text in texts]))
        return True

    def data_received(self, data: bytes) -> None:
        """Read as much as the connection may send; nothing any more once that was too much."""
        if not self.handshake_initiated:
            super().data_received(data)
        elif self._cutting is not None:
            self._drop(len(data))
        else:
            self._weigh(data)

    def connection_lost(self, exc: Exception | None) -> None:
        """End, and the timer with it."""
        if self._cutting is not None:
            self._cutting.cancel()
        self.gate.closed(self.transport)
        super().connection_lost(exc)

    def _weigh(self, data: bytes) -> None:
        if self._meter is None:
            self._meter = FrameMeter(self.messages_per_second, self.loop.time)
        if _is_whole_text(data) and self._meter.allows_frame(len(data)):
            if not self._take(_unmasked(data)):
                super().data_received(data)
            return
        allowed = self._meter.allowed(data)
        super().data_received(data[:allowed])
        if allowed < len(data) or len(self.frames) > MOST_FRAGMENTS:
            # What was read until here is still answered, if only with why it ends.
            self._cutting = self.loop.call_later(DROPPING_SECONDS, self.transport.abort)
            self._drop(len(data) - allowed)

    def _take(self, text: bytes) -> bool:
        """Hand over a message that needs no more reading; nearly all are such, and this is quick.

        Returns False where the layers above must look at it.
        """
        if self.frames or self.close_sent or self.conn.state is not _OPEN or not text.isascii():
            return False
        if not self.read_paused and not self.queue.empty():
            self.read_paused = True
            self.transport.pause_reading()
        self.queue.put_nowait({"type": "websocket.receive", "bytes": text})
        return True

    def _drop(self, count: int) -> None:
        self._dropped += count
        if self._dropped > MOST_DROPPED:
            self.transport.abort()


class GuardedHttpProtocol(H11Protocol):
    """Waits only so long for a request to be complete, and takes only so many connections."""

    request_seconds = 10.0
    gate: ConnectionGate
    _patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Begin to wait for a request."""
        super().connection_made(transport)
        limit = self.limit_concurrency
        is_full = limit is not None and len(self.connections) > limit + SPARE_CONNECTIONS
        if is_full or not self.gate.lets_in(transport):
            transport.abort()
        else:
            self._be_patient()

    def handle_events(self) -> None:
        """Look at what has come, and wait for the rest of a request that has begun."""
        super().handle_events()
        if self._is_unfinished():
            self._be_patient()
        else:
            self._stop_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        """End, and the timer with it."""
        self._stop_waiting()
        self.gate.closed(self.transport)
        super().connection_lost(exc)

    def _is_unfinished(self) -> bool:
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return False
        state = self.conn.their_state
        # Between two requests uvicorn itself waits, for even shorter.
        return state is h11.SEND_BODY or (state is h11.IDLE and bool(self.conn.trailing_data[0]))

    def _be_patient(self) -> None:
        # Not begun anew with each byte that drips in.
        if self._patience is None:
            self._patience = self.loop.call_later(self.request_seconds, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None


def guarded_protocols(
    settings: ServerSettings, count_error: Callable[[str], None]
) -> tuple[type[GuardedHttpProtocol], type[GuardedWebSocketProtocol]]:
    """Return the protocols of requests and of live connections for these settings."""
    shared = ConnectionGate(settings, count_error)

    class Http(GuardedHttpProtocol):
        request_seconds = settings.request_seconds
        gate = shared

    class Live(GuardedWebSocketProtocol):
        messages_per_second = settings.messages_per_second
        gate = shared

    return Http, Live


def write_of(socket: WebSocket[Any, Any, Any]) -> Callable[..., bool]:
    """Return what writes to a client at once, where the connection has that."""
    return socket.scope["state"].get(WRITE, _written_never)


def _written_never(*_texts: bytes) -> bool:
    return False


def _text_head(length: int) -> bytes:
    r"""Return the head of a frame that is a whole text.

    >>> _text_head(5), _text_head(300)
    (b'\x81\x05', b'\x81~\x01,')
    """
    if length < LONG:
        return pack("!BB", _WHOLE_TEXT, length)
    if length < 2**16:
        return pack("!BBH", _WHOLE_TEXT, LONG, length)
    return pack("!BBQ", _WHOLE_TEXT, VERY_LONG, length)


def _is_whole_text(data: bytes) -> bool:
    """Return whether these bytes are one short frame of a client that is a whole text."""
    length = len(data) - _HEAD_BYTES
    return 0 <= length < LONG and data[0] == _WHOLE_TEXT and data[1] == _MASKED | length


def _unmasked(data: bytes) -> bytes:
    r"""Return the text of a short frame of a client.

    >>> _unmasked(bytes([0x81, 0x82, 1, 2, 3, 4]) + b"ij")
    b'hh'
    """
    length = len(data) - _HEAD_BYTES
    mask = (data[2:_HEAD_BYTES] * (length // 4 + 1))[:length]
    text = int.from_bytes(data[_HEAD_BYTES:]) ^ int.from_bytes(mask)
    return text.to_bytes(length)


def _network(text: str) -> _Network | None:
    """Read what a trusted proxy is called; None stands for everybody."""
    return None if text == "*" else ipaddress.ip_network(text, strict=False)
