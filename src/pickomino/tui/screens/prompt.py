"""A question that is answered with a line of text."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Container
from textual.widgets import Input, Label

from pickomino.tui.screens.dialog import Dialog


class PromptScreen(Dialog[str]):
    """One line to fill in."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self._title = title

    def compose(self) -> ComposeResult:
        """Show the question."""
        with Container(classes="dialog"):
            yield Label(self._title, classes="title", markup=False)
            yield Input(max_length=1000)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Answer."""
        self.dismiss(event.value.strip())
