"""The whole log, over the table."""

from __future__ import annotations

from collections.abc import Sequence

from textual.containers import VerticalScroll
from textual.content import Content

from pickomino.tui.drawing.blocks import row, stacked
from pickomino.tui.screens.dialog import ReadingScreen
from pickomino.tui.story import Line
from pickomino.tui.widgets.log_panel import line_styles


class LogScreen(ReadingScreen):
    """Everything that happened in this game."""

    def __init__(self, lines: Sequence[Line]) -> None:
        super().__init__()
        self._lines = lines

    def title_text(self) -> str:
        """Return the title."""
        return self.game.texts.gettext("What happened")

    def content(self) -> Content:
        """Return the lines."""
        styles = line_styles(self.game.palette)
        return stacked([row((line.text, styles[line.kind])) for line in self._lines])

    def on_mount(self) -> None:
        """Begin at the end."""
        self.query_one(VerticalScroll).scroll_end(animate=False)
