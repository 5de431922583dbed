"""What is shown instead of everything where the terminal is too small."""

from __future__ import annotations

from typing import Any

from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget

from pickomino.tui.game_app import SMALLEST, game_app


class SmallNote(Widget):
    """Covers the screen while there is no room for it."""

    def render(self) -> Content:
        """Say what is needed."""
        game = game_app(self)
        text = game.texts.gettext(
            "Pickomino needs {width} × {height} characters; this terminal has {size}."
        )
        size = f"{game.size.width} × {game.size.height}"
        return Content(text.format(width=SMALLEST[0], height=SMALLEST[1], size=size))


def cover_if_small(screen: Screen[Any]) -> None:
    """Cover a screen that has no room, and no other; one that is not there yet is told again."""
    if not game_app(screen).is_too_small:
        screen.query(SmallNote).remove()
    elif screen.is_attached and not screen.query(SmallNote):
        screen.mount(SmallNote())
