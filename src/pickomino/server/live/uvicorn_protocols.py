"""Uvicorn protocol classes that limit what one connection may cost before its data is decoded."""

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

from pickomino.server.live.frame_meter import LENGTH_16_BITS, LENGTH_64_BITS, FrameMeter
from pickomino.server.settings import ServerSettings, split_list
from pickomino.server.throttle import AddressCounter, AddressThrottle, address_key

MAX_DROPPED_BYTES: Final = 1024 * 1024
"""A flooding client is cut off once this many of its bytes have been discarded."""
DROP_SECONDS: Final = 2.0
"""How long a client over the rate limit stays connected, so that it can receive the reason."""
MAX_FRAGMENTS: Final = 256
"""How many fragments a message may have: even empty ones take memory."""
CONNECTIONS_PER_LIVE: Final = 4
"""How many connections of any kind an address may open for each live connection it is allowed: a
browser also opens several for HTTP."""
SPARE_CONNECTIONS: Final = 100
"""This many connections over the total limit get a 503; further connections are aborted."""
WRITE: Final = "pickomino_write"
"""The key, in the ASGI scope's state, of the function that writes directly to a client."""
_FINAL_TEXT_FRAME: Final = 0x81
_MASKED: Final = 0x80
_HEADER_BYTES: Final = 6
"""The length of the header of a client's short frame, which is type, length and mask."""
_OPEN: Final = State.OPEN
_Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class ConnectionGate:
    """Limits how many connections of any kind an address opens, and how fast.

    Connections from trusted proxies are not counted, because many clients share a proxy.
    """

    def __init__(self, settings: ServerSettings, count_error: Callable[[str], None]) -> None:
        limit = CONNECTIONS_PER_LIVE * settings.max_connections_per_address
        self._open = AddressCounter(limit)
        self._opening = AddressThrottle(limit, settings.requests_per_second)
        self._proxies = tuple(map(_parse_network, split_list(settings.trusted_proxies)))
        self._count_error = count_error
        self._keys: dict[asyncio.Transport, str] = {}

    def try_open(self, transport: asyncio.Transport) -> bool:
        """Count a connection unless its address has too many; return whether it was counted."""
        client = get_remote_addr(transport)
        if client is None or self._is_trusted(client[0]):
            return True
        key = address_key(client[0])
        if not self._opening.allows(key) or not self._open.try_acquire(key):
            self._count_error("too_many_connections")
            return False
        self._keys[transport] = key
        return True

    def release(self, transport: asyncio.Transport) -> None:
        key = self._keys.pop(transport, None)
        if key is not None:
            self._open.release(key)

    def _is_trusted(self, host: str) -> bool:
        return any(
            network is None or ipaddress.ip_address(host) in network for network in self._proxies
        )


class _Inbox(asyncio.Queue[Any]):
    """A minimal queue for one reader, because an asyncio.Queue takes 2.5 KB per connection."""

    def __init__(self) -> None:
        self._messages: list[Any] = []
        self._reader: asyncio.Future[None] | None = None

    def put_nowait(self, item: Any) -> None:  # noqa: ANN401 - as the base class
        self._messages.append(item)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> Any:  # noqa: ANN401 - as the base class
        while not self._messages:
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader
        return self._messages.pop(0)

    def empty(self) -> bool:
        return not self._messages


class GuardedWebSocketProtocol(WebSocketsSansIOProtocol):
    """Meters data before it is decoded, because decoding frames is what makes a flood expensive."""

    messages_per_second = 20
    gate: ConnectionGate
    _meter: FrameMeter | None = None
    _dropped = 0
    _abort_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.queue = _Inbox()
        self.app_state = {**self.app_state, WRITE: self.write_texts}

    def start_keepalive(self) -> None:
        """Start pinging the client, and free the 4 KB that the handshake used."""
        super().start_keepalive()
        del self.request, self.response
        self.scope["headers"] = []

    def write_texts(self, *texts: bytes) -> bool:
        """Send messages directly; return False if the client cannot accept any now.

        Sending through the layers above takes longer than everything else in an update.
        """
        if self.disconnected or self.conn.state is not _OPEN or not self.writable.is_set():
            return False
        self.transport.write(b"".join([_text_header(len(text)) + text for text in texts]))
        return True

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:
            super().data_received(data)
        elif self._abort_timer is not None:
            self._drop(len(data))
        else:
            self._meter_data(data)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._abort_timer is not None:
            self._abort_timer.cancel()
        self.gate.release(self.transport)
        super().connection_lost(exc)

    def _meter_data(self, data: bytes) -> None:
        if self._meter is None:
            self._meter = FrameMeter(self.messages_per_second, self.loop.time)
        if _is_short_text(data) and self._meter.try_frame(len(data)):
            if not self._receive_text(_unmask(data)):
                super().data_received(data)
            return
        allowed = self._meter.admit(data)
        super().data_received(data[:allowed])
        if allowed < len(data) or len(self.frames) > MAX_FRAGMENTS:
            # Messages received before this point are still answered, with the reason at least.
            self._abort_timer = self.loop.call_later(DROP_SECONDS, self.transport.abort)
            self._drop(len(data) - allowed)

    def _receive_text(self, text: bytes) -> bool:
        """Queue a text message for the application: a fast path for nearly all messages.

        Return False if the base class must handle the message.
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
        if self._dropped > MAX_DROPPED_BYTES:
            self.transport.abort()


class GuardedHttpProtocol(H11Protocol):
    """Limits the number of connections, and the time that a client takes to send a request."""

    request_seconds = 10.0
    gate: ConnectionGate
    _timeout: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)
        limit = self.limit_concurrency
        is_full = limit is not None and len(self.connections) > limit + SPARE_CONNECTIONS
        if is_full or not self.gate.try_open(transport):
            transport.abort()
        else:
            self._start_timeout()

    def handle_events(self) -> None:
        super().handle_events()
        if self._is_unfinished():
            self._start_timeout()
        else:
            self._cancel_timeout()

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel_timeout()
        self.gate.release(self.transport)
        super().connection_lost(exc)

    def _is_unfinished(self) -> bool:
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return False
        state = self.conn.their_state
        # Between two requests uvicorn's own, even shorter keep-alive timeout applies.
        return state is h11.SEND_BODY or (state is h11.IDLE and bool(self.conn.trailing_data[0]))

    def _start_timeout(self) -> None:
        # Not restarted with each byte that drips in.
        if self._timeout is None:
            self._timeout = self.loop.call_later(self.request_seconds, self.transport.abort)

    def _cancel_timeout(self) -> None:
        if self._timeout is not None:
            self._timeout.cancel()
            self._timeout = None


def create_protocols(
    settings: ServerSettings, count_error: Callable[[str], None]
) -> tuple[type[GuardedHttpProtocol], type[GuardedWebSocketProtocol]]:
    """Return the protocol classes for HTTP and WebSocket connections."""
    shared = ConnectionGate(settings, count_error)

    class Http(GuardedHttpProtocol):
        request_seconds = settings.request_seconds
        gate = shared

    class Live(GuardedWebSocketProtocol):
        messages_per_second = settings.messages_per_second
        gate = shared

    return Http, Live


def writer_of(socket: WebSocket[Any, Any, Any]) -> Callable[..., bool]:
    """Return the function that writes directly to a client, or returns False if it cannot write."""
    return socket.scope["state"].get(WRITE, _write_nothing)


def _write_nothing(*_texts: bytes) -> bool:
    return False


def _text_header(length: int) -> bytes:
    r"""Return the header of an unfragmented text frame.

    >>> _text_header(5), _text_header(300)
    (b'\x81\x05', b'\x81~\x01,')
    """
    if length < LENGTH_16_BITS:
        return pack("!BB", _FINAL_TEXT_FRAME, length)
    if length < 2**16:
        return pack("!BBH", _FINAL_TEXT_FRAME, LENGTH_16_BITS, length)
    return pack("!BBQ", _FINAL_TEXT_FRAME, LENGTH_64_BITS, length)


def _is_short_text(data: bytes) -> bool:
    """Return whether data is exactly one short, unfragmented text frame from a client."""
    length = len(data) - _HEADER_BYTES
    return (
        0 <= length < LENGTH_16_BITS
        and data[0] == _FINAL_TEXT_FRAME
        and data[1] == _MASKED | length
    )


def _unmask(data: bytes) -> bytes:
    r"""Return the text of a client's short frame.

    >>> _unmask(bytes([0x81, 0x82, 1, 2, 3, 4]) + b"ij")
    b'hh'
    """
    length = len(data) - _HEADER_BYTES
    mask = (data[2:_HEADER_BYTES] * (length // 4 + 1))[:length]
    text = int.from_bytes(data[_HEADER_BYTES:]) ^ int.from_bytes(mask)
    return text.to_bytes(length)


def _parse_network(text: str) -> _Network | None:
    """Return the network of a trusted proxy; None stands for any address."""
    return None if text == "*" else ipaddress.ip_network(text, strict=False)
