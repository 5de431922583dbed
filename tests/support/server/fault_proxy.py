"""A line between a server and its database or Redis that can be slow, silent, cut or reset."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import struct
import threading

LINGER_NOT = struct.pack("ii", 1, 0)
"""Closing then sends a reset, and what was on its way is lost."""
CHUNK = 65_536


class Lines:
    """A thread in which lines pass on what they are given."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._lines: list[Line] = []

    def to(self, target: str | int) -> Line:
        """Return a line to a socket's path, or to a port of this machine."""
        line = self.do(Line.begun(target))
        self._lines.append(line)
        return line

    def do(self, work):
        """Let something happen in the thread, and wait for it."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def close(self) -> None:
        for line in self._lines:
            self.do(line.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


class Line:
    """A port that leads to a daemon, while the line is not harmed."""

    def __init__(self, target: str | int) -> None:
        self._target = target
        self._server: asyncio.Server
        self._ends: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._speaks = asyncio.Event()
        self._speaks.set()
        self.port = 0
        self.delay = 0.0
        """Seconds that everything takes longer."""
        self.is_cut = False

    @classmethod
    async def begun(cls, target: str | int) -> Line:
        line = cls(target)
        line._server = await asyncio.start_server(line._connected, "127.0.0.1", 0)
        line.port = line._server.sockets[0].getsockname()[1]
        return line

    async def close(self) -> None:
        self._server.close()
        await self.mend()
        await self.reset()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def cut(self) -> None:
        """End all connections, and let none through."""
        self.is_cut = True
        await self.reset()

    async def reset(self) -> None:
        """End all connections; new ones are possible."""
        for end in tuple(self._ends):
            _reset(end)

    async def fall_silent(self) -> None:
        """Keep all connections, and pass nothing on."""
        self._speaks.clear()

    async def slow_down(self, seconds: float) -> None:
        self.delay = seconds

    async def mend(self) -> None:
        """Be a good line again; what was held back goes on its way."""
        self.is_cut = False
        self.delay = 0.0
        self._speaks.set()

    async def _connected(self, reader: asyncio.StreamReader, near: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        if self.is_cut:
            _reset(near)
            return
        try:
            answers, far = await self._reached()
        except OSError:
            _reset(near)
            return
        self._ends |= {near, far}
        await asyncio.gather(self._pass_on(reader, far), self._pass_on(answers, near))
        self._ends -= {near, far}

    async def _reached(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if isinstance(self._target, str):
            return await asyncio.open_unix_connection(self._target)
        return await asyncio.open_connection("127.0.0.1", self._target)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(CHUNK):
                await asyncio.sleep(self.delay)
                await self._speaks.wait()
                writer.write(data)
                await writer.drain()
        writer.close()


def _reset(end: asyncio.StreamWriter) -> None:
    plug = end.get_extra_info("socket")
    with contextlib.suppress(OSError):  # one of a path has no resets
        plug.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, LINGER_NOT)
    end.transport.abort()
