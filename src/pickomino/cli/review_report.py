"""The report on reviewed games for people: sums, a chart, and what mattered most."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Final

from rich.table import Table
from rich.text import Text

from pickomino.analysis.confidence import Mean
from pickomino.analysis.review_types import (
    LIMITS,
    Review,
    ReviewedDecision,
    ReviewedRoll,
    costliest,
    luckiest,
    unluckiest,
)
from pickomino.analysis.summary import PlayerSummary
from pickomino.cli.bars import has_blocks
from pickomino.cli.tables import number_table, report_console
from pickomino.core.position import OVER
from pickomino.i18n import Texts
from pickomino.i18n.bars import LEVELS, area
from pickomino.i18n.numbers import decimal, percent
from pickomino.i18n.options import capital
from pickomino.i18n.ranking import winner_line
from pickomino.i18n.review_words import (
    LABELS,
    SUMS,
    decision_said,
    signed,
    sum_said,
    verdict_said,
)
from pickomino.i18n.words import Speaker
from pickomino.record.game import Game

_COLOURS: Final = ("cyan", "yellow", "green", "magenta", "blue", "red", "white")
_PLAIN_LEVELS: Final = " .:-=+*#@"
_WIDEST_CHART: Final = 72
_MOST_DECISIONS: Final = 12


def print_review(game: Game, review: Review, speaker: Speaker) -> None:
    """Print the report on one game."""
    _Report(game, review, speaker).print()


class _Report:
    """The report on one game while it is printed."""

    def __init__(self, game: Game, review: Review, speaker: Speaker) -> None:
        self.game = game
        self.review = review
        self.speaker = speaker
        self.texts = speaker.texts
        self.console = report_console()

    def print(self) -> None:
        self._print_heading()
        self.console.print(self._sums())
        self._print_chart()
        self._print_decisions()
        self._print_rolls()

    def _say(self, text: str, style: str = "") -> None:
        self.console.print(Text(text, style=style), soft_wrap=True)

    def _print_heading(self) -> None:
        gettext, review = self.texts.gettext, self.review
        text = self.texts.ngettext(
            "Rule set {rules}, {count} turn: {names}",
            "Rule set {rules}, {count} turns: {names}",
            len(review.turns),
        )
        names = ", ".join(self.speaker.names)
        self._say(text.format(rules=review.rules, count=len(review.turns), names=names), "bold")
        if self.game.position.to_act == OVER:
            self._say(winner_line(self.game.position, self.speaker))
        else:
            self._say(
                gettext("The game is not over; the review ends with the win chances at this point.")
            )
        self._say(verdict_said(review, self.speaker))

    def _sums(self) -> Table:
        """Explain each result by its sum."""
        table = number_table(["", *self.speaker.names], self.console)
        for figure, heading in SUMS.items():
            values = [getattr(seat, figure) for seat in self.review.seats]
            if figure == "stand_ins" and not any(values):
                continue
            cells = [sum_said(figure, value, self.texts) for value in values]
            table.add_row(*map(Text, (self.texts.gettext(heading), *cells)))
        return table

    def _print_chart(self) -> None:
        """Draw the win chance of every seat over the turns, as areas below each other."""
        if not self.review.turns:
            return
        self._say("")
        self._say(self.texts.gettext("Win chances from turn to turn"), "bold")
        width = min(self.console.width - 2, _WIDEST_CHART)
        rows = 3 if self.review.players <= 4 else 2  # noqa: PLR2004
        levels = LEVELS if has_blocks() else _PLAIN_LEVELS
        for seat, name in enumerate(self.speaker.names):
            values = [turn.before[seat] for turn in self.review.turns]
            values.append(self.review.seats[seat].result)
            self._say(
                f"{name}  {percent(values[0], self.texts)} → {percent(values[-1], self.texts)}"
            )
            for line in area(values, width, rows, levels):
                self._say(f"│{line}", _COLOURS[seat])

    def _print_decisions(self) -> None:
        gettext = self.texts.gettext
        found = [
            each for each in costliest(self.review, _MOST_DECISIONS) if each.cost >= LIMITS[-1][1]
        ]
        self._say("")
        if not found:
            self._say(gettext("No decision cost 1 % of a win or more."))
            return
        self._say(gettext("The costliest decisions"), "bold")
        for decision in found:
            self._say(self._decision(decision))

    def _decision(self, decision: ReviewedDecision) -> str:
        turn = self.game.turn_label(self.game.turn_at(decision.event))
        before = self.game.position_before(decision.event)
        told = decision_said(decision, before, self.speaker)
        return f"{turn} {self.speaker.names[decision.seat]}: {told}"

    def _print_rolls(self) -> None:
        gettext = self.texts.gettext
        if not self.review.rolls:
            return
        self._say("")
        self._say(gettext("Each player's luckiest and unluckiest roll"), "bold")
        for seat, name in enumerate(self.speaker.names):
            rolls = [
                self._roll(roll, seat)
                for roll in (luckiest(self.review, seat), unluckiest(self.review, seat))
                if roll is not None
            ]
            self._say(f"{name}: {'; '.join(rolls)}")

    def _roll(self, roll: ReviewedRoll, seat: int) -> str:
        turn = self.game.turn_label(self.game.turn_at(roll.event))
        return f"{turn} {roll.roll} {signed(roll.luck[seat], self.texts)}"


def print_summary(players: Sequence[PlayerSummary], texts: Texts) -> None:
    """Print what many games add up to."""
    gettext, console = texts.gettext, report_console()
    headings = [
        gettext("Player"),
        gettext("Games"),
        gettext("Result"),
        gettext("Luck-adjusted"),
        gettext("Luck"),
        gettext("Given away"),
        *(capital(gettext(word)) for word in LABELS.values()),
    ]
    table = number_table(headings, console)
    for player in players:
        figures = (player.result, player.adjusted, player.luck, player.given_away)
        cells = [player.name, str(player.games), *(_mean(each, texts) for each in figures)]
        cells += [decimal(f"{player.labels[label].mean:.1f}", texts) for label in LABELS]
        table.add_row(*map(Text, cells))
    console.print(table)
    notes = [gettext("Means per game in percent of a win, with 95 % intervals.")]
    if any(player.rough for player in players):
        notes.append(
            gettext("Figures for games with Extrawurm are rough estimates, without labels.")
        )
    console.print(Text(" ".join(notes)), soft_wrap=True)


def _mean(mean: Mean, texts: Texts) -> str:
    told = f"{100 * mean.mean:.1f}"
    reach = mean.high - mean.mean
    return decimal(f"{told} ± {100 * reach:.1f}" if isfinite(reach) else told, texts)
