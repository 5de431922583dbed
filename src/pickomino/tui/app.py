"""The app: navigation between screens, open tables, language and colours."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Awaitable, Callable, Generator, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from textual.app import App
from textual.css.query import NoMatches
from textual.events import Event, InputEvent, Key
from textual.screen import Screen

from pickomino.core.errors import InvalidNotation, PickominoError, message, quote_path
from pickomino.game_files import parse_games
from pickomino.i18n import LANGUAGES, texts_in
from pickomino.i18n.options import LANGUAGE_NAMES
from pickomino.i18n.profile_text import not_saved_text
from pickomino.i18n.room_text import describe_exception
from pickomino.record.files import read_text
from pickomino.rooms import BotRunner, FileStore, RoomService
from pickomino.tables.addresses import TableAddress
from pickomino.tables.offline import GamePlan, OfflineTable, process_bots
from pickomino.tables.seat_tokens import SeatTokens
from pickomino.tables.table import Table
from pickomino.tui.drawing.palette import DUSK, PALETTES, PLAIN, Palette
from pickomino.tui.game_app import SMALLEST, ViewSize
from pickomino.tui.keys import keys
from pickomino.tui.preferences import AppPreferences, default_palette_name
from pickomino.tui.screens.base import AppScreen
from pickomino.tui.screens.dialogs.action_palette import ActionPalette
from pickomino.tui.screens.dialogs.dialog import ChoiceDialog
from pickomino.tui.screens.dialogs.help import HelpScreen
from pickomino.tui.screens.game.lobby import LobbyScreen
from pickomino.tui.screens.game.table import TableScreen
from pickomino.tui.screens.menus.home import HomeScreen
from pickomino.tui.screens.menus.new_game import NewGameScreen
from pickomino.tui.screens.past_games.replay import ReplayScreen
from pickomino.tui.screens.past_games.saved import SavedScreen
from pickomino.tui.widgets.key_bar import HELP, KeyHint

OpenTable = Callable[[], Table]
EXIT_KEYS: Final = ("ctrl+q", "ctrl+z")
"""Keys that work even in a terminal that is too small."""
_GLOBAL_HINTS: Final = (
    HELP,
    KeyHint("Ctrl+T", message("Colours"), "app.colours"),
    KeyHint("Ctrl+L", message("Language"), "app.language"),
    KeyHint("Ctrl+Z", message("Back to the shell"), "app.suspend_process"),
    KeyHint("Ctrl+Q", message("Quit"), "app.quit"),
)
_LAZY_SCREENS: Final = {
    "online": ("menus.online", "OnlineScreen"),
    "daily": ("puzzles.daily", "DailyScreen"),
    "profile": ("menus.profile", "ProfileScreen"),
    "tutorial": ("puzzles.tutorial", "TutorialScreen"),
}
"""The module and class of each screen that is imported only when the menu first opens it."""
WriteRecord = Callable[[str, str], None]
"""Writes the record of a game, given the id of the game and the text."""


class PickominoApp(App[None]):
    CSS_PATH = "style.tcss"
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False  # no text to copy, and Textual fails on widgets being removed
    BINDINGS = keys("ctrl+q quit", "ctrl+z suspend_process", priority=True) + keys(
        "ctrl+t colours", "ctrl+l language", "ctrl+p palette"
    )

    def __init__(  # noqa: PLR0913 - options of the command line
        self,
        folder: Path,
        *,
        language: str = "en",
        plan: GamePlan | None = None,
        join: OpenTable | None = None,
        write_record: WriteRecord | None = None,
        make_bots: Callable[[], BotRunner] = process_bots,
        preferences: AppPreferences | None = None,
        pace: float = 1.0,
    ) -> None:
        # Textual honours NO_COLOR only with the terminal's own colours.
        super().__init__(ansi_color=True if "NO_COLOR" in os.environ else None)
        self.folder = folder
        """The folder of saved games."""
        self.language, self.texts = language, texts_in(language)
        self.title = self.texts.gettext("Pickomino")
        self.pace = pace
        """Factor for how long moves are shown; 0 shows only the current state."""
        self.is_coach_on = False
        self.form_values: dict[str, str] = {}
        """The values for the form of a new game, keyed by field."""
        self._plan = plan
        self._join = join
        self._write_record = write_record
        self._has_warned_of_record = False
        self._make_bots = make_bots
        self._tables: list[Table] = []
        self._is_exiting = False
        for palette in PALETTES.values():
            self.register_theme(palette.theme)
        self.register_theme(PLAIN.theme)
        self._preferences = preferences
        self.tokens = SeatTokens(folder.parent / "tables.json")
        self.player_name = "" if preferences is None else preferences.name
        self.server = "" if preferences is None else preferences.server
        remembered = None if preferences is None else preferences.colours
        chosen = remembered or default_palette_name(os.environ)
        self.theme = PLAIN.name if self.no_color else chosen

    async def on_mount(self) -> None:
        await self.push_screen(HomeScreen())
        if self._join is not None:
            await self._show_table(self._join())
        elif self._plan is not None:
            self.start_game(self._plan)

    async def on_event(self, event: Event) -> None:
        """Ignore input while the app is exiting or the terminal is too small to show moves."""
        is_input = isinstance(event, InputEvent)
        is_exit_key = isinstance(event, Key) and event.key in EXIT_KEYS
        is_exiting = self._is_exiting or not self.screen_stack
        if is_input and (is_exiting or (self.is_too_small and not is_exit_key)):
            return
        await super().on_event(event)

    async def run_action(self, *arguments: Any, **options: Any) -> bool:  # noqa: ANN401 - Textual's
        """Run the action of a key or a click, unless the screen is not ready for it."""
        try:
            return await super().run_action(*arguments, **options)
        except NoMatches:
            # The screen is being mounted, or rebuilt in another language.
            return False

    def exit(self, *arguments: Any, **options: Any) -> None:  # noqa: ANN401 - Textual's
        """Quit; keys already typed are ignored."""
        self._is_exiting = True
        super().exit(*arguments, **options)

    async def on_unmount(self) -> None:
        """Leave the open tables, which stops their bot workers."""
        while self._tables:
            await self._tables.pop().close()

    # Drawing and warnings

    @property
    def palette(self) -> Palette:
        return PLAIN if self.no_color else PALETTES.get(self.theme, DUSK)

    @property
    def view_size(self) -> ViewSize:
        return ViewSize.of(self.size.width, self.size.height)

    @property
    def is_too_small(self) -> bool:
        return self.size.width < SMALLEST[0] or self.size.height < SMALLEST[1]

    def show_warning(self, problem: Exception | str) -> None:
        """Notify the player of a problem, without markup: it may quote what players typed."""
        text = problem if isinstance(problem, str) else describe_exception(self.texts, problem)
        self.notify(text, severity="warning", timeout=5, markup=False)

    @contextlib.contextmanager
    def warning_on_error(self) -> Generator[None]:
        """Show a PickominoError raised in the `with` block as a warning."""
        try:
            yield
        except PickominoError as error:
            self.show_warning(error)

    # Navigation

    def open_menu_entry(self, entry: str) -> None:
        match entry:
            case "new":
                self.push_screen(NewGameScreen())
            case "saved":
                self.push_screen(SavedScreen())
            case "replay":
                self.push_screen(SavedScreen(is_for_replay=True))
            case "online" | "daily" | "profile" | "tutorial":
                self.push_screen(_load_screen(entry))
            case "practice":
                self._choose_theme()
            case "language":
                self.action_language()
            case "help":
                self.action_help()
            case _:
                self.exit()

    def _choose_theme(self) -> None:
        from pickomino.i18n.practice_text import theme_choices
        from pickomino.profile.practice_log import PracticeLog
        from pickomino.puzzles.packs import today
        from pickomino.tui.screens.puzzles.practice import PracticeScreen

        def start_practice(theme: str | None) -> None:
            if theme is not None:
                self.push_screen(PracticeScreen(theme or None))

        due = len(PracticeLog(self.folder.parent).due(today()))
        choices = theme_choices(due, self.texts)
        self.push_screen(ChoiceDialog(self.texts.gettext("Practice"), choices), start_practice)

    def start_game(self, plan: GamePlan) -> None:
        self._open_table(partial(self._new_table, plan))

    def resume_game(self, code: str) -> None:
        self._open_table(partial(self._saved_table, code))

    def join_table(self, address: TableAddress) -> None:
        from pickomino.tables.online import OnlineTable

        self.run_worker(partial(self._show_table, OnlineTable(address, self.tokens)), group="open")

    def remember_server(self, server: str, name: str) -> None:
        self.server, self.player_name = server, name
        if self._preferences is not None:
            self._preferences.keep(server=server, name=name)

    def leave_table(self, table: Table) -> None:
        """Go back to the menu; the game is kept."""
        if table not in self._tables:
            # A key was pressed twice, or the server closed the table at the same moment.
            return
        self._tables.remove(table)
        self.run_worker(table.close, group="close")
        while len(self.screen_stack) > 1 and not isinstance(self.screen, HomeScreen):
            self.pop_screen()

    def replay_saved(self, code: str) -> None:
        self.run_worker(partial(self._replay_saved, code), group="open", exclusive=True)

    async def replay_table(self, table: Table, *, with_review: bool = False) -> None:
        """Replay a table's game, and open its review if requested."""
        with self.warning_on_error():
            replay = self._replay(await table.record())
            if with_review:
                replay.call_after_refresh(replay.action_review)

    def replay_file(self, name: str) -> None:
        # Path.expanduser raises an error for a user who does not exist.
        path = Path(os.path.expanduser(name))  # noqa: PTH111
        with self.warning_on_error():
            if path.exists() and not path.is_file():
                # Reading a pipe would block.
                raise InvalidNotation("not_a_file", name=quote_path(name))
            self._replay(read_text(str(path)))

    async def save_record(self, table: Table, game_id: str) -> None:
        """Write the record of a game if the command line asked for one."""
        if self._write_record is None:
            return
        try:
            self._write_record(game_id, await table.record())
        except PickominoError as error:
            # A full disk must not end the game; the next attempt may succeed.
            if not self._has_warned_of_record:
                self.show_warning(error)
            self._has_warned_of_record = True
        else:
            self._has_warned_of_record = False

    async def add_to_profile(self, table: Table, seats: Sequence[int]) -> None:
        with contextlib.suppress(PickominoError):
            if not await table.add_to_profile(self.folder.parent, seats):
                self.show_warning(not_saved_text(self.texts))

    # Language and colours

    def set_language(self, language: str) -> None:
        self.language, self.texts = language, texts_in(language)
        self.title = self.texts.gettext("Pickomino")
        if self._preferences is not None:
            self._preferences.keep(language=language)
        self._rebuild_screens()

    def _rebuild_screens(self) -> None:
        for screen in self.screen_stack:
            if isinstance(screen, AppScreen):
                screen.run_worker(screen.try_rebuild, group="rebuild", exclusive=True)

    def action_language(self) -> None:
        choices = [(name, LANGUAGE_NAMES[name]) for name in LANGUAGES]
        self.push_screen(ChoiceDialog(self.texts.gettext("Language"), choices), self._use_language)

    def _use_language(self, language: str | None) -> None:
        if language is not None:
            self.set_language(language)

    def action_help(self) -> None:
        screen = self.screen
        if isinstance(screen, (AppScreen, LobbyScreen)):
            self.push_screen(HelpScreen(screen.help_page()))

    def action_palette(self) -> None:
        """Open a searchable list of everything the screen can do."""
        screen = self.screen
        if not isinstance(screen, (AppScreen, LobbyScreen)):
            return
        general = [hint.translate(self.texts) for hint in _GLOBAL_HINTS]
        hints = {hint.action: hint for hint in (*screen.hints(), *general)}

        async def run(action: str | None) -> None:
            if action:
                await self.run_action(action, screen)

        self.push_screen(ActionPalette(list(hints.values())), run)

    def action_help_quit(self) -> None:
        """Explain how to quit when Ctrl+C is pressed; Textual's own message is only in English."""
        meaning = self.texts.gettext("quit; nothing is lost")
        self.notify(f"Ctrl+Q: {meaning}", markup=False)

    def action_colours(self) -> None:
        if self.no_color:
            return
        names = list(PALETTES)
        self.theme = names[(names.index(self.theme) + 1) % len(names)]
        if self._preferences is not None:
            self._preferences.keep(colours=self.theme)
        self._rebuild_screens()

    # Opening tables and replays

    async def _new_table(self, plan: GamePlan) -> OfflineTable:
        try:
            return await OfflineTable.new(self.folder, plan, self._make_bots(), lambda: self.pace)
        except PickominoError as error:
            if error.code != "store_failed":
                raise
            self.show_warning(error)
        # The game cannot be saved, but it can be played.
        return await OfflineTable.new(None, plan, self._make_bots(), lambda: self.pace)

    async def _saved_table(self, code: str) -> OfflineTable:
        return await OfflineTable.resume(self.folder, code, self._make_bots(), lambda: self.pace)

    def _open_table(self, make_table: Callable[[], Awaitable[OfflineTable]]) -> None:
        self.run_worker(partial(self._show_new_table, make_table), group="open", exclusive=True)

    async def _show_new_table(self, make_table: Callable[[], Awaitable[OfflineTable]]) -> None:
        with self.warning_on_error():
            await self._show_table(await make_table())

    async def _show_table(self, table: Table) -> None:
        self._tables.append(table)
        await self.push_screen(TableScreen(table))

    async def _replay_saved(self, code: str) -> None:
        with self.warning_on_error():
            self._replay(await RoomService(FileStore(self.folder)).record(code))

    def _replay(self, text: str) -> ReplayScreen:
        record = next(parse_games(text), None)  # of several games the first
        if record is None:
            raise PickominoError("not_running")
        replay = ReplayScreen(record)
        self.push_screen(replay)
        return replay


def _load_screen(entry: str) -> Screen[Any]:
    module, name = _LAZY_SCREENS[entry]
    return getattr(import_module(f"pickomino.tui.screens.{module}"), name)()
