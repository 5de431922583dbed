"""How a finished game was played: what was luck, what was skill, and the moments that mattered."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from typing import ClassVar, Final, NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container
from textual.content import Content
from textual.events import Resize, ScreenResume
from textual.widgets import Label, OptionList, Static
from textual.widgets.option_list import Option

from pickomino.analysis.review import review as review_game
from pickomino.analysis.review_types import (
    LIMITS,
    Review,
    ReviewedRoll,
    ReviewedTurn,
    costliest,
    luckiest,
    unluckiest,
)
from pickomino.core.errors import PickominoError, message
from pickomino.i18n.bars import area
from pickomino.i18n.numbers import percent
from pickomino.i18n.review_words import SUMS, decision_said, signed, sum_said, verdict_said
from pickomino.i18n.words import Speaker
from pickomino.profile.recorder import note_review
from pickomino.puzzles.packs import today
from pickomino.record.game import Game
from pickomino.tui.drawing.blocks import fitted, fitted_name, row, stacked
from pickomino.tui.drawing.palette import SEAT_MARKS
from pickomino.tui.keys import keys
from pickomino.tui.screens.board import GameScreen
from pickomino.tui.widgets.key_bar import BACK, HELP, Hint, KeyBar
from pickomino.tui.widgets.listing import Listing

HEADINGS: Final = 25
"""Columns for the words of the sum."""
WIDEST: Final = 18
"""Columns for one seat's figures."""
TALL: Final = 34
"""From so many rows on, chances are drawn over several."""
ROWS: Final = 20
"""What everything else needs, with five moments; else there is no room for chances."""


class Moment(NamedTuple):
    """A line to go to."""

    at: int
    """How many events a replay shows then."""
    text: str
    kind: str = "text"


class ReviewScreen(GameScreen):
    """Lies over the replay of its game; Enter goes to a moment of it."""

    BINDINGS: ClassVar[list[BindingType]] = keys("escape,q back", "question_mark,f1,h app.help")
    HINTS = (Hint("Enter", message("Show"), "screen.open"), BACK, HELP)
    TITLE_OF_HELP = message("How was it played?")
    HELP_TEXTS = (
        message("The dice explain part of a result, decisions the rest; here is the sum."),
        message(
            "Luck is what a roll changed. Given away is what the best choice would have"
            " kept. All figures are in win chance."
        ),
        message("Enter shows the table at that moment."),
    )

    def __init__(self, record: Game, speaker: Speaker) -> None:
        super().__init__()
        self.record = record
        self.speaker = speaker
        self.review: Review | None = None
        self.moments: Sequence[Moment] = ()

    def compose(self) -> ComposeResult:
        """Show the sum, the chart, and the moments."""
        gettext = self.game.texts.gettext
        with Container(classes="page"):
            yield Label(gettext("How was it played?"), classes="title")
            yield Static(gettext("Reviewing the game…"), id="verdict", markup=False)
            yield Static(id="sums", markup=False)
            yield Listing(id="moments")
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin to review; people may leave meanwhile."""
        self.query_one(OptionList).focus()
        self.run_worker(self._review, exclusive=True)

    async def _review(self) -> None:
        try:
            self.review = await asyncio.to_thread(review_game, self.record)
        except PickominoError as error:
            self.game.complain(error)
            return
        note_review(self.game.folder.parent, self.record, self.review, today())
        if self.query("#moments"):
            self._show()

    async def retold(self) -> None:
        """Say it in another language."""
        self.speaker = Speaker(self.game.texts, self.speaker.names)
        await super().retold()
        self._show()

    @on(ScreenResume)
    @on(Resize)
    def _show(self) -> None:
        """Fit what is shown into the room there is."""
        review = self.review
        if review is None:
            return
        self.query_one("#verdict", Static).update(Content(verdict_said(review, self.speaker)))
        rows = [*self._sum_rows(review), *self._chart(review)]
        self.query_one("#sums", Static).update(stacked(rows))
        self.moments = list(self._moments(review))
        listing = self.query_one(OptionList)
        at = listing.highlighted or 0
        listing.set_options([Option(self._line(moment)) for moment in self.moments])
        listing.highlighted = min(at, len(self.moments) - 1)

    # What explains the result

    def _sum_rows(self, review: Review) -> Iterator[Content]:
        palette = self.game.palette
        width = min(WIDEST, (self.game.size.width - HEADINGS - 4) // review.players)
        names = (
            (fitted_name(f"{SEAT_MARKS[seat]} {name}", width - 1) + " ", palette.seat(seat))
            for seat, name in enumerate(self.speaker.names)
        )
        yield row(" " * HEADINGS, *names)
        for figure, heading in SUMS.items():
            values = [getattr(seat, figure) for seat in review.seats]
            if figure == "stand_ins" and not any(values):
                continue
            is_end = figure in ("start", "result")
            style = palette.style("text", bold=is_end)
            said = (sum_said(figure, value, self.game.texts) for value in values)
            cells = "".join(fitted(f"{each:>9}", width) for each in said)
            title = fitted(self.game.texts.gettext(heading), HEADINGS)
            yield row((title, palette.style("faint")), (cells, style))

    def _chart(self, review: Review) -> Iterator[Content]:
        """Draw the win chances of all seats from turn to turn, one below the other."""
        palette, texts = self.game.palette, self.game.texts
        height = self.game.size.height
        rows = 1 if height < TALL else max(1, 8 // review.players)
        if height < ROWS + review.players * rows:
            return
        yield Content("")
        for seat, name in enumerate(self.speaker.names):
            values = [*(turn.before[seat] for turn in review.turns), review.seats[seat].result]
            lines = area(values, self.game.size.width - HEADINGS - 4, rows)
            head = fitted_name(f"{SEAT_MARKS[seat]} {name}", HEADINGS - 9)
            heads = [" " * HEADINGS] * (rows - 1)
            heads.append(f"{head} {fitted(percent(values[0], texts), 8)}")
            for before, line in zip(heads, lines, strict=True):
                yield row((before, palette.style("faint")), (line, palette.seat(seat)))

    # The moments

    def _moments(self, review: Review) -> Iterator[Moment]:
        """Return first what mattered most, then every turn."""
        for decision in costliest(review):
            if decision.cost >= LIMITS[-1][1]:
                before = self.record.position_before(decision.event)
                told = decision_said(decision, before, self.speaker)
                yield self._moment(decision.event, decision.seat, told, "bad_text")
        for seat in range(review.players):
            for roll in (luckiest(review, seat), unluckiest(review, seat)):
                if roll is not None:
                    yield self._roll(roll, seat)
        for turn in review.turns:
            yield self._turn(turn)

    def _moment(self, event: int, seat: int, told: str, kind: str) -> Moment:
        turn = self.record.turn_label(self.record.turn_at(event))
        return Moment(event, f"{turn:>4} {self.speaker.names[seat]}: {told}", kind)

    def _roll(self, roll: ReviewedRoll, seat: int) -> Moment:
        gettext = self.game.texts.gettext
        luck = roll.luck[seat]
        text = gettext("luckiest roll") if luck > 0 else gettext("unluckiest roll")
        told = f"{text} {roll.roll} {signed(luck, self.game.texts)}"
        moment = self._moment(roll.event, seat, told, "good" if luck > 0 else "bad_text")
        return moment._replace(at=roll.event + 1)

    def _turn(self, turn: ReviewedTurn) -> Moment:
        texts, seat = self.game.texts, turn.seat
        luck = sum(roll.luck[seat] for roll in turn.rolls)
        cost = sum(each.cost for each in turn.decisions if not each.by_stand_in)
        text = texts.gettext("{before} → {after}, luck {luck}, given away {cost}")
        told = text.format(
            before=percent(turn.before[seat], texts),
            after=percent(turn.after[seat], texts),
            luck=signed(luck, texts),
            cost=percent(cost, texts),
        )
        first = min(each.event for each in (*turn.rolls, *turn.decisions))
        return Moment(first, f"{turn.label:>4} {self.speaker.names[seat]}: {told}", "faint")

    def _line(self, moment: Moment) -> Content:
        return row((moment.text, self.game.palette.style(moment.kind)))

    def on_option_list_option_selected(self) -> None:
        """Show the table at a moment."""
        self.action_open()

    def action_open(self) -> None:
        """Go to the marked moment of the replay."""
        at = self.query_one(OptionList).highlighted
        if at is not None and at < len(self.moments):
            self.dismiss(self.moments[at].at)

    def action_back(self) -> None:
        """Go back to the replay."""
        self.dismiss(None)
