"""The tables of docs/benchmark.md."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from training.reports.markdown import table

Result = dict[str, Any]
BOTS = ("random", "beginner", "family", "expert", "strategist", "champion")
TASKS = (
    "decisions-v1",
    "small-decisions-v1",
    "one-tile-v1",
    "two-tiles-v1",
    "beginner-v1",
    "expert-v1",
    "champion-v1",
    "four-players-v1",
    "extrawurm-v1",
)
CURVE = "maskable_ppo"


def tables(folder: Path) -> dict[str, Callable[[], str]]:
    """Return the functions that make the tables, keyed by table name."""
    return {
        "bench": lambda: _results(folder),
        "bench-curve": lambda: _curve(_read(folder, CURVE)["curve"]),
    }


def _read(folder: Path, name: str) -> Result:
    return json.loads((folder / f"{name}.json").read_text("utf-8"))


def _results(folder: Path) -> str:
    measured = [name for name in BOTS if (folder / f"{name}.json").exists()]
    columns = {name: _by_task(_read(folder, name)["results"]) for name in measured}
    if (folder / f"{CURVE}.json").exists():
        columns["MaskablePPO"] = _by_task(_read(folder, CURVE)["curve"][-1]["results"])
    rows = [
        [f"`{task}`", *(_cell(results.get(task)) for results in columns.values())] for task in TASKS
    ]
    return table(["task, in %", *columns], rows)


def _by_task(results: Sequence[Result]) -> Mapping[str, Result]:
    for result in results:
        if not result["is_standard"]:
            raise ValueError(f"{result['task']} was measured with another time to think")
    return {result["task"]: result for result in results}


def _cell(result: Result | None) -> str:
    if result is None:
        return ""
    digits = 1 if result["measure"] == "win_share" else 3
    text = f"{100 * result['value']:.{digits}f}"
    if result["low"] is None:
        return text
    return f"{text} ± {50 * (result['high'] - result['low']):.{digits}f}"


def _curve(points: Sequence[Result]) -> str:
    tasks = [result["task"] for result in points[0]["results"]]
    rows = [
        [f"{point['steps']:,}", *(_cell(_by_task(point["results"])[task]) for task in tasks)]
        for point in points
    ]
    return table(["steps", *(f"`{task}`, in %" for task in tasks)], rows)
