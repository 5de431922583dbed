"""Runs a suite over many seeds on all cores."""

from __future__ import annotations

import importlib
import multiprocessing
import signal
import time
import traceback
from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import NamedTuple

from pickomino.operating_system import available_cores
from soak import SEQUENTIAL, SUITES

CHUNK = 25
SECONDS_BETWEEN_LINES = 10.0


class Chunk(NamedTuple):
    """The result of some seeds: how many passed, their steps, and the failure after them."""

    games: int
    steps: int
    sums: dict[str, float]
    failure: str = ""


def run(suite: str, seed: int, games: int) -> bool:
    """Check seeds until `games` are done; return whether all passed."""
    done, steps, sums, failure = 0, 0, {}, ""
    started = last = time.monotonic()
    try:
        for chunk in _chunks(suite, seed, seed + games):
            done += chunk.games
            steps += chunk.steps
            _add(sums, chunk.sums)
            failure = chunk.failure
            if failure:
                break
            if time.monotonic() - last >= SECONDS_BETWEEN_LINES:
                last = time.monotonic()
                print(f"{suite}: {done:,} of {games:,} games", flush=True)
    finally:
        seconds = time.monotonic() - started
        print(f"{suite}: {done:,} games, {steps:,} steps, {seconds:.0f} s", flush=True)
    if failure:
        failed = seed + done
        print(f"{failure}\nrepeat: python -m soak {suite} --seed {failed} --games 1")
    elif sums:
        try:
            _module(suite).check_sums(sums)
        except AssertionError as error:
            failure = f"{suite}, all games together: {error}"
            print(failure)
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
    processes = min(available_cores(), len(tasks))
    with context.Pool(processes, _ignore_interrupts) as pool:
        yield from pool.imap(_check, tasks)


def _check(task: tuple[str, int, int]) -> Chunk:
    return check(*task)


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
