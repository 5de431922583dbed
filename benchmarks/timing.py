"""How benchmarks measure: the best of several runs, since machines are noisy."""

import statistics
import subprocess
import time
from collections.abc import Callable


def best_seconds(work: Callable[[], object], repeats: int = 5) -> float:
    times = []
    for _ in range(repeats):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return min(times)


def process_seconds(*commands: list[str], repeats: int = 15) -> list[float]:
    """Time commands in turn, so that a slow spell of the machine hits all of them alike."""
    times = [[] for _ in commands]
    for _ in range(repeats):
        for command, taken in zip(commands, times, strict=True):
            taken.append(
                best_seconds(
                    lambda c=command: subprocess.run(c, check=True, capture_output=True), 1
                )
            )
    return [statistics.median(taken) for taken in times]
