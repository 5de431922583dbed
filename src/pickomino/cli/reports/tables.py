"""Tables of numbers, with lines in a terminal and without lines in files and pipes; progress."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

PIPE_WIDTH: Final = 200
"""The width for files and pipes, large enough that table lines do not wrap."""


class _Console(Console):
    """A console whose reader may close the pipe early, as `head` does."""

    def on_broken_pipe(self) -> None:
        """Raise the error that `print` raises for a closed pipe, so that `main` handles it."""
        raise BrokenPipeError


def report_console() -> Console:
    console = _Console(highlight=False)
    return console if console.is_terminal else _Console(highlight=False, width=PIPE_WIDTH)


def number_table(headings: Sequence[str], console: Console) -> Table:
    """Return an empty table: names left-aligned, numbers right-aligned."""
    box = SIMPLE_HEAD if console.is_terminal else None
    table = Table(box=box, pad_edge=False, show_edge=False, padding=(0, 1 if box else 2, 0, 0))
    for number, heading in enumerate(headings):
        table.add_column(Text(heading), justify="right" if number else "left", overflow="fold")
    return table


@contextmanager
def progress_bar(total: int) -> Generator[Callable[..., None] | None]:
    """Show a progress bar if standard error is a terminal; yield the function that updates it."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield None
        return
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}", markup=False))
    with Progress(*columns, TimeRemainingColumn(), console=console, transient=True) as bar:
        yield partial(bar.update, bar.add_task("", total=total))
