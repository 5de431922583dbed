"""One worker process that reviews games, spoken to in lines; `review_worker` is the other side."""

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
from pickomino.record.names import MOST_NAME
from pickomino.rooms.bots.process import start_worker
from pickomino.rooms.protocol.events import LogEntry
from pickomino.rooms.protocol.messages import Refused
from pickomino.server.reviews.view import ReviewView

WORKER: Final = "pickomino.server.reviews.worker"
LONGEST_ANSWER: Final = 64 * 1024**2
"""A review of a thousand turns of seven players has some megabytes."""
MOST_SECONDS: Final = 120.0
"""What a review may take; the very first one of an installation compiles the turn kernel."""


class Question(msgspec.Struct, frozen=True):
    """A game to review, as a room has it or as a record; or a record that is only to be read."""

    log: tuple[LogEntry, ...] = ()
    record: str = ""
    only_read: bool = False


class Recorded(msgspec.Struct, frozen=True):
    """A record that was read: a whole game, written as WGN, and who played what."""

    wgn: str
    rules: str
    names: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """How far a review has come, or at last what was asked for, or why there is none."""

    share: float = 0.0
    review: ReviewView | None = None
    recorded: Recorded | None = None
    refused: Refused | None = None


def names_in(game: Game) -> tuple[str, ...]:
    """Return who played a record, by seat; a seat without a name is called by its letter."""
    letters = map(seat_letter, range(game.start.players))
    return tuple(game.tags.get(letter, letter.upper())[:MOST_NAME] for letter in letters)


_answers: Final = msgspec.json.Decoder(Answer)


class ReviewProcess:
    """A worker process, started when first needed; it ends with this process."""

    def __init__(self) -> None:
        self._process: Process | None = None

    async def ask(self, question: Question, on_progress: Callable[[float], None]) -> Answer:
        """Return the worker's last answer; whatever goes wrong, also being cancelled, ends it."""
        answered = False
        try:
            async with asyncio.timeout(MOST_SECONDS):
                answer = await self._answer(question, on_progress)
            answered = True
        except (OSError, ValueError, RuntimeError) as error:  # the last one from uvloop
            raise PickominoError("review_failed", reason=type(error).__name__) from error
        finally:
            if not answered:
                await self.stop()
        return answer

    async def stop(self) -> None:
        """Kill the worker and wait until it is gone."""
        process, self._process = self._process, None
        if process is None:
            return
        if process.returncode is None:
            process.kill()
        if process.stdin is not None:
            process.stdin.close()
        await process.wait()

    async def _answer(self, question: Question, on_progress: Callable[[float], None]) -> Answer:
        process = await self._started()
        assert process.stdin is not None, "opened as a pipe"  # noqa: S101
        assert process.stdout is not None, "opened as a pipe"  # noqa: S101
        process.stdin.write(msgspec.json.encode(question) + b"\n")
        await process.stdin.drain()
        while line := await process.stdout.readline():
            answer = _answers.decode(line)
            if answer.review or answer.recorded or answer.refused:
                return answer
            on_progress(answer.share)
        raise OSError("the worker is gone")

    async def _started(self) -> Process:
        if self._process is not None and self._process.returncode is not None:
            await self.stop()
        if self._process is None:
            # NumPy's own threads would only be in the way of those who play.
            alone = {"OPENBLAS_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "1"}
            self._process = await start_worker(WORKER, {**os.environ, **alone}, LONGEST_ANSWER)
        return self._process
