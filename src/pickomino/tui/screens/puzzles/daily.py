"""The five puzzles of a day, and the result."""

from __future__ import annotations

from datetime import date
from functools import cached_property

from pickomino.core.actions import Action
from pickomino.core.errors import message
from pickomino.i18n.daily_text import not_kept_text, puzzle_title, result_lines
from pickomino.profile.daily_log import DailyLog
from pickomino.puzzles.packs import PUZZLES_PER_DAY, daily_puzzles, today
from pickomino.puzzles.puzzle import Puzzle
from pickomino.tables.table_log import LogLine
from pickomino.tui.board_state import BoardState
from pickomino.tui.screens.puzzles.puzzle import PuzzleScreen
from pickomino.tui.widgets.choice_list import ChoiceList


class DailyScreen(PuzzleScreen):
    """Presents the day's puzzles that have not been answered yet."""

    HELP_TITLE = message("Today’s five")
    HELP_TEXTS = (
        message("Five decisions, the same for everybody, and new ones every day."),
        message("What counts is the win chance that your answers give away: the less, the better."),
        message("`pickomino daily --date` opens past days."),
    )

    def __init__(self, day: date | None = None) -> None:
        super().__init__()
        self.day = day or today()
        self.puzzles = daily_puzzles(self.day)
        self.at = 0

    def on_mount(self) -> None:
        self.at = min(len(self.daily_log.costs(self.day)), PUZZLES_PER_DAY - 1)
        self.show_puzzle()
        self.query_one(ChoiceList).focus()

    @cached_property
    def daily_log(self) -> DailyLog:
        """The answers so far, loaded on first use: help may open before the screen is mounted."""
        return DailyLog(self.game.folder.parent)

    @property
    def puzzle(self) -> Puzzle:
        return self.puzzles[self.at]

    @property
    def heading(self) -> str:
        return puzzle_title(self.day, self.at, self.game.texts)

    @property
    def is_done(self) -> bool:
        return len(self.daily_log.costs(self.day)) == PUZZLES_PER_DAY

    def result_lines(self) -> list[LogLine]:
        """Return the day's result once all five puzzles are answered."""
        if not self.is_done:
            return []
        total, *others = result_lines(self.daily_log, self.day, self.game.texts)
        return [LogLine(total, "won"), *map(LogLine, others)]

    def corner(self, board: BoardState) -> str:
        del board
        text = self.game.texts.gettext("{number} of {count}")
        return text.format(number=self.at + 1, count=PUZZLES_PER_DAY)

    def save_answer(self, action: Action) -> None:
        """Save an answer; if that fails, warn that it does not count towards the streak."""
        if not self.daily_log.add(self.day, self.at, self.puzzle.given_away(action), today()):
            self.game.show_warning(not_kept_text(self.game.texts))

    def select_next(self) -> None:
        """Select the first puzzle without an answer."""
        self.at = len(self.daily_log.costs(self.day))
