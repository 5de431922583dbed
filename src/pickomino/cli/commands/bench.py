"""`pickomino bench`: the tasks of the benchmark."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager
from typing import Final

from rich.text import Text

from pickomino.bench.results import BenchResult, TaskResult
from pickomino.bench.runner import OnProgress, run_bench
from pickomino.bench.tasks import SECONDS, LossTask, MatchTask, RegretTask, Task, find_tasks
from pickomino.cli.app import EXIT_FAILURE, EXIT_INTERRUPTED
from pickomino.cli.files import import_from_here, print_json, refuse_unwritable
from pickomino.cli.match_outputs import BenchTask
from pickomino.cli.options import Flag, Language, WholeNumber
from pickomino.cli.reports.tables import number_table, progress_bar, report_console
from pickomino.cli.stopping import stop_on_signal
from pickomino.core.errors import message
from pickomino.i18n import Texts, select_texts
from pickomino.i18n.narrator import describe_faults
from pickomino.i18n.numbers import format_number, format_percent

_MEASURES: Final = {
    "win_share": message("luck-adjusted win share"),
    "exact_loss": message("exact loss"),
    "regret": message("regret"),
}
_DECISIONS: Final = 1000
_PATTERNS: Final = {"win_share": "0.0", "exact_loss": "0.000", "regret": "0.000"}
"""How percentages are written."""


def bench(
    bot: str | None = None,
    /,
    *,
    tasks: str | None = None,
    output: str | None = None,
    seconds: float = SECONDS,
    workers: WholeNumber | None = None,
    json: Flag = False,
    language: Language = None,
) -> int:
    """Run a bot through the tasks of the benchmark; without a bot, list the tasks.

    Parameters
    ----------
    bot
        The bot: a name such as expert or "expert:option=value", or mypackage:MyBot.
    tasks
        Only these tasks, separated by commas; by default all.
    output
        Keep the results in this file (JSON); the same command continues a stopped run.
    seconds
        How long a bot may think about one action.
    workers
        The number of worker processes; by default one per core.
    json
        Print everything as JSON.
    """
    texts = select_texts(language)
    chosen = find_tasks([] if tasks is None else tasks.split(","))
    if bot is None:
        _list_tasks(chosen, texts, json=json)
        return 0
    import_from_here()
    if output is not None:
        refuse_unwritable(output)
    with stop_on_signal() as should_stop, _progress() as on_progress:
        result = run_bench(
            bot,
            [task.name for task in chosen],
            seconds=seconds,
            workers=workers,
            output=output,
            should_stop=should_stop,
            on_progress=on_progress,
        )
    if json:
        print_json(result)
    else:
        _report(result, texts)
    if {task.name for task in chosen} - {done.task for done in result.results}:
        print(texts.gettext("Stopped before all tasks were done."), file=sys.stderr)
        return EXIT_INTERRUPTED
    return EXIT_FAILURE if any(done.faults for done in result.results) else 0


@contextmanager
def _progress() -> Generator[OnProgress]:
    """Show a bar for each task, one after another."""
    with ExitStack() as stack:
        bars: dict[str, Callable[..., None] | None] = {}

        def show(task: str, done: int, total: int) -> None:
            if task not in bars:
                stack.close()
                bars[task] = stack.enter_context(progress_bar(total))
            update = bars[task]
            if update is not None:
                update(completed=done, description=task)

        yield show


def _list_tasks(tasks: tuple[Task, ...], texts: Texts, *, json: bool) -> None:
    if json:
        print_json([_as_json(task) for task in tasks])
        return
    for task in tasks:
        print(f"{task.name:20}{_describe(task, texts)}")


def _as_json(task: Task) -> BenchTask:
    fields = task._asdict()
    opponents: tuple[str, ...] | None = fields.get("opponents")
    return BenchTask(
        name=task.name,
        measure=task.measure,
        rules=fields.get("rules"),
        opponents=None if opponents is None else list(opponents),
        tiles=fields.get("tiles"),
        games=fields.get("games"),
        seed=fields.get("seed"),
        seconds=task.seconds,
    )


def _describe(task: Task, texts: Texts) -> str:
    match task:
        case MatchTask():
            text = texts.gettext("{measure} against {opponents}, rule set {rules}, games: {count}")
            values = {"opponents": ", ".join(task.opponents), "rules": task.rules}
            count = task.games
        case LossTask():
            text = texts.gettext("{measure} in a game of two, rule set {rules}, tiles: {count}")
            values, count = {"rules": task.rules}, task.tiles
        case RegretTask():
            text = texts.gettext("{measure} of {count} decisions")
            values, count = {}, _DECISIONS
    measure = texts.gettext(_MEASURES[task.measure])
    return text.format(measure=measure, count=count, **values)


def _report(result: BenchResult, texts: Texts) -> None:
    gettext = texts.gettext
    console = report_console()
    headings = [
        gettext("Task"),
        gettext("Measure"),
        gettext("Result"),
        gettext("interval (95%)"),
        gettext("Games or decisions"),
    ]
    table = number_table(headings, console)
    for done in result.results:
        table.add_row(*map(Text, _cells(done, texts)))
    console.print(table)
    text = gettext(
        "Exact loss and regret measure the win chance that the bot gives up: a"
        " perfect player has 0."
    )
    console.print(Text(text), soft_wrap=True)
    for done in result.results:
        if done.faults:
            faults = describe_faults(f"{result.bot}, {done.task}", done.faults, texts)
            console.print(Text(faults), soft_wrap=True)


def _cells(done: TaskResult, texts: Texts) -> tuple[str, ...]:
    pattern = _PATTERNS[done.measure]
    interval = ""
    if done.low is not None and done.high is not None:
        low = format_number(100 * done.low, texts, pattern)
        interval = f"{low}–{format_percent(done.high, texts, pattern)}"
    return (
        done.task,
        texts.gettext(_MEASURES[done.measure]),
        format_percent(done.value, texts, pattern),
        interval,
        format_number(done.count, texts, "#,##0"),
    )
