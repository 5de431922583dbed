"""The players: name, tiles and worms; the one whose turn it is stands out."""

from __future__ import annotations

from rich.cells import cell_len
from textual.content import Content

from pickomino.tui.board_state import BoardState
from pickomino.tui.drawing.blocks import (
    Block,
    clickable,
    fit,
    fit_name,
    join_blocks,
    join_rows,
    row,
)
from pickomino.tui.drawing.palette import SEAT_MARKS, Palette
from pickomino.tui.drawing.tiles import chip
from pickomino.tui.game_app import ViewSize
from pickomino.tui.widgets.board_widget import BoardWidget

MAX_CARD_WIDTH = 26


class Seats(BoardWidget):
    def render_board(self, board: BoardState) -> Content:
        seats = range(board.position.players)
        width = min(MAX_CARD_WIDTH, (self.size.width + 1) // len(seats) - 1)
        return join_rows(join_blocks([self._card(board, seat, width) for seat in seats]))

    def _card(self, board: BoardState, seat: int, width: int) -> Block:
        rows = [self._heading(board, seat, width), self._stack(board, seat, width)]
        more = self._more(board, seat)
        if self.view_size is ViewSize.SMALL:
            return [*rows, self._worms(board, seat, width, more)]
        faint = self.palette.style("faint", "surface")
        return [*rows, self._worms(board, seat, width), row((fit(more, width), faint))]

    def _heading(self, board: BoardState, seat: int, width: int) -> Content:
        is_turn = board.seat == seat
        mark = "▶" if is_turn else SEAT_MARKS[seat]
        name = f"{mark} {fit_name(board.narrator.names[seat], width - 2)}"
        return row((name, self.palette.seat(seat, is_filled=is_turn)))

    def _stack(self, board: BoardState, seat: int, width: int) -> Content:
        stack = board.position.stacks[seat]
        if not stack:
            return fit_row(self._empty(board, width), width, self.palette)
        text, style = chip(stack[-1], self.palette, is_claimable=board.steal_from(seat) is not None)
        faint = self.palette.style("faint", "surface")
        top = Content.styled(text, clickable(style, self._action(board, seat)))
        under = f" +{len(stack) - 1}" if len(stack) > 1 else ""
        if self.view_size is ViewSize.LARGE:
            under = "".join(f" {tile}" for tile in stack[-2::-1])
        return fit_row(row(top, (under, faint)), width, self.palette)

    def _worms(self, board: BoardState, seat: int, width: int, more: str = "") -> Content:
        count = board.scores[seat] if board.scores else 0
        text = board.narrator.worms(count)
        if more or len(text) > width:
            text = f"{count} ~  {more}"
        return row((fit(text, width), self.palette.style("text", "surface", bold=True)))

    def _more(self, board: BoardState, seat: int) -> str:
        """Return further details: games won, a specialist, Bratwurms, a lost connection."""
        gettext = board.narrator.texts.gettext
        parts = [f"★{board.wins[seat]}"] if board.wins else []
        extrawurm = board.position.extrawurm
        if extrawurm is not None:
            held = extrawurm.held_by(seat)
            if held is not None:
                parts.append(board.narrator.specialist(held))
            if extrawurm.bratwurms[seat]:
                parts.append(board.narrator.bratwurms(extrawurm.bratwurms[seat]))
        if seat < len(board.seats):
            view = board.seats[seat]
            if view.stand_in:
                parts.append(gettext("a bot plays"))
            elif view.is_absent:
                parts.append(gettext("away"))
        return " · ".join(parts)

    def _empty(self, board: BoardState, width: int) -> Content:
        text = board.narrator.texts.gettext("no tiles")
        faint = self.palette.style("faint", "surface")
        return row((text if cell_len(text) <= width else "–", faint))

    def _action(self, board: BoardState, seat: int) -> str:
        steal = board.steal_from(seat)
        return f"screen.play('{steal}')" if steal is not None and steal in board.legal else ""


def fit_row(content: Content, width: int, palette: Palette) -> Content:
    """Cut or pad a line to a width."""
    if content.cell_length > width:
        return content.truncate(width, ellipsis=True)
    rest = " " * (width - content.cell_length)
    return row(content, (rest, palette.style("faint", "surface")))
