"""A dialog that asks for one line of text."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Container
from textual.widgets import Input, Label

from pickomino.tui.screens.dialogs.dialog import Dialog
from pickomino.tui.widgets.key_bar import KeyBar, KeyHint


class PromptDialog(Dialog[str]):
    def __init__(self, title: str) -> None:
        super().__init__()
        self._title = title

    def compose(self) -> ComposeResult:
        gettext = self.game.texts.gettext
        with Container(classes="dialog"):
            yield Label(self._title, classes="title", markup=False)
            yield Input(max_length=1000)
            hints = [
                KeyHint("Enter", gettext("OK"), "screen.answer"),
                KeyHint("Esc", gettext("Back"), "screen.close"),
            ]
            yield KeyBar(hints)

    def on_input_submitted(self) -> None:
        self.action_answer()

    def action_answer(self) -> None:
        self.dismiss(self.query_one(Input).value.strip())
