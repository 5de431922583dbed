"""Plays the groups of a match on this machine: in this process, or in one process per core."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Collection, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from ctypes import c_byte
from functools import lru_cache
from typing import Final

from pickomino.arena.chunks import Chunk, ChunkScheduler, NeverStop, StopFlag, play_chunk
from pickomino.arena.game import StopRequested
from pickomino.arena.groups import GroupResult, close_bots, make_bots, play_group
from pickomino.arena.settings import MatchSettings
from pickomino.bots.protocol import Bot
from pickomino.core.errors import PickominoError

CHUNK_SECONDS: Final = 0.3
"""Short enough for a bar that moves, long enough that handing over costs nothing."""
_LOOK_AROUND: Final = 0.1
_MOST_ON_WINDOWS: Final = 61

GroupStream = Generator[Sequence[GroupResult]]
"""Groups as they get ready, in any order; closing it ends the play."""


def play_in_this_process(
    settings: MatchSettings, groups: Sequence[int], should_stop: Callable[[], bool]
) -> GroupStream:
    """Play in this process, one group after the other."""
    bots = make_bots(settings)
    try:
        for group in groups:
            yield (play_group(settings, group, bots, should_stop),)
    except StopRequested:
        return
    finally:
        close_bots(bots)


def play_in_processes(
    settings: MatchSettings, groups: Sequence[int], should_stop: Callable[[], bool], workers: int
) -> GroupStream:
    """Play in several processes; what was complete is kept when one fails."""
    context = multiprocessing.get_context("spawn")
    workers = min(workers, len(groups), *((_MOST_ON_WINDOWS,) if sys.platform == "win32" else ()))
    stopping = _SharedSign(context.RawValue("b", 0))
    # One process a core: NumPy's own threads would only be in their way.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(workers, context, _begin_worker, (stopping,))
    pace = ChunkScheduler(groups, CHUNK_SECONDS, workers)
    failure: PickominoError | None = None
    running: set[Future[Chunk]] = set()
    try:
        while True:
            _hand_out(pool, settings, pace, running, 2 * workers)
            if not running:
                break
            done, running = wait(running, _LOOK_AROUND, FIRST_COMPLETED)
            for future in done:
                try:
                    chunk = future.result()
                except BrokenProcessPool:
                    failure = failure or PickominoError("worker_died")
                except PickominoError as error:
                    failure = failure or error
                else:
                    pace.learn(chunk)
                    yield chunk.results
            if failure is not None or should_stop():
                stopping.set()
                pace.stop()
    finally:
        stopping.set()
        _shut_down(pool, others)
    if failure is not None and not should_stop():
        raise failure


def _hand_out(
    pool: ProcessPoolExecutor,
    settings: MatchSettings,
    pace: ChunkScheduler,
    running: set[Future[Chunk]],
    most: int,
) -> None:
    while len(running) < most and (chunk := pace.next_chunk()):
        try:
            with _interrupts_held_back():
                running.add(pool.submit(_play_as_worker, settings, chunk))
        except BrokenProcessPool:
            # Those that run already will say the same.
            if not running:
                raise PickominoError("worker_died") from None
            pace.stop()


def _shut_down(pool: ProcessPoolExecutor, others: Collection[object]) -> None:
    """Wait until the workers are gone; whoever presses Ctrl-C again ends them at once."""
    try:
        pool.shutdown(cancel_futures=True)
    except BaseException:
        for process in multiprocessing.active_children():
            if process not in others:
                process.kill()
        raise


@contextmanager
def _interrupts_held_back() -> Generator[None]:
    """Start workers deaf to Ctrl-C: a terminal sends it to all, but their parent stops them."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _SharedSign:
    """A flag that processes share without a lock.

    A worker that is killed while it looks at an Event takes the lock of it along for ever.
    """

    def __init__(self, shared: c_byte) -> None:
        self._shared = shared

    def set(self) -> None:
        """Tell all to stop."""
        self._shared.value = 1

    def is_set(self) -> bool:
        """Return whether everybody is to stop."""
        return bool(self._shared.value)


class _Worker:
    """What a worker process keeps between chunks."""

    stopping: StopFlag = NeverStop()


def _begin_worker(stopping: StopFlag) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _Worker.stopping = stopping
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    """End this worker when its parent was killed, or it would wait for work for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@lru_cache(maxsize=1)
def bots_of_worker(settings: MatchSettings) -> tuple[Bot, ...]:
    """Make the bots once for all chunks of a match."""
    return make_bots(settings)


def _play_as_worker(settings: MatchSettings, groups: Sequence[int]) -> Chunk:
    return play_chunk(settings, groups, bots_of_worker(settings), _Worker.stopping)
