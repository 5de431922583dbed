"""The end of a game: the ranking, why, and what next."""

from __future__ import annotations

from typing import ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container
from textual.content import Content
from textual.widgets import Label, OptionList, Static
from textual.widgets.option_list import Option

from pickomino.core.position import OVER, Position
from pickomino.i18n.ranking import winner_line
from pickomino.i18n.room_words import (
    can_ask_again,
    highlights_said,
    is_match_open,
    match_line,
    speaker_of,
)
from pickomino.i18n.words import Speaker
from pickomino.rooms.protocol.views import RoomView
from pickomino.tui.drawing.blocks import fitted, fitted_name, row, stacked
from pickomino.tui.drawing.palette import SEAT_MARKS
from pickomino.tui.drawing.tiles import chip
from pickomino.tui.keys import keys
from pickomino.tui.screens.dialog import Dialog
from pickomino.tui.widgets.listing import Listing

NAME_WIDTH = 20
MARGINS = 6
"""What the edges of the dialog take."""
WIDEST = 72
OTHER_ROWS = 16
"""What the ranking and the figures leave for everything else."""
SEPARATOR = " · "
CHIP = 5
"""A tile and the gap after it."""


class EndScreen(Dialog[str]):
    """Who won, and by what."""

    BINDINGS: ClassVar[list[BindingType]] = keys(
        "n answer('again')", "v answer('replay')", "r answer('review')", "q answer('leave')"
    )

    def __init__(self, view: RoomView) -> None:
        super().__init__()
        self._view = view

    def compose(self) -> ComposeResult:
        """Show the ranking and the ways on."""
        gettext = self.game.texts.gettext
        speaker = speaker_of(self._view, self.game.texts)
        position = Position.from_wfen(self._view.table.wfen)
        with Container(classes="dialog"):
            yield Label(self._title(position), classes="title")
            yield Static(id="end-ranking")
            bratwurms, tie_break = self._bratwurms(position, speaker), self._tie_break()
            if bratwurms:
                yield Static(bratwurms, classes="faint", markup=False)
            yield Static(self._winner(position, speaker), id="winner")
            if tie_break:
                yield Static(tie_break, classes="faint", markup=False)
            figures = highlights_said(self._view, self.game.texts)
            if figures and self.game.size.height > OTHER_ROWS + position.players:
                yield Static(id="figures", classes="faint", markup=False)
            score = match_line(self._view, self.game.texts)
            if score:
                yield Static(score, id="score", markup=False)
            again = gettext("Next game") if is_match_open(self._view) else gettext("Play again")
            options = [
                Option(Content("n  " + again), id="again"),
                Option(Content("r  " + gettext("How was it played?")), id="review"),
                Option(Content("v  " + gettext("Replay the game")), id="replay"),
                Option(Content("q  " + gettext("Leave the table")), id="leave"),
            ]
            yield Listing(*(options if can_ask_again(self._view) else options[1:]))

    def on_resize(self) -> None:
        """Show as many tiles as there is room for, and none in half."""
        speaker = speaker_of(self._view, self.game.texts)
        ranking = self._ranking(Position.from_wfen(self._view.table.wfen), speaker)
        self.query_one("#end-ranking", Static).update(ranking)
        for figures in self.query("#figures").results(Static):
            figures.update(self._figures(min(WIDEST, self.game.size.width) - MARGINS))

    def _figures(self, width: int) -> str:
        """Return the figures of the game, none of them broken in two."""
        lines = [""]
        for figure in highlights_said(self._view, self.game.texts).split(SEPARATOR):
            longer = SEPARATOR.join(filter(None, [lines[-1], figure]))
            if cell_len(longer) <= width:
                lines[-1] = longer
            else:
                lines.append(figure)
        return "\n".join(lines)

    def _title(self, position: Position) -> str:
        texts = self.game.texts
        if position.to_act == OVER:
            return texts.gettext("The game is over.")
        limit = self._view.room.settings.turn_limit
        text = texts.ngettext(
            "The game was stopped after {count} turn. As it stands:",
            "The game was stopped after {count} turns. As it stands:",
            limit,
        )
        return text.format(count=limit)

    def _ranking(self, position: Position, speaker: Speaker) -> Content:
        palette, places = self.game.palette, self._view.table.ranks
        order = sorted(range(position.players), key=places.__getitem__)
        rows: list[Content] = []
        for seat in order:
            tiles = [
                Content.assemble(chip(tile, palette), " ")
                for tile in sorted(position.stacks[seat], reverse=True)
            ]
            crown = "★" if seat in self._view.table.winners else " "
            worms = fitted(speaker.worms(self._view.table.scores[seat]), 11)
            name = f"{SEAT_MARKS[seat]} {fitted_name(speaker.names[seat], NAME_WIDTH)} "
            head = row(
                (f"{crown} {places[seat]}. ", palette.style("glow", bold=True)),
                (name, palette.seat(seat)),
                (worms, palette.style("text", bold=True)),
            )
            room = min(WIDEST, self.game.size.width) - MARGINS - head.cell_length
            most = room // CHIP if len(tiles) * CHIP <= room + 1 else (room - 2) // CHIP
            more = f"+{len(tiles) - most}" if len(tiles) > most else ""
            rows.append(row(head, *tiles[:most], (more, palette.style("faint"))))
        return stacked(rows)

    def _bratwurms(self, position: Position, speaker: Speaker) -> str:
        """Return who has Bratwurms, which are in the sums."""
        counts = () if position.extrawurm is None else position.extrawurm.bratwurms
        return " · ".join(
            f"{speaker.names[seat]}: {speaker.bratwurms(count)}"
            for seat, count in enumerate(counts)
            if count
        )

    def _winner(self, position: Position, speaker: Speaker) -> Content:
        style = self.game.palette.style("glow", bold=True)
        return row((winner_line(position, speaker), style))

    def _tie_break(self) -> str:
        """Explain a tie where there was one for the first place."""
        scores = self._view.table.scores
        if scores.count(max(scores)) == 1:
            return ""
        gettext = self.game.texts.gettext
        if len(self._view.table.winners) > 1:
            return gettext("The same number of worms and no tiles: the win is shared.")
        return gettext("With the same number of worms, the highest single tile decides.")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Go that way."""
        self.dismiss(event.option.id)

    def action_answer(self, wish: str) -> None:
        """Go that way by key."""
        if wish != "again" or can_ask_again(self._view):
            self.dismiss(wish)
