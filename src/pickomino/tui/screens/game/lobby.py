"""The lobby of an online table: its seats, and the start of the game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from textual.app import ComposeResult
from textual.containers import Container, Horizontal
from textual.content import Content
from textual.widgets import Input, Label, OptionList, Static
from textual.widgets.option_list import Option

from pickomino.core.dice import BY_LOT
from pickomino.core.errors import PickominoError
from pickomino.i18n.room_text import match_line, narrator_for, room_lines
from pickomino.rooms.protocol import messages
from pickomino.rooms.protocol.views import RoomView, SeatView
from pickomino.tables.table import Table, TableRequest
from pickomino.tui.drawing.blocks import row
from pickomino.tui.drawing.palette import SEAT_MARKS
from pickomino.tui.keys import keys
from pickomino.tui.screens.dialogs.dialog import Dialog
from pickomino.tui.screens.dialogs.help import HelpPage
from pickomino.tui.widgets.key_bar import FORM_HELP, KeyBar, KeyHint
from pickomino.tui.widgets.listing import Listing
from pickomino.tui.widgets.text_field import TextField

DEFAULT_BOT = "family"


class LobbyScreen(Dialog[bool]):
    """The seats of a room before the game; returns True to leave the table."""

    CLOSING_CLICKS = "none"  # waiting players could leave the table by accident
    BINDINGS = keys(
        *("escape leave", "ctrl+s,f2 start", "ctrl+b,f3 bot", "ctrl+g,f6 starter"),
        *("ctrl+n,f5 again", "ctrl+o,f4 stand_up", "f1 app.help", "ctrl+p app.palette"),
    )

    def __init__(self, table: Table, view: RoomView) -> None:
        super().__init__()
        self.table = table
        self.view = view
        self._is_joining = False
        """Whether a request for a seat is under way."""

    def compose(self) -> ComposeResult:
        gettext = self.game.texts.gettext
        with Container(classes="dialog"):
            title = gettext("Table {code}").format(code=self.view.room.code)
            yield Label(title, classes="title")
            with Horizontal(classes="row", id="who"):
                yield Label(gettext("Your name"))
                yield TextField(self.game.player_name, id="name", max_length=40)
            yield Listing(id="seats")
            yield Static(id="status", classes="faint")
            yield KeyBar()

    def on_mount(self) -> None:
        self.show(self.view)
        self.query_one("#seats").focus()

    def show(self, view: RoomView) -> None:
        self.view = view
        self._is_joining = self._is_joining and not self._is_seated
        if not self.query("#seats"):
            return
        seats = self.query_one("#seats", OptionList)
        chosen = seats.highlighted
        seats.set_options([Option(self._seat(number)) for number in range(len(view.room.seats))])
        seats.highlighted = chosen if chosen is not None else self._first_open()
        self.query_one("#who").display = not self._is_seated
        self.query_one("#status", Static).update(self._status())
        self.query_one(KeyBar).show(self.hints())

    @property
    def _is_seated(self) -> bool:
        return bool(self.view.you.seats)

    @property
    def _can_choose_starter(self) -> bool:
        return self.view.you.is_host and self.view.room.settings.starter != BY_LOT

    @property
    def _can_request_rematch(self) -> bool:
        """Whether a player at this terminal has not asked for another game yet."""
        seats = [self.view.room.seats[number] for number in self.view.you.seats]
        return bool(self.view.room.score.games) and not all(seat.agrees for seat in seats)

    def _first_open(self) -> int:
        kinds = [seat.kind for seat in self.view.room.seats]
        return kinds.index("open") if "open" in kinds else 0

    def _seat(self, number: int) -> Content:
        gettext, seat = self.game.texts.gettext, self.view.room.seats[number]
        palette = self.game.palette
        if seat.kind == "open":
            text = gettext("open") if self._is_seated else gettext("open: Enter takes this seat")
            notes = ", ".join(self._notes(number, seat))
            return row((f"{number + 1}  {text}  {notes}".rstrip(), palette.style("faint")))
        name = narrator_for(self.view, self.game.texts).names[number]
        notes = ", ".join(self._notes(number, seat))
        mark = f"{number + 1}  {SEAT_MARKS[number]} {name}"
        return row((mark, palette.seat(number)), f"  {notes}")

    def _notes(self, number: int, seat: SeatView) -> list[str]:
        gettext = self.game.texts.gettext
        notes: list[str] = []
        if number in self.view.you.seats:
            notes.append(gettext("you"))
        if seat.is_host:
            notes.append(gettext("host"))
        if seat.kind == "bot":
            notes.append(gettext("bot"))
        if number == self.view.room.starter:
            notes.append(gettext("begins"))
        if seat.is_absent:
            notes.append(gettext("away"))
        if seat.agrees:
            notes.append(gettext("ready"))
        return notes

    def _status(self) -> Content:
        gettext = self.game.texts.gettext
        if self.view.phase == "nonces":
            return Content(
                gettext("Everybody adds a number to the dice; the game is about to begin.")
            )
        lines = room_lines(self.view.room, self.game.texts)
        score = match_line(self.view, self.game.texts)
        if score:
            lines.append(score)
        if self.table.link:
            lines.append(gettext("Link for the others: {link}").format(link=self.table.link))
        if self.view.you.is_host:
            lines.append(gettext("F2 starts the game; F3 puts a bot in an open seat."))
            if self._can_choose_starter:
                lines.append(gettext("F6 lets the marked seat begin."))
        else:
            lines.append(gettext("The host starts the game."))
        if self._is_seated:
            lines.append(gettext("F4 stands up; Esc leaves, the seat is kept."))
        return Content("\n".join(lines))

    def hints(self) -> Sequence[KeyHint]:
        """Return the keys that work for this player now."""
        gettext = self.game.texts.gettext
        leave = KeyHint("Esc", gettext("Leave"), "screen.leave")
        if self.view.phase == "nonces":
            return [leave]
        hints: list[KeyHint] = []
        if self._can_request_rematch:
            hints.append(KeyHint("F5", gettext("Play again"), "screen.again"))
        if self.view.you.is_host:
            hints.append(KeyHint("F2", gettext("Start"), "screen.start"))
            hints.append(KeyHint("F3", gettext("Bot"), "screen.bot"))
        if self._is_seated:
            hints.append(KeyHint("F4", gettext("Stand up"), "screen.stand_up"))
        if self._can_choose_starter:
            hints.append(KeyHint("F6", gettext("Who begins"), "screen.starter"))
        return [*hints, FORM_HELP.translate(self.game.texts), leave]

    def help_page(self) -> HelpPage:
        gettext = self.game.texts.gettext
        sentences = [
            gettext("Anyone with the code or the link can take an open seat."),
            gettext("The host starts the game, and puts bots in seats that stay open."),
        ]
        keys = [("Enter", gettext("take an open seat"))]
        keys += [(hint.key, hint.text) for hint in self.hints()]
        return HelpPage(gettext("Table {code}").format(code=self.view.room.code), sentences, keys)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if self.view.room.seats[event.option_index].kind == "open":
            self.join(event.option_index)

    def on_input_submitted(self) -> None:
        """Take the first open seat."""
        self.join(None)

    def join(self, seat: int | None) -> None:
        """Take one seat only: the second click of a double click may hit another seat."""
        if self._is_seated or self._is_joining:
            return
        name = self.query_one("#name", Input).value.strip()
        if name:
            self.game.player_name = name
            self._is_joining = True
            self.run_worker(partial(self._send_join, messages.Join(name, seat)))
        else:
            self.query_one("#name").focus()

    async def _send_join(self, command: messages.Join) -> None:
        try:
            await self.table.command(command)
        except PickominoError as error:
            self._is_joining = False
            self.game.show_warning(error)

    def action_start(self) -> None:
        if self.view.you.is_host:
            self._send(partial(self.table.command, messages.Start(), self.view.version))

    def action_again(self) -> None:
        """Ask for another game; it starts when all players agree."""
        if self._can_request_rematch:
            self._send(self.table.rematch)

    def action_bot(self) -> None:
        """Put a bot on the marked seat, or remove the bot that is there."""
        number = self.query_one("#seats", OptionList).highlighted
        if number is None or self.view.room.seats[number].kind == "person":
            # For players who have just sat down, their own seat is still marked: use an open one.
            number = self._first_open()
        if self.view.you.is_host:
            kind = self.view.room.seats[number].kind
            plan = messages.OpenSeat() if kind == "bot" else messages.BotSeat(DEFAULT_BOT)
            if kind != "person":
                self._send(
                    partial(self.table.command, messages.SetSeat(number, plan), self.view.version)
                )

    def action_starter(self) -> None:
        number = self.query_one("#seats", OptionList).highlighted
        if number is not None and self._can_choose_starter:
            command = messages.ChooseStarter(number)
            self._send(partial(self.table.command, command, self.view.version))

    def action_stand_up(self) -> None:
        for number in self.view.you.seats:
            self._send(partial(self.table.command, messages.Leave(number)))

    def action_leave(self) -> None:
        self.dismiss(result=True)

    def _send(self, request: TableRequest) -> None:
        self.run_worker(partial(self._await_answer, request))

    async def _await_answer(self, request: TableRequest) -> None:
        with self.game.warning_on_error():
            await request()
