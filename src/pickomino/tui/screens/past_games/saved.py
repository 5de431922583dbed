"""Saved games: continue, replay, export or delete one."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Final

from textual.app import ComposeResult
from textual.containers import Container
from textual.content import Content
from textual.widgets import Label, OptionList, Static
from textual.widgets.option_list import Option

from pickomino.core.errors import PickominoError, message
from pickomino.core.rules import Rules
from pickomino.i18n.options import rules_title
from pickomino.i18n.room_text import describe_exception, seat_names
from pickomino.rooms import FileStore
from pickomino.rooms.protocol.views import RoomSummary
from pickomino.tables.saved_games import export_game, saved_games
from pickomino.tui.drawing.blocks import row
from pickomino.tui.keys import keys
from pickomino.tui.screens.base import AppScreen
from pickomino.tui.screens.dialogs.dialog import ChoiceDialog
from pickomino.tui.screens.dialogs.prompt import PromptDialog
from pickomino.tui.widgets.key_bar import BACK, KeyBar, KeyHint
from pickomino.tui.widgets.listing import Listing

MAX_LISTED: Final = 100


class SavedScreen(AppScreen):
    """The games of this device, the latest first."""

    BINDINGS = keys(
        "escape,q back",
        "v replay",
        "e export",
        "o open_file",
        "d,delete delete",
        "question_mark,f1 app.help",
    )
    HELP_TITLE = message("Saved games")
    HELP_TEXTS = (
        message("Every game on this device is saved after every move; the latest comes first."),
        message("Games that are over can be replayed, move by move."),
        message("You can also open a file with a game from elsewhere, as WGN or JSON."),
        message("An exported game is a file in the current folder, as WGN."),
    )

    def __init__(self, *, is_for_replay: bool = False) -> None:
        super().__init__()
        self.games: Sequence[RoomSummary] = ()
        self._is_for_replay = is_for_replay

    def compose(self) -> ComposeResult:
        gettext = self.game.texts.gettext
        title = gettext("Replay a game") if self._is_for_replay else gettext("Saved games")
        with Container(classes="page"):
            yield Label(title, classes="title")
            yield Static(id="problem", markup=False)
            yield Listing(id="games")
        yield KeyBar()

    def on_mount(self) -> None:
        self.query_one(OptionList).focus()
        self.load()

    def load(self) -> None:
        self.run_worker(self._load, group="load", exclusive=True)

    async def _load(self) -> None:
        try:
            self.games, unreadable = await saved_games(self.game.folder, MAX_LISTED)
        except PickominoError as error:
            self._show_message(describe_exception(self.game.texts, error))
            return
        if not self.query("#games"):
            return  # The screen was closed meanwhile.
        games = self.query_one(OptionList)
        at = games.highlighted or 0
        games.set_options([Option(self._line(game)) for game in self.games])
        if self.games:
            games.highlighted = min(at, len(self.games) - 1)
        if unreadable:
            text = self.game.texts.gettext("Damaged, cannot be read: {files}")
            self._show_message(text.format(files=", ".join(sorted(unreadable))))
        elif not self.games:
            self._show_message(self.game.texts.gettext("No game is saved yet."), is_problem=False)
        else:
            self._show_message("")
        self.show_hints()

    def _show_message(self, text: str, *, is_problem: bool = True) -> None:
        for line in self.query("#problem").results(Static):
            line.update(Content(text))
            line.set_class(not is_problem, "-none")

    def _line(self, game: RoomSummary) -> Content:
        gettext, palette = self.game.texts.gettext, self.game.palette
        day = datetime.fromtimestamp(game.updated_at).astimezone().strftime("%Y-%m-%d %H:%M")
        is_over = game.phase == "over"
        if is_over:
            state = gettext("over")
        elif game.phase == "playing":
            state = gettext("turn {turn}").format(turn=game.turn)
        else:
            state = gettext("not started")
        worms = ":".join(map(str, game.scores))
        rules = rules_title(Rules.parse(game.settings.rules), self.game.texts)
        return row(
            (f"{day}  ", palette.style("faint")),
            (f"{state:9} ", palette.style("faint" if is_over else "ember", bold=True)),
            seat_names(game.seats, self.game.texts),
            (f"  {worms}  {rules}", palette.style("faint")),
        )

    def hints(self) -> Sequence[KeyHint]:
        gettext, game = self.game.texts.gettext, self.chosen
        replay = gettext("Replay it")
        hints = [
            KeyHint("o", gettext("Open a file"), "screen.open_file"),
            BACK.translate(self.game.texts),
        ]
        if game is None:
            return hints
        hints.insert(1, KeyHint("d", gettext("Delete"), "screen.delete"))
        hints.insert(1, KeyHint("e", gettext("Export"), "screen.export"))
        if self._is_for_replay or game.phase == "over":
            return [KeyHint("Enter", replay, "screen.open"), *hints]
        first = KeyHint("Enter", gettext("Continue"), "screen.open")
        return [first, KeyHint("v", replay, "screen.replay"), *hints]

    @property
    def chosen(self) -> RoomSummary | None:
        at = next((games.highlighted for games in self.query(OptionList)), None)
        return self.games[at] if at is not None and at < len(self.games) else None

    def on_option_list_option_highlighted(self) -> None:
        """Show what Enter does with the highlighted game."""
        self.show_hints()

    def on_option_list_option_selected(self) -> None:
        self.action_open()

    def action_open(self) -> None:
        """Continue the highlighted game, or replay it if it is over."""
        game = self.chosen
        if game is None:
            return
        if self._is_for_replay or game.phase == "over":
            self.action_replay()
        else:
            self.game.resume_game(game.code)

    def action_replay(self) -> None:
        if self.chosen is not None:
            self.game.replay_saved(self.chosen.code)

    def action_open_file(self) -> None:
        """Ask for the file of a record, then replay it."""
        title = self.game.texts.gettext("Open a record (WGN or JSON)")
        self.game.push_screen(PromptDialog(title), self._open_file)

    def _open_file(self, name: str | None) -> None:
        if name:
            self.game.replay_file(name)

    def action_export(self) -> None:
        """Write the games of the highlighted table to a new file in the current folder."""
        if self.chosen is not None:
            self.run_worker(partial(self._export, self.chosen.code))

    async def _export(self, code: str) -> None:
        with self.game.warning_on_error():
            path = await export_game(self.game.folder, code, Path.cwd())
            self.notify(str(path), markup=False)

    def action_delete(self) -> None:
        game, gettext = self.chosen, self.game.texts.gettext
        if game is None:
            return
        answers = [("no", gettext("Keep it")), ("yes", gettext("Delete it for good"))]
        names = seat_names(game.seats, self.game.texts)
        question = ChoiceDialog(gettext("Delete this game?"), answers, names)

        def delete_if_confirmed(answer: str | None) -> None:
            if answer == "yes":
                self.run_worker(partial(self._delete, game.code))

        self.game.push_screen(question, delete_if_confirmed)

    async def _delete(self, code: str) -> None:
        try:
            await FileStore(self.game.folder).delete(code)
        except PickominoError as error:
            self._show_message(describe_exception(self.game.texts, error))
        self.load()

    async def rebuild(self) -> None:
        await self.recompose()
        self.on_mount()
        self.show_hints()
