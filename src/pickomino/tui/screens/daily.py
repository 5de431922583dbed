"""The five of a day on the board: a question, what every choice is worth, and the result."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import ClassVar

from textual.binding import BindingType
from textual.events import Key

from pickomino.core.actions import Action
from pickomino.core.errors import message
from pickomino.core.play import legal_actions
from pickomino.i18n.daily_words import (
    answer_said,
    puzzle_about,
    puzzle_speaker,
    puzzle_title,
    streak_said,
    tries_said,
)
from pickomino.i18n.numbers import percent
from pickomino.i18n.words import Speaker
from pickomino.puzzles.daily_log import DailyLog
from pickomino.puzzles.packs import A_DAY, daily, today
from pickomino.puzzles.puzzle import Puzzle
from pickomino.puzzles.scores import share_line
from pickomino.service.frames import frame_of
from pickomino.tui.keys import keys
from pickomino.tui.scene import Scene, scene_of
from pickomino.tui.screens.board import BoardScreen
from pickomino.tui.story import Line
from pickomino.tui.widgets.choice_list import ChoiceList
from pickomino.tui.widgets.key_bar import Hint


class DailyScreen(BoardScreen):
    """Asks what was not answered yet; who leaves can come back."""

    BINDINGS: ClassVar[list[BindingType]] = keys(
        "escape,q back", "space,n next", "question_mark,f1 app.help"
    )
    TITLE_OF_HELP = message("Today’s five")
    HELP_TEXTS = (
        message("Five decisions, the same for everybody, and new ones every day."),
        message("What counts is the win chance that your answers give away: the less, the better."),
        message("`pickomino daily --date` opens past days."),
    )

    def __init__(self, day: date | None = None) -> None:
        super().__init__()
        self.day = day or today()
        self.puzzles = daily(self.day)
        self.at = 0
        """Which puzzle is shown."""
        self.chosen: Action | None = None
        """The answer to the puzzle that is shown."""

    def on_mount(self) -> None:
        """Begin where the day was left."""
        self.log_of_days = DailyLog(self.game.folder.parent)
        self.at = min(len(self.log_of_days.costs(self.day)), A_DAY - 1)
        self.show_puzzle()
        self.query_one(ChoiceList).focus()

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that is shown."""
        return self.puzzles[self.at]

    @property
    def speaker(self) -> Speaker:
        """Calls the players by name."""
        return puzzle_speaker(self.puzzle.position, self.game.texts)

    @property
    def is_done(self) -> bool:
        """Whether all five are answered."""
        return len(self.log_of_days.costs(self.day)) == A_DAY

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
        is_best = self.chosen == self.puzzle.best
        return answer_said(self.puzzle, self.chosen, self.speaker), "won" if is_best else "failed"

    def _lines(self) -> list[Line]:
        texts = self.game.texts
        lines = [
            Line(puzzle_title(self.day, self.at, texts), "title"),
            Line(puzzle_about(self.puzzle, texts)),
        ]
        if self.chosen is not None:
            # Where there is little room only the end is seen.
            lines += [Line(told, "note") for _, told in tries_said(self.puzzle, self.speaker)]
            lines.append(Line(answer_said(self.puzzle, self.chosen, self.speaker)))
        return [*lines, *self._result()] if self.is_done else lines

    def _result(self) -> list[Line]:
        texts, costs = self.game.texts, self.log_of_days.costs(self.day)
        text = texts.gettext("Given away in all: {cost} of a win.")
        return [
            Line(text.format(cost=percent(sum(costs), texts)), "won"),
            Line(share_line(self.day, costs)),
            Line(streak_said(self.log_of_days.streak(today()), texts)),
        ]

    def corner(self, scene: Scene) -> str:
        """Return how far the day has come."""
        del scene
        text = self.game.texts.gettext("{number} of {count}")
        return text.format(number=self.at + 1, count=A_DAY)

    def hints(self) -> Sequence[Hint]:
        """Return the keys."""
        gettext = self.game.texts.gettext
        return [
            Hint("Enter", gettext("Choose"), "screen.next"),
            Hint("Esc", gettext("Back"), "screen.back"),
            Hint("?", gettext("Help"), "app.help"),
        ]

    async def retold(self) -> None:
        """Say it in another language."""
        self.show_puzzle()

    def on_key(self, event: Key) -> None:
        """Answer by the key of a choice."""
        action = self.query_one(ChoiceList).action_of(event.character or "")
        if action is not None:
            event.stop()
            self.answer(action)

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
        if self.chosen is not None or self.is_done:
            return
        self.chosen = action
        if not self.log_of_days.add(self.day, self.at, self.puzzle.given_away(action), today()):
            self.game.complain(
                self.game.texts.gettext(
                    "Your answers cannot be kept here, so they count for no streak."
                )
            )
        self.show_puzzle()

    def action_next(self) -> None:
        """Go on to the next puzzle."""
        if self.chosen is None or self.is_done:
            return
        self.at, self.chosen = len(self.log_of_days.costs(self.day)), None
        self.show_puzzle()

    def action_back(self) -> None:
        """Leave; what was answered is kept."""
        self.game.pop_screen()
