"""Online tables: open one, join by code, list public ones, return to a seat."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from textual.app import ComposeResult
from textual.containers import Container, Horizontal
from textual.content import Content
from textual.widgets import Input, Label, OptionList, Static
from textual.widgets.option_list import Option

from pickomino.core.errors import PickominoError, message
from pickomino.core.rules import Rules
from pickomino.i18n.options import describe_match, rules_title
from pickomino.i18n.room_text import describe_exception, seat_names
from pickomino.rooms.protocol.messages import CreateRoom
from pickomino.rooms.protocol.score import is_match
from pickomino.rooms.protocol.views import RoomSummary
from pickomino.tables.addresses import TableAddress
from pickomino.tables.server_client import ServerClient
from pickomino.tui.drawing.blocks import row
from pickomino.tui.keys import keys
from pickomino.tui.screens.base import AppScreen
from pickomino.tui.screens.dialogs.prompt import PromptDialog
from pickomino.tui.screens.menus.open_table import OpenTableScreen
from pickomino.tui.widgets.key_bar import BACK, FORM_HELP, KeyBar, KeyHint
from pickomino.tui.widgets.listing import Listing
from pickomino.tui.widgets.text_field import TextField

ServerRequest = Callable[[ServerClient], Awaitable[None]]


class OnlineScreen(AppScreen):
    """The server, the player's name, and the known tables."""

    BINDINGS = keys("escape back", "f1 app.help", "f2 open_table", "f3 join", "f5 look")
    HELP_TITLE = message("Online")
    HELP_TEXTS = (
        message("A server is any machine that runs `pickomino serve`; type in its address."),
        message(
            "The player who opens a table gives the others its code or link, and starts the game."
        ),
        message(
            "Your seats are kept: tables that you left are listed first, so that you can continue."
        ),
    )
    HINTS = (
        KeyHint("Enter", message("Sit down"), "screen.choose"),
        KeyHint("F2", message("Open a table"), "screen.open_table"),
        KeyHint("F3", message("Join by code"), "screen.join"),
        KeyHint("F5", message("Refresh"), "screen.look"),
        FORM_HELP,
        BACK,
    )

    def __init__(self) -> None:
        super().__init__()
        self.tables: list[TableAddress] = []

    def compose(self) -> ComposeResult:
        gettext = self.game.texts.gettext
        with Container(classes="page"):
            yield Label(gettext("Online"), classes="title")
            with Horizontal(classes="row"):
                yield Label(gettext("Server"))
                yield TextField(self.game.server, id="server", placeholder="192.168.1.20:8000")
            with Horizontal(classes="row"):
                yield Label(gettext("Your name"))
                yield TextField(self.game.player_name, id="name", max_length=40)
            yield Static(id="problem", markup=False)
            yield Listing(id="tables")
        yield KeyBar()

    def on_mount(self) -> None:
        """Focus the list of tables, or the address field if no server is known yet."""
        self.list_tables(())
        self.query_one("#tables" if self.game.server else "#server").focus()
        if self.game.server:
            self.action_look()

    # The list of tables

    def list_tables(self, public: Sequence[RoomSummary]) -> None:
        """List the tables where this device has seats, then the public ones of the server."""
        gettext = self.game.texts.gettext
        own = self.game.tokens.tables()
        self.tables = list(own)
        options = [
            Option(
                row(
                    gettext("Continue at table {code}").format(code=table.code),
                    f"  {table.server}",
                )
            )
            for table in own
        ]
        for summary in public:
            address = ServerClient(self.game.server).table(summary.code)
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
        names = seat_names(sitting, texts)
        details = [rules_title(Rules.parse(summary.settings.rules), texts)]
        if is_match(summary.settings):
            length = describe_match(
                summary.settings.match_games, summary.settings.match_wins, texts
            )
            details.append(texts.gettext("Match: {length}").format(length=length))
        return row(f"{summary.code}  {text}  {names}", (f"  {' · '.join(details)}", faint))

    def action_look(self) -> None:
        self._send(self._list_public)

    async def _list_public(self, server: ServerClient) -> None:
        public = await server.public_tables()
        if self.query("#tables"):
            self.list_tables(public)
            gettext = self.game.texts.gettext
            self._show_problem(
                "" if self.tables else gettext("No public table is open: open one with F2.")
            )

    def _send(self, request: ServerRequest) -> None:
        """Send a request to the server in the form, or show why that is not possible."""
        text = self.query_one("#server", Input).value
        if not text.strip():
            self.query_one("#server").focus()
            return
        try:
            server = ServerClient(text)
        except PickominoError as error:
            self._show_problem(describe_exception(self.game.texts, error))
            return
        name = self.query_one("#name", Input).value.strip()
        self.game.remember_server(server.address, name)
        self.run_worker(
            partial(self._await_answer, request, server), group="server", exclusive=True
        )

    async def _await_answer(self, request: ServerRequest, server: ServerClient) -> None:
        try:
            await request(server)
        except PickominoError as error:
            self._show_problem(describe_exception(self.game.texts, error))

    def _show_problem(self, text: str) -> None:
        for line in self.query("#problem").results(Static):
            line.update(Content(text))

    # What the player does

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Move the focus from the address to the name, or from the name to the tables."""
        if event.input.id == "server":
            self.query_one("#name").focus()
        else:
            self.query_one("#tables").focus()
        self.action_look()

    def on_input_blurred(self, event: Input.Blurred) -> None:
        """List the tables of a new server whenever the address field loses the focus."""
        if event.input.id == "server" and event.value.strip() not in ("", self.game.server):
            self.action_look()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if event.option_index < len(self.tables):
            self._join_table(self.tables[event.option_index])

    def action_open_table(self) -> None:
        if self._check_server():
            self.game.push_screen(OpenTableScreen(self._create_table))

    def _check_server(self) -> bool:
        """Return whether the address of a server is filled in; if not, ask for it."""
        field = self.query_one("#server", Input)
        if field.value.strip():
            return True
        self._show_problem(self.game.texts.gettext("First type in the address of a server."))
        field.focus()
        return False

    def _create_table(self, plan: CreateRoom) -> None:
        async def create(server: ServerClient) -> None:
            self._join_table(await server.open_table(plan, self.game.tokens))

        self._send(create)

    def action_join(self) -> None:
        """Ask for the code or the link of a table, then join it."""
        title = self.game.texts.gettext("The code or the link of the table")
        self.game.push_screen(PromptDialog(title), self._join_by_code)

    def _join_by_code(self, text: str | None) -> None:
        if not text or ("/" not in text and not self._check_server()):
            return
        server = self.query_one("#server", Input)
        try:
            address = ServerClient(server.value or text).table(text)
        except PickominoError as error:
            self._show_problem(describe_exception(self.game.texts, error))
            return
        self.game.remember_server(address.server, self.query_one("#name", Input).value.strip())
        self._join_table(address)

    def _join_table(self, address: TableAddress) -> None:
        name = self.query_one("#name", Input).value.strip()
        self.game.remember_server(self.game.server or address.server, name)
        self.game.join_table(address)

    async def rebuild(self) -> None:
        await self.recompose()
        self.on_mount()
        self.show_hints()

    def action_choose(self) -> None:
        self.query_one(Listing).action_select()
