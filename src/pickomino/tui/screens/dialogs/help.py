"""The help of a screen: a few sentences and its keys."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import NamedTuple

from textual.content import Content

from pickomino.i18n import Texts
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
    gettext = texts.gettext
    return [
        gettext(
            "2 to 7 can play. A chosen seat begins, or one drawn by lot; then play goes round."
        ),
        gettext(
            "Roll the dice and set aside all that show one symbol you have not set aside this turn."
        ),
        gettext(
            "A worm counts as 5, but fives and worms are two symbols. To take a tile you need a "
            "worm among the dice set aside."
        ),
        gettext(
            "You take the tile whose number is exactly your sum, else the next lower one face up "
            "on the grill."
        ),
        gettext(
            "You can steal a rival’s top tile with a sum of exactly its number; with a sum over "
            "36 you steal nothing."
        ),
        gettext(
            "Your turn ends once all dice or all six symbols are set aside. "
            "If you stop and can take a tile, you must; if you can steal one, you must steal it."
        ),
        gettext(
            "Your turn fails if a roll brings no new symbol, "
            "or if it ends without a worm or with nothing to take."
        ),
        gettext(
            "A failed turn sends your top tile back, and the highest tile on the grill is turned "
            "face down. If the returned tile is itself the highest, or if you have none, "
            "nothing is turned."
        ),
        gettext(
            "When no tile is face up on the grill, the player with the most worms wins; in a tie,"
            " the highest single tile decides."
        ),
        gettext("These are the standard rules; “New game” shows how the other rule sets differ."),
        "",
        *_extrawurm_summary(texts),
    ]


def _extrawurm_summary(texts: Texts) -> list[str]:
    gettext = texts.gettext
    parts = [
        (
            gettext("Extrawurm"),
            gettext(
                "An expansion for every rule set: two more tiles, Bratwurms and five specialists "
                "who stand on tiles. If you take a tile from the grill, you get the specialist on "
                "it; only the Raven is never kept. You can have one at most: a second sends the "
                "first back. A rival who steals your top tile takes your specialist too, and you "
                "lose it when your turn fails."
            ),
        ),
        (
            gettext("Tiles 11 and 13"),
            gettext(
                "One worm each. You can take them only with a sum of exactly 11 or 13. They are "
                "never stolen and never go back."
            ),
        ),
        (
            gettext("Bratwurm"),
            gettext(
                "Set aside two or more ones at once and get one of the seven. "
                "Each counts like a worm at the end, but does not break a tie."
            ),
        ),
        (
            gettext("Canned Worm"),
            gettext("As long as you have set no worm aside, it counts as one and adds 5."),
        ),
        (
            gettext("Sitting Hen"),
            gettext(
                "Guards your top tile: a thief gets only the hen, "
                "and a failed turn costs only the hen."
            ),
        ),
        (
            gettext("Raven"),
            gettext(
                "Brings a Bratwurm when its tile is taken, from the supply, "
                "else from a rival of your choice. It is never kept."
            ),
        ),
        (
            gettext("Weasel"),
            gettext(
                "Once a turn, roll the dice just rolled again, before setting aside. "
                "The new roll counts."
            ),
        ),
        (gettext("Golden Die"), gettext("A ninth die with three ones and three worms.")),
    ]
    return [f"{name} – {meaning}" for name, meaning in parts]


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
