"""Runs the server: finds a port, serves, and shuts down in good order."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import socket
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import partial
from typing import Final

import uvicorn

from pickomino.core.errors import PickominoError
from pickomino.rooms.protocol.messages import MOST_BYTES
from pickomino.server.app import create_app, warm
from pickomino.server.live.uvicorn_protocols import guarded_protocols
from pickomino.server.ops.logs import ClientErrors
from pickomino.server.settings import ServerSettings, split
from pickomino.server.state import ServerState

FIRST_PORT: Final = 8000
PORTS: Final = 100
SHUTDOWN_SECONDS: Final = 5
BACKLOG: Final = 1024
SWITCH_SECONDS: Final = 0.0005
"""A commit is several hand-overs to the database's thread, each of which waits for this long
where the event loop is busy; Python's usual 5 ms made commits ten times slower under load."""
GC_THRESHOLDS: Final = (10_000, 10_000, 10_000)
"""Python's search for cyclic garbage among all that is not new stops all tables for a fifth of a
second, and finds next to nothing; only the housekeeper does that."""
_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)


class _Server(uvicorn.Server):
    """Opens the rooms, and says goodbye before connections are cut."""

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
        """Let signals end the server in good order, which is then no failure of the process."""
        before = {number: signal.signal(number, self.handle_exit) for number in _SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve while the rooms are open."""
        await self._state.open()
        try:
            await super().serve(sockets)
        finally:
            await self._state.close()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and report when that is done."""
        await super().startup(sockets)
        if self.started:
            gc.freeze()  # what is there now stays
            gc.set_threshold(*GC_THRESHOLDS)
            self._on_open()
            loop = asyncio.get_running_loop()
            self._warming = loop.run_in_executor(None, self._warm)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no new connections, tell the old ones to come back, then stop."""
        for server in self.servers:
            server.close()
        await self._state.say_goodbye()
        await super().shutdown(sockets)


def listening(settings: ServerSettings) -> socket.socket:
    """Take the port that was asked for, or the first free one; raises PickominoError."""
    if settings.port:
        try:
            return _bound(settings.host, settings.port)
        except OSError as error:
            raise PickominoError(
                "port_taken", host=settings.host, port=settings.port, reason=error.strerror
            ) from error
    for port in range(FIRST_PORT, FIRST_PORT + PORTS):
        try:
            return _bound(settings.host, port)
        except OSError:
            continue
    last = FIRST_PORT + PORTS - 1
    raise PickominoError("no_free_port", host=settings.host, first=FIRST_PORT, last=last)


def run(settings: ServerSettings, bound: socket.socket, on_open: Callable[[], None]) -> None:
    """Serve on a bound socket until told to stop; raises `store_failed` where it cannot start."""
    state = ServerState(settings)
    requests, live = guarded_protocols(settings, state.count_error)
    logging.getLogger("uvicorn.error").addFilter(ClientErrors(state.count_error))
    app = create_app(state)
    config = uvicorn.Config(
        app,
        loop="asyncio" if sys.platform == "win32" else "uvloop",
        http=requests,
        ws=live,
        ws_max_size=MOST_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=30.0,
        ws_ping_timeout=30.0,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(split(settings.trusted_proxies)),
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
    server.run([bound])


def lan_address() -> str:
    """Find the address of this machine in its local network, or the loopback if there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: this only asks which way it would go.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((host, port))
        # At once: until somebody listens, another process may take the same port.
        bound.listen(BACKLOG)
    except BaseException:
        bound.close()
        raise
    return bound
