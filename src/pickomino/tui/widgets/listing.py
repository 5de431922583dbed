"""A list to choose from that keys cannot break while the terminal changes its size."""

from __future__ import annotations

from contextlib import suppress

from textual.widgets import OptionList


class Listing(OptionList):
    """Textual's list, whose pages fail where there is no room or nothing is laid out yet."""

    def action_page_down(self) -> None:
        """Go a page down."""
        with suppress(LookupError):
            super().action_page_down()

    def action_page_up(self) -> None:
        """Go a page up."""
        with suppress(LookupError):
            super().action_page_up()
