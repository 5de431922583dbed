"""A whole log, over the table."""

from __future__ import annotations

from collections.abc import Sequence

from textual.containers import VerticalScroll
from textual.content import Content

from pickomino.tables.game_log import Line
from pickomino.tui.drawing.blocks import row, stacked
from pickomino.tui.screens.dialog import ReadingScreen
from pickomino.tui.widgets.log_panel import line_styles


class LogScreen(ReadingScreen):
    """All lines of a log, from which a panel shows the last."""

    def __init__(self, lines: Sequence[Line], title: str) -> None:
        super().__init__()
        self._lines = lines
        self._title = title

    def title_text(self) -> str:
        """Return the title."""
        return self._title

    def content(self) -> Content:
        """Return the lines."""
        styles = line_styles(self.game.palette)
        return stacked([row((line.text, styles[line.kind])) for line in self._lines])

    def on_mount(self) -> None:
        """Begin at the end."""
        self.query_one(VerticalScroll).scroll_end(animate=False)
