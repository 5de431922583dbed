"""`pickomino arena`: matches between bots, with confidence intervals."""

from __future__ import annotations

import json as json_text
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import partial
from time import monotonic
from typing import Final

from rich.text import Text

from pickomino.analysis.confidence import MIN_GAMES
from pickomino.arena.intervals import Share
from pickomino.arena.match import MatchProgress, MatchResult, play_match
from pickomino.arena.settings import GAMES, SECONDS, SEED, TURN_LIMIT, Hypotheses, MatchSettings
from pickomino.arena.sprt import Verdict
from pickomino.arena.statistics import BotStatistics, MatchStatistics
from pickomino.cli.app import EXIT_FAILURE, EXIT_INTERRUPTED
from pickomino.cli.files import import_from_here, refuse_unwritable, write_text
from pickomino.cli.options import Flag, Language, WholeNumber, parse_rules
from pickomino.cli.reports.tables import number_table, progress_bar, report_console
from pickomino.cli.stopping import stop_on_signal
from pickomino.core.position import seat_letter
from pickomino.i18n import Texts, describe_problem, select_texts
from pickomino.i18n.narrator import describe_faults
from pickomino.i18n.numbers import format_number, format_percent

_SHORT: Final = "0.######"
_SIGNED: Final = "+0.00;-0.00"


def arena(
    *bots: str,
    games: WholeNumber = GAMES,
    rules: str = "standard",
    extrawurm: Flag = False,
    seed: WholeNumber = SEED,
    turn_limit: WholeNumber = TURN_LIMIT,
    seconds: float = SECONDS,
    sprt: str | None = None,
    workers: WholeNumber | None = None,
    ray: str | None = None,
    results: str | None = None,
    records: str | None = None,
    plot: str | None = None,
    raw: Flag = False,
    json: Flag = False,
    language: Language = None,
) -> int:
    """Play many games between bots, and show which is better and how certain that is.

    Games come in groups with the same dice, in which every bot plays every seat once, and results
    are adjusted for the luck of every roll. Ctrl-C stops and reports the games played so far; with
    --results the same command continues from there.

    Parameters
    ----------
    bots
        Two to seven bots, such as: expert family "expert:option=value" mypackage:MyBot.
    games
        The number of games, rounded up to whole groups.
    rules
        The rule set: standard, classic, short, manual or mini, with options such as
        "classic(steal=forced)".
    extrawurm
        Play with the Extrawurm expansion.
    seed
        The seed for the dice and the bots’ choices; the same seed plays the same games.
    turn_limit
        Stop a game after this many turns; it is ranked as it stands.
    seconds
        How long a bot may think about one action.
    sprt
        Stop as soon as a sequential test (SPRT) decides between two win shares of the first bot,
        such as 0.50,0.52.
    workers
        The number of worker processes; by default one per core.
    ray
        Play on the Ray cluster at this address; `local` starts one on this machine.
    results
        Store the results in this file (JSON Lines), and resume from it.
    records
        Write every game to this new file: all moves (.wgn), or a row for every decision, with its
        cost and luck (.jsonl or .parquet).
    plot
        Write a chart of the win shares to this SVG file.
    raw
        Do not adjust for luck: games are faster, but many more are needed.
    json
        Print everything as JSON.
    """
    texts = select_texts(language)
    import_from_here()
    settings = MatchSettings(
        bots,
        games,
        parse_rules(rules, extrawurm=extrawurm),
        seed,
        turn_limit,
        seconds,
        None if sprt is None else Hypotheses.parse(sprt),
        adjusted=not raw,
    )
    if plot is not None:
        # Fail before hours of play, not after.
        refuse_unwritable(plot)
    with stop_on_signal() as should_stop, _progress(settings, texts) as on_progress:
        result = play_match(
            settings,
            workers=workers,
            results=results,
            records=records,
            ray=ray,
            should_stop=should_stop,
            on_progress=on_progress,
        )
    try:
        if plot is not None and result.statistics is not None:
            _draw(result, plot, texts)
    finally:
        if json:
            print(json_text.dumps(result.as_json(), indent=1, ensure_ascii=False))
        else:
            Report(result, texts).print()
        _print_ending(result, results, texts)
    default = EXIT_FAILURE if _has_faults(result) else 0
    return {"interrupted": EXIT_INTERRUPTED, "failed": EXIT_FAILURE}.get(result.ending, default)


def _has_faults(result: MatchResult) -> bool:
    """Return whether a bot crashed, timed out or gave an illegal answer."""
    return result.statistics is not None and any(bot.faults for bot in result.statistics.bots)


def _draw(result: MatchResult, name: str, texts: Texts) -> None:
    from pickomino.arena.plot import PlotWords, plot

    gettext = texts.gettext
    raw = not result.settings.adjusted
    words = PlotWords(
        title=gettext("Pickomino arena"),
        subtitle=_describe_match(result, texts),
        games=gettext("games played"),
        win_share=gettext("win share") if raw else gettext("luck-adjusted win share"),
        final=gettext("final win share"),
        even=gettext("dotted line: even share"),
        number=partial(format_number, texts=texts, pattern="#,##0"),
        percent=partial(format_percent, texts=texts, pattern="0.##"),
        band=gettext("bands and whiskers: interval (95%) over groups of games"),
    )
    write_text(name, plot(result, words))


@contextmanager
def _progress(
    settings: MatchSettings, texts: Texts
) -> Generator[Callable[[MatchProgress], None] | None]:
    with progress_bar(settings.groups * len(settings.bots)) as update:
        started = monotonic()

        def show(progress: MatchProgress) -> None:
            pace = progress.games_now / max(monotonic() - started, 1e-3)
            shares = " ".join(format_percent(share, texts) for share in progress.win_shares)
            text = texts.gettext("{pace} games a second, win shares {shares}")
            description = text.format(pace=format_number(pace, texts), shares=shares)
            if progress.verdict is not None:
                ratio = format_number(progress.verdict.log_ratio, texts, _SIGNED)
                description += f", LLR {ratio}"
            if update is not None:
                update(completed=progress.games, description=description)

        yield show if update is not None else None


def _print_ending(result: MatchResult, results: str | None, texts: Texts) -> None:
    """Print to standard error what went wrong, if anything."""
    gettext = texts.gettext
    if _has_faults(result):
        text = gettext(
            "A bot had faults: random moves were made in its place, so its figures do not show "
            "its strength."
        )
        print(text, file=sys.stderr)
    if result.problem is not None:
        print(describe_problem(texts, result.problem), file=sys.stderr)
    elif result.ending == "interrupted":
        if results is None:
            print(gettext("Stopped before all games were played."), file=sys.stderr)
        else:
            text = gettext(
                "Stopped before all games were played; run the same command to continue."
            )
            print(text, file=sys.stderr)


def _describe_match(result: MatchResult, texts: Texts) -> str:
    games = 0 if result.statistics is None else result.statistics.games
    text = texts.ngettext(
        "{count} game in groups of {size}, rule set {rules}, seed {seed}",
        "{count} games in groups of {size}, rule set {rules}, seed {seed}",
        games,
    )
    settings = result.settings
    return text.format(
        count=games, size=len(settings.bots), rules=settings.rules, seed=settings.seed
    )


def _interval(share: Share, texts: Texts) -> str:
    return f"{format_number(100 * share.low, texts)}–{format_percent(share.high, texts)}"


class Report:
    """The human-readable report: tables and sentences."""

    def __init__(self, result: MatchResult, texts: Texts) -> None:
        self.result = result
        self.texts = texts
        self.console = report_console()

    def print(self) -> None:
        statistics = self.result.statistics
        if statistics is None:
            self._say(self.texts.gettext("No group of games was completed."))
            return
        self._say(_describe_match(self.result, self.texts))
        self._print_bots(statistics)
        self._print_seats(statistics)
        self._print_games(statistics)
        if statistics.games < MIN_GAMES:
            self._say(self.texts.gettext("These are too few games to tell which bot is better."))
        self._print_cost(statistics)
        if self.result.verdict is not None:
            self._say(self._verdict(self.result.verdict))

    def _say(self, text: str) -> None:
        self.console.print(Text(text), soft_wrap=True)

    def _print_bots(self, statistics: MatchStatistics) -> None:
        gettext = self.texts.gettext
        adjusted = [gettext("Luck-adjusted"), gettext("interval (95%)")]
        headings = [
            gettext("Bot"),
            gettext("Win share"),
            gettext("interval (95%)"),
            *(adjusted if self.result.settings.adjusted else ()),
            gettext("Worms"),
            gettext("Turns"),
            gettext("Busts"),
            gettext("Steals"),
            gettext("Rating"),
        ]
        table = number_table(headings, self.console)
        for bot in statistics.bots:
            table.add_row(*map(Text, _bot_cells(bot, self.texts)))
        self.console.print(table)
        for bot in statistics.bots:
            if bot.faults:
                self._say(describe_faults(bot.label, bot.faults, self.texts))

    def _print_seats(self, statistics: MatchStatistics) -> None:
        gettext = self.texts.gettext
        headings = [gettext("Seat"), gettext("Win share"), gettext("interval (95%)")]
        table = number_table(headings, self.console)
        for seat, share in enumerate(statistics.seats):
            won, interval = format_percent(share.mean, self.texts), _interval(share, self.texts)
            table.add_row(*map(Text, (seat_letter(seat), won, interval)))
        self.console.print(table)

    def _print_games(self, statistics: MatchStatistics) -> None:
        text = self.texts.gettext("Turns in a game: {mean} on average, median {median}.")
        mean = format_number(statistics.mean_turns, self.texts)
        median = format_number(statistics.median_turns, self.texts, _SHORT)
        self._say(text.format(mean=mean, median=median))
        if statistics.unfinished:
            unfinished = self.texts.ngettext(
                "{count} game was stopped after {turns} turns and ranked as it stood.",
                "{count} games were stopped after {turns} turns and ranked as they stood.",
                statistics.unfinished,
            )
            turns = self.result.settings.turn_limit
            self._say(unfinished.format(count=statistics.unfinished, turns=turns))

    def _print_cost(self, statistics: MatchStatistics) -> None:
        """Print how many unadjusted games would be as precise, and how long the adjustment took."""
        if statistics.equivalent_games is None:
            return
        text = self.texts.ngettext(
            "With the luck taken out, {count} game tells as much as {worth} would "
            "otherwise; it took {seconds} seconds.",
            "With the luck taken out, {count} games tell as much as {worth} would "
            "otherwise; it took {seconds} seconds.",
            statistics.games,
        )
        seconds = format_number(statistics.luck_seconds, self.texts)
        worth = f"{statistics.equivalent_games:.0f}"
        self._say(text.format(count=statistics.games, worth=worth, seconds=seconds))

    def _verdict(self, verdict: Verdict) -> str:
        gettext = self.texts.gettext
        low, high = verdict.hypotheses
        if verdict.accepted is None:
            text = gettext(
                "Sequential test: undecided between win shares {low} and {high}; "
                "LLR {ratio}, bounds {lower} and {upper}."
            )
        else:
            text = gettext(
                "Sequential test: win share {accepted} accepted against {rejected}; "
                "LLR {ratio}, bounds {lower} and {upper}."
            )
        accepted, rejected = (high, low) if verdict.accepted == "high" else (low, high)
        shares = {"low": low, "high": high, "accepted": accepted, "rejected": rejected}
        ratios = {"ratio": verdict.log_ratio, "lower": verdict.lower, "upper": verdict.upper}
        return text.format(
            **{name: format_number(shares[name], self.texts, _SHORT) for name in shares},
            **{name: format_number(ratios[name], self.texts, _SIGNED) for name in ratios},
        )


def _bot_cells(bot: BotStatistics, texts: Texts) -> tuple[str, ...]:
    return (
        bot.label,
        format_percent(bot.win_share.mean, texts),
        _interval(bot.win_share, texts),
        *(
            ()
            if bot.adjusted is None
            else (format_percent(bot.adjusted.mean, texts), _interval(bot.adjusted, texts))
        ),
        format_number(bot.worms, texts, "0.00"),
        format_number(bot.turns, texts),
        format_percent(bot.bust_rate, texts),
        format_number(bot.steals, texts, "0.00"),
        f"{bot.rating.points:.0f} ± {bot.rating.high - bot.rating.points:.0f}",
    )
