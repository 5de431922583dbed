"""The line at the bottom: which key does what; a click does it too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len
from textual.content import Content
from textual.reactive import Reactive
from textual.widget import Widget

from pickomino.tui.drawing.blocks import clickable, row
from pickomino.tui.game_app import game_app


class Hint(NamedTuple):
    """A key, what it does in a word or two, and the action that a click runs."""

    key: str
    text: str
    action: str


class KeyBar(Widget):
    """As many hints as there is room for; the first ones matter most."""

    auto_links = Reactive(False)  # noqa: FBT003 - clicks need no underline
    hints: Sequence[Hint] = ()

    def show(self, hints: Sequence[Hint]) -> None:
        """Show other hints."""
        self.hints = hints
        self.refresh()

    def render(self) -> Content:
        """Draw those that fit."""
        palette = game_app(self).palette
        parts: list[Content] = []
        used = 0
        for key, text, action in self.hints:
            width = cell_len(key) + cell_len(text) + 4
            if used + width > self.size.width:
                break
            used += width
            parts.append(
                row(
                    (f" {key} ", clickable(palette.style("ember", "panel", bold=True), action)),
                    (f"{text}  ", clickable(palette.style("text"), action)),
                )
            )
        return Content("").join(parts)
