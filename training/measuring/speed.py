"""How fast turns are solved here, and how near that is to the limits."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from pickomino.solver.program import program
from pickomino.solver.reference import Reference, Stakes
from pickomino.solver.shape import BASE, first_state
from pickomino.solver.shape import TOTALS as SHAPE_TOTALS
from training.games import base_solver

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
    """Time the kernel on random payoffs; return solutions a second."""
    generator = torch.Generator(device).manual_seed(1)
    stop = torch.rand(1, base_solver.TOTALS, count, device=device, generator=generator)
    failure = torch.zeros(1, count, device=device)
    found: dict[str, Any] = {"tables": count, "classes": classes()}
    found["difference"] = _difference(device)
    found["kernel"] = count / _seconds(lambda: base_solver.solve(stop, failure), repeats, device)
    if device.type == "cuda":
        # Each class reads its choice, and is compared, weighed and added.
        found["bytes_share"] = found["kernel"] * classes() * 4 / HBM_BYTES
        found["flops_share"] = found["kernel"] * classes() * 3 / FLOPS
    return found


def _difference(device: torch.device, channels: int = 6, count: int = 20) -> float:
    """Return the largest difference at the start of a turn between a kernel and the reference."""
    generator = torch.Generator().manual_seed(2)
    given = {"dtype": torch.float64, "generator": generator}
    stop = torch.rand(channels, base_solver.TOTALS, count, **given)
    failure = torch.rand(channels, count, **given) / 2
    largest = 0.0
    for used in (1, channels):
        found = base_solver.solve(stop[:used].to(device), failure[:used].to(device)).cpu()
        for table in range(count):
            wanted = _reference(stop[:used, :, table], failure[:used, table])
            largest = max(
                largest, float((found[:, base_solver.START_ROW, table] - wanted).abs().max())
            )
    return largest


def _reference(stop: Tensor, failure: Tensor) -> Tensor:
    """Solve one turn as the readable reference does."""
    claims = tuple(tuple(each) for each in stop.T.tolist())
    claims += (None,) * (SHAPE_TOTALS - len(claims))
    failed = tuple(failure.tolist())
    stakes = Stakes((claims, claims), (failed, failed))
    return torch.tensor(Reference(BASE, stakes).rolling(first_state(BASE)), dtype=torch.float64)


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
