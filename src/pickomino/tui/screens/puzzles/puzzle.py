"""A puzzle on the board: first the question, then the value of every choice."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from pickomino.core.actions import Action
from pickomino.core.play import legal_actions
from pickomino.i18n.daily_text import (
    describe_answer,
    describe_choices,
    describe_puzzle,
    puzzle_narrator,
)
from pickomino.i18n.narrator import Narrator
from pickomino.puzzles.puzzle import Puzzle
from pickomino.rooms.protocol.frames import frame_of
from pickomino.tables.table_log import LogLine
from pickomino.tui.board_state import board_from_frame
from pickomino.tui.keys import keys
from pickomino.tui.screens.dialogs.log import LogScreen
from pickomino.tui.screens.game.board import QuestionScreen
from pickomino.tui.widgets.choice_list import ChoiceList
from pickomino.tui.widgets.key_bar import BACK, HELP, KeyHint


class PuzzleScreen(QuestionScreen):
    BINDINGS = keys("escape,q back", "space,n next", "l log", "question_mark,f1 app.help")
    chosen: Action | None = None

    @property
    @abstractmethod
    def puzzle(self) -> Puzzle:
        """The current puzzle."""

    @property
    @abstractmethod
    def heading(self) -> str:
        """The first line of the log."""

    @property
    def is_done(self) -> bool:
        return False

    @abstractmethod
    def save_answer(self, action: Action) -> None: ...

    @abstractmethod
    def select_next(self) -> None:
        """Make another puzzle the current one."""

    def result_lines(self) -> list[LogLine]:
        """Return the last lines of the log after an answer."""
        return []

    @property
    def narrator(self) -> Narrator:
        return puzzle_narrator(self.puzzle.position, self.game.texts)

    def show_puzzle(self) -> None:
        """Show the board, and after the answer the value of every choice."""
        position, narrator = self.puzzle.position, self.narrator
        is_open = self.chosen is None and not self.is_done
        board = board_from_frame(frame_of(position, ""), narrator)
        board = board._replace(legal=tuple(legal_actions(position)), is_yours=is_open)
        self.draw(board, *self._news())
        values = {str(choice.action): choice.chance for choice in self.puzzle.choices}
        best = str(self.puzzle.best)
        self.query_one(ChoiceList).show_values({} if is_open else values, None if is_open else best)
        self.show_log(self._lines())
        self.show_hints()

    def _news(self) -> tuple[str, str]:
        if self.chosen is None:
            return "", ""
        is_best = self.puzzle.judge(self.chosen).is_equal
        news = describe_answer(self.puzzle, self.chosen, self.narrator)
        return news, "won" if is_best else "failed"

    def _lines(self) -> list[LogLine]:
        lines = [
            LogLine(self.heading, "title"),
            LogLine(describe_puzzle(self.puzzle, self.game.texts)),
        ]
        if self.chosen is not None:
            # With little room only the last lines are visible.
            lines += [
                LogLine(text, "note") for _, text in describe_choices(self.puzzle, self.narrator)
            ]
            lines.append(LogLine(describe_answer(self.puzzle, self.chosen, self.narrator)))
        return [*lines, *self.result_lines()]

    def hints(self) -> Sequence[KeyHint]:
        texts, gettext = self.game.texts, self.game.texts.gettext
        hints = [BACK.translate(texts), HELP.translate(texts)]
        if self.chosen is not None or self.is_done:
            hints.insert(0, KeyHint("l", gettext("Log"), "screen.log"))
        if self.is_done:
            return hints
        enter = gettext("Choose") if self.chosen is None else gettext("Next")
        return [KeyHint("Enter", enter, "screen.next"), *hints]

    async def rebuild(self) -> None:
        self.show_puzzle()

    def on_choice_list_chosen(self, event: ChoiceList.Chosen) -> None:
        """Answer with an entry of the list, or go to the next puzzle."""
        if self.chosen is None:
            self.answer(event.action)
        else:
            self.action_next()

    def answer(self, action: Action) -> None:
        """Accept the first answer to a puzzle; later ones are ignored."""
        if self.chosen is None and not self.is_done:
            self.chosen = action
            self.save_answer(action)
            self.show_puzzle()

    def action_next(self) -> None:
        if self.chosen is not None and not self.is_done:
            self.select_next()
            self.chosen = None
            self.show_puzzle()

    def action_log(self) -> None:
        """Show all lines in a dialog; the board may have room for only a few."""
        title = self.game.texts.gettext(self.HELP_TITLE)
        self.game.push_screen(LogScreen(self._lines(), title))
