"""The log: what happened, with the reason for the end of each turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from textual.content import Content
from textual.style import Style
from textual.widget import Widget

from pickomino.tables.game_log import Line
from pickomino.tui.drawing.blocks import row, stacked
from pickomino.tui.drawing.palette import Palette
from pickomino.tui.game_app import game_app

LOWEST: Final = 5
"""A log with fewer lines has no room for a legend."""


class LogPanel(Widget):
    """As many of the last lines as there is room for; the newest is at the bottom."""

    lines: Sequence[Line] = ()
    legend = ""
    """What the marks on tiles mean; it stays in sight."""

    def show(self, lines: Sequence[Line], legend: str = "") -> None:
        """Write other lines."""
        self.lines, self.legend = lines, legend
        self.refresh()

    def render(self) -> Content:
        """Draw the end of the log."""
        width, height = self.size
        styles = line_styles(game_app(self).palette)
        head: list[Content] = []
        is_needed = not game_app(self).view_size.has_names_on_tiles
        if self.legend and is_needed and height > LOWEST:
            head = row((self.legend, styles["note"])).wrap(max(1, width))
            height = max(1, height - len(head))
        rows: list[Content] = []
        for line in reversed(self.lines[-height:] if height else ()):
            rows = [*row((line.text, styles[line.kind])).wrap(max(1, width)), *rows]
            if len(rows) >= height:
                break
        return stacked([*head, *rows[-height:]] if height else [])


def line_styles(palette: Palette) -> Mapping[str, Style]:
    """Return how each kind of line looks."""
    return {
        "title": palette.style("ember", bold=True),
        "event": palette.style("text"),
        "failed": palette.style("bad", bold=True),
        "won": palette.style("glow", bold=True),
        "note": palette.style("faint"),
    }
