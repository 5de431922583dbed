"""An online table before its game: who sits where, take a seat, begin."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Horizontal
from textual.content import Content
from textual.events import Click
from textual.widgets import Input, Label, OptionList, Static
from textual.widgets.option_list import Option

from pickomino.core.dice import BY_LOT
from pickomino.core.errors import PickominoError
from pickomino.i18n.room_words import match_line, room_lines, speaker_of
from pickomino.rooms.protocol import messages
from pickomino.rooms.protocol.views import RoomView, SeatView
from pickomino.tables.table import Ask, Table
from pickomino.tui.drawing.blocks import row
from pickomino.tui.drawing.palette import SEAT_MARKS
from pickomino.tui.keys import keys
from pickomino.tui.screens.dialog import Dialog
from pickomino.tui.screens.help import HelpPage
from pickomino.tui.widgets.key_bar import HELP_OF_FORMS, Hint, KeyBar
from pickomino.tui.widgets.listing import Listing

USUAL_BOT = "family"


class LobbyScreen(Dialog[bool]):
    """The seats of a room that waits."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *keys("escape leave", "ctrl+s,f2 start", "ctrl+b,f3 bot"),
        *keys("ctrl+g,f6 starter", "ctrl+n,f5 again"),
        *keys("ctrl+o,f4 stand_up", "f1 app.help", "ctrl+p app.palette"),
    ]

    def __init__(self, table: Table, view: RoomView) -> None:
        super().__init__()
        self.table = table
        self.view = view
        self._is_joining = False
        """Whether a seat was asked for that the room does not show yet."""

    def compose(self) -> ComposeResult:
        """Show the seats and who I am."""
        gettext = self.game.texts.gettext
        with Container(classes="dialog"):
            title = gettext("Table {code}").format(code=self.view.room.code)
            yield Label(title, classes="title")
            with Horizontal(classes="row", id="who"):
                yield Label(gettext("Your name"))
                yield Input(self.game.player_name, id="name", max_length=40)
            yield Listing(id="seats")
            yield Static(id="status", classes="faint")
            yield KeyBar()

    def on_mount(self) -> None:
        """Show the room."""
        self.show(self.view)
        self.query_one("#seats").focus()

    def show(self, view: RoomView) -> None:
        """Show the room as it is now."""
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
    def _can_ask_again(self) -> bool:
        """Whether people here have not said yet that they want another game."""
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
        name = speaker_of(self.view, self.game.texts).names[number]
        notes = ", ".join(self._notes(number, seat))
        mark = f"{number + 1}  {SEAT_MARKS[number]} {name}"
        return row((mark, palette.seat(number)), f"  {notes}")

    def _notes(self, number: int, seat: SeatView) -> list[str]:
        gettext = self.game.texts.gettext
        found: list[str] = []
        if number in self.view.you.seats:
            found.append(gettext("you"))
        if seat.is_host:
            found.append(gettext("host"))
        if seat.kind == "bot":
            found.append(gettext("bot"))
        if number == self.view.room.starter:
            found.append(gettext("begins"))
        if seat.is_absent:
            found.append(gettext("away"))
        if seat.agrees:
            found.append(gettext("ready"))
        return found

    def _status(self) -> Content:
        gettext = self.game.texts.gettext
        if self.view.phase == "nonces":
            return Content(gettext("Everybody adds to the dice; the game is about to begin."))
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

    def hints(self) -> Sequence[Hint]:
        """Return the keys, for whom they work."""
        gettext = self.game.texts.gettext
        leaving = Hint("Esc", gettext("Leave"), "screen.leave")
        if self.view.phase == "nonces":
            return [leaving]
        found: list[Hint] = []
        if self._can_ask_again:
            found.append(Hint("F5", gettext("Play again"), "screen.again"))
        if self.view.you.is_host:
            found.append(Hint("F2", gettext("Start"), "screen.start"))
            found.append(Hint("F3", gettext("Bot"), "screen.bot"))
        if self._is_seated:
            found.append(Hint("F4", gettext("Stand up"), "screen.stand_up"))
        if self._can_choose_starter:
            found.append(Hint("F6", gettext("Who begins"), "screen.starter"))
        return [*found, HELP_OF_FORMS.said(self.game.texts), leaving]

    def help_page(self) -> HelpPage:
        """Explain how a table fills."""
        gettext = self.game.texts.gettext
        sentences = [
            gettext("Whoever has the code or the link can take an open seat."),
            gettext("The host starts the game, and puts bots in seats that stay open."),
        ]
        keys = [("Enter", gettext("take an open seat"))]
        keys += [(hint.key, hint.text) for hint in self.hints()]
        return HelpPage(gettext("Table {code}").format(code=self.view.room.code), sentences, keys)

    def is_left_by(self, event: Click) -> bool:
        """Let no click beside it leave the table: whoever waits here would be gone unawares."""
        del event
        return False

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take a free seat."""
        if self.view.room.seats[event.option_index].kind == "open":
            self.join(event.option_index)

    def on_input_submitted(self) -> None:
        """Take the first free seat."""
        self.join(None)

    def join(self, seat: int | None) -> None:
        """Sit down, on one seat: when one clicks twice, another seat may be under the mouse."""
        if self._is_seated or self._is_joining:
            return
        name = self.query_one("#name", Input).value.strip()
        if name:
            self.game.player_name = name
            self._is_joining = True
            self.run_worker(partial(self._joined, messages.Join(name, seat)))
        else:
            self.query_one("#name").focus()

    async def _joined(self, command: messages.Join) -> None:
        try:
            await self.table.command(command)
        except PickominoError as error:
            self._is_joining = False
            self.game.complain(error)

    def action_start(self) -> None:
        """Begin the game."""
        if self.view.you.is_host:
            self._do(partial(self.table.command, messages.Start(), self.view.version))

    def action_again(self) -> None:
        """Say that one wants another game; it begins when all do."""
        if self._can_ask_again:
            self._do(self.table.rematch)

    def action_bot(self) -> None:
        """Put a bot on the seat that is marked, or take it away again."""
        number = self.query_one("#seats", OptionList).highlighted
        if number is None or self.view.room.seats[number].kind == "person":
            # Whoever has just sat down has the own seat marked, and means a free one.
            number = self._first_open()
        if self.view.you.is_host:
            kind = self.view.room.seats[number].kind
            plan = messages.OpenSeat() if kind == "bot" else messages.BotSeat(USUAL_BOT)
            if kind != "person":
                self._do(
                    partial(self.table.command, messages.SetSeat(number, plan), self.view.version)
                )

    def action_starter(self) -> None:
        """Let the marked seat begin."""
        number = self.query_one("#seats", OptionList).highlighted
        if number is not None and self._can_choose_starter:
            self._do(partial(self.table.command, messages.ChooseStarter(number), self.view.version))

    def action_stand_up(self) -> None:
        """Give up one's seat."""
        for number in self.view.you.seats:
            self._do(partial(self.table.command, messages.Leave(number)))

    def action_leave(self) -> None:
        """Leave the table."""
        self.dismiss(result=True)

    def _do(self, asked: Ask) -> None:
        self.run_worker(partial(self._carried_out, asked))

    async def _carried_out(self, asked: Ask) -> None:
        with self.game.complaining():
            await asked()
