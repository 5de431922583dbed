"""The help of a screen: a few sentences and its keys."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import NamedTuple

from textual.content import Content

from pickomino.i18n import Texts
from pickomino.i18n.help_text import RULES_HELP, extrawurm_help
from pickomino.tui.drawing.blocks import fit, join_rows, row
from pickomino.tui.screens.dialogs.dialog import TextDialog

KEY_WIDTH = 12
MAX_WIDTH = 72
MARGINS = 8
"""Columns for the borders, gaps and scroll bar of the dialog."""


class HelpPage(NamedTuple):
    title: str
    sentences: Sequence[str]
    keys: Sequence[tuple[str, str]]


class HelpScreen(TextDialog):
    def __init__(self, page: HelpPage) -> None:
        super().__init__(page.title)
        self._page = page

    def content(self) -> Content:
        gettext, palette = self.game.texts.gettext, self.game.palette
        rows = [Content(text) for text in self._page.sentences]
        rows.append(Content(""))
        rows.append(row((gettext("Keys"), palette.style("ember", bold=True))))
        width = min(MAX_WIDTH, self.game.size.width) - MARGINS - KEY_WIDTH
        for keys, meaning in (*self._page.keys, *general_keys(self.game.texts)):
            first, *others = wrap(meaning, max(1, width))
            rows.append(row((fit(keys, KEY_WIDTH), palette.style("ember", bold=True)), first))
            rows += [Content(" " * KEY_WIDTH + line) for line in others]
        return join_rows(rows)


def rules_summary(texts: Texts) -> list[str]:
    """Return the rules of the game in a few sentences, then the rules of the expansion."""
    where = texts.gettext(
        "These are the standard rules; “New game” shows how the other rule sets differ."
    )
    return [*map(texts.gettext, RULES_HELP), where, "", *extrawurm_help(texts)]


def table_keys(texts: Texts) -> list[tuple[str, str]]:
    gettext = texts.gettext
    return [
        ("1–5 w", gettext("set aside this symbol; a click on the die does it too")),
        ("r", gettext("roll on")),
        ("s", gettext("stop, and take the tile you have won; of several, type 1, 2 or t25")),
        ("q", gettext("stop with nothing")),
        ("↑ ↓ Enter", gettext("choose from the list")),
        ("z", gettext("Weasel: roll these dice again")),
        ("u", gettext("take back, if the table allows it")),
        ("c", gettext("the coach: chances and what each choice is worth")),
        (gettext("Space"), gettext("skip the wait for a bot or an animation")),
        ("p", gettext("how long things are shown")),
        ("l", gettext("the whole log")),
        ("e", gettext("say something at an online table")),
        ("b", gettext("take your seat back from a bot")),
        ("n", gettext("play again after the end")),
        ("Esc x", gettext("leave the table; the game is kept")),
    ]


def general_keys(texts: Texts) -> list[tuple[str, str]]:
    """Return the keys that work on every screen, with their meanings."""
    gettext = texts.gettext
    return [
        ("Ctrl+P", gettext("everything you can do here, searchable")),
        ("Ctrl+T", gettext("colours: dusk, daylight, the terminal’s own")),
        ("Ctrl+L", gettext("the language")),
        ("Ctrl+Z", gettext("back to the shell for a while; fg returns")),
        ("Ctrl+Q", gettext("quit; nothing is lost")),
    ]
