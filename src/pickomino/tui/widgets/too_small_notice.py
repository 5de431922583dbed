"""The notice that replaces a screen while the terminal is too small."""

from __future__ import annotations

from typing import Any

from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget

from pickomino.tui.game_app import SMALLEST, game_app


class TooSmallNotice(Widget):
    """Covers the screen and states the size that is needed."""

    def render(self) -> Content:
        game = game_app(self)
        text = game.texts.gettext(
            "Pickomino needs {width} × {height} characters; this terminal has {size}."
        )
        size = f"{game.size.width} × {game.size.height}"
        return Content(text.format(width=SMALLEST[0], height=SMALLEST[1], size=size))


def cover_if_too_small(screen: Screen[Any]) -> None:
    """Cover a screen with the notice while the terminal is too small; remove the notice otherwise.

    A screen that is not attached yet is skipped: it will get another resize event.
    """
    if not game_app(screen).is_too_small:
        screen.query(TooSmallNotice).remove()
    elif screen.is_attached and not screen.query(TooSmallNotice):
        screen.mount(TooSmallNotice())
