"""The last line of a screen: its keys, which can also be clicked."""

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
from pickomino.tui.drawing.blocks import clickable, fit, row
from pickomino.tui.game_app import game_app
from pickomino.tui.screens.dialogs.dialog import ChoiceDialog

EXIT_KEY: Final = "Esc"
"""The key whose hint is always shown, because players look for it when they are lost."""


class KeyHint(NamedTuple):
    """A key, what it does in a word or two, and the action that a click runs."""

    key: str
    text: str
    action: str
    is_short: bool = False
    """Whether to draw only the key: its meaning is clear, or the next hint's text covers both."""

    def translate(self, texts: Texts) -> KeyHint:
        return self._replace(text=texts.gettext(self.text))

    @property
    def label(self) -> str:
        """The text after the key, with a gap."""
        return " " if self.is_short else f"{self.text}  "

    @property
    def width(self) -> int:
        return cell_len(self.key) + 2 + cell_len(self.label)


HELP: Final = KeyHint("?", message("Help"), "app.help")
FORM_HELP: Final = HELP._replace(key="F1")
"""The help key of screens in which letters are typed."""
BACK: Final = KeyHint(EXIT_KEY, message("Back"), "screen.back")
LEAVE: Final = KeyHint(EXIT_KEY, message("Leave"), "screen.back")
MORE: Final = KeyHint("…", "", "more", is_short=True)
"""Opens the list of hints that do not fit."""


class MoreKeysDialog(ChoiceDialog):
    """The hints that do not fit in the key bar; their keys work here too."""

    def __init__(self, title: str, hints: Sequence[KeyHint]) -> None:
        width = max(cell_len(hint.key) for hint in hints) + 2
        super().__init__(title, [(hint.action, fit(hint.key, width) + hint.text) for hint in hints])
        self._actions = {hint.key.lower(): hint.action for hint in hints}

    def on_key(self, event: Key) -> None:
        action = self._actions.get(event.key) or self._actions.get(event.character or "")
        if action is not None:
            event.stop()
            self.dismiss(action)


class KeyBar(Widget):
    """Shows as many hints as fit: always the exit key, and the first ones, which matter most."""

    auto_links = Reactive(False)  # noqa: FBT003 - clicks need no underline

    def __init__(self, hints: Sequence[KeyHint] = ()) -> None:
        super().__init__()
        self.hints = hints

    def show(self, hints: Sequence[KeyHint]) -> None:
        if list(hints) != list(self.hints):
            self.hints = hints
            self.refresh()

    def render(self) -> Content:
        palette = game_app(self).palette
        key_style, text_style = palette.style("ember", "panel", bold=True), palette.style("text")
        shown, hidden = self._split()
        parts = [
            row(
                (f" {hint.key} ", clickable(key_style, hint.action)),
                (hint.label, clickable(text_style, hint.action)),
            )
            for hint in (*shown, *([MORE] if hidden else []))
        ]
        return Content("").join(parts)

    def _split(self) -> tuple[list[KeyHint], list[KeyHint]]:
        """Return the hints that fit, and the hints that do not."""
        room = self.size.width + 1  # The gap after the last hint may be cut off.
        if sum(hint.width for hint in self.hints) <= room:
            return list(self.hints), []
        room -= MORE.width + sum(hint.width for hint in self.hints if hint.key == EXIT_KEY)
        shown: list[KeyHint] = []
        hidden: list[KeyHint] = []
        for hint in self.hints:
            if hint.key != EXIT_KEY:
                room -= hint.width
            (shown if hint.key == EXIT_KEY or room >= 0 else hidden).append(hint)
        return shown, hidden

    def action_more(self) -> None:
        _, hidden = self._split()
        game = game_app(self)
        game.push_screen(MoreKeysDialog(game.texts.gettext("Keys"), hidden), self._run)

    async def _run(self, action: str | None) -> None:
        if action:
            await game_app(self).run_action(action, self)
