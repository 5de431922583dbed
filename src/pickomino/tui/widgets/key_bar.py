"""The line at the bottom: which key does what; a click does it too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len
from textual.content import Content
from textual.events import Key
from textual.reactive import Reactive
from textual.widget import Widget

from pickomino.core.errors import message
from pickomino.i18n import Texts
from pickomino.tui.drawing.blocks import clickable, fitted, row
from pickomino.tui.game_app import game_app
from pickomino.tui.screens.dialog import ChoosingScreen

WAY_OUT: Final = "Esc"
"""The key whose hint is never left out: whoever is lost looks for it."""


class Hint(NamedTuple):
    """A key, what it does in a word or two, and the action that a click runs."""

    key: str
    text: str
    action: str
    is_short: bool = False
    """Whether the key alone is drawn: it says enough, or the next hint has the words for both."""

    def said(self, texts: Texts) -> Hint:
        """Return it in another language."""
        return self._replace(text=texts.gettext(self.text))

    @property
    def words(self) -> str:
        """What is drawn after the key, with a gap."""
        return " " if self.is_short else f"{self.text}  "

    @property
    def width(self) -> int:
        """How many columns it takes."""
        return cell_len(self.key) + 2 + cell_len(self.words)


HELP: Final = Hint("?", message("Help"), "app.help")
HELP_OF_FORMS: Final = HELP._replace(key="F1")
"""Where letters are typed."""
BACK: Final = Hint(WAY_OUT, message("Back"), "screen.back")
LEAVE: Final = Hint(WAY_OUT, message("Leave"), "screen.back")
MORE: Final = Hint("…", "", "more", is_short=True)
"""Stands for the hints that there is no room for."""


class MoreScreen(ChoosingScreen):
    """The hints that there is no room for; their keys do here what they do elsewhere."""

    def __init__(self, title: str, hints: Sequence[Hint]) -> None:
        width = max(cell_len(hint.key) for hint in hints) + 2
        super().__init__(
            title, [(hint.action, fitted(hint.key, width) + hint.text) for hint in hints]
        )
        self._actions = {hint.key.lower(): hint.action for hint in hints}

    def on_key(self, event: Key) -> None:
        """Choose by key."""
        action = self._actions.get(event.key) or self._actions.get(event.character or "")
        if action is not None:
            event.stop()
            self.dismiss(action)


class KeyBar(Widget):
    """As many hints as there is room for: the way out, then the first ones, which matter most."""

    auto_links = Reactive(False)  # noqa: FBT003 - clicks need no underline

    def __init__(self, hints: Sequence[Hint] = ()) -> None:
        super().__init__()
        self.hints = hints

    def show(self, hints: Sequence[Hint]) -> None:
        """Show other hints, if they are others."""
        if list(hints) != list(self.hints):
            self.hints = hints
            self.refresh()

    def render(self) -> Content:
        """Draw those that fit."""
        palette = game_app(self).palette
        key_style, text_style = palette.style("ember", "panel", bold=True), palette.style("text")
        shown, hidden = self._divided()
        parts = [
            row(
                (f" {hint.key} ", clickable(key_style, hint.action)),
                (hint.words, clickable(text_style, hint.action)),
            )
            for hint in (*shown, *([MORE] if hidden else []))
        ]
        return Content("").join(parts)

    def _divided(self) -> tuple[list[Hint], list[Hint]]:
        """Return the hints that fit, and those that do not."""
        room = self.size.width + 1  # The last gap needs no room.
        if sum(hint.width for hint in self.hints) <= room:
            return list(self.hints), []
        room -= MORE.width + sum(hint.width for hint in self.hints if hint.key == WAY_OUT)
        shown: list[Hint] = []
        hidden: list[Hint] = []
        for hint in self.hints:
            if hint.key != WAY_OUT:
                room -= hint.width
            (shown if hint.key == WAY_OUT or room >= 0 else hidden).append(hint)
        return shown, hidden

    def action_more(self) -> None:
        """List the hints that do not fit."""
        _, hidden = self._divided()
        game = game_app(self)
        game.push_screen(MoreScreen(game.texts.gettext("Keys"), hidden), self._run)

    async def _run(self, action: str | None) -> None:
        if action:
            await game_app(self).run_action(action, self)
