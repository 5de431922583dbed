"""The review of a finished game: luck, skill, and the moments that mattered."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.containers import Container
from textual.content import Content
from textual.events import Resize, ScreenResume
from textual.widgets import Label, OptionList, Static
from textual.widgets.option_list import Option

from pickomino.analysis.review import review as review_game
from pickomino.analysis.review_types import (
    Review,
    ReviewedRoll,
    ReviewedTurn,
    costliest,
    extreme_rolls,
)
from pickomino.core.errors import PickominoError, message
from pickomino.i18n.bars import area
from pickomino.i18n.narrator import Narrator
from pickomino.i18n.numbers import format_percent, percent_pattern
from pickomino.i18n.review_text import (
    QUESTIONS,
    describe_answers,
    describe_decision,
    describe_verdict,
    format_signed_percent,
    format_sums,
    turn_figures,
)
from pickomino.profile.recorder import record_review
from pickomino.puzzles.packs import today
from pickomino.record.game import Game
from pickomino.record.state import turn_number
from pickomino.tui.drawing.blocks import fit, fit_name, join_rows, row
from pickomino.tui.drawing.palette import SEAT_MARKS
from pickomino.tui.keys import keys
from pickomino.tui.screens.base import AppScreen
from pickomino.tui.widgets.key_bar import BACK, HELP, KeyBar, KeyHint
from pickomino.tui.widgets.listing import Listing

HEADINGS: Final = 25
MAX_SEAT_WIDTH: Final = 18
"""The maximum number of columns for one seat's figures."""
TALL: Final = 34
"""In terminals with at least this many rows, each chart is several rows high."""
OTHER_ROWS: Final = 20
"""The number of rows needed by everything but the chart, if five moments are listed."""
ANSWER_ROWS: Final = 4
"""The number of additional rows needed by the answers for a single person."""


class ReviewMoment(NamedTuple):
    """A line of the list; choosing the line shows that moment in the replay."""

    at: int
    """The number of events that the replay has shown at that moment."""
    text: str
    kind: str = "text"


class ReviewScreen(AppScreen):
    """Covers the replay of its game; returns the number of events that the replay is to show."""

    BINDINGS = keys("escape,q back", "question_mark,f1,h app.help")
    HINTS = (KeyHint("Enter", message("Show"), "screen.open"), BACK, HELP)
    HELP_TITLE = message("How was it played?")
    HELP_TEXTS = (
        message("The dice explain part of a result, decisions the rest; here is the sum."),
        message(
            "Luck is what a roll changed. Given away is what the best choice would have"
            " kept. Both are measured in win chance."
        ),
        message("Enter shows the table at that moment."),
    )

    def __init__(self, record: Game, narrator: Narrator) -> None:
        super().__init__()
        self.record = record
        self.narrator = narrator
        self.review: Review | None = None
        self.moments: Sequence[ReviewMoment] = ()

    def compose(self) -> ComposeResult:
        gettext = self.game.texts.gettext
        with Container(classes="page"):
            yield Label(gettext("How was it played?"), classes="title")
            yield Static(gettext("Reviewing the game…"), id="verdict", markup=False)
            yield Static(id="sums", markup=False)
            yield Listing(id="moments")
        yield KeyBar()

    def on_mount(self) -> None:
        """Start the review; the player may close the screen meanwhile."""
        self.query_one(OptionList).focus()
        self.run_worker(self._review, exclusive=True)

    async def _review(self) -> None:
        try:
            self.review = await asyncio.to_thread(review_game, self.record)
        except PickominoError as error:
            self.game.show_warning(error)
            return
        record_review(self.game.folder.parent, self.record, self.review, today())
        if self.query("#moments"):
            self._show()

    async def rebuild(self) -> None:
        self.narrator = Narrator(self.game.texts, self.narrator.names)
        await super().rebuild()
        self._show()

    @on(ScreenResume)
    @on(Resize)
    def _show(self) -> None:
        review = self.review
        if review is None:
            return
        answers = describe_answers(self.record, review, self.narrator)
        # The answers for several people would leave no room.
        is_alone = len(answers) == len(QUESTIONS)
        verdict = "\n".join(answers) if is_alone else describe_verdict(review, self.narrator)
        self.query_one("#verdict", Static).update(Content(verdict))
        other_rows = OTHER_ROWS + is_alone * ANSWER_ROWS
        sums = () if review.is_rough else self._sum_rows(review)
        rows = [*sums, *self._chart(review, other_rows)]
        self.query_one("#sums", Static).update(join_rows(rows))
        self.moments = list(self._moments(review))
        listing = self.query_one(OptionList)
        at = listing.highlighted or 0
        listing.set_options([Option(self._line(moment)) for moment in self.moments])
        listing.highlighted = min(at, len(self.moments) - 1)

    # Sums and chart

    def _sum_rows(self, review: Review) -> Iterator[Content]:
        palette = self.game.palette
        width = min(MAX_SEAT_WIDTH, (self.game.size.width - HEADINGS - 4) // review.players)
        names = (
            (fit_name(f"{SEAT_MARKS[seat]} {name}", width - 1) + " ", palette.seat(seat))
            for seat, name in enumerate(self.narrator.names)
        )
        yield row(" " * HEADINGS, *names)
        for figure, heading, values in format_sums(review.seats, self.game.texts):
            style = palette.style("text", bold=figure in ("start", "result"))
            cells = "".join(fit(f"{text:>9}", width) for text in values)
            yield row((fit(heading, HEADINGS), palette.style("faint")), (cells, style))

    def _chart(self, review: Review, other_rows: int) -> Iterator[Content]:
        """Draw the win chances of all seats over the turns, one chart below the other."""
        palette, texts = self.game.palette, self.game.texts
        height, pattern = self.game.size.height, percent_pattern(is_estimate=review.is_rough)
        rows = 1 if height < TALL else max(1, 8 // review.players)
        if height < other_rows + review.players * rows:
            return
        yield Content("")
        for seat, name in enumerate(self.narrator.names):
            values = [*(turn.before[seat] for turn in review.turns), review.seats[seat].result]
            lines = area(values, self.game.size.width - HEADINGS - 4, rows)
            head = fit_name(f"{SEAT_MARKS[seat]} {name}", HEADINGS - 9)
            heads = [" " * HEADINGS] * (rows - 1)
            heads.append(f"{head} {fit(format_percent(values[0], texts, pattern), 8)}")
            for before, line in zip(heads, lines, strict=True):
                yield row((before, palette.style("faint")), (line, palette.seat(seat)))

    # The moments

    def _moments(self, review: Review) -> Iterator[ReviewMoment]:
        """Yield what mattered most, then every turn."""
        for decision in costliest(review):
            before = self.record.position_before(decision.event)
            text = describe_decision(decision, before, self.narrator)
            yield self._moment(decision.event, decision.seat, text, "bad_text")
        for seat in range(review.players):
            for roll in extreme_rolls(review, seat):
                yield self._roll(roll, seat, percent_pattern(is_estimate=review.is_rough))
        for turn in review.turns:
            yield self._turn(turn, review)

    def _moment(self, event: int, seat: int, text: str, kind: str) -> ReviewMoment:
        turn = self.record.turn_number(event)
        return ReviewMoment(event, f"{turn:>4} {self.narrator.names[seat]}: {text}", kind)

    def _roll(self, roll: ReviewedRoll, seat: int, pattern: str) -> ReviewMoment:
        gettext = self.game.texts.gettext
        luck = roll.luck[seat]
        title = gettext("luckiest roll") if luck > 0 else gettext("unluckiest roll")
        text = f"{title} {roll.roll} {format_signed_percent(luck, self.game.texts, pattern)}"
        moment = self._moment(roll.event, seat, text, "good" if luck > 0 else "bad_text")
        return moment._replace(at=roll.event + 1)

    def _turn(self, turn: ReviewedTurn, review: Review) -> ReviewMoment:
        texts = self.game.texts
        text = texts.gettext("{before} → {after}, luck {luck}, given away {cost}")
        summary = text.format(**turn_figures(turn, review, texts))
        first = min(event.event for event in (*turn.rolls, *turn.decisions))
        number = turn_number(self.record.start, turn.turn)
        line = f"{number:>4} {self.narrator.names[turn.seat]}: {summary}"
        return ReviewMoment(first, line, "faint")

    def _line(self, moment: ReviewMoment) -> Content:
        return row((moment.text, self.game.palette.style(moment.kind)))

    def on_option_list_option_selected(self) -> None:
        self.action_open()

    def action_open(self) -> None:
        at = self.query_one(OptionList).highlighted
        if at is not None and at < len(self.moments):
            self.dismiss(self.moments[at].at)

    def action_back(self) -> None:
        self.dismiss(None)
