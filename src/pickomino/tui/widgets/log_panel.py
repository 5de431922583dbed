"""The panel with the last lines of the log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from textual.content import Content
from textual.style import Style
from textual.widget import Widget

from pickomino.tables.table_log import LogLine
from pickomino.tui.drawing.blocks import join_rows, row
from pickomino.tui.drawing.palette import Palette
from pickomino.tui.game_app import game_app

MIN_HEIGHT: Final = 5
"""A panel of at most this many lines has no room for a legend."""


class LogPanel(Widget):
    """As many of the last lines as fit, the newest at the bottom."""

    lines: Sequence[LogLine] = ()
    legend = ""
    """What the marks on tiles mean; shown above the lines if needed and if there is room."""

    def show(self, lines: Sequence[LogLine], legend: str = "") -> None:
        self.lines, self.legend = lines, legend
        self.refresh()

    def render(self) -> Content:
        width, height = self.size
        styles = line_styles(game_app(self).palette)
        head: list[Content] = []
        is_needed = not game_app(self).view_size.has_names_on_tiles
        if self.legend and is_needed and height > MIN_HEIGHT:
            head = row((self.legend, styles["note"])).wrap(max(1, width))
            height = max(1, height - len(head))
        rows: list[Content] = []
        for line in reversed(self.lines[-height:] if height else ()):
            rows = [*row((line.text, styles[line.kind])).wrap(max(1, width)), *rows]
            if len(rows) >= height:
                break
        return join_rows([*head, *rows[-height:]] if height else [])


def line_styles(palette: Palette) -> Mapping[str, Style]:
    return {
        "title": palette.style("ember", bold=True),
        "event": palette.style("text"),
        "failed": palette.style("bad", bold=True),
        "won": palette.style("glow", bold=True),
        "note": palette.style("faint"),
    }
