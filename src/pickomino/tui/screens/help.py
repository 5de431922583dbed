"""The help of a screen: what it is for, and every key of it."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import NamedTuple

from textual.content import Content

from pickomino.i18n import Texts
from pickomino.tui.drawing.blocks import fitted, row, stacked
from pickomino.tui.screens.dialog import ReadingScreen

KEY_WIDTH = 12
WIDEST = 72
MARGINS = 8
"""What edges, gaps and the scroll bar of a dialog take."""


class HelpPage(NamedTuple):
    """What the help says of one screen."""

    title: str
    sentences: Sequence[str]
    keys: Sequence[tuple[str, str]]


class HelpScreen(ReadingScreen):
    """Some sentences, then the keys."""

    def __init__(self, page: HelpPage) -> None:
        super().__init__()
        self._page = page

    def title_text(self) -> str:
        """Return the title."""
        return self._page.title

    def content(self) -> Content:
        """Return the text."""
        gettext, palette = self.game.texts.gettext, self.game.palette
        rows = [Content(text) for text in self._page.sentences]
        rows.append(Content(""))
        rows.append(row((gettext("Keys"), palette.style("ember", bold=True))))
        width = min(WIDEST, self.game.size.width) - MARGINS - KEY_WIDTH
        for keys, meaning in (*self._page.keys, *general_keys(self.game.texts)):
            first, *others = wrap(meaning, max(1, width))
            rows.append(row((fitted(keys, KEY_WIDTH), palette.style("ember", bold=True)), first))
            rows += [Content(" " * KEY_WIDTH + line) for line in others]
        return stacked(rows)


def rules_in_short(texts: Texts) -> list[str]:
    """Return the game in a few sentences."""
    gettext = texts.gettext
    return [
        gettext("Roll the dice and set aside all dice of one symbol that you have not yet."),
        gettext("A worm counts 5. You need a worm, and a sum that reaches a tile, to win one."),
        gettext("A rival's top tile is yours if you hit its number exactly."),
        gettext("A failed turn costs your top tile, and the highest tile is turned down."),
        gettext("Who has the most worms when no tile is left wins."),
    ]


def table_keys(texts: Texts) -> list[tuple[str, str]]:
    """Return the keys of a table."""
    gettext = texts.gettext
    return [
        ("1–5 w", gettext("set aside this symbol; a click on the die does it too")),
        ("r", gettext("roll on")),
        ("s", gettext("stop, and take what that wins; several claims have numbers")),
        ("↑ ↓ Enter", gettext("choose from the list")),
        ("z", gettext("Weasel: roll these dice again")),
        ("u", gettext("take back, in practice games")),
        ("c", gettext("the coach: chances and what each choice is worth")),
        (gettext("Space"), gettext("do not wait for a bot or a picture")),
        ("p", gettext("how long things are shown")),
        ("l", gettext("the whole log")),
        ("e", gettext("say something at an online table")),
        ("b", gettext("play on yourself after a bot took over")),
        ("n", gettext("play again after the end")),
        ("Esc", gettext("leave the table; the game is kept")),
    ]


def general_keys(texts: Texts) -> list[tuple[str, str]]:
    """Return the keys that work everywhere."""
    gettext = texts.gettext
    return [
        ("Ctrl+P", gettext("all that can be done here, to search in")),
        ("Ctrl+T", gettext("colours: dusk, daylight, the terminal's own")),
        ("Ctrl+L", gettext("the language")),
        ("Ctrl+Z", gettext("back to the shell for a while; fg returns")),
        ("Ctrl+Q", gettext("quit; nothing is lost")),
    ]
