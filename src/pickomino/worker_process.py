"""Worker processes that read requests and write answers, one JSON value per line.

`WorkerProcess` is the parent's side, and `serve` the worker's. A line with a number reports the
progress of the request, and `null` says that the request failed. A worker exits when its
parent exits or is killed, even in the middle of its work.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import queue
import sys
import threading
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable, Sequence
from typing import BinaryIO, Final, Generic, NoReturn, TypeVar

import msgspec

from pickomino.operating_system import IS_WINDOWS, kill_session, lower_priority

MAX_LINE_BYTES: Final = 64 * 1024**2
"""A review of a thousand turns of seven players takes several megabytes."""
_SINGLE_THREADED: Final = {"OPENBLAS_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "1"}
"""Workers share the cores, so threads of NumPy would only slow down running games."""
_BACKGROUND_NICENESS: Final = 10
_Request = TypeVar("_Request")
_Answer = TypeVar("_Answer")
OnProgress = Callable[[float], None]


class WorkerFailed(Exception):
    """A worker gave no answer: it crashed, was killed, took too long or reported a failure."""


class WorkerProcess(Generic[_Answer]):
    """A worker process that is started on demand, also after it has exited or been stopped."""

    def __init__(
        self, module: str, answer_type: type[_Answer], arguments: Sequence[str] = ()
    ) -> None:
        self._command = sys.executable, "-m", module, *arguments
        self._answers = msgspec.json.Decoder(float | answer_type | None)
        self._process: Process | None = None

    @property
    def is_running(self) -> bool:
        """Whether the process has been started and has not exited."""
        return self._process is not None and self._process.returncode is None

    async def ask(
        self, request: object, seconds: float, on_progress: OnProgress = lambda _: None
    ) -> _Answer:
        """Return the answer; raises WorkerFailed. Ask one thing at a time.

        A timeout or a cancellation stops the worker.
        """
        is_answered = False
        try:
            async with asyncio.timeout(seconds):
                answer = await self._exchange(request, on_progress)
            is_answered = True
        except (OSError, ValueError, RuntimeError) as error:  # the last one from uvloop
            raise WorkerFailed(type(error).__name__) from error
        finally:
            if not is_answered:
                await self.stop()
        if answer is None:
            raise WorkerFailed("failed")
        return answer

    async def stop(self) -> None:
        """Kill the worker and its children, and wait until it has exited."""
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            kill_session(process.pid)
        if process.stdin is not None:
            process.stdin.close()
        await process.wait()

    async def _exchange(self, request: object, on_progress: OnProgress) -> _Answer | None:
        process = await self._start()
        assert process.stdin is not None, "opened as a pipe"  # noqa: S101
        assert process.stdout is not None, "opened as a pipe"  # noqa: S101
        process.stdin.write(msgspec.json.encode(request) + b"\n")
        await process.stdin.drain()
        while line := await process.stdout.readline():
            answer = self._answers.decode(line)
            if not isinstance(answer, float):
                return answer
            on_progress(answer)
        raise OSError("the worker has exited")

    async def _start(self) -> Process:
        if not self.is_running:
            await self.stop()
        if self._process is None:
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=PIPE,
                stdout=PIPE,
                stderr=DEVNULL,
                env=os.environ | _SINGLE_THREADED,
                limit=MAX_LINE_BYTES,
                # So that Ctrl-C in the terminal does not reach it.
                start_new_session=not IS_WINDOWS,
            )
        return self._process


def serve(
    request_type: type[_Request],
    answer: Callable[[_Request, OnProgress], object],
    *,
    is_background: bool = False,
) -> NoReturn:
    """Answer the parent's requests, until the parent exits or kills this process.

    An exception is a failed request: the worker continues. Work in the background leaves the
    processor to games whenever they need it.
    """
    if is_background:
        lower_priority(_BACKGROUND_NICENESS)
    # Only answers go to the parent: whatever else is printed must not be taken for an answer.
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_read_lines, args=(sys.stdin.buffer, lines), daemon=True).start()

    def send(value: object) -> None:
        output.write(msgspec.json.encode(value) + b"\n")
        output.flush()

    requests = msgspec.json.Decoder(request_type)
    while True:
        request = requests.decode(lines.get())
        try:
            send(answer(request, lambda progress: send(float(progress))))
        except Exception:  # noqa: BLE001 - the next request may succeed
            send(None)


def _read_lines(stream: BinaryIO, lines: queue.SimpleQueue[bytes]) -> None:
    for line in stream:
        lines.put(line)
    with contextlib.suppress(OSError):
        kill_session(os.getpid())
    os._exit(0)
