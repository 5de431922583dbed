"""One worker process that plays bots, spoken to in lines; see `bot_worker` for the other side."""

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
LONGEST_ANSWER: Final = 256 * 1024
"""Advice is some kilobytes long."""


def end_with_children(pid: int) -> None:
    """Kill a worker and the programs that it plays with; Windows has no such groups."""
    if sys.platform == "win32":
        os.kill(pid, signal.SIGTERM)
    else:
        os.killpg(pid, signal.SIGKILL)


async def start_worker(module: str, environment: Mapping[str, str], longest: int) -> Process:
    """Start a module as a program that is asked and answers in lines of at most `longest` bytes."""
    # A session of its own, so that Ctrl-C in the terminal does not reach it.
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", module),
        stdin=PIPE,
        stdout=PIPE,
        stderr=DEVNULL,
        env=environment,
        limit=longest,
        start_new_session=sys.platform != "win32",
    )


class Question(msgspec.Struct, frozen=True):
    """What a worker is asked: a choice, or with no position only to load a bot.

    With no bot it is asked for advice, and answers with a CoachView in JSON.
    """

    bot: str
    wfen: str = ""
    seed: str = ""
    seconds: float = 1.0


class BotProcess:
    """A worker process; it ends with this process, however that ends."""

    def __init__(self) -> None:
        self._process: Process | None = None
        self._loaded: set[str] = set()

    @property
    def is_gone(self) -> bool:
        """Whether the process has ended by itself, or was killed."""
        return self._process is not None and self._process.returncode is not None

    def has_loaded(self, bot: str) -> bool:
        """Return whether the worker has played a bot before."""
        return bot in self._loaded

    async def load(self, bots: Iterable[str], limit: float) -> None:
        """Let the worker load bots before they are needed."""
        for bot in bots:
            await self._say(Question(bot), limit)
            self._loaded.add(bot)

    async def ask(self, question: Question, limit: float) -> str:
        """Return the worker's answer; after an OSError or TimeoutError it must be stopped."""
        answer = await self._say(question, limit)
        self._loaded.add(question.bot)
        return answer

    async def stop(self) -> None:
        """Kill the worker and wait until it is gone."""
        process = self._process
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            end_with_children(process.pid)
        if process.stdin is not None:
            process.stdin.close()
        await process.wait()

    async def _say(self, question: Question, limit: float) -> str:
        async with asyncio.timeout(limit):
            process = await self._started()
            assert process.stdin is not None, "opened as a pipe"  # noqa: S101
            assert process.stdout is not None, "opened as a pipe"  # noqa: S101
            if self.is_gone:
                raise OSError("the worker is gone")
            process.stdin.write(msgspec.json.encode(question) + b"\n")
            await process.stdin.drain()
            answer = await process.stdout.readline()
        if not answer.endswith(b"\n"):
            raise OSError("the worker is gone")
        return answer.decode("ascii", "replace").strip()

    async def _started(self) -> Process:
        if self._process is None:
            # Several workers share the cores; NumPy's own threads would only be in their way.
            environment = {"OPENBLAS_NUM_THREADS": "1", **os.environ}
            self._process = await start_worker(WORKER, environment, LONGEST_ANSWER)
        return self._process
