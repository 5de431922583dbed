"""Uvicorn protocol classes that limit what one connection may cost before its data is decoded."""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from http import HTTPStatus
from typing import Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import get_remote_addr
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Response
from websockets.protocol import State
from websockets.server import ServerProtocol

from pickomino.server.http.security import bare_response_headers
from pickomino.server.settings import ServerSettings, split_list
from pickomino.server.throttle import AddressCounter, AddressThrottle, Throttle, address_key

PIECE_BYTES: Final = 4096
"""Data is decoded in pieces of this size, because one read may hold 40,000 tiny frames."""
FRAMES_PER_MESSAGE: Final = 4
BURST_SECONDS: Final = 4
MIN_MESSAGES_PER_SECOND: Final = 20
"""The limit of frames is at least this rate. With a lower limit, clients that send slightly too
many messages would be cut off before they get a refusal."""
CUT_OFF_SECONDS: Final = 2.0
"""How long a client over the rate limit stays connected, so that it can receive the reason."""
MAX_FRAGMENTS: Final = 256
"""How many fragments a message may have: even empty ones take memory."""
CONNECTIONS_PER_LIVE: Final = 4
"""How many connections of any kind an address may open for each live connection it is allowed: a
browser also opens several for HTTP."""
SPARE_CONNECTIONS: Final = 100
"""This many connections over the total limit get a 503; further connections are aborted."""
_MARK: Final = b"x-content-type-options"
"""A header of every response that the application makes."""
CHECK_SECONDS: Final = 2.0
"""The time between two checks for clients that do not read their responses."""
MIN_BYTES_PER_SECOND: Final = 1024
"""A client that reads a response more slowly than this is disconnected."""
MAX_UNREAD_BYTES: Final = 16 * 1024**2
"""How many bytes of responses that were not read may be kept for one address."""
TRY_SEND: Final = "pickomino_try_send"
"""The key, in the state of an ASGI scope, of the function that sends without waiting."""
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
        """The address of each open connection; empty for a trusted proxy."""
        self._readers = SlowReaders(settings.response_seconds)
        self._check_timer: asyncio.TimerHandle | None = None

    def try_open(self, transport: asyncio.Transport) -> bool:
        """Count a connection unless its address has too many; return whether it was counted."""
        client = get_remote_addr(transport)
        key = "" if client is None or self._is_trusted(client[0]) else address_key(client[0])
        if key and not (self._opening.allows(key) and self._open.try_acquire(key)):
            self._count_error("too_many_connections")
            return False
        self._keys[transport] = key
        if self._check_timer is None:
            self._check_later()
        return True

    def release(self, transport: asyncio.Transport) -> None:
        key = self._keys.pop(transport, None)
        if key:
            self._open.release(key)

    def _check_later(self) -> None:
        loop = asyncio.get_running_loop()
        self._check_timer = loop.call_later(CHECK_SECONDS, self._check_readers)

    def _check_readers(self) -> None:
        """Abort connections whose clients do not read; one timer serves all connections."""
        for transport in self._readers.find(self._keys, time.monotonic()):
            self._count_error("slow_reader")
            transport.abort()
        self._check_timer = None
        if self._keys:
            self._check_later()

    def _is_trusted(self, host: str) -> bool:
        return any(
            network is None or ipaddress.ip_address(host) in network for network in self._proxies
        )


class _HttpConnection(h11.Connection):
    """Adds security headers to the responses that uvicorn makes itself, such as to bad requests."""

    def send_with_data_passthrough(self, event: h11.Event) -> list[bytes] | None:
        if isinstance(event, h11.Response) and not _is_secured(event.headers):
            headers = [*event.headers, *bare_response_headers()]
            event = h11.Response(
                status_code=event.status_code, headers=headers, reason=event.reason
            )
        return super().send_with_data_passthrough(event)


class _HandshakeProtocol(ServerProtocol):
    """Adds security headers to the responses that refuse a WebSocket."""

    def send_response(self, response: Response) -> None:
        if response.status_code != HTTPStatus.SWITCHING_PROTOCOLS:
            for name, value in bare_response_headers():
                response.headers[name.decode()] = value.decode()
        super().send_response(response)


def _is_secured(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    return any(name.lower() == _MARK for name, _ in headers)


class SlowReaders:
    """Finds clients that accept their responses too slowly, or leave too much of them unread."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._unread: dict[asyncio.Transport, tuple[int, float]] = {}
        """For each connection with unread bytes, their number and when it was last noted."""

    def find(
        self, connections: Mapping[asyncio.Transport, str], now: float
    ) -> list[asyncio.Transport]:
        """Return the connections to abort; each is given with the key of its address."""
        unread = {
            transport: size
            for transport in connections
            if (size := transport.get_write_buffer_size())
            and isinstance(transport.get_protocol(), GuardedHttpProtocol)
        }
        self._unread = {
            transport: self._note(transport, size, now) for transport, size in unread.items()
        }
        slow = {
            transport
            for transport, (_, since) in self._unread.items()
            if now - since >= self._seconds
        }
        totals: Counter[str] = Counter()
        # The smallest first, so that ordinary requests of the address go on.
        for transport, size in sorted(unread.items(), key=lambda item: item[1]):
            key = connections[transport]
            totals[key] += size
            if key and totals[key] > MAX_UNREAD_BYTES:
                slow.add(transport)
        return list(slow)

    def _note(self, transport: asyncio.Transport, size: int, now: float) -> tuple[int, float]:
        """Return what is unread and since when, renewed if the client reads fast enough."""
        before, since = self._unread.get(transport, (size, now))
        if before - size >= MIN_BYTES_PER_SECOND * self._seconds or size > before:
            return size, now
        return before, since


class GuardedWebSocketProtocol(WebSocketsSansIOProtocol):
    """Limits the frames of a connection, because the application sees only whole messages."""

    frames_per_second = 0
    gate: ConnectionGate
    _frames: Throttle | None = None
    _abort_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.conn = _HandshakeProtocol(max_size=self.config.ws_max_size, logger=self.logger)
        self.app_state = {**self.app_state, TRY_SEND: self.try_send}

    def try_send(self, *texts: bytes) -> bool:
        """Send messages in one write; return False if the client cannot accept any now.

        Most of the cost of an update is a task for each client of the room, and two writes for an
        answer and its view.
        """
        is_open = self.conn.state is State.OPEN and not self.transport.is_closing()
        if not is_open or not self.writable.is_set():
            return False
        for text in texts:
            self.conn.send_text(text)
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), PIECE_BYTES):
            if self._abort_timer is None and not self.transport.is_closing():
                super().data_received(data[start : start + PIECE_BYTES])

    def handle_events(self) -> None:
        if self._frames is None:
            self._frames = Throttle(BURST_SECONDS * self.frames_per_second, self.frames_per_second)
        # A piece costs at least one frame, even if no frame ends in it.
        is_allowed = self._frames.allows("", max(1, len(self.conn.events)))
        super().handle_events()
        if not is_allowed or len(self.frames) > MAX_FRAGMENTS:
            self._abort_timer = self.loop.call_later(CUT_OFF_SECONDS, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._abort_timer is not None:
            self._abort_timer.cancel()
        self.gate.release(self.transport)
        super().connection_lost(exc)


class GuardedHttpProtocol(H11Protocol):
    """Limits the number of connections, and the time that a client takes to send a request."""

    request_seconds = 10.0
    gate: ConnectionGate
    _timeout: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)
        self.conn = _HttpConnection(h11.SERVER)
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
        # The timeout is not restarted by each byte that drips in.
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
        rate = max(settings.messages_per_second, MIN_MESSAGES_PER_SECOND)
        frames_per_second = FRAMES_PER_MESSAGE * rate
        gate = shared

    return Http, Live


def _parse_network(text: str) -> _Network | None:
    """Return the network of a trusted proxy; None stands for any address."""
    return None if text == "*" else ipaddress.ip_network(text, strict=False)
