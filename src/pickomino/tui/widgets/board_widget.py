"""The base of widgets that draw a part of the board."""

from __future__ import annotations

from textual.content import Content
from textual.reactive import Reactive
from textual.widget import Widget

from pickomino.tui.board_state import BoardState
from pickomino.tui.drawing.palette import Palette
from pickomino.tui.game_app import ViewSize, game_app


class BoardWidget(Widget):
    """Draws a part of the board, or nothing until there is a board."""

    auto_links = Reactive(False)  # noqa: FBT003 - clicks need no underline
    board: BoardState | None = None

    def show(self, board: BoardState) -> None:
        self.board = board
        self.refresh()

    def render(self) -> Content:
        if self.board is None or not self.size.width:
            return Content("")
        return self.render_board(self.board)

    def render_board(self, board: BoardState) -> Content:
        """Return the content for a board at the current size."""
        raise NotImplementedError

    @property
    def palette(self) -> Palette:
        return game_app(self).palette

    @property
    def view_size(self) -> ViewSize:
        return game_app(self).view_size
