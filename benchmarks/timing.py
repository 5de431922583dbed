"""Timing of functions and processes, repeated because machines are noisy."""

import statistics
import subprocess
import time
from collections.abc import Callable


def best_seconds(work: Callable[[], object], repeats: int = 5) -> float:
    """Return the shortest of several runs."""
    times: list[float] = []
    for _ in range(repeats):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return min(times)


def process_seconds(*commands: list[str], repeats: int = 15) -> list[float]:
    """Return the median time of each command; they run in turns, so that noise affects all."""
    times: list[list[float]] = [[] for _ in commands]
    for _ in range(repeats):
        for command, taken in zip(commands, times, strict=True):
            taken.append(
                best_seconds(
                    lambda c=command: subprocess.run(c, check=True, capture_output=True), 1
                )
            )
    return [statistics.median(taken) for taken in times]
