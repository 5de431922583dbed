"""An option list that is safe to use while the terminal is resized."""

from __future__ import annotations

from contextlib import suppress

from textual.widgets import OptionList


class Listing(OptionList):
    """Textual's list, but page keys raise no errors while the list has no layout or no room."""

    def action_page_down(self) -> None:
        with suppress(LookupError):
            super().action_page_down()

    def action_page_up(self) -> None:
        with suppress(LookupError):
            super().action_page_up()
