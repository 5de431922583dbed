"""How fast turns are solved here, against plain torch in the same run, and against the limits."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from pickomino.solver.program import program
from pickomino.solver.shape import BASE
from training import turns

HBM_BYTES = 4.8e12
"""What an H200 reads from its memory in a second, as its maker says."""
FLOPS = 67e12
"""Its 32-bit operations a second outside of the matrix units."""


def classes() -> int:
    """Count the roll classes of a turn: each is one read and one multiply-add for a table."""
    tables = program(BASE).tables
    first, last = tables.first_node[tables.tree], tables.first_node[tables.tree + 1]
    leaves = tables.first_leaf[last] - tables.first_leaf[first]
    return int((last - first + leaves).sum())


def measure(device: torch.device, count: int, repeats: int) -> dict[str, Any]:
    """Time the kernel and plain torch on random payoffs; gives solutions a second."""
    generator = torch.Generator(device).manual_seed(1)
    stop = torch.rand(1, turns.TOTALS, count, device=device, generator=generator)
    values = turns.filled(stop, torch.zeros(1, count, device=device))
    found: dict[str, Any] = {"tables": count, "classes": classes()}
    plain = values[:, :, : min(count, 8192)].clone()
    found["plain"] = plain.shape[2] / _seconds(lambda: turns.run_plainly(plain), repeats, device)
    found["carried_difference"] = _carried_difference(device)
    if device.type == "cuda":
        from training.turn_kernel import run
    else:
        from training.turn_lanes import run
    found["kernel"] = count / _seconds(lambda: run(values), repeats, device)
    found["ratio"] = found["kernel"] / found["plain"]
    if device.type == "cuda":
        difference = (
            values[:, turns.FIRST_STATE_ROW :, : plain.shape[2]] - plain[:, turns.FIRST_STATE_ROW :]
        )
        found["difference"] = float(difference.abs().max())
        # Each class reads its choice, and is compared, weighed and added.
        found["bytes_share"] = found["kernel"] * classes() * 4 / HBM_BYTES
        found["flops_share"] = found["kernel"] * classes() * 3 / FLOPS
    return found


def _carried_difference(device: torch.device, channels: int = 6, count: int = 512) -> float:
    """Give the largest difference between kernel and plain torch where channels are carried."""
    generator = torch.Generator(device).manual_seed(2)
    given = {"dtype": torch.float64, "device": device, "generator": generator}
    stop, failure = (
        torch.rand(channels, turns.TOTALS, count, **given),
        torch.rand(channels, count, **given),
    )
    plain = turns.filled(stop, failure / 2)
    turns.run_plainly(plain)
    difference = turns.solve(stop, failure / 2) - plain
    return float(difference[:, turns.FIRST_STATE_ROW :].abs().max())


def _seconds(call: Callable[[], Tensor | None], repeats: int, device: torch.device) -> float:
    call()
    times = []
    for _ in range(repeats):
        _wait(device)
        began = time.perf_counter()
        call()
        _wait(device)
        times.append(time.perf_counter() - began)
    return min(times)


def _wait(device: torch.device) -> None:
    if device.type == "cuda":
        torch.cuda.synchronize()
