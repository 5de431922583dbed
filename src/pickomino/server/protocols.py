"""Where the network meets the server: what one connection may cost before anybody reads it."""

from __future__ import annotations

import asyncio
from typing import Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from pickomino.server.frame_meter import FrameMeter
from pickomino.server.settings import ServerSettings

MOST_DROPPED: Final = 1024 * 1024
"""Bytes that are thrown away unread before a flood is cut off at once."""
DROPPING_SECONDS: Final = 2.0
"""So long those who send too much may still be told so."""
MOST_FRAGMENTS: Final = 256
"""Pieces of one message: empty ones take no bytes, but a place each."""
SPARE_CONNECTIONS: Final = 100
"""So many connections too many are told that the server is full; more are cut off."""


class GuardedWebSocketProtocol(WebSocketsSansIOProtocol):
    """Weighs what arrives before it is read: reading frames is what a flood makes expensive."""

    messages_per_second = 20
    _meter: FrameMeter | None = None
    _dropped = 0
    _cutting: asyncio.TimerHandle | None = None

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
        super().connection_lost(exc)

    def _weigh(self, data: bytes) -> None:
        if self._meter is None:
            self._meter = FrameMeter(self.messages_per_second, self.loop.time)
        allowed = self._meter.allowed(data)
        super().data_received(data[:allowed])
        if allowed < len(data) or len(self.frames) > MOST_FRAGMENTS:
            # What was read until here is still answered, if only with why it ends.
            self._cutting = self.loop.call_later(DROPPING_SECONDS, self.transport.abort)
            self._drop(len(data) - allowed)

    def _drop(self, count: int) -> None:
        self._dropped += count
        if self._dropped > MOST_DROPPED:
            self.transport.abort()


class GuardedHttpProtocol(H11Protocol):
    """Waits only so long for a request to be complete, and takes only so many connections."""

    request_seconds = 10.0
    _patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Begin to wait for a request."""
        super().connection_made(transport)
        limit = self.limit_concurrency
        if limit is not None and len(self.connections) > limit + SPARE_CONNECTIONS:
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


def websocket_protocol(settings: ServerSettings) -> type[GuardedWebSocketProtocol]:
    """Give the protocol of live connections for these settings."""

    class Chosen(GuardedWebSocketProtocol):
        messages_per_second = settings.messages_per_second

    return Chosen


def http_protocol(settings: ServerSettings) -> type[GuardedHttpProtocol]:
    """Give the protocol of requests for these settings."""

    class Chosen(GuardedHttpProtocol):
        request_seconds = settings.request_seconds

    return Chosen
