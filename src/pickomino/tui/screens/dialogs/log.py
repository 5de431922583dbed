"""The whole log, in a dialog over the board."""

from __future__ import annotations

from collections.abc import Sequence

from textual.containers import VerticalScroll
from textual.content import Content

from pickomino.tables.table_log import LogLine
from pickomino.tui.drawing.blocks import join_rows, row
from pickomino.tui.screens.dialogs.dialog import TextDialog
from pickomino.tui.widgets.log_panel import line_styles


class LogScreen(TextDialog):
    """All lines of a log; the panel on the board shows only the last ones."""

    def __init__(self, lines: Sequence[LogLine], title: str) -> None:
        super().__init__(title)
        self._lines = lines

    def content(self) -> Content:
        styles = line_styles(self.game.palette)
        return join_rows([row((line.text, styles[line.kind])) for line in self._lines])

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).scroll_end(animate=False)
