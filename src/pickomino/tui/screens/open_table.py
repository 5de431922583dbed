"""A new online table: how many seats, for whom, and by which rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import cast

from textual.widget import Widget

from pickomino.core.errors import message
from pickomino.core.rules import FEWEST_PLAYERS, MOST_PLAYERS
from pickomino.i18n.options import STARTER_TITLES
from pickomino.rooms import CreateRoom, OpenSeat, Settings
from pickomino.rooms.protocol.messages import Starter
from pickomino.tui.screens.form import NO, YES, FormScreen
from pickomino.tui.widgets.key_bar import Hint


class OpenTableScreen(FormScreen):
    """A table for others to come to."""

    TITLE_OF_HELP = message("Open a table")
    HELP_TEXTS = (
        message(
            "A public table is listed on the server; for any other, people need its code or link."
        ),
        message("The rules are explained below their name; Extrawurm is the expansion."),
        message("Each rule can be chosen separately; what the rulebooks say is shown below it."),
        message("Who begins is chosen before the game, unless a lot decides."),
    )
    START = message("Open a table (F2)")
    HINTS = (Hint("F2", message("Open a table"), "screen.start"), *FormScreen.HINTS[1:])

    def __init__(self, opened: Callable[[CreateRoom], None]) -> None:
        """Take what is to be done with the table that the form describes."""
        super().__init__()
        self._opened = opened

    def fields(self) -> Iterator[Widget]:
        """Ask for seats, guests and rules."""
        gettext = self.game.texts.gettext
        counts = [(str(count), str(count)) for count in range(FEWEST_PLAYERS, MOST_PLAYERS + 1)]
        yield self.row(gettext("Seats"), counts, "seats", "4")
        yield self.yes_or_no(gettext("Public"), "public", NO)
        yield from self.rule_fields()
        starters = [(name, gettext(title)) for name, title in STARTER_TITLES.items()]
        yield self.row(gettext("Who begins"), starters, "online-starter", "host")
        yield self.match_field()
        yield self.yes_or_no(gettext("Coach"), "hints", YES)

    def start(self) -> None:
        """Open the table."""
        settings = Settings(
            str(self.rules()),
            is_public=self.value("public") == YES,
            hints=self.value("hints") == YES,
            starter=cast("Starter", self.value("online-starter")),
            **self.match(),
        )
        self.game.pop_screen()
        self._opened(CreateRoom((OpenSeat(),) * int(self.value("seats")), settings))
