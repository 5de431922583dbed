"""A TCP proxy to a database or Redis that can be slow, silent, cut or reset."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import struct
import threading

NO_LINGER = struct.pack("ii", 1, 0)
"""With this option closing sends a reset, and data in transit is lost."""
CHUNK = 65_536


class FaultProxies:
    """A thread with an event loop in which proxies run."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._proxies: list[FaultProxy] = []

    def add(self, target: str | int) -> FaultProxy:
        """Start a proxy to a socket's path, or to a local port."""
        proxy = self.run(FaultProxy.start(target))
        self._proxies.append(proxy)
        return proxy

    def run(self, work):
        """Run a coroutine in the thread, and wait for it."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def close(self) -> None:
        for proxy in self._proxies:
            self.run(proxy.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


class FaultProxy:
    """Forwards a local port to a target, with faults on demand."""

    def __init__(self, target: str | int) -> None:
        self._target = target
        self._server: asyncio.Server
        self._ends: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_forwarding = asyncio.Event()
        self._is_forwarding.set()
        self.port = 0
        self.delay = 0.0
        """Seconds by which everything is delayed."""
        self.is_cut = False

    @classmethod
    async def start(cls, target: str | int) -> FaultProxy:
        proxy = cls(target)
        proxy._server = await asyncio.start_server(proxy._on_connect, "127.0.0.1", 0)
        proxy.port = proxy._server.sockets[0].getsockname()[1]
        return proxy

    async def close(self) -> None:
        self._server.close()
        await self.mend()
        await self.reset()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def cut(self) -> None:
        """Reset all connections, and refuse new ones."""
        self.is_cut = True
        await self.reset()

    async def reset(self) -> None:
        """Reset all connections, but accept new ones."""
        for end in tuple(self._ends):
            _reset(end)

    async def fall_silent(self) -> None:
        """Keep all connections, but forward nothing."""
        self._is_forwarding.clear()

    async def slow_down(self, seconds: float) -> None:
        self.delay = seconds

    async def mend(self) -> None:
        """End all faults, and forward the data that was held back."""
        self.is_cut = False
        self.delay = 0.0
        self._is_forwarding.set()

    async def _on_connect(self, reader: asyncio.StreamReader, near: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        if self.is_cut:
            _reset(near)
            return
        try:
            answers, far = await self._connect_target()
        except OSError:
            _reset(near)
            return
        self._ends |= {near, far}
        await asyncio.gather(self._forward(reader, far), self._forward(answers, near))
        self._ends -= {near, far}

    async def _connect_target(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if isinstance(self._target, str):
            return await asyncio.open_unix_connection(self._target)
        return await asyncio.open_connection("127.0.0.1", self._target)

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(CHUNK):
                await asyncio.sleep(self.delay)
                await self._is_forwarding.wait()
                writer.write(data)
                await writer.drain()
        writer.close()


def _reset(end: asyncio.StreamWriter) -> None:
    connection = end.get_extra_info("socket")
    with contextlib.suppress(OSError):  # Unix sockets have no resets
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, NO_LINGER)
    end.transport.abort()
