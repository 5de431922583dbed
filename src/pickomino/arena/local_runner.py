"""Plays the groups of a match on this machine, in this process or in one process per core."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Callable, Collection, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from ctypes import c_byte
from functools import cached_property
from typing import ClassVar, Final

from pickomino.arena.chunks import Chunk, ChunkScheduler, play_chunk
from pickomino.arena.entrants import register_kinds, registered_kinds
from pickomino.arena.game import StopRequested
from pickomino.arena.groups import GroupResult, close_bots, make_bots, play_group
from pickomino.arena.settings import MatchSettings
from pickomino.bots.protocol import Bot
from pickomino.bots.registry import BotKind
from pickomino.core.errors import PickominoError
from pickomino.operating_system import MAX_WORKERS, ignore_interrupts, interrupts_blocked

CHUNK_SECONDS: Final = 0.3
"""The target time of a chunk: short enough for a smooth progress bar, but with little overhead."""
_POLL_SECONDS: Final = 0.1

GroupStream = Generator[Sequence[GroupResult]]
"""Finished groups in any order; closing the generator stops the match."""


def play_in_this_process(
    settings: MatchSettings, groups: Sequence[int], should_stop: Callable[[], bool]
) -> GroupStream:
    """Play in this process, one group after another."""
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
    """Play in several processes; finished groups are kept if a process fails."""
    context = multiprocessing.get_context("spawn")
    workers = min(workers, len(groups), MAX_WORKERS)
    stopping = _SharedFlag(context.RawValue("b", 0))
    # Every core has its own process: NumPy's threads would only compete with them.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    others = set(multiprocessing.active_children())
    kinds = registered_kinds(settings.bots)
    pool = ProcessPoolExecutor(workers, context, _init_worker, (stopping, settings, kinds))
    scheduler = ChunkScheduler(groups, CHUNK_SECONDS, workers)
    failure: PickominoError | None = None
    running: set[Future[Chunk]] = set()
    try:
        while True:
            _submit(pool, scheduler, running, 2 * workers)
            if not running:
                break
            done, running = wait(running, _POLL_SECONDS, FIRST_COMPLETED)
            for future in done:
                try:
                    chunk = future.result()
                except BrokenProcessPool:
                    failure = failure or PickominoError("worker_died")
                except PickominoError as error:
                    failure = failure or error
                else:
                    scheduler.adapt(chunk)
                    yield chunk.results
            if failure is not None or should_stop():
                stopping.set()
                scheduler.stop()
    finally:
        stopping.set()
        _shut_down(pool, others)
    if failure is not None and not should_stop():
        raise failure


def _submit(
    pool: ProcessPoolExecutor,
    scheduler: ChunkScheduler,
    running: set[Future[Chunk]],
    max_running: int,
) -> None:
    while len(running) < max_running and (chunk := scheduler.next_chunk()):
        try:
            # On Ctrl-C the terminal sends SIGINT to new workers too, but this process stops them.
            with interrupts_blocked():
                running.add(pool.submit(_play_in_worker, chunk))
        except BrokenProcessPool:
            # Running chunks will raise the same error.
            if not running:
                raise PickominoError("worker_died") from None
            scheduler.stop()


def _shut_down(pool: ProcessPoolExecutor, others: Collection[object]) -> None:
    """Wait until the workers have stopped; a second Ctrl-C kills them at once."""
    try:
        pool.shutdown(cancel_futures=True)
    except BaseException:
        for process in multiprocessing.active_children():
            if process not in others:
                process.kill()
        raise


class _SharedFlag:
    """A flag that processes share without a lock.

    A multiprocessing Event would stay locked for ever if a worker was killed while checking it.
    """

    of_worker: ClassVar[_SharedFlag | None] = None
    """In a worker process, the flag that asks it to stop."""

    def __init__(self, shared: c_byte) -> None:
        self._shared = shared

    def set(self) -> None:
        """Ask all workers to stop."""
        self._shared.value = 1

    def is_set(self) -> bool:
        """Return whether workers should stop."""
        return bool(self._shared.value)


class _WorkerMatch:
    """The match that this worker process plays."""

    of_worker: ClassVar[_WorkerMatch]

    def __init__(self, settings: MatchSettings) -> None:
        self.settings = settings

    @cached_property
    def bots(self) -> tuple[Bot, ...]:
        """The bots, made once for all chunks, and not before the first: errors need a task."""
        return make_bots(self.settings)


def _init_worker(stopping: _SharedFlag, settings: MatchSettings, kinds: Sequence[BotKind]) -> None:
    ignore_interrupts()
    _SharedFlag.of_worker = stopping
    _WorkerMatch.of_worker = _WorkerMatch(settings)
    register_kinds(kinds)
    threading.Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    """Exit once the parent process has ended; otherwise this worker might wait for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _play_in_worker(groups: Sequence[int]) -> Chunk:
    flag, match = _SharedFlag.of_worker, _WorkerMatch.of_worker
    return play_chunk(match.settings, groups, match.bots, flag.is_set if flag else bool)
