"""The human-readable review report: sums, a chart, and the most important decisions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.table import Table
from rich.text import Text

from pickomino.analysis.confidence import MIN_GAMES, Mean
from pickomino.analysis.review_types import (
    Review,
    ReviewedDecision,
    ReviewedRoll,
    costliest,
    extreme_rolls,
)
from pickomino.analysis.summary import PlayerSummary
from pickomino.cli.reports.bars import has_blocks
from pickomino.cli.reports.tables import number_table, report_console
from pickomino.core.position import OVER
from pickomino.i18n import Texts
from pickomino.i18n.bars import LEVELS, area
from pickomino.i18n.narrator import Narrator
from pickomino.i18n.numbers import format_number, format_percent, percent_pattern
from pickomino.i18n.options import capitalize
from pickomino.i18n.ranking import winner_line
from pickomino.i18n.review_text import (
    LABELS,
    describe_answers,
    describe_decision,
    describe_verdict,
    format_signed_percent,
    format_sums,
)
from pickomino.record.game import Game

_COLOURS: Final = ("cyan", "yellow", "green", "magenta", "blue", "red", "white")
_PLAIN_LEVELS: Final = " .:-=+*#@"
_MAX_CHART_WIDTH: Final = 72
_MAX_DECISIONS: Final = 12


class ReviewReport:
    def __init__(self, game: Game, review: Review, narrator: Narrator) -> None:
        self.game = game
        self.review = review
        self.narrator = narrator
        self.texts = narrator.texts
        self.console = report_console()

    def print(self) -> None:
        self._print_heading()
        if not self.review.is_rough:
            self.console.print(self._sums())
        self._print_chart()
        self._print_decisions()
        self._print_rolls()

    def _print(self, text: str, style: str = "") -> None:
        self.console.print(Text(text, style=style), soft_wrap=True)

    def _print_heading(self) -> None:
        gettext, review = self.texts.gettext, self.review
        text = self.texts.ngettext(
            "Rule set {rules}, {count} turn: {names}",
            "Rule set {rules}, {count} turns: {names}",
            len(review.turns),
        )
        names = ", ".join(self.narrator.names)
        self._print(text.format(rules=review.rules, count=len(review.turns), names=names), "bold")
        if self.game.position.to_act == OVER:
            self._print(winner_line(self.game.position, self.narrator))
        else:
            self._print(
                gettext("The game is not over; the review ends with the win chances at this point.")
            )
        for answer in describe_answers(self.game, review, self.narrator):
            self._print(answer)
        self._print(describe_verdict(review, self.narrator))

    def _sums(self) -> Table:
        """Return a table of the terms that add up to each player's result."""
        table = number_table(["", *self.narrator.names], self.console)
        for _, heading, cells in format_sums(self.review.seats, self.texts):
            table.add_row(*map(Text, (heading, *cells)))
        return table

    def _print_chart(self) -> None:
        """Print the win probability of each seat over the turns as area charts."""
        if not self.review.turns:
            return
        self._print("")
        self._print(self.texts.gettext("Win chances from turn to turn"), "bold")
        width = min(self.console.width - 2, _MAX_CHART_WIDTH)
        rows = 3 if self.review.players <= 4 else 2  # noqa: PLR2004
        pattern = percent_pattern(is_estimate=self.review.is_rough)
        levels = LEVELS if has_blocks() else _PLAIN_LEVELS
        for seat, name in enumerate(self.narrator.names):
            values = [turn.before[seat] for turn in self.review.turns]
            values.append(self.review.seats[seat].result)
            first, last = (
                format_percent(value, self.texts, pattern) for value in (values[0], values[-1])
            )
            self._print(f"{name}  {first} → {last}")
            for line in area(values, width, rows, levels):
                self._print(f"│{line}", _COLOURS[seat])

    def _print_decisions(self) -> None:
        gettext = self.texts.gettext
        if self.review.is_rough:
            return
        decisions = costliest(self.review, _MAX_DECISIONS)
        self._print("")
        if not decisions:
            self._print(gettext("No decision cost 1% of a win or more."))
            return
        self._print(gettext("The costliest decisions"), "bold")
        for decision in decisions:
            self._print(self._decision(decision))

    def _decision(self, decision: ReviewedDecision) -> str:
        turn = self.game.turn_number(decision.event)
        before = self.game.position_before(decision.event)
        text = describe_decision(decision, before, self.narrator)
        return f"{turn} {self.narrator.names[decision.seat]}: {text}"

    def _print_rolls(self) -> None:
        gettext = self.texts.gettext
        if not self.review.rolls:
            return
        self._print("")
        self._print(gettext("Each player’s luckiest and unluckiest roll"), "bold")
        for seat, name in enumerate(self.narrator.names):
            rolls = [self._roll(roll, seat) for roll in extreme_rolls(self.review, seat)]
            self._print(f"{name}: {'; '.join(rolls)}")

    def _roll(self, roll: ReviewedRoll, seat: int) -> str:
        turn = self.game.turn_number(roll.event)
        pattern = percent_pattern(is_estimate=self.review.is_rough)
        return f"{turn} {roll.roll} {format_signed_percent(roll.luck[seat], self.texts, pattern)}"


def print_summary(players: Sequence[PlayerSummary], texts: Texts) -> None:
    gettext, console = texts.gettext, report_console()
    headings = [
        gettext("Player"),
        gettext("Games"),
        gettext("Result"),
        gettext("Luck-adjusted"),
        gettext("Luck"),
        gettext("Given away"),
        *(capitalize(gettext(word)) for word in LABELS.values()),
    ]
    table = number_table(headings, console)
    for player in players:
        figures = (player.result, player.adjusted, player.luck, player.given_away)
        cells = [player.name, str(player.games), *(_mean(figure, texts) for figure in figures)]
        labels = (player.labels.get(label) for label in LABELS)
        cells += ["–" if label is None else format_number(label.mean, texts) for label in labels]
        table.add_row(*map(Text, cells))
    console.print(table)
    notes = [gettext("Averages per game, in percent of a win, with 95% intervals.")]
    figures = (figure for player in players for figure in (player.result, player.adjusted))
    if not all(figure is None or figure.is_known for figure in figures):
        text = gettext(
            "Where there is no interval, there are too few games to tell: it takes {count}."
        )
        notes.append(text.format(count=MIN_GAMES))
    if any(player.rough for player in players):
        notes.append(
            gettext("Games whose review is only an estimate count towards the results only.")
        )
    console.print(Text(" ".join(notes)), soft_wrap=True)


def _mean(mean: Mean | None, texts: Texts) -> str:
    if mean is None:
        return "–"
    value = format_number(100 * mean.mean, texts)
    if not mean.is_known:
        return value
    low, high = (format_number(100 * end, texts) for end in (mean.low, mean.high))
    return texts.gettext("{mean} ({low} to {high})").format(mean=value, low=low, high=high)
