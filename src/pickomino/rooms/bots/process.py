"""The parent's side of a worker process that plays bots; `worker` is the other side."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Iterable, Mapping
from typing import Final

import msgspec

WORKER: Final = "pickomino.rooms.bots.worker"
MAX_ANSWER_BYTES: Final = 256 * 1024
"""Ample, because the longest answer, the coach's advice, takes only a few kilobytes."""


def kill_with_children(pid: int) -> None:
    """Kill a worker and its children; on Windows, which has no process groups, only the worker."""
    if sys.platform == "win32":
        os.kill(pid, signal.SIGTERM)
    else:
        os.killpg(pid, signal.SIGKILL)


async def start_worker(module: str, environment: Mapping[str, str], max_line: int) -> Process:
    """Start a module as a process that answers requests with lines of at most `max_line` bytes."""
    # In a new session, so that Ctrl-C in the terminal does not reach it.
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", module),
        stdin=PIPE,
        stdout=PIPE,
        stderr=DEVNULL,
        env=environment,
        limit=max_line,
        start_new_session=sys.platform != "win32",
    )


class BotRequest(msgspec.Struct, frozen=True):
    """Asks a worker to choose an action or, if `wfen` is empty, only to load the bot.

    If `bot` is empty, the request is for advice, and the answer is a CoachView in JSON.
    """

    bot: str
    wfen: str = ""
    seed: str = ""
    seconds: float = 1.0


class BotProcess:
    """A worker process, which also exits when its parent process exits or is killed."""

    def __init__(self) -> None:
        self._process: Process | None = None
        self._loaded: set[str] = set()

    @property
    def is_gone(self) -> bool:
        """Whether the process has exited or was killed."""
        return self._process is not None and self._process.returncode is not None

    def has_loaded(self, bot: str) -> bool:
        """Return whether the worker has already loaded a bot."""
        return bot in self._loaded

    async def load(self, bots: Iterable[str], limit: float) -> None:
        """Load bots before they are needed."""
        for bot in bots:
            await self._send(BotRequest(bot), limit)
            self._loaded.add(bot)

    async def ask(self, request: BotRequest, limit: float) -> str:
        """Return the answer; after an OSError or TimeoutError, the caller must call `stop`."""
        answer = await self._send(request, limit)
        self._loaded.add(request.bot)
        return answer

    async def stop(self) -> None:
        """Kill the worker and wait for it to exit."""
        process = self._process
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            kill_with_children(process.pid)
        if process.stdin is not None:
            process.stdin.close()
        await process.wait()

    async def _send(self, request: BotRequest, limit: float) -> str:
        async with asyncio.timeout(limit):
            process = await self._start()
            assert process.stdin is not None, "opened as a pipe"  # noqa: S101
            assert process.stdout is not None, "opened as a pipe"  # noqa: S101
            if self.is_gone:
                raise OSError("the worker is gone")
            process.stdin.write(msgspec.json.encode(request) + b"\n")
            await process.stdin.drain()
            answer = await process.stdout.readline()
        if not answer.endswith(b"\n"):
            raise OSError("the worker is gone")
        return answer.decode("ascii", "replace").strip()

    async def _start(self) -> Process:
        if self._process is None:
            # Several workers share the cores; NumPy's threads would only slow them down.
            environment = {"OPENBLAS_NUM_THREADS": "1", **os.environ}
            self._process = await start_worker(WORKER, environment, MAX_ANSWER_BYTES)
        return self._process
