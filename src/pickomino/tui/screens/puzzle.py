"""A puzzle on the board: a question, then what every choice is worth."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from textual.binding import BindingType

from pickomino.core.actions import Action
from pickomino.core.play import legal_actions
from pickomino.i18n.daily_words import answer_said, puzzle_about, puzzle_speaker, tries_said
from pickomino.i18n.words import Speaker
from pickomino.puzzles.puzzle import Puzzle
from pickomino.rooms.protocol.frames import frame_of
from pickomino.tables.game_log import Line
from pickomino.tui.keys import keys
from pickomino.tui.scene import scene_of
from pickomino.tui.screens.board import QuestionScreen
from pickomino.tui.screens.log import LogScreen
from pickomino.tui.widgets.choice_list import ChoiceList
from pickomino.tui.widgets.key_bar import BACK, HELP, Hint


class PuzzleScreen(QuestionScreen):
    """Asks one puzzle after the other; who leaves can come back."""

    BINDINGS: ClassVar[list[BindingType]] = keys(
        "escape,q back", "space,n next", "l log", "question_mark,f1 app.help"
    )
    chosen: Action | None = None
    """The answer to the puzzle that is shown."""

    @property
    @abstractmethod
    def puzzle(self) -> Puzzle:
        """The puzzle that is shown."""

    @property
    @abstractmethod
    def title_said(self) -> str:
        """What stands above it."""

    @property
    def is_done(self) -> bool:
        """Whether there is nothing more to answer."""
        return False

    @abstractmethod
    def keep(self, action: Action) -> None:
        """Keep an answer."""

    @abstractmethod
    def go_on(self) -> None:
        """Choose the next puzzle."""

    def result(self) -> list[Line]:
        """Return what there is to say after an answer."""
        return []

    @property
    def speaker(self) -> Speaker:
        """Calls the players by name."""
        return puzzle_speaker(self.puzzle.position, self.game.texts)

    def show_puzzle(self) -> None:
        """Show the table, and after the answer what every choice is worth."""
        position, speaker = self.puzzle.position, self.speaker
        is_open = self.chosen is None and not self.is_done
        scene = scene_of(frame_of(position, ""), speaker)
        scene = scene._replace(legal=tuple(legal_actions(position)), is_yours=is_open)
        self.draw(scene, *self._news())
        values = {str(each.action): each.chance for each in self.puzzle.choices}
        listing = self.query_one(ChoiceList)
        listing.value({} if is_open else values, None if is_open else str(self.puzzle.best))
        self.tell(self._lines())
        self.show_hints()

    def _news(self) -> tuple[str, str]:
        if self.chosen is None:
            return "", ""
        is_best = self.puzzle.decision(self.chosen).is_equal
        return answer_said(self.puzzle, self.chosen, self.speaker), "won" if is_best else "failed"

    def _lines(self) -> list[Line]:
        lines = [Line(self.title_said, "title"), Line(puzzle_about(self.puzzle, self.game.texts))]
        if self.chosen is not None:
            # Where there is little room only the end is seen.
            lines += [Line(told, "note") for _, told in tries_said(self.puzzle, self.speaker)]
            lines.append(Line(answer_said(self.puzzle, self.chosen, self.speaker)))
        return [*lines, *self.result()]

    def hints(self) -> Sequence[Hint]:
        """Return the keys."""
        texts, gettext = self.game.texts, self.game.texts.gettext
        found = [BACK.said(texts), HELP.said(texts)]
        if self.chosen is not None or self.is_done:
            found.insert(0, Hint("l", gettext("Log"), "screen.log"))
        if self.is_done:
            return found
        enter = gettext("Choose") if self.chosen is None else gettext("Next")
        return [Hint("Enter", enter, "screen.next"), *found]

    async def retold(self) -> None:
        """Say it in another language."""
        self.show_puzzle()

    def on_choice_list_chosen(self, event: ChoiceList.Chosen) -> None:
        """Answer by the list, or go on."""
        if self.chosen is None:
            self.answer(event.action)
        else:
            self.action_next()

    def action_play(self, token: str) -> None:
        """Answer by a click on the board."""
        self.answer(Action.parse(token))

    def answer(self, action: Action) -> None:
        """Take an answer, once."""
        if self.chosen is None and not self.is_done:
            self.chosen = action
            self.keep(action)
            self.show_puzzle()

    def action_next(self) -> None:
        """Go on to the next puzzle."""
        if self.chosen is not None and not self.is_done:
            self.go_on()
            self.chosen = None
            self.show_puzzle()

    def action_log(self) -> None:
        """Show all that is said, however little room the board leaves for it."""
        title = self.game.texts.gettext(self.TITLE_OF_HELP)
        self.game.push_screen(LogScreen(self._lines(), title))
