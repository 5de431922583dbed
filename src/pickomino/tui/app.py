"""The app: its screens, languages and colours, and the tables that are open."""

from __future__ import annotations

import contextlib
import os
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar, Final

from textual.binding import BindingType
from textual.css.query import NoMatches
from textual.events import Event, InputEvent, Key
from textual.screen import Screen

from pickomino.core.errors import InvalidNotation, PickominoError, message, quoted
from pickomino.i18n import LANGUAGES, texts_in
from pickomino.i18n.options import LANGUAGE_NAMES
from pickomino.i18n.profile_text import not_saved_text
from pickomino.profile.recorder import record_game
from pickomino.record.files import read_record, read_text
from pickomino.rooms import LocalTable
from pickomino.tables.addresses import TableAddress, SeatTokens
from pickomino.tables.offline import GamePlan, OfflineTable, BotFactory, process_bots
from pickomino.tables.table import Table
from pickomino.tui.drawing.palette import PALETTES, PLAIN
from pickomino.tui.game_app import GameApp
from pickomino.tui.keys import keys
from pickomino.tui.preferences import AppPreferences, default_palette_name
from pickomino.tui.screens.game.board import AppScreen
from pickomino.tui.screens.dialogs.dialog import ChoiceDialog
from pickomino.tui.screens.dialogs.help import HelpScreen
from pickomino.tui.screens.menus.home import HomeScreen
from pickomino.tui.screens.game.lobby import LobbyScreen
from pickomino.tui.screens.menus.new_game import NewGameScreen
from pickomino.tui.screens.dialogs.action_palette import ActionPalette
from pickomino.tui.screens.past_games.replay import ReplayScreen
from pickomino.tui.screens.past_games.saved import SavedScreen
from pickomino.tui.screens.game.table import TableScreen
from pickomino.tui.widgets.key_bar import HELP, KeyHint

OpenTable = Callable[[], Table]
WAYS_OUT: Final = ("ctrl+q", "ctrl+z")
_GENERAL: Final = (
    HELP,
    KeyHint("Ctrl+T", message("Colours"), "app.colours"),
    KeyHint("Ctrl+L", message("Language"), "app.language"),
    KeyHint("Ctrl+Z", message("Back to the shell"), "app.suspend_process"),
    KeyHint("Ctrl+Q", message("Quit"), "app.quit"),
)
"""What works everywhere."""
WriteRecord = Callable[[int, str], None]
"""Writes a record; games are counted from 1."""


class PickominoApp(GameApp):
    """Pickomino in the terminal."""

    CSS_PATH = "style.tcss"
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False  # there is no text to copy, and Textual fails on what is just removed
    BINDINGS: ClassVar[list[BindingType]] = [
        *keys("ctrl+q quit", "ctrl+z suspend_process", priority=True),
        *keys("ctrl+t colours", "ctrl+l language", "ctrl+p palette"),
    ]

    def __init__(  # noqa: PLR0913 - each is a choice of whoever starts it
        self,
        folder: Path,
        *,
        language: str = "en",
        plan: GamePlan | None = None,
        join: OpenTable | None = None,
        write_record: WriteRecord | None = None,
        make_bots: BotFactory = process_bots,
        preferences: AppPreferences | None = None,
        pace: float = 1.0,
    ) -> None:
        # Textual takes the wish for no colours seriously only with the terminal's own ones.
        super().__init__(ansi_color=True if "NO_COLOR" in os.environ else None)
        self.folder = folder
        self.language, self.texts = language, texts_in(language)
        self.title = self.texts.gettext("Pickomino")
        self.pace = pace
        self.form_values: dict[str, str] = {}
        self._plan = plan
        self._join = join
        self._write_record = write_record
        self._recorded: list[str] = []
        """The ids of the games that were recorded."""
        self._has_complained_of_record = False
        self._make_bots = make_bots
        self._tables: list[Table] = []
        self._is_leaving = False
        self._spare = contextlib.ExitStack()
        """Folders for games that cannot be kept."""
        for palette in PALETTES.values():
            self.register_theme(palette.theme)
        self.register_theme(PLAIN.theme)
        self._preferences = preferences
        self.tokens = SeatTokens(folder.parent / "tables.json")
        if preferences is not None:
            self.server, self.player_name = preferences.server, preferences.name
        remembered = None if preferences is None else preferences.colours
        chosen = remembered or default_palette_name(os.environ)
        self.theme = PLAIN.name if self.no_color else chosen

    async def on_mount(self) -> None:
        """Open what was asked for."""
        await self.push_screen(HomeScreen())
        if self._join is not None:
            await self._sit_down(self._join())
        elif self._plan is not None:
            self.begin(self._plan)

    async def on_event(self, event: Event) -> None:
        """Hear nothing more of whoever leaves, and no moves that nobody can see."""
        is_input = isinstance(event, InputEvent)
        is_way_out = isinstance(event, Key) and event.key in WAYS_OUT
        is_gone = self._is_leaving or not self.screen_stack
        if is_input and (is_gone or (self.is_too_small and not is_way_out)):
            return
        await super().on_event(event)

    async def run_action(self, *arguments: Any, **options: Any) -> bool:  # noqa: ANN401 - Textual's
        """Run the action of a key or a click, unless it was quicker than the screen."""
        try:
            return await super().run_action(*arguments, **options)
        except NoMatches:
            # The screen is just being drawn, or drawn anew in another language.
            return False

    def exit(self, *arguments: Any, **options: Any) -> None:  # noqa: ANN401 - Textual's
        """Leave; keys that were typed already lead nowhere."""
        self._is_leaving = True
        super().exit(*arguments, **options)

    async def on_unmount(self) -> None:
        """Leave the tables that are open: bots go home."""
        while self._tables:
            await self._tables.pop().close()
        self._spare.close()

    # Where screens lead

    def go(self, where: str) -> None:
        """Open a screen by its name in the menu."""
        match where:
            case "new":
                self.push_screen(NewGameScreen())
            case "saved":
                self.push_screen(SavedScreen())
            case "replay":
                self.push_screen(SavedScreen(is_for_replay=True))
            case "online" | "daily" | "profile" | "tutorial":
                self.push_screen(_loaded(where))
            case "practice":
                self._ask_theme()
            case "language":
                self.action_language()
            case "help":
                self.action_help()
            case _:
                self.exit()

    def _ask_theme(self) -> None:
        """Ask what to practise."""
        from pickomino.i18n.practice_text import theme_choices
        from pickomino.profile.practice_log import PracticeLog
        from pickomino.puzzles.packs import today
        from pickomino.tui.screens.puzzles.practice import PracticeScreen

        def chosen(theme: str | None) -> None:
            if theme is not None:
                self.push_screen(PracticeScreen(theme or None))

        due = len(PracticeLog(self.folder.parent).due(today()))
        choices = theme_choices(due, self.texts)
        self.push_screen(ChoiceDialog(self.texts.gettext("Practice"), choices), chosen)

    def begin(self, plan: GamePlan) -> None:
        """Start a new game."""
        self._open(partial(self._new, plan))

    def resume_game(self, code: str) -> None:
        """Go on with a saved game."""
        self._open(partial(self._resumed, code))

    def join_table(self, address: TableAddress) -> None:
        """Go to an online table."""
        from pickomino.tables.online import OnlineTable

        self.run_worker(partial(self._sit_down, OnlineTable(address, self.tokens)), group="open")

    def remember_server(self, server: str, name: str) -> None:
        """Remember where and as whom one plays online."""
        self.server, self.player_name = server, name
        if self._preferences is not None:
            self._preferences.keep(server=server, name=name)

    def leave_table(self, table: Table) -> None:
        """Go back to the menu; the game is kept."""
        if table not in self._tables:
            # A key was pressed twice, or the server closed the table in the same moment.
            return
        self._tables.remove(table)
        self.run_worker(table.close, group="close")
        while len(self.screen_stack) > 1 and not isinstance(self.screen, HomeScreen):
            self.pop_screen()

    def replay_saved(self, code: str) -> None:
        """Look at a saved game again."""
        self.run_worker(partial(self._replay_saved, code), group="open", exclusive=True)

    async def replay_table(self, table: Table, *, is_reviewed: bool = False) -> None:
        """Look at the game of a table again, or first at how it was played."""
        with self.warning_on_error():
            replay = self._replay(await table.record())
            if is_reviewed:
                replay.call_after_refresh(replay.action_review)

    def replay_file(self, name: str) -> None:
        """Look at a game in a file."""
        # Path.expanduser would fail for a user who does not exist.
        path = Path(os.path.expanduser(name))  # noqa: PTH111
        with self.warning_on_error():
            if path.exists() and not path.is_file():
                # A pipe would be waited for.
                raise InvalidNotation("not_a_file", name=quoted(name))
            self._replay(read_text(str(path)))

    async def save_record(self, table: Table, game_id: str) -> None:
        """Write the record of a game where people asked for one."""
        if self._write_record is None:
            return
        if game_id not in self._recorded:
            self._recorded.append(game_id)
        try:
            self._write_record(self._recorded.index(game_id) + 1, await table.record())
        except PickominoError as error:
            # A full disk must not end a game that people play; the next time may do.
            if not self._has_complained_of_record:
                self.show_warning(error)
            self._has_complained_of_record = True
        else:
            self._has_complained_of_record = False

    async def record_game(self, table: Table, seats: Sequence[int]) -> None:
        """Keep how a game ended in the profile, where one person played it here alone."""
        if len(seats) != 1:
            return
        with contextlib.suppress(PickominoError):
            record, _ = read_record(await table.record())
            if not record_game(self.folder.parent, record, seats[0], int(time.time())):
                self.show_warning(not_saved_text(self.texts))

    # Languages and colours

    def speak(self, language: str) -> None:
        """Go on in another language."""
        self.language, self.texts = language, texts_in(language)
        self.title = self.texts.gettext("Pickomino")
        if self._preferences is not None:
            self._preferences.keep(language=language)
        self._rebuild_screens()

    def _rebuild_screens(self) -> None:
        """Draw all screens anew."""
        for screen in self.screen_stack:
            if isinstance(screen, AppScreen):
                screen.run_worker(screen.try_rebuild, group="rebuild", exclusive=True)

    def action_language(self) -> None:
        """Ask for the language."""
        choices = [(name, LANGUAGE_NAMES[name]) for name in LANGUAGES]
        self.push_screen(ChoiceDialog(self.texts.gettext("Language"), choices), self._chosen)

    def _chosen(self, language: str | None) -> None:
        if language is not None:
            self.speak(language)

    def action_help(self) -> None:
        """Explain."""
        screen = self.screen
        if isinstance(screen, (AppScreen, LobbyScreen)):
            self.push_screen(HelpScreen(screen.help_page()))

    def action_palette(self) -> None:
        """Offer everything you can do here, searchable."""
        screen = self.screen
        if not isinstance(screen, (AppScreen, LobbyScreen)):
            return
        general = [hint.said(self.texts) for hint in _GENERAL]
        hints = {hint.action: hint for hint in (*screen.hints(), *general)}

        async def chosen(action: str | None) -> None:
            if action:
                await self.run_action(action, screen)

        self.push_screen(ActionPalette(list(hints.values())), chosen)

    def action_help_quit(self) -> None:
        """Tell who presses Ctrl+C how to quit; Textual would say it in English."""
        meaning = self.texts.gettext("quit; nothing is lost")
        self.notify(f"Ctrl+Q: {meaning}", markup=False)

    def action_colours(self) -> None:
        """Change to the next colours."""
        if self.no_color:
            return
        names = list(PALETTES)
        self.theme = names[(names.index(self.theme) + 1) % len(names)]
        if self._preferences is not None:
            self._preferences.keep(colours=self.theme)
        self._rebuild_screens()

    # How it is done

    async def _new(self, plan: GamePlan) -> OfflineTable:
        try:
            return await OfflineTable.new(self.folder, plan, lambda: self.pace, self._make_bots)
        except PickominoError as error:
            if error.code != "store_failed":
                raise
            self.show_warning(error)
        # Better a game that is not kept than none.
        spare = Path(self._spare.enter_context(tempfile.TemporaryDirectory(prefix="pickomino-")))
        return await OfflineTable.new(spare, plan, lambda: self.pace, self._make_bots)

    async def _resumed(self, code: str) -> OfflineTable:
        return await OfflineTable.resume(self.folder, code, lambda: self.pace, self._make_bots)

    def _open(self, opening: Callable[[], Awaitable[OfflineTable]]) -> None:
        self.run_worker(partial(self._opened, opening), group="open", exclusive=True)

    async def _opened(self, opening: Callable[[], Awaitable[OfflineTable]]) -> None:
        with self.warning_on_error():
            await self._sit_down(await opening())

    async def _sit_down(self, table: Table) -> None:
        self._tables.append(table)
        await self.push_screen(TableScreen(table))

    async def _replay_saved(self, code: str) -> None:
        with self.warning_on_error():
            self._replay(await LocalTable.saved_record(self.folder, code))

    def _replay(self, text: str) -> ReplayScreen:
        record, _ = read_record(text)
        replay = ReplayScreen(record)
        self.push_screen(replay)
        return replay


def _loaded(where: str) -> Screen[Any]:
    """Load a screen that not everybody needs: `daily` is `DailyScreen` in `screens.daily`."""
    module = import_module(f"pickomino.tui.screens.{where}")
    return getattr(module, f"{where.capitalize()}Screen")()
