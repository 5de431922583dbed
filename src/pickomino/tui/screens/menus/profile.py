"""The profile of this device: figures for all its games, with export and deletion."""

from __future__ import annotations

from collections.abc import Iterator

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from pickomino.i18n.practice_text import describe_rating
from pickomino.i18n.profile_text import damaged_text, profile_sections
from pickomino.profile.export import delete_profile, export_profile
from pickomino.profile.game_log import GameLog
from pickomino.profile.practice_log import PracticeLog
from pickomino.puzzles.packs import today
from pickomino.tui.drawing.blocks import fit, join_rows, row
from pickomino.tui.keys import keys
from pickomino.tui.screens.dialogs.dialog import ChoiceDialog, TextDialog

NAME_WIDTH = 28
MAX_WIDTH = 72
MARGINS = 9
"""Columns for the borders and the scroll bar of the dialog."""


class ProfileScreen(TextDialog):
    """Games, results, luck and skill, and the ladder of bots."""

    BINDINGS = keys("e export", "x delete")

    def compose(self) -> ComposeResult:
        self.heading = self.game.texts.gettext("My profile")
        yield from super().compose()

    def content(self) -> Content:
        return join_rows(list(self._rows()))

    def _rows(self) -> Iterator[Content]:
        texts, palette = self.game.texts, self.game.palette
        folder = self.game.folder.parent
        log = GameLog(folder)
        faint, strong = palette.style("faint"), palette.style("text", bold=True)
        ways = texts.gettext("e: export · x: delete everything · kept on this device only")
        yield row((ways, faint))
        if log.is_damaged:
            yield row((damaged_text(texts), palette.style("bad_text")))
        yield row((describe_rating(PracticeLog(folder).player, texts), faint))
        for title, figures, note in profile_sections(log.games.values(), texts):
            yield Content("")
            yield row((title, strong))
            for name, value in figures:
                yield from self._figure(row((fit(f"  {name}", NAME_WIDTH), faint)), value)
            if note:
                yield row((note, faint))

    def _figure(self, name: Content, value: str) -> Iterator[Content]:
        """Yield the lines of a figure; a long value is wrapped beside its name."""
        room = min(MAX_WIDTH, self.game.size.width) - MARGINS - NAME_WIDTH
        for line in Content(value).wrap(max(1, room)) or [Content("")]:
            yield name + line
            name = Content(" " * NAME_WIDTH)

    def action_export(self) -> None:
        """Export everything to a file in the current directory."""
        with self.game.warning_on_error():
            self.notify(str(export_profile(self.game.folder.parent, today())), markup=False)

    def action_delete(self) -> None:
        gettext = self.game.texts.gettext
        answers = [("no", gettext("Keep it")), ("yes", gettext("Delete it for good"))]
        text = gettext("Games, ratings, decisions to practise and the streak.")
        question = ChoiceDialog(gettext("Delete everything?"), answers, text)
        self.game.push_screen(question, self._delete_if_confirmed)

    def _delete_if_confirmed(self, answer: str | None) -> None:
        if answer != "yes":
            return
        with self.game.warning_on_error():
            delete_profile(self.game.folder.parent)
        self.query_one(VerticalScroll).query_one(Static).update(self.content())
