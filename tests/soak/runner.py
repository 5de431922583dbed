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

from soak import ALONE, SUITES, state

CHUNK = 25
SECONDS_BETWEEN_LINES = 10.0

Show = Callable[[state.State], None]


class Chunk(NamedTuple):
    """What came of some seeds: how many were right, their steps, and the failure after them."""

    games: int
    steps: int
    sums: dict[str, float]
    failure: str = ""


def run(suite: str, seed: int, games: int, folder: Path, *, fresh: bool = False) -> bool:
    """Check seeds until `games` are done; tells whether all were right."""
    done = state.State(suite, seed, state.fingerprint())
    if not fresh:
        done = state.load(folder, suite, seed)
    if done.games:
        print(f"{suite}: {done.games:,} games were done before")
    failure = ""
    began = time.monotonic()
    try:
        with _shown(suite, games) as show:
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
        seconds = time.monotonic() - began
        print(f"{suite}: {done.games:,} games, {done.steps:,} steps, {seconds:.0f} s", flush=True)
    if not failure and done.sums:
        try:
            _module(suite).check_sums(done.sums)
        except AssertionError as error:
            print(f"{suite}, all games together: {error}")
            return False
    if failure:
        failed = seed + done.games
        print(f"{failure}\nagain: python -m soak {suite} --seed {failed} --games 1 --fresh")
    return not failure


def check(suite: str, first: int, last: int) -> Chunk:
    """Check seeds from first up to, not including, last."""
    check_seed = getattr(_module(suite), SUITES[suite].partition(":")[2])
    steps, sums = 0, {}
    for seed in range(first, last):
        try:
            found = check_seed(seed)
        except AssertionError as error:
            return Chunk(seed - first, steps, sums, f"{suite}, seed {seed}: {error}")
        except Exception:  # noqa: BLE001 - a crash of either side is a finding
            told = f"{suite}, seed {seed}:\n{traceback.format_exc()}"
            return Chunk(seed - first, steps, sums, told)
        more, figures = found if isinstance(found, tuple) else (found, {})
        steps += more
        _add(sums, figures)
    return Chunk(last - first, steps, sums)


def _module(suite: str) -> ModuleType:
    return importlib.import_module(SUITES[suite].partition(":")[0])


def _add(sums: dict[str, float], more: Mapping[str, float]) -> None:
    for name, figure in more.items():
        sums[name] = sums.get(name, 0) + figure


def _chunks(suite: str, first: int, last: int) -> Iterator[Chunk]:
    """Return the chunks in order, so that what is done is one number."""
    size = 1 if suite in ALONE else CHUNK
    tasks = [(suite, start, min(start + size, last)) for start in range(first, last, size)]
    if not tasks:
        return
    if suite in ALONE:
        # In this process, which may have children: their servers start faster.
        yield from map(_check, tasks)
        return
    context = multiprocessing.get_context("spawn")
    processes = min(_cores(), len(tasks))
    with context.Pool(processes, _leave_interrupts_to_the_parent) as pool:
        yield from pool.imap(_check, tasks)


def _check(task: tuple[str, int, int]) -> Chunk:
    return check(*task)


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _shown(suite: str, games: int) -> Iterator[Show]:
    """Show progress: a bar in a terminal, a line now and then elsewhere."""
    console = Console()
    if not console.is_terminal:
        yield _lines(suite, games)
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeRemainingColumn(), console=console) as progress:
        task = progress.add_task(suite, total=games)
        yield lambda done: progress.update(task, completed=done.games)


def _lines(suite: str, games: int) -> Show:
    last = time.monotonic()

    def show(done: state.State) -> None:
        nonlocal last
        if time.monotonic() - last >= SECONDS_BETWEEN_LINES:
            last = time.monotonic()
            print(f"{suite}: {done.games:,} of {games:,} games", flush=True)

    return show
