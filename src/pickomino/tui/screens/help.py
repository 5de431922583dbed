"""The help: how to play, and every key."""

from __future__ import annotations

from textwrap import wrap

from textual.content import Content

from pickomino.tui.drawing.blocks import fitted, row, stacked
from pickomino.tui.screens.dialog import ReadingScreen

KEY_WIDTH = 12
WIDEST = 72
MARGINS = 8
"""What edges, gaps and the scroll bar of a dialog take."""


class HelpScreen(ReadingScreen):
    """The game in a few sentences, then the keys."""

    def title_text(self) -> str:
        """Give the title."""
        return self.game.texts.gettext("How to play")

    def content(self) -> Content:
        """Give the text."""
        palette = self.game.palette
        rows = [Content(text) for text in self._rules()]
        rows.append(Content(""))
        rows.append(row((self.game.texts.gettext("Keys"), palette.style("ember", bold=True))))
        width = min(WIDEST, self.game.size.width) - MARGINS - KEY_WIDTH
        for keys, meaning in self._keys():
            first, *others = wrap(meaning, max(1, width))
            rows.append(row((fitted(keys, KEY_WIDTH), palette.style("ember", bold=True)), first))
            rows += [Content(" " * KEY_WIDTH + line) for line in others]
        return stacked(rows)

    def _rules(self) -> list[str]:
        gettext = self.game.texts.gettext
        return [
            gettext("Roll the dice and set aside all dice of one symbol that you have not yet."),
            gettext("A worm counts 5. You need a worm, and a sum that reaches a tile, to win one."),
            gettext("A rival's top tile is yours if you hit its number exactly."),
            gettext("A failed turn costs your top tile, and the highest tile is turned down."),
            gettext("Who has the most worms when no tile is left wins."),
        ]

    def _keys(self) -> list[tuple[str, str]]:
        gettext = self.game.texts.gettext
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
            ("Ctrl+T", gettext("colours: dusk, daylight, the terminal's own")),
            ("Ctrl+L", gettext("the language")),
            ("Esc", gettext("leave the table; the game is kept")),
            ("Ctrl+Q", gettext("quit; nothing is lost")),
        ]
