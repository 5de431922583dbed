"""What can be said to the others at an online table."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Container
from textual.content import Content
from textual.widgets import Label, OptionList
from textual.widgets.option_list import Option

from pickomino.i18n.options import REACTION_TEXTS
from pickomino.service.messages import React
from pickomino.tui.screens.dialog import Dialog
from pickomino.tui.widgets.listing import Listing


class ReactionScreen(Dialog[React]):
    """A list of short sentences; there is no free chat."""

    def __init__(self, seat: int) -> None:
        super().__init__()
        self._seat = seat

    def compose(self) -> ComposeResult:
        """List the sentences."""
        gettext = self.game.texts.gettext
        with Container(classes="dialog"):
            yield Label(gettext("Say to the others"), classes="title")
            options = [
                Option(Content(gettext(text)), id=code) for code, text in REACTION_TEXTS.items()
            ]
            yield Listing(*options)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Say it."""
        self.dismiss(React(self._seat, event.option.id or ""))
