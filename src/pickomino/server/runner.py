"""Runs the server: finds a port, serves, and shuts down gracefully."""

from __future__ import annotations

import asyncio
import gc
import logging
import socket
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import partial
from typing import Final

import uvicorn

from pickomino.core.errors import PickominoError, quote
from pickomino.operating_system import EVENT_LOOP, IS_WINDOWS, stop_signals_handled
from pickomino.rooms.protocol.messages import MAX_MESSAGE_BYTES
from pickomino.server.app import create_app, warm
from pickomino.server.live.uvicorn_protocols import create_protocols
from pickomino.server.ops.logs import ClientErrorFilter
from pickomino.server.settings import ServerSettings, split_list
from pickomino.server.state import ServerState

FIRST_PORT: Final = 8000
PORT_COUNT: Final = 100
SHUTDOWN_SECONDS: Final = 5
BACKLOG: Final = 1024
SWITCH_SECONDS: Final = 0.0005
"""Python's thread switch interval. While the event loop is busy, each switch to the database
thread takes this long, and a commit needs several; the default of 5 ms made commits ten times
slower under load."""
GC_THRESHOLDS: Final = (10_000, 10_000, 10_000)
"""A full garbage collection stops all tables for a fifth of a second and frees almost nothing, so
only the housekeeper runs one."""


class _Server(uvicorn.Server):
    """Opens and closes the server state, and disconnects clients gracefully on shutdown."""

    def __init__(
        self,
        config: uvicorn.Config,
        state: ServerState,
        warm: Callable[[], None],
        on_open: Callable[[], None],
    ) -> None:
        super().__init__(config)
        self._warm = warm
        self._state = state
        self._on_open = on_open
        self._warming: asyncio.Future[None] | None = None

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        """Shut down on a signal without raising it again, so that the process exits with 0."""
        with stop_signals_handled(self.handle_exit):
            yield

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        await self._state.open()
        try:
            await super().serve(sockets)
        finally:
            await self._state.close()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            gc.freeze()  # objects created so far live as long as the process
            gc.set_threshold(*GC_THRESHOLDS)
            self._on_open()
            loop = asyncio.get_running_loop()
            self._warming = loop.run_in_executor(None, self._warm)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Refuse new connections, ask clients to reconnect later, then stop."""
        for server in self.servers:
            server.close()
        await self._state.disconnect_clients()
        await super().shutdown(sockets)


def open_listener(settings: ServerSettings) -> socket.socket:
    """Listen on the configured port, or on the first free one; raises PickominoError."""
    _check_host(settings.host)
    if settings.port:
        try:
            return _listen(settings.host, settings.port)
        except OSError as error:
            raise PickominoError(
                "port_taken", host=settings.host, port=settings.port, reason=error.strerror
            ) from error
    for port in range(FIRST_PORT, FIRST_PORT + PORT_COUNT):
        try:
            return _listen(settings.host, port)
        except OSError:
            continue
    last = FIRST_PORT + PORT_COUNT - 1
    raise PickominoError("no_free_port", host=settings.host, first=FIRST_PORT, last=last)


def run(settings: ServerSettings, listener: socket.socket, on_open: Callable[[], None]) -> None:
    """Serve until a signal stops the process; raises `bad_database` if it cannot start."""
    state = ServerState(settings)
    requests, live = create_protocols(settings, state.count_error)
    logging.getLogger("uvicorn.error").addFilter(ClientErrorFilter(state.count_error))
    app = create_app(state)
    config = uvicorn.Config(
        app,
        loop=EVENT_LOOP,
        http=requests,
        ws=live,
        ws_max_size=MAX_MESSAGE_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=30.0,
        ws_ping_timeout=30.0,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(split_list(settings.trusted_proxies)),
        server_header=False,
        access_log=False,
        log_config=None,
        backlog=BACKLOG,
        limit_concurrency=settings.max_connections + settings.max_requests,
        lifespan="off",
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
    )
    server = _Server(config, state, partial(warm, app), on_open)
    sys.setswitchinterval(SWITCH_SECONDS)
    server.run([listener])


def lan_address() -> str:
    """Return this machine's address in its local network, or the loopback address."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Sends nothing: connecting a UDP socket only selects a route.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def _check_host(host: str) -> None:
    """Raise `bad_host` unless this machine can listen on an address."""
    try:
        _listen(host, 0).close()
    except OSError as error:
        raise PickominoError(
            "bad_host", host=quote(host), reason=error.strerror or str(error)
        ) from error


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        if not IS_WINDOWS:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        # Listen right away: until then another process can bind the same port.
        listener.listen(BACKLOG)
    except BaseException:
        listener.close()
        raise
    return listener
