"""A searchable list of everything a screen can do."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Container
from textual.content import Content
from textual.widgets import Input, Label, OptionList
from textual.widgets.option_list import Option

from pickomino.tui.drawing.blocks import fit
from pickomino.tui.keys import keys
from pickomino.tui.screens.dialogs.dialog import Dialog
from pickomino.tui.widgets.key_bar import KeyHint
from pickomino.tui.widgets.listing import Listing


class ActionPalette(Dialog[str]):
    """An input for part of a name, and the actions that match it."""

    BINDINGS = keys("down move(1)", "up move(-1)", priority=True)

    def __init__(self, hints: Sequence[KeyHint]) -> None:
        super().__init__()
        self._hints = hints

    def compose(self) -> ComposeResult:
        gettext = self.game.texts.gettext
        with Container(classes="dialog"):
            yield Label(gettext("What to do?"), classes="title")
            yield Input(max_length=40)
            yield Listing()

    def on_mount(self) -> None:
        self._show_matches("")

    def on_input_changed(self, event: Input.Changed) -> None:
        self._show_matches(event.value)

    def _show_matches(self, text: str) -> None:
        width = max(cell_len(hint.key) for hint in self._hints) + 2
        wanted = text.strip().casefold()
        options = [
            Option(Content(fit(hint.key, width) + hint.text), id=hint.action)
            for hint in self._hints
            if wanted in hint.text.casefold()
        ]
        listing = self.query_one(Listing)
        listing.set_options(options)
        listing.highlighted = 0 if options else None

    def action_move(self, step: int) -> None:
        listing = self.query_one(Listing)
        (listing.action_cursor_down if step > 0 else listing.action_cursor_up)()

    def on_input_submitted(self) -> None:
        self.query_one(Listing).action_select()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option.id)
