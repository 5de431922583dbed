"""Results of tasks, and the file that keeps them."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
from msgspec import Struct

from pickomino._version import __version__
from pickomino.atomic_file import atomic_write
from pickomino.bench.tasks import Measure
from pickomino.core.errors import InvalidNotation, quote, quote_path


class TaskResult(Struct, frozen=True):
    """What a bot achieved in a task."""

    task: str
    measure: Measure
    value: float
    """The win share, or what the bot gives up of it."""
    low: float | None
    """The lower end of the 95% interval; none where the value is exact."""
    high: float | None
    count: int
    """The number of games or decisions."""
    faults: dict[str, int]
    """How often the bot crashed, was too slow or gave an answer that is no legal action."""
    is_standard: bool
    """Whether the time to think was the task's; results with another cannot be compared."""


class BenchResult(Struct, frozen=True):
    """What a bot achieved in all its tasks."""

    version: str
    """The version of this package."""
    bot: str
    seconds: float
    """How long the bot was allowed to think about one action."""
    results: list[TaskResult]


class ResultFile:
    """Keeps results, so that an interrupted run can continue; nothing is kept without a name."""

    def __init__(self, name: str | os.PathLike[str] | None, bot: str, seconds: float) -> None:
        """Read the results that the file has; raise if they are of another bot or version."""
        self._path = None if name is None else Path(name)
        self.content = BenchResult(__version__, bot, seconds, [])
        if self._path is not None and self._path.exists():
            self.content = _read(self._path, self.content)

    def find(self, task: str) -> TaskResult | None:
        """Return the result of a task if there is one."""
        return next((result for result in self.content.results if result.task == task), None)

    def add(self, result: TaskResult) -> None:
        """Add a result, and write the file."""
        self.content.results.append(result)
        if self._path is None:
            return
        text = msgspec.json.format(msgspec.json.encode(self.content), indent=1)
        try:
            with atomic_write(self._path.resolve()) as file:
                file.write(text + b"\n")
        except OSError as error:
            reason = error.strerror or str(error)
            name = quote_path(str(self._path))
            raise InvalidNotation("unwritable_file", name=name, reason=reason) from error


def _read(path: Path, expected: BenchResult) -> BenchResult:
    name = quote_path(str(path))
    try:
        content = msgspec.json.decode(path.read_bytes(), type=BenchResult)
    except (OSError, msgspec.DecodeError) as error:
        raise InvalidNotation("bad_bench_file", name=name, reason=str(error)) from error
    for setting in ("version", "bot", "seconds"):
        found, wanted = getattr(content, setting), getattr(expected, setting)
        if found != wanted:
            raise InvalidNotation(
                "other_bench",
                name=name,
                setting=setting,
                found=quote(found),
                expected=quote(wanted),
            )
    return content
