"""A whole match: play the missing groups, save them, and compute the statistics."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, nullcontext
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, cast

from pickomino.arena.entrants import Entrant, check_portable
from pickomino.arena.groups import GroupResult, close_bots, make_bots, play_games
from pickomino.arena.local_runner import GroupStream, play_in_processes, play_in_this_process
from pickomino.arena.ray_runner import check_ray, play_on_ray
from pickomino.arena.records_file import RecordsWriter
from pickomino.arena.results_file import ResultsFile
from pickomino.arena.settings import (
    GAMES,
    SECONDS,
    SEED,
    TURN_LIMIT,
    Hypotheses,
    MatchSettings,
)
from pickomino.arena.sprt import SequentialTest, Verdict
from pickomino.arena.statistics import MatchStatistics, compute_statistics
from pickomino.core.errors import (
    InvalidNotation,
    PickominoError,
    Problem,
    check_callable,
    check_type,
    quote_path,
    require_text,
)
from pickomino.core.rules import Rules
from pickomino.operating_system import available_cores
from pickomino.record.game import Game

Ending = Literal["complete", "decided", "interrupted", "failed"]


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The groups that were played, and their statistics.

    >>> result = Match("random", "beginner", games=2, adjusted=False).play(workers=1)
    >>> result.statistics.games, [bot.label for bot in result.statistics.bots]
    (2, ['random', 'beginner'])
    >>> result.as_json()["ending"]
    'complete'
    """

    settings: MatchSettings
    groups: tuple[GroupResult, ...]
    """Private: the groups in order; with a sequential test, only the consecutive groups that it
    counted."""
    ending: Ending
    """`complete`, `decided` by a sequential test, `interrupted` by `should_stop`, or `failed`."""
    statistics: MatchStatistics | None
    """None if no group was complete."""
    verdict: Verdict | None = None
    problem: Problem | None = None

    def as_json(self) -> dict[str, object]:
        """Return all but the individual games as JSON; the result does not depend on `workers`."""
        return {
            "settings": {"games": self.settings.games, **self.settings.identity()},
            "ending": self.ending,
            "groups": len(self.groups),
            "statistics": _statistics_json(self.statistics),
            "sprt": _plain(self.verdict),
            "problem": self.problem and {"code": self.problem.code, "message": str(self.problem)},
        }


class MatchProgress(NamedTuple):
    """The progress of a running match.

    >>> games = []
    >>> def on_progress(progress):
    ...     games.append(progress.games)
    >>> match = Match("random", "beginner", games=4, adjusted=False)
    >>> match.play(workers=1, on_progress=on_progress).ending, games[-1]
    ('complete', 4)
    """

    games: int
    """Games played, including those loaded from a results file."""
    games_now: int
    """Games played by this call."""
    win_shares: tuple[float, ...]
    """The win share of each bot, luck-adjusted unless the adjustment is switched off."""
    verdict: Verdict | None = None


def play_match(  # noqa: PLR0913 - each way to play is an option
    settings: MatchSettings,
    *,
    workers: int | None = None,
    results: str | os.PathLike[str] | None = None,
    records: str | os.PathLike[str] | None = None,
    ray: str | None = None,
    should_stop: Callable[[], bool] = bool,
    on_progress: Callable[[MatchProgress], None] | None = None,
) -> MatchResult:
    """Play a match and return its result; `Match.play` explains the options.

    >>> settings = MatchSettings(("random", "random"), games=4, adjusted=False)
    >>> result = play_match(settings, workers=1)
    >>> result.ending, result.statistics.games
    ('complete', 4)
    >>> sum(bot.win_share.mean for bot in result.statistics.bots)
    1.0
    """
    workers = available_cores() if workers is None else workers
    check_type(workers, int, "a whole number of workers")
    if workers < 1:
        raise InvalidNotation("bad_workers", workers=workers)
    if ray is not None:
        check_ray(require_text(ray))
    close_bots(make_bots(settings))
    if workers > 1 and ray is None:
        check_portable(settings.bots)
    writer = None if records is None else RecordsWriter(records)
    if writer is not None:
        settings = replace(settings, records=writer.kind)
    file = None if results is None else ResultsFile(results, settings)
    if file is not None and file.groups and writer is not None:
        file.close()
        name = quote_path(os.fspath(results or ""))
        raise InvalidNotation("records_resume", name=name, count=len(file.groups))
    scoreboard = _Scoreboard(settings, {} if file is None else file.groups)
    problem = None
    try:
        with file or nullcontext(), writer or nullcontext():
            missing = () if scoreboard.is_decided else scoreboard.missing()
            if missing:
                with closing(_play(settings, missing, should_stop, workers, ray)) as stream:
                    _collect(stream, scoreboard, file, writer, on_progress)
    except PickominoError as error:
        problem = error.problems[0]
    return scoreboard.result(problem)


def _play(
    settings: MatchSettings,
    missing: Sequence[int],
    should_stop: Callable[[], bool],
    workers: int,
    ray: str | None,
) -> GroupStream:
    if ray is not None:
        return play_on_ray(settings, missing, should_stop, ray)
    if workers == 1 or len(missing) == 1:
        return play_in_this_process(settings, missing, should_stop)
    return play_in_processes(settings, missing, should_stop, workers)


def _collect(
    stream: GroupStream,
    scoreboard: _Scoreboard,
    file: ResultsFile | None,
    writer: RecordsWriter | None,
    on_progress: Callable[[MatchProgress], None] | None,
) -> None:
    for results in stream:
        if file is not None:
            file.append(results)
        scoreboard.add([result._replace(records=()) for result in results])
        if writer is not None:
            writer.add(results, scoreboard.limit)
        if on_progress is not None:
            on_progress(scoreboard.progress())
        if scoreboard.is_decided:
            return


class _Scoreboard:
    """The groups played so far, and the sequential test, which counts them in numerical order."""

    def __init__(self, settings: MatchSettings, known: Mapping[int, GroupResult]) -> None:
        self.settings = settings
        self._groups: dict[int, GroupResult] = {}
        self._wins = [0.0] * len(settings.bots)
        self._test = None
        if settings.hypotheses is not None:
            self._test = SequentialTest(settings.hypotheses, adjusted=settings.adjusted)
        self.add([result for result in known.values() if result.group < settings.groups])
        self._resumed = len(self._groups)

    @property
    def is_decided(self) -> bool:
        return self._test is not None and self._test.verdict.accepted is not None

    @property
    def limit(self) -> int | None:
        """The number of groups that count, once a sequential test has decided."""
        return self._test.verdict.groups if self._test is not None and self.is_decided else None

    def missing(self) -> tuple[int, ...]:
        return tuple(group for group in range(self.settings.groups) if group not in self._groups)

    def add(self, results: Sequence[GroupResult]) -> None:
        for result in results:
            self._groups[result.group] = result
            # If luck was not computed, adjusted shares equal plain ones.
            for index, share in enumerate(result.adjusted_shares):
                self._wins[index] += share
        if self._test is not None:
            self._continue(self._test)

    def _continue(self, test: SequentialTest) -> None:
        while not self.is_decided and (following := self._groups.get(test.verdict.groups)):
            test.add(following.adjusted_shares[0])

    def progress(self) -> MatchProgress:
        bots, count = len(self.settings.bots), len(self._groups)
        shares = tuple(wins / count if count else 0.0 for wins in self._wins)
        now = (count - self._resumed) * bots
        return MatchProgress(count * bots, now, shares, self._test and self._test.verdict)

    def result(self, problem: Problem | None) -> MatchResult:
        verdict = self._test and self._test.verdict
        numbers = sorted(self._groups) if verdict is None else range(verdict.groups)
        groups = tuple(self._groups[number] for number in numbers)
        return MatchResult(
            self.settings,
            groups,
            self._ending(problem),
            compute_statistics(self.settings, groups) if groups else None,
            verdict,
            problem,
        )

    def _ending(self, problem: Problem | None) -> Ending:
        if self.is_decided:
            return "decided"
        if problem is not None:
            return "failed"
        return "interrupted" if self.missing() else "complete"


def _statistics_json(statistics: MatchStatistics | None) -> object:
    if statistics is None:
        return None
    values = cast("dict[str, object]", _plain(statistics))
    # Differs between runs, so it is not part of the result.
    del values["luck_seconds"]
    return values | {"worth_games": statistics.equivalent_games}


def _plain(value: object) -> object:
    """Convert named tuples to dicts, recursively."""
    if not isinstance(value, tuple):
        return value
    parts = [_plain(part) for part in cast("tuple[object, ...]", value)]
    names: tuple[str, ...] | None = getattr(value, "_fields", None)  # pyright: ignore[reportUnknownArgumentType]
    return parts if names is None else dict(zip(names, parts, strict=True))


class Match:
    """A match between bots: names, bot objects, or classes that make bots.

    >>> match = Match("random", "beginner", games=4, rules="classic", adjusted=False)
    >>> match.play(workers=1).ending
    'complete'
    >>> [game.names for game in match.games()][:2]
    [('bot:random', 'bot:beginner'), ('bot:beginner', 'bot:random')]
    """

    def __init__(  # noqa: PLR0913 - the settings of a match
        self,
        *bots: Entrant,
        games: int = GAMES,
        rules: Rules | str = "standard",
        seed: int = SEED,
        turn_limit: int = TURN_LIMIT,
        seconds: float = SECONDS,
        hypotheses: tuple[float, float] | None = None,
        adjusted: bool = True,
    ) -> None:
        """Set up a match of two to seven bots.

        `games` is rounded up to whole groups, in which every bot plays every seat with the same
        dice. `hypotheses` are two win shares of the first bot: the match stops as soon as a
        sequential test decides between them. `adjusted` subtracts the luck of the dice.
        """
        self.settings = MatchSettings(
            bots,
            games,
            Rules.parse(rules) if isinstance(rules, str) else rules,
            seed,
            turn_limit,
            seconds,
            None if hypotheses is None else Hypotheses.from_pair(hypotheses),
            adjusted=adjusted,
        )

    def play(  # noqa: PLR0913 - each way to play is an option
        self,
        *,
        workers: int | None = None,
        results: str | os.PathLike[str] | None = None,
        records: str | os.PathLike[str] | None = None,
        ray: str | None = None,
        should_stop: Callable[[], bool] = bool,
        on_progress: Callable[[MatchProgress], None] | None = None,
    ) -> MatchResult:
        """Play the match and return its result, which does not depend on the number of workers.

        `workers` is the number of processes (default: one per core; 1 plays in this process), or
        `ray` is the address of a Ray cluster. `results` is a file from which a match can be
        resumed. `records` is a new file for all games: .wgn, or .jsonl or .parquet with a row for
        every decision. `should_stop` is called often; when it returns true or a worker fails, the
        result covers the groups played so far. Invalid settings or files raise PickominoError
        before any game is played. A program that plays in several processes must call this under
        `if __name__ == "__main__":`.
        """
        check_callable(should_stop, "a function that returns whether to stop")
        if on_progress is not None:
            check_callable(on_progress, "a function that takes a MatchProgress")
        return play_match(
            self.settings,
            workers=workers,
            results=results,
            records=records,
            ray=ray,
            should_stop=should_stop,
            on_progress=on_progress,
        )

    def games(self) -> Iterator[Game]:
        """Play the games one after another in this process, without the luck of their rolls."""
        settings = replace(self.settings, adjusted=False)
        bots = make_bots(settings)
        try:
            for group in range(settings.groups):
                yield from play_games(settings, group, bots)
        finally:
            close_bots(bots)
