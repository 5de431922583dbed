"""All that can be done on a screen, found by typing a part of its name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container
from textual.content import Content
from textual.widgets import Input, Label, OptionList
from textual.widgets.option_list import Option

from pickomino.tui.drawing.blocks import fitted
from pickomino.tui.keys import keys
from pickomino.tui.screens.dialog import Dialog
from pickomino.tui.widgets.key_bar import Hint
from pickomino.tui.widgets.listing import Listing


class PaletteScreen(Dialog[str]):
    """A line to type in, and what fits it below."""

    BINDINGS: ClassVar[list[BindingType]] = keys("down move(1)", "up move(-1)", priority=True)

    def __init__(self, hints: Sequence[Hint]) -> None:
        super().__init__()
        self._hints = hints

    def compose(self) -> ComposeResult:
        """Show everything at first."""
        gettext = self.game.texts.gettext
        with Container(classes="dialog"):
            yield Label(gettext("What to do?"), classes="title")
            yield Input(max_length=40)
            yield Listing()

    def on_mount(self) -> None:
        """List everything."""
        self._list("")

    def on_input_changed(self, event: Input.Changed) -> None:
        """List what fits."""
        self._list(event.value)

    def _list(self, wish: str) -> None:
        width = max(cell_len(hint.key) for hint in self._hints) + 2
        found = [hint for hint in self._hints if wish.strip().casefold() in hint.text.casefold()]
        options = [
            Option(Content(fitted(hint.key, width) + hint.text), id=hint.action) for hint in found
        ]
        listing = self.query_one(Listing)
        listing.set_options(options)
        listing.highlighted = 0 if options else None

    def action_move(self, step: int) -> None:
        """Mark another one."""
        listing = self.query_one(Listing)
        (listing.action_cursor_down if step > 0 else listing.action_cursor_up)()

    def on_input_submitted(self) -> None:
        """Do what is marked."""
        self.query_one(Listing).action_select()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Do what was chosen."""
        self.dismiss(event.option.id)
