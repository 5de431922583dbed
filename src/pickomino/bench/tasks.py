"""The tasks of the benchmark. A task never changes; what must change gets a new version.

`tests/bench/test_tasks.py` has the digest of every task, of its files and of its opponents' play.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from pickomino.core.errors import InvalidNotation, quote

Measure = Literal["win_share", "exact_loss", "regret"]

SECONDS: Final = 1.0
"""How long the bot, and any opponent, may think about one action."""


class MatchTask(NamedTuple):
    """Games against bots, scored by the luck-adjusted win share."""

    name: str
    opponents: tuple[str, ...]
    rules: str
    games: int
    seed: int
    measure: Measure = "win_share"
    seconds: float = SECONDS


class LossTask(NamedTuple):
    """A small game of two players, scored by the exact loss against a perfect opponent."""

    name: str
    rules: str
    tiles: int
    measure: Measure = "exact_loss"
    seconds: float = SECONDS


class RegretTask(NamedTuple):
    """1,000 decisions, scored by the mean win chance that the chosen actions give up."""

    name: str
    """Also the name of the file with the decisions, without its ending."""
    measure: Measure = "regret"
    seconds: float = SECONDS


Task = MatchTask | LossTask | RegretTask

TASKS: Final[tuple[Task, ...]] = (
    RegretTask("decisions-v1"),
    RegretTask("small-decisions-v1"),
    LossTask("one-tile-v1", "standard", 1),
    LossTask("two-tiles-v1", "standard", 2),
    MatchTask("beginner-v1", ("beginner",), "standard", 1000, 3901),
    MatchTask("expert-v1", ("expert",), "standard", 1000, 3902),
    MatchTask("champion-v1", ("champion",), "standard", 1000, 3903),
    MatchTask("four-players-v1", ("expert",) * 3, "classic", 1000, 3904),
    MatchTask("extrawurm-v1", ("expert",), "standard+extrawurm", 1000, 3905),
)
"""The tasks, from the quickest to the slowest kind."""


def find_tasks(names: Sequence[str]) -> tuple[Task, ...]:
    """Return the tasks with some names, in their usual order; all of them without names.

    >>> [task.name for task in find_tasks(["expert-v1", "decisions-v1"])]
    ['decisions-v1', 'expert-v1']
    """
    known = [task.name for task in TASKS]
    for name in names:
        if name not in known:
            raise InvalidNotation("unknown_task", name=quote(name), known=", ".join(known))
    return tuple(task for task in TASKS if not names or task.name in names)
