"""The profile of this device: figures of all games, to be exported or deleted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from pickomino.i18n.practice_words import rating_said
from pickomino.i18n.profile_words import damaged_said, profile_sections
from pickomino.profile.export import delete_everything, export_everything
from pickomino.profile.game_log import GameLog
from pickomino.profile.practice_log import PracticeLog
from pickomino.puzzles.packs import today
from pickomino.tui.drawing.blocks import fitted, row, stacked
from pickomino.tui.keys import keys
from pickomino.tui.screens.dialog import ChoosingScreen, ReadingScreen

NAME_WIDTH = 28
WIDEST = 72
MARGINS = 9
"""What the edges of the dialog and the scroll bar take."""


class ProfileScreen(ReadingScreen):
    """Games, results, luck and skill, and the ladder of bots."""

    BINDINGS: ClassVar[list[BindingType]] = keys("e export", "x delete")

    def title_text(self) -> str:
        """Return the title."""
        return self.game.texts.gettext("My profile")

    def content(self) -> Content:
        """Return all figures."""
        return stacked(list(self._rows()))

    def _rows(self) -> Iterator[Content]:
        texts, palette = self.game.texts, self.game.palette
        folder = self.game.folder.parent
        log = GameLog(folder)
        faint, strong = palette.style("faint"), palette.style("text", bold=True)
        ways = texts.gettext("e: export · x: delete everything · nobody else knows it")
        yield row((ways, faint))
        if log.is_damaged:
            yield row((damaged_said(texts), palette.style("bad_text")))
        yield row((rating_said(PracticeLog(folder).player, texts), faint))
        for title, figures, note in profile_sections(log.games.values(), texts):
            yield Content("")
            yield row((title, strong))
            for name, value in figures:
                yield from self._figure(row((fitted(f"  {name}", NAME_WIDTH), faint)), value)
            if note:
                yield row((note, faint))

    def _figure(self, name: Content, value: str) -> Iterator[Content]:
        """Write a long value in lines below each other, beside its name."""
        room = min(WIDEST, self.game.size.width) - MARGINS - NAME_WIDTH
        for line in Content(value).wrap(max(1, room)) or [Content("")]:
            yield name + line
            name = Content(" " * NAME_WIDTH)

    def action_export(self) -> None:
        """Write everything into a file where the app was started."""
        with self.game.complaining():
            self.notify(str(export_everything(self.game.folder.parent, today())), markup=False)

    def action_delete(self) -> None:
        """Ask, then delete."""
        gettext = self.game.texts.gettext
        answers = [("no", gettext("Keep it")), ("yes", gettext("Delete it for good"))]
        text = gettext("Games, ratings, decisions to practise and the streak.")
        question = ChoosingScreen(gettext("Delete everything?"), answers, text)
        self.game.push_screen(question, self._answered)

    def _answered(self, answer: str | None) -> None:
        if answer != "yes":
            return
        with self.game.complaining():
            delete_everything(self.game.folder.parent)
        self.query_one(VerticalScroll).query_one(Static).update(self.content())
