"""The line at the bottom: which key does what; a click does it too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len
from textual.content import Content
from textual.reactive import Reactive
from textual.widget import Widget

from pickomino.tui.drawing.blocks import clickable, row
from pickomino.tui.game_app import game_app

WAY_OUT: Final = "Esc"
"""The key whose hint is never left out: whoever is lost looks for it."""


class Hint(NamedTuple):
    """A key, what it does in a word or two, and the action that a click runs."""

    key: str
    text: str
    action: str

    @property
    def width(self) -> int:
        """How many columns it takes."""
        return cell_len(self.key) + cell_len(self.text) + 4


class KeyBar(Widget):
    """As many hints as there is room for: the way out, then the first ones, which matter most."""

    auto_links = Reactive(False)  # noqa: FBT003 - clicks need no underline
    hints: Sequence[Hint] = ()

    def show(self, hints: Sequence[Hint]) -> None:
        """Show other hints."""
        self.hints = hints
        self.refresh()

    def render(self) -> Content:
        """Draw those that fit."""
        palette = game_app(self).palette
        parts = [
            row(
                (f" {key} ", clickable(palette.style("ember", "panel", bold=True), action)),
                (f"{text}  ", clickable(palette.style("text"), action)),
            )
            for key, text, action in self._fitting()
        ]
        return Content("").join(parts)

    def _fitting(self) -> list[Hint]:
        found: list[Hint] = []
        room = self.size.width - sum(hint.width for hint in self.hints if hint.key == WAY_OUT)
        for hint in self.hints:
            if hint.key != WAY_OUT:
                room -= hint.width
            if hint.key == WAY_OUT or room >= 0:
                found.append(hint)
        return found
