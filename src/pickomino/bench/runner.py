"""Runs a bot through tasks."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import Final

from pickomino.analysis.confidence import MeanCounter
from pickomino.arena.entrants import Entrant, check_entrant, entrant_name, make_entrant
from pickomino.arena.game import StopRequested
from pickomino.arena.groups import close_bots
from pickomino.arena.match import MatchProgress, play_match
from pickomino.arena.settings import MatchSettings, check_seconds
from pickomino.bench.decisions import choose_in_all, load_decisions
from pickomino.bench.exact_loss import exact_loss
from pickomino.bench.results import BenchResult, ResultFile, TaskResult
from pickomino.bench.tasks import SECONDS, LossTask, MatchTask, RegretTask, Task, find_tasks
from pickomino.bots.protocol import Bot
from pickomino.core.errors import PickominoError
from pickomino.core.rules import Rules
from pickomino.solved import small_start

OnProgress = Callable[[str, int, int], None]
"""Called with a task, and how many of its games, decisions or tables are done, and of how many."""
_LOSS_DIGITS: Final = 6
"""The exact loss is converged to more digits than that."""


def run_bench(  # noqa: PLR0913 - each way to run is an option
    bot: Entrant,
    tasks: Sequence[str] = (),
    *,
    seconds: float = SECONDS,
    workers: int | None = None,
    output: str | os.PathLike[str] | None = None,
    should_stop: Callable[[], bool] = bool,
    on_progress: OnProgress | None = None,
) -> BenchResult:
    """Run a bot through tasks, by default all, and return its results.

    `bot` is a name, a bot, or a class or function that makes one, as for a `Match`. `seconds` is
    the time to think about an action, also for opponents; a result with another time than the
    task's is not standard. `workers` is the number of processes for games. `output` is a file that
    keeps every result: the same call continues where it was stopped. When `should_stop` returns
    true, the result has the tasks done.

    >>> result = run_bench("beginner", ["one-tile-v1"])
    >>> round(result.results[0].value, 6)
    0.023578
    """
    check_entrant(bot)
    check_seconds(seconds)
    chosen = find_tasks(tasks)
    file = ResultFile(output, entrant_name(bot), seconds)
    for task in chosen:
        if file.find(task.name) is None:

            def report(done: int, total: int, task: Task = task) -> None:
                if should_stop():
                    raise StopRequested
                if on_progress is not None:
                    on_progress(task.name, done, total)

            try:
                file.add(_run(task, bot, seconds, workers, should_stop, report))
            except StopRequested:
                break
    return file.content


def _run(  # noqa: PLR0913, PLR0917 - the options of `run_bench`
    task: Task,
    bot: Entrant,
    seconds: float,
    workers: int | None,
    should_stop: Callable[[], bool],
    report: Callable[[int, int], None],
) -> TaskResult:
    match task:
        case MatchTask():
            return _run_match(task, bot, seconds, workers, should_stop, report)
        case LossTask():
            return _run_loss(task, bot, seconds, report)
        case RegretTask():
            return _run_regret(task, bot, seconds, report)


def _run_match(  # noqa: PLR0913, PLR0917 - the options of `run_bench`
    task: MatchTask,
    bot: Entrant,
    seconds: float,
    workers: int | None,
    should_stop: Callable[[], bool],
    report: Callable[[int, int], None],
) -> TaskResult:
    settings = MatchSettings(
        (bot, *task.opponents), task.games, Rules.parse(task.rules), task.seed, seconds=seconds
    )

    def on_progress(progress: MatchProgress) -> None:
        report(progress.games, settings.groups * len(settings.bots))

    result = play_match(settings, workers=workers, should_stop=should_stop, on_progress=on_progress)
    if result.problem is not None:
        raise PickominoError(result.problem.code, **result.problem.parameters)
    if result.statistics is None or result.ending != "complete":
        raise StopRequested
    own = result.statistics.bots[0]
    share = own.adjusted or own.win_share
    games, faults = result.statistics.games, dict(own.faults)
    return _result(task, seconds, (share.mean, share.low, share.high), games, faults)


def _run_loss(
    task: LossTask, bot: Entrant, seconds: float, report: Callable[[int, int], None]
) -> TaskResult:
    start = small_start(Rules.parse(task.rules), task.tiles)
    with _made(bot) as (made, faults):
        loss = exact_loss(made, start, seconds, report)
    value = round(max(0.0, loss.loss), _LOSS_DIGITS)  # rounding can make a perfect loss negative
    return _result(task, seconds, (value, None, None), loss.decisions, faults)


def _run_regret(
    task: RegretTask, bot: Entrant, seconds: float, report: Callable[[int, int], None]
) -> TaskResult:
    counter = MeanCounter()
    with _made(bot) as (made, faults):
        for choice in choose_in_all(made, load_decisions(task.name), seconds, report):
            counter.add(choice.regret)
    mean = counter.interval().within(0.0, 1.0)
    return _result(task, seconds, (mean.mean, mean.low, mean.high), counter.count, faults)


def _result(
    task: Task,
    seconds: float,
    interval: tuple[float, float | None, float | None],
    count: int,
    faults: dict[str, int],
) -> TaskResult:
    is_standard = seconds == task.seconds
    return TaskResult(task.name, task.measure, *interval, count, faults, is_standard)


@contextmanager
def _made(entrant: Entrant) -> Generator[tuple[Bot, dict[str, int]]]:
    """Make a bot, and close it afterwards; the faults that it has then are filled in."""
    bot, faults = make_entrant(entrant), dict[str, int]()
    before = Counter(getattr(bot, "faults", {}))
    try:
        yield bot, faults
    finally:
        faults.update(Counter(getattr(bot, "faults", {})) - before)
        close_bots([bot])
