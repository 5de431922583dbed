"""A question that is answered with a line of text."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Container
from textual.widgets import Input, Label

from pickomino.tui.screens.dialog import Dialog
from pickomino.tui.widgets.key_bar import Hint, KeyBar


class PromptScreen(Dialog[str]):
    """One line to fill in."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self._title = title

    def compose(self) -> ComposeResult:
        """Show the question."""
        gettext = self.game.texts.gettext
        with Container(classes="dialog"):
            yield Label(self._title, classes="title", markup=False)
            yield Input(max_length=1000)
            hints = [
                Hint("Enter", gettext("OK"), "screen.answer"),
                Hint("Esc", gettext("Back"), "screen.close"),
            ]
            yield KeyBar(hints)

    def on_input_submitted(self) -> None:
        """Answer."""
        self.action_answer()

    def action_answer(self) -> None:
        """Return what was filled in."""
        self.dismiss(self.query_one(Input).value.strip())
