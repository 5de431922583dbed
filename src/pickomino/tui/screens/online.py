"""Online tables: open one, join by code, find public ones, go back to one's own."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Horizontal
from textual.content import Content
from textual.widgets import Input, Label, OptionList, Static
from textual.widgets.option_list import Option

from pickomino.core.errors import PickominoError, message
from pickomino.core.rules import Rules
from pickomino.i18n.options import match_said, rules_titled
from pickomino.i18n.room_words import is_match, names_of, problem_said
from pickomino.rooms.protocol.messages import CreateRoom
from pickomino.rooms.protocol.views import RoomSummary
from pickomino.tables.addresses import TableAddress
from pickomino.tables.server_client import Site
from pickomino.tui.drawing.blocks import row
from pickomino.tui.keys import keys
from pickomino.tui.screens.board import GameScreen
from pickomino.tui.screens.open_table import OpenTableScreen
from pickomino.tui.screens.prompt import PromptScreen
from pickomino.tui.widgets.key_bar import BACK, HELP_OF_FORMS, Hint, KeyBar
from pickomino.tui.widgets.listing import Listing

AskSite = Callable[[Site], Awaitable[None]]
"""Something to be asked of a server."""


class OnlineScreen(GameScreen):
    """A server, who one is there, and the tables one knows."""

    BINDINGS: ClassVar[list[BindingType]] = keys(
        "escape back", "f1 app.help", "f2 open_table", "f3 join", "f5 look"
    )
    TITLE_OF_HELP = message("Online")
    HELP_TEXTS = (
        message("A server is any machine that runs `pickomino serve`; type in its address."),
        message("Whoever opens a table tells the others its code or link, and starts the game."),
        message("Your seats are kept: tables that you left are listed first, to continue."),
    )
    HINTS = (
        Hint("Enter", message("Sit down"), "screen.choose"),
        Hint("F2", message("Open a table"), "screen.open_table"),
        Hint("F3", message("Join by code"), "screen.join"),
        Hint("F5", message("Refresh"), "screen.look"),
        HELP_OF_FORMS,
        BACK,
    )

    def __init__(self) -> None:
        super().__init__()
        self.tables: list[TableAddress] = []

    def compose(self) -> ComposeResult:
        """Show the server, the name and the tables."""
        gettext = self.game.texts.gettext
        with Container(classes="page"):
            yield Label(gettext("Online"), classes="title")
            with Horizontal(classes="row"):
                yield Label(gettext("Server"))
                yield Input(self.game.server, id="server", placeholder="192.168.1.20:8000")
            with Horizontal(classes="row"):
                yield Label(gettext("Your name"))
                yield Input(self.game.player_name, id="name", max_length=40)
            yield Static(id="problem", markup=False)
            yield Listing(id="tables")
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin with what is missing, or with the tables."""
        self.list_tables(())
        self.query_one("#tables" if self.game.server else "#server").focus()
        if self.game.server:
            self.action_look()

    # The tables

    def list_tables(self, public: Sequence[RoomSummary]) -> None:
        """List the own tables, then the public ones of the server."""
        gettext = self.game.texts.gettext
        own = self.game.own_tables()
        self.tables = list(own)
        options = [
            Option(
                row(gettext("Continue at table {code}").format(code=each.code), f"  {each.site}")
            )
            for each in own
        ]
        for summary in public:
            address = Site(self.game.server).table(summary.code)
            if address not in self.tables:
                self.tables.append(address)
                options.append(Option(self._line(summary)))
        listing = self.query_one(Listing)
        listing.set_options(options)
        listing.highlighted = 0 if options else None

    def _line(self, summary: RoomSummary) -> Content:
        free = sum(seat.kind == "open" for seat in summary.seats)
        texts = self.game.texts
        text = texts.ngettext("{count} open seat", "{count} open seats", free).format(count=free)
        sitting = [seat for seat in summary.seats if seat.kind != "open"]
        faint = self.game.palette.style("faint")
        names = names_of(sitting, texts)
        told = [rules_titled(Rules.parse(summary.settings.rules), texts)]
        if is_match(summary.settings):
            length = match_said(summary.settings.match_games, summary.settings.match_wins, texts)
            told.append(texts.gettext("Match: {length}").format(length=length))
        return row(f"{summary.code}  {text}  {names}", (f"  {' · '.join(told)}", faint))

    def action_look(self) -> None:
        """Ask the server for its public tables."""
        self._with_site(self._look)

    async def _look(self, site: Site) -> None:
        found = await site.public_tables()
        if self.query("#tables"):
            self.list_tables(found)
            gettext = self.game.texts.gettext
            self._say("" if self.tables else gettext("No public table is open: open one with F2."))

    def _with_site(self, asked: AskSite) -> None:
        """Do something at the server that is named, or say why that is not possible."""
        text = self.query_one("#server", Input).value
        if not text.strip():
            self.query_one("#server").focus()
            return
        try:
            site = Site(text)
        except PickominoError as error:
            self._say(problem_said(self.game.texts, error))
            return
        name = self.query_one("#name", Input).value.strip()
        self.game.keep_online(site.address, name)
        self.run_worker(partial(self._done, asked, site), group="site", exclusive=True)

    async def _done(self, asked: AskSite, site: Site) -> None:
        try:
            await asked(site)
        except PickominoError as error:
            self._say(problem_said(self.game.texts, error))

    def _say(self, text: str) -> None:
        for line in self.query("#problem").results(Static):
            line.update(Content(text))

    # What people do

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go on to the name, then to the tables."""
        if event.input.id == "server":
            self.query_one("#name").focus()
        else:
            self.query_one("#tables").focus()
        self.action_look()

    def on_input_blurred(self, event: Input.Blurred) -> None:
        """Look for the tables of another server, however its field was left."""
        if event.input.id == "server" and event.value.strip() not in ("", self.game.server):
            self.action_look()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Sit down at a table."""
        if event.option_index < len(self.tables):
            self._sit_down(self.tables[event.option_index])

    def action_open_table(self) -> None:
        """Open a table, for friends or for everybody."""
        if self._has_server():
            self.game.push_screen(OpenTableScreen(self._open))

    def _has_server(self) -> bool:
        """Return whether a server is named; if not, ask for it."""
        field = self.query_one("#server", Input)
        if field.value.strip():
            return True
        self._say(self.game.texts.gettext("First type in the address of a server."))
        field.focus()
        return False

    def _open(self, plan: CreateRoom) -> None:
        async def opened(site: Site) -> None:
            self._sit_down(await site.open_table(plan, self.game.tokens))

        self._with_site(opened)

    def action_join(self) -> None:
        """Ask for the code or the link of a table."""
        title = self.game.texts.gettext("The code or the link of the table")
        self.game.push_screen(PromptScreen(title), self._join)

    def _join(self, text: str | None) -> None:
        if not text or ("/" not in text and not self._has_server()):
            return
        server = self.query_one("#server", Input)
        try:
            address = Site(server.value or text).table(text)
        except PickominoError as error:
            self._say(problem_said(self.game.texts, error))
            return
        self.game.keep_online(address.site, self.query_one("#name", Input).value.strip())
        self._sit_down(address)

    def _sit_down(self, address: TableAddress) -> None:
        name = self.query_one("#name", Input).value.strip()
        self.game.keep_online(self.game.server or address.site, name)
        self.game.join_table(address)

    async def retold(self) -> None:
        """Say it in another language."""
        await self.recompose()
        self.on_mount()
        self.show_hints()

    def action_choose(self) -> None:
        """Sit down at the marked table."""
        self.query_one(Listing).action_select()
