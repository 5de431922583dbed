"""The end of a game: the ranking, how ties were broken, and what to do next."""

from __future__ import annotations

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Container
from textual.content import Content
from textual.widgets import Label, OptionList, Static
from textual.widgets.option_list import Option

from pickomino.core.position import Position
from pickomino.i18n.narrator import Narrator
from pickomino.i18n.ranking import end_line, winner_line
from pickomino.i18n.room_text import (
    can_request_rematch,
    describe_highlights,
    is_match_open,
    match_line,
    narrator_for,
)
from pickomino.rooms.protocol.views import RoomView
from pickomino.tui.drawing.blocks import fit, fit_name, join_rows, row
from pickomino.tui.drawing.palette import SEAT_MARKS
from pickomino.tui.drawing.tiles import chip
from pickomino.tui.keys import keys
from pickomino.tui.screens.dialogs.dialog import Dialog
from pickomino.tui.widgets.listing import Listing

NAME_WIDTH = 20
MARGINS = 6
"""Columns for the borders of the dialog."""
MAX_WIDTH = 72
OTHER_ROWS = 16
"""The number of rows needed by everything but the ranking, including the figures."""
SEPARATOR = " · "
CHIP_WIDTH = 5
"""The number of columns for a tile and the gap after the tile."""


class EndScreen(Dialog[str]):
    """The winner and the ranking; returns `again`, `replay`, `review` or `leave`."""

    BINDINGS = keys(
        "n answer('again')", "v answer('replay')", "r answer('review')", "q answer('leave')"
    )

    def __init__(self, view: RoomView) -> None:
        super().__init__()
        self._view = view

    def compose(self) -> ComposeResult:
        gettext = self.game.texts.gettext
        narrator = narrator_for(self._view, self.game.texts)
        position = Position.from_wfen(self._view.table.wfen)
        with Container(classes="dialog"):
            limit = self._view.room.settings.turn_limit
            yield Label(end_line(position, limit, self.game.texts), classes="title")
            yield Static(id="end-ranking")
            bratwurms, tie = self._bratwurms(position, narrator), self._view.table.tie
            if bratwurms:
                yield Static(bratwurms, classes="faint", markup=False)
            glow = self.game.palette.style("glow", bold=True)
            yield Static(row((winner_line(position, narrator), glow)), id="winner")
            if tie is not None:
                yield Static(narrator.render(tie), classes="faint", markup=False)
            figures = describe_highlights(self._view, self.game.texts)
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
            yield Listing(*(options if can_request_rematch(self._view) else options[1:]))

    def on_resize(self) -> None:
        """Redraw the ranking with only as many tiles as fit completely."""
        narrator = narrator_for(self._view, self.game.texts)
        ranking = self._ranking(Position.from_wfen(self._view.table.wfen), narrator)
        self.query_one("#end-ranking", Static).update(ranking)
        for figures in self.query("#figures").results(Static):
            figures.update(self._figures(min(MAX_WIDTH, self.game.size.width) - MARGINS))

    def _figures(self, width: int) -> str:
        """Return the figures of the game, with line breaks only between figures."""
        lines = [""]
        for figure in describe_highlights(self._view, self.game.texts).split(SEPARATOR):
            longer = SEPARATOR.join(filter(None, [lines[-1], figure]))
            if cell_len(longer) <= width:
                lines[-1] = longer
            else:
                lines.append(figure)
        return "\n".join(lines)

    def _ranking(self, position: Position, narrator: Narrator) -> Content:
        palette, places = self.game.palette, self._view.table.ranks
        order = sorted(range(position.players), key=places.__getitem__)
        rows: list[Content] = []
        for seat in order:
            tiles = [
                Content.assemble(chip(tile, palette), " ")
                for tile in sorted(position.stacks[seat], reverse=True)
            ]
            crown = "★" if seat in self._view.table.winners else " "
            worms = fit(narrator.worms(self._view.table.scores[seat]), 11)
            name = f"{SEAT_MARKS[seat]} {fit_name(narrator.names[seat], NAME_WIDTH)} "
            head = row(
                (f"{crown} {places[seat]}. ", palette.style("glow", bold=True)),
                (name, palette.seat(seat)),
                (worms, palette.style("text", bold=True)),
            )
            room = min(MAX_WIDTH, self.game.size.width) - MARGINS - head.cell_length
            has_room = len(tiles) * CHIP_WIDTH <= room + 1
            count = room // CHIP_WIDTH if has_room else (room - 2) // CHIP_WIDTH
            more = f"+{len(tiles) - count}" if len(tiles) > count else ""
            rows.append(row(head, *tiles[:count], (more, palette.style("faint"))))
        return join_rows(rows)

    def _bratwurms(self, position: Position, narrator: Narrator) -> str:
        """Return how many Bratwurms each player has; the scores include them."""
        counts = () if position.extrawurm is None else position.extrawurm.bratwurms
        return " · ".join(
            f"{narrator.names[seat]}: {narrator.bratwurms(count)}"
            for seat, count in enumerate(counts)
            if count
        )

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option.id)

    def action_answer(self, answer: str) -> None:
        if answer != "again" or can_request_rematch(self._view):
            self.dismiss(answer)
