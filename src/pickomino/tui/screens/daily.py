"""The five of a day on the board, and the result."""

from __future__ import annotations

from datetime import date
from functools import cached_property

from pickomino.core.actions import Action
from pickomino.core.errors import message
from pickomino.i18n.daily_words import puzzle_title, streak_said
from pickomino.i18n.numbers import percent
from pickomino.profile.daily_log import DailyLog
from pickomino.puzzles.packs import A_DAY, daily, today
from pickomino.puzzles.puzzle import Puzzle
from pickomino.puzzles.scores import share_line
from pickomino.tables.game_log import Line
from pickomino.tui.scene import Scene
from pickomino.tui.screens.puzzle import PuzzleScreen
from pickomino.tui.widgets.choice_list import ChoiceList


class DailyScreen(PuzzleScreen):
    """Asks what was not answered yet; who leaves can come back."""

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

    def on_mount(self) -> None:
        """Begin where the day was left."""
        self.at = min(len(self.log_of_days.costs(self.day)), A_DAY - 1)
        self.show_puzzle()
        self.query_one(ChoiceList).focus()

    @cached_property
    def log_of_days(self) -> DailyLog:
        """What was answered before; help may be asked for before the screen is there."""
        return DailyLog(self.game.folder.parent)

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that is shown."""
        return self.puzzles[self.at]

    @property
    def title_said(self) -> str:
        """The day and the number of the puzzle."""
        return puzzle_title(self.day, self.at, self.game.texts)

    @property
    def is_done(self) -> bool:
        """Whether all five are answered."""
        return len(self.log_of_days.costs(self.day)) == A_DAY

    def result(self) -> list[Line]:
        """Return how the day went, once all five are answered."""
        if not self.is_done:
            return []
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

    def keep(self, action: Action) -> None:
        """Keep an answer, or say that it counts for no streak."""
        if not self.log_of_days.add(self.day, self.at, self.puzzle.given_away(action), today()):
            self.game.complain(
                self.game.texts.gettext(
                    "Your answers cannot be kept here, so they do not count towards a streak."
                )
            )

    def go_on(self) -> None:
        """Go to the first puzzle without an answer."""
        self.at = len(self.log_of_days.costs(self.day))
