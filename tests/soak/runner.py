"""Runs a suite over many seeds on all cores."""

from __future__ import annotations

import importlib
import multiprocessing
import os
import signal
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from soak import SEQUENTIAL, SUITES, state

CHUNK = 25
SECONDS_BETWEEN_LINES = 10.0

ShowProgress = Callable[[state.Progress], None]


class Chunk(NamedTuple):
    """The result of some seeds: how many passed, their steps, and the failure after them."""

    games: int
    steps: int
    sums: dict[str, float]
    failure: str = ""


def run(suite: str, seed: int, games: int, folder: Path, *, fresh: bool = False) -> bool:
    """Check seeds until `games` are done; return whether all passed."""
    done = state.Progress(suite, seed, state.fingerprint())
    if not fresh:
        done = state.load(folder, suite, seed)
    if done.games:
        print(f"{suite}: {done.games:,} games already done")
    failure = ""
    started = time.monotonic()
    try:
        with _progress_display(suite, games) as show:
            for chunk in _chunks(suite, seed + done.games, seed + games):
                done.games += chunk.games
                done.steps += chunk.steps
                _add(done.sums, chunk.sums)
                show(done)
                state.save(folder, done)
                if chunk.failure:
                    failure = chunk.failure
                    break
    finally:
        seconds = time.monotonic() - started
        print(f"{suite}: {done.games:,} games, {done.steps:,} steps, {seconds:.0f} s", flush=True)
    if not failure and done.sums:
        try:
            _module(suite).check_sums(done.sums)
        except AssertionError as error:
            print(f"{suite}, all games together: {error}")
            return False
    if failure:
        failed = seed + done.games
        print(f"{failure}\nrepeat: python -m soak {suite} --seed {failed} --games 1 --fresh")
    return not failure


def check(suite: str, first: int, last: int) -> Chunk:
    """Check the seeds from first up to but excluding last."""
    check_seed = getattr(_module(suite), SUITES[suite].partition(":")[2])
    steps, sums = 0, {}
    for seed in range(first, last):
        try:
            result = check_seed(seed)
        except AssertionError as error:
            return Chunk(seed - first, steps, sums, f"{suite}, seed {seed}: {error}")
        except Exception:  # noqa: BLE001 - any crash is a failure
            failure = f"{suite}, seed {seed}:\n{traceback.format_exc()}"
            return Chunk(seed - first, steps, sums, failure)
        new_steps, figures = result if isinstance(result, tuple) else (result, {})
        steps += new_steps
        _add(sums, figures)
    return Chunk(last - first, steps, sums)


def _module(suite: str) -> ModuleType:
    return importlib.import_module(SUITES[suite].partition(":")[0])


def _add(sums: dict[str, float], more: Mapping[str, float]) -> None:
    for name, figure in more.items():
        sums[name] = sums.get(name, 0) + figure


def _chunks(suite: str, first: int, last: int) -> Iterator[Chunk]:
    """Yield the chunks in order, so that progress is a single number."""
    size = 1 if suite in SEQUENTIAL else CHUNK
    tasks = [(suite, start, min(start + size, last)) for start in range(first, last, size)]
    if not tasks:
        return
    if suite in SEQUENTIAL:
        # Unlike a worker of the pool, this process may have children, so servers start faster.
        yield from map(_check, tasks)
        return
    context = multiprocessing.get_context("spawn")
    processes = min(_cores(), len(tasks))
    with context.Pool(processes, _ignore_interrupts) as pool:
        yield from pool.imap(_check, tasks)


def _check(task: tuple[str, int, int]) -> Chunk:
    return check(*task)


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _progress_display(suite: str, games: int) -> Iterator[ShowProgress]:
    """Show a progress bar in a terminal, and occasional lines elsewhere."""
    console = Console()
    if not console.is_terminal:
        yield _print_progress(suite, games)
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeRemainingColumn(), console=console) as progress:
        task = progress.add_task(suite, total=games)
        yield lambda done: progress.update(task, completed=done.games)


def _print_progress(suite: str, games: int) -> ShowProgress:
    last = time.monotonic()

    def show(done: state.Progress) -> None:
        nonlocal last
        if time.monotonic() - last >= SECONDS_BETWEEN_LINES:
            last = time.monotonic()
            print(f"{suite}: {done.games:,} of {games:,} games", flush=True)

    return show
