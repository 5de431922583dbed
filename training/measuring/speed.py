"""How fast turns are solved on a device, and how close that is to the limits of an H200."""

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
from training.games.base_tables import TOTALS

HBM_BYTES = 4.8e12
"""Bytes that an H200 reads from its memory per second, according to its data sheet."""
FLOPS = 67e12
"""The 32-bit operations per second of an H200 outside its matrix units."""


def count_roll_classes() -> int:
    """Count the roll classes of a turn: each takes one read and one multiply-add per table."""
    tables = program(BASE).tables
    first, last = tables.first_node[tables.tree], tables.first_node[tables.tree + 1]
    leaves = tables.first_leaf[last] - tables.first_leaf[first]
    return int((last - first + leaves).sum())


def measure_speed(device: torch.device, count: int, repeats: int) -> dict[str, Any]:
    """Time the solver on random payoffs; return the turns solved per second as `kernel`."""
    generator = torch.Generator(device).manual_seed(1)
    stop = torch.rand(1, TOTALS, count, device=device, generator=generator)
    failure = torch.zeros(1, count, device=device)
    classes = count_roll_classes()
    result: dict[str, Any] = {"tables": count, "classes": classes}
    result["difference"] = _max_difference(device)
    seconds = _best_time(lambda: base_solver.solve_states(stop, failure), repeats, device)
    result["kernel"] = count / seconds
    if device.type == "cuda":
        # For each class a choice is read, compared, weighted and added.
        result["bytes_share"] = result["kernel"] * classes * 4 / HBM_BYTES
        result["flops_share"] = result["kernel"] * classes * 3 / FLOPS
    return result


def _max_difference(device: torch.device, channels: int = 6, count: int = 20) -> float:
    """Return the largest error in the value of a turn, compared with the reference solver."""
    generator = torch.Generator().manual_seed(2)
    stop = torch.rand(channels, TOTALS, count, dtype=torch.float64, generator=generator)
    failure = torch.rand(channels, count, dtype=torch.float64, generator=generator) / 2
    largest = 0.0
    for used in (1, channels):
        solved = base_solver.solve_states(stop[:used].to(device), failure[:used].to(device)).cpu()
        for table in range(count):
            expected = _solve_by_reference(stop[:used, :, table], failure[:used, table])
            difference = solved[:, base_solver.START_ROW, table] - expected
            largest = max(largest, float(difference.abs().max()))
    return largest


def _solve_by_reference(stop: Tensor, failure: Tensor) -> Tensor:
    """Solve one turn with the solver in `pickomino.solver.reference`."""
    claims = tuple(tuple(values) for values in stop.T.tolist())
    claims += (None,) * (SHAPE_TOTALS - len(claims))
    failed = tuple(failure.tolist())
    stakes = Stakes((claims, claims), (failed, failed))
    return torch.tensor(Reference(BASE, stakes).rolling(first_state(BASE)), dtype=torch.float64)


def _best_time(call: Callable[[], Tensor], repeats: int, device: torch.device) -> float:
    call()
    times: list[float] = []
    for _ in range(repeats):
        _synchronize(device)
        began = time.perf_counter()
        call()
        _synchronize(device)
        times.append(time.perf_counter() - began)
    return min(times)


def _synchronize(device: torch.device) -> None:
    if device.type == "cuda":
        torch.cuda.synchronize()
