"""The first line: whose turn it is or, for a moment, what just happened."""

from __future__ import annotations

from rich.cells import cell_len
from textual.content import Content
from textual.style import Style

from pickomino.core.position import Phase
from pickomino.tui.board_state import BoardState
from pickomino.tui.drawing.blocks import fit, join_rows
from pickomino.tui.drawing.palette import SEAT_MARKS
from pickomino.tui.widgets.board_widget import BoardWidget


class Banner(BoardWidget):
    """One line in the colour of the seat whose turn it is."""

    news = ""
    """What just happened; shown instead of whose turn it is."""
    tone = ""
    """`failed` or `won`: the event that decides the colour of the news."""
    corner = ""
    """The text at the right end."""

    def render(self) -> Content:
        """Draw the banner, which shows only news until there is a board."""
        if self.board is None and self.news:
            return Content.styled(
                fit(f" {self.news}", self.size.width), self.palette.style("on_ember", "ember")
            )
        return super().render()

    def render_board(self, board: BoardState) -> Content:
        style, text = self._headline(board)
        room = max(0, self.size.width - cell_len(self.corner) - 2)
        if room < cell_len(text) + 2:
            room = self.size.width
        end = f" {self.corner} " if room != self.size.width else ""
        line = Content.styled(fit(f" {text}", room) + end, style)
        blank = Content.styled(" " * self.size.width, style)
        middle = self.size.height // 2
        return join_rows([line if at == middle else blank for at in range(self.size.height)])

    def _headline(self, board: BoardState) -> tuple[Style, str]:
        gettext = board.narrator.texts.gettext
        if self.tone == "failed":
            return self.palette.style("on_bad", "bad", bold=True), f"✖ {self.news}"
        if self.tone == "won":
            return self.palette.style("on_glow", "glow", bold=True), f"★ {self.news}"
        if board.seat is None:
            return self.palette.style("on_ember", "ember", bold=True), gettext("The game is over.")
        style = self.palette.seat(board.seat, is_filled=True)
        name = board.narrator.names[board.seat]
        mark = SEAT_MARKS[board.seat]
        if board.is_yours:
            return style, f"▶ {mark} {name}: {question(board)}"
        text = gettext("It is {name}’s turn.").format(name=name)
        return style, f"{mark} {text}"


def question(board: BoardState) -> str:
    gettext = board.narrator.texts.gettext
    kinds = {action.kind for action in board.legal}
    match board.position.turn.phase:
        case Phase.CHOOSE if kinds == {"z"}:
            return gettext("only the Weasel can help now")
        case Phase.CHOOSE:
            return gettext("choose a symbol to set aside")
        case Phase.RAVEN:
            return gettext("choose whose Bratwurm the Raven takes")
        case Phase.DECIDE if "r" not in kinds:
            return gettext("take what you won")
        case _:
            return gettext("roll on, or stop?")
