"""Starts the worker process that reviews games, and exchanges JSON lines with `worker.py`."""

from __future__ import annotations

import asyncio
import os
from asyncio.subprocess import Process
from collections.abc import Callable
from typing import Final

import msgspec

from pickomino.core.errors import PickominoError
from pickomino.core.position import seat_letter
from pickomino.record.game import Game
from pickomino.record.names import MAX_NAME_LENGTH
from pickomino.rooms.bots.process import start_worker
from pickomino.rooms.protocol.events import LogEntry
from pickomino.rooms.protocol.messages import Refused
from pickomino.server.reviews.view import ReviewView

WORKER: Final = "pickomino.server.reviews.worker"
MAX_RESPONSE_BYTES: Final = 64 * 1024**2
"""The length limit of a response line: a review of a thousand turns of seven players takes several
megabytes."""
MAX_REVIEW_SECONDS: Final = 120.0
"""The time limit of a review, which includes compiling the turn kernel the first time."""


class ReviewRequest(msgspec.Struct, frozen=True):
    """A game to review, given as a room's log or as a record; or a record to be parsed only."""

    log: tuple[LogEntry, ...] = ()
    record: str = ""
    parse_only: bool = False


class ParsedRecord(msgspec.Struct, frozen=True):
    """The record of a complete game as WGN, with a summary."""

    wgn: str
    rules: str
    names: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]


class ReviewResponse(msgspec.Struct, frozen=True, omit_defaults=True):
    """The progress of a request; the final response holds the result or an error."""

    progress: float = 0.0
    review: ReviewView | None = None
    parsed: ParsedRecord | None = None
    error: Refused | None = None


def player_names(game: Game) -> tuple[str, ...]:
    """Return the player name of each seat, which is the seat's letter if the record has no name."""
    letters = map(seat_letter, range(game.start.players))
    return tuple(game.tags.get(letter, letter.upper())[:MAX_NAME_LENGTH] for letter in letters)


_responses: Final = msgspec.json.Decoder(ReviewResponse)


class ReviewProcess:
    """A worker process that is started when first needed, and ends when this process ends."""

    def __init__(self) -> None:
        self._process: Process | None = None

    async def request(
        self, request: ReviewRequest, on_progress: Callable[[float], None]
    ) -> ReviewResponse:
        """Return the worker's final response; an error or a cancellation kills the worker."""
        is_done = False
        try:
            async with asyncio.timeout(MAX_REVIEW_SECONDS):
                response = await self._exchange(request, on_progress)
            is_done = True
        except (OSError, ValueError, RuntimeError) as error:  # the last one from uvloop
            raise PickominoError("review_failed", reason=type(error).__name__) from error
        finally:
            if not is_done:
                await self.stop()
        return response

    async def stop(self) -> None:
        """Kill the worker and wait until it has exited."""
        process, self._process = self._process, None
        if process is None:
            return
        if process.returncode is None:
            process.kill()
        if process.stdin is not None:
            process.stdin.close()
        await process.wait()

    async def _exchange(
        self, request: ReviewRequest, on_progress: Callable[[float], None]
    ) -> ReviewResponse:
        process = await self._start()
        assert process.stdin is not None, "opened as a pipe"  # noqa: S101
        assert process.stdout is not None, "opened as a pipe"  # noqa: S101
        process.stdin.write(msgspec.json.encode(request) + b"\n")
        await process.stdin.drain()
        while line := await process.stdout.readline():
            response = _responses.decode(line)
            if response.review or response.parsed or response.error:
                return response
            on_progress(response.progress)
        raise OSError("the worker has exited")

    async def _start(self) -> Process:
        if self._process is not None and self._process.returncode is not None:
            await self.stop()
        if self._process is None:
            # NumPy's own threads would slow down running games.
            single_threaded = {"OPENBLAS_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "1"}
            environment = {**os.environ, **single_threaded}
            self._process = await start_worker(WORKER, environment, MAX_RESPONSE_BYTES)
        return self._process
