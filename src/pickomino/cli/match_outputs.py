"""What `pickomino arena` and `bench` print with `--json`, besides statistics and results."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from pickomino.arena.intervals import Share
from pickomino.arena.sprt import Verdict
from pickomino.arena.statistics import BotStatistics
from pickomino.bench.tasks import Measure


class ArenaSettings(Struct, frozen=True):
    """What was played."""

    games: int
    version: str
    bots: list[str]
    rules: str
    seed: int
    turn_limit: int
    seconds: float
    adjusted: bool


class ArenaStatistics(Struct, frozen=True):
    """The figures of a match."""

    games: int
    unfinished: int
    mean_turns: float
    median_turns: float
    bots: list[BotStatistics]
    seats: list[Share]
    worth_games: float | None


class ArenaProblem(Struct, frozen=True):
    """Why a match failed."""

    code: str
    message: str


class ArenaMatch(Struct, frozen=True):
    """A match between bots."""

    settings: ArenaSettings
    ending: Literal["complete", "decided", "interrupted", "failed"]
    groups: int
    statistics: ArenaStatistics | None
    sprt: Verdict | None
    problem: ArenaProblem | None


class BenchTask(Struct, frozen=True):
    """A task of the benchmark; what does not apply to it is null."""

    name: str
    measure: Measure
    rules: str | None
    opponents: list[str] | None
    tiles: int | None
    games: int | None
    seed: int | None
    seconds: float
