"""The form for a new online table: seats, visibility and rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import cast

from textual.widget import Widget

from pickomino.core.errors import message
from pickomino.core.rules import MAX_PLAYERS, MIN_PLAYERS
from pickomino.i18n.options import STARTER_TITLES
from pickomino.rooms import CreateRoom, OpenSeat, Settings
from pickomino.rooms.protocol.messages import Starter
from pickomino.tui.screens.menus.form import NO, YES, FormScreen
from pickomino.tui.widgets.key_bar import KeyHint


class OpenTableScreen(FormScreen):
    HELP_TITLE = message("Open a table")
    HELP_TEXTS = (
        message(
            "A public table is listed on the server; to join any other, people need its code or "
            "link."
        ),
        message("The rules are explained below their name; Extrawurm is the expansion."),
        message("Each rule can be chosen separately; what the rulebooks say is shown below it."),
        message("Who begins is chosen before the game, or drawn by lot."),
    )
    START = message("Open a table (F2)")
    HINTS = (KeyHint("F2", message("Open a table"), "screen.start"), *FormScreen.HINTS[1:])

    def __init__(self, on_done: Callable[[CreateRoom], None]) -> None:
        """Call `on_done` with the table that the form describes."""
        super().__init__()
        self._on_done = on_done

    def fields(self) -> Iterator[Widget]:
        gettext = self.game.texts.gettext
        counts = [(str(count), str(count)) for count in range(MIN_PLAYERS, MAX_PLAYERS + 1)]
        yield self.row(gettext("Seats"), counts, "seats", "4")
        yield self.yes_or_no(gettext("Public"), "public", NO)
        yield from self.rule_fields()
        starters = [(name, gettext(title)) for name, title in STARTER_TITLES.items()]
        yield self.row(gettext("Who begins"), starters, "online-starter", "host")
        yield self.match_field()
        yield self.yes_or_no(gettext("Coach"), "hints", YES)

    def start(self) -> None:
        settings = Settings(
            str(self.rules()),
            is_public=self.value("public") == YES,
            hints=self.value("hints") == YES,
            starter=cast("Starter", self.value("online-starter")),
            **self.match(),
        )
        self.game.pop_screen()
        self._on_done(CreateRoom((OpenSeat(),) * int(self.value("seats")), settings))
