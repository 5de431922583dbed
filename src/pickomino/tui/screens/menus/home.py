"""The main menu."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.containers import Center, Container
from textual.content import Content
from textual.events import ScreenResume
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from pickomino.core.errors import PickominoError, message
from pickomino.i18n.daily_text import describe_streak
from pickomino.i18n.room_text import seat_names
from pickomino.profile.daily_log import DailyLog
from pickomino.puzzles.packs import PUZZLES_PER_DAY, today
from pickomino.rooms.protocol.views import RoomSummary
from pickomino.tables.saved_games import last_unfinished
from pickomino.tui.drawing.logo import logo
from pickomino.tui.game_app import ViewSize
from pickomino.tui.keys import keys
from pickomino.tui.screens.base import AppScreen
from pickomino.tui.screens.dialogs.help import HelpPage
from pickomino.tui.widgets.key_bar import KeyBar, KeyHint
from pickomino.tui.widgets.listing import Listing


class HomeScreen(AppScreen):
    ENTRIES = (
        ("n", "new", message("New game")),
        ("d", "daily", message("Today’s five")),
        ("p", "practice", message("Practice")),
        ("m", "profile", message("My profile")),
        ("s", "saved", message("Saved games")),
        ("o", "online", message("Online tables")),
        ("r", "replay", message("Replay a game")),
        ("t", "tutorial", message("Learn in five minutes")),
        ("l", "language", message("Language")),
        ("?", "help", message("How to play")),
        ("q", "quit", message("Quit")),
    )
    """The key, name and text of each entry of the menu."""
    BINDINGS = keys(
        *(f"{key} go('{name}')" for key, name, _ in ENTRIES),
        *("c go('continue')", "h,f1 go('help')", "escape go('quit')"),
    )
    HINTS = (
        KeyHint("↑↓ Enter", message("Choose"), "screen.choose"),
        KeyHint("Ctrl+T", message("Colours"), "app.colours"),
        KeyHint("q", message("Quit"), "app.quit"),
    )
    saved: RoomSummary | None = None
    _shown: tuple[object, ...] = ()
    """What is currently drawn, to skip the many requests to redraw that would change nothing."""

    def compose(self) -> ComposeResult:
        with Container(id="centre"):
            yield Static(id="logo")
            with Center():
                yield Listing(id="menu")
        yield KeyBar()

    def on_mount(self) -> None:
        self.show_menu()
        self.query_one(OptionList).focus()

    @on(ScreenResume)
    def find_unfinished(self) -> None:
        """Find the last unfinished game, at the start and on each return from another screen."""
        self.run_worker(self._find_unfinished, group="look", exclusive=True)

    async def _find_unfinished(self) -> None:
        try:
            self.saved = await last_unfinished(self.game.folder)
        except PickominoError:
            self.saved = None
        self.show_menu()

    def show_hints(self) -> None:
        super().show_hints()
        self.show_menu()

    def show_menu(self) -> None:
        if not self.query("#menu"):
            return
        width = self.size.width if self.game.view_size is not ViewSize.SMALL else 0
        heading = self.game.texts.gettext("Pickomino"), width, self.game.palette
        entries = self._entries()
        if self._shown == (heading, entries):
            return
        self._shown = heading, entries
        self.query_one("#logo", Static).update(logo(*heading))
        menu = self.query_one(OptionList)
        chosen = menu.highlighted
        had = menu.option_count
        options = [Option(self._entry(key, text), id=name) for key, name, text in entries]
        menu.set_options(options)
        menu.highlighted = chosen if chosen and had == len(options) else 0

    def _entry(self, key: str, text: str) -> Content:
        return Content.assemble((f" {key}  ", self.game.palette.style("ember", bold=True)), text)

    def _entries(self) -> list[tuple[str, str, str]]:
        gettext = self.game.texts.gettext
        entries = [
            (key, name, self._daily() if name == "daily" else gettext(text))
            for key, name, text in self.ENTRIES
        ]
        if self.saved is not None:
            names = seat_names(self.saved.seats, self.game.texts)
            text = gettext("Continue: {names}").format(names=names)
            entries.insert(0, ("c", "continue", text))
        return entries

    def _daily(self) -> str:
        """Return the entry for today's puzzles, with the number of answers and the streak."""
        log, texts, day = DailyLog(self.game.folder.parent), self.game.texts, today()
        done, count = len(log.costs(day)), log.streak(day)
        title = texts.gettext("Today’s five")
        parts = [f"{title} {done}/{PUZZLES_PER_DAY}" if done else title]
        parts += [describe_streak(count, texts)] if count else []
        return " · ".join(parts)

    def help_page(self) -> HelpPage:
        """Return the summary of the rules, with the keys of the menu."""
        keys = [(key, text) for key, _, text in self._entries()]
        return super().help_page()._replace(keys=keys)

    async def rebuild(self) -> None:
        self.show_hints()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.action_go(event.option.id or "")

    def action_choose(self) -> None:
        self.query_one(OptionList).action_select()

    def action_go(self, entry: str) -> None:
        if entry == "continue":
            if self.saved is not None:
                self.game.resume_game(self.saved.code)
        elif entry:
            self.game.open_menu_entry(entry)
