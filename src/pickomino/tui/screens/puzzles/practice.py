"""Practice on the board: endless puzzles, and decisions from the player's own games."""

from __future__ import annotations

import random

from pickomino.core.actions import Action
from pickomino.core.errors import message
from pickomino.i18n.numbers import round_half_up
from pickomino.i18n.practice_text import (
    damaged_text,
    describe_due,
    describe_rating,
    not_saved_text,
    save_answer,
)
from pickomino.profile.practice_log import Card, NumberedPuzzle, PracticeLog
from pickomino.puzzles.packs import today
from pickomino.puzzles.puzzle import OWN, Puzzle
from pickomino.tables.table_log import LogLine
from pickomino.tui.board_state import BoardState
from pickomino.tui.screens.puzzles.puzzle import PuzzleScreen
from pickomino.tui.widgets.choice_list import ChoiceList


class PracticeScreen(PuzzleScreen):
    """Poses puzzles near the player's rating, or due decisions from the player's own games."""

    HELP_TITLE = message("Practice")
    HELP_TEXTS = (
        message("Endless puzzles that match your skill; both you and the puzzles have a rating."),
        message(
            "Decisions that cost you 1% of a win or more come back after 1, 3, 7 and 21 days, "
            "once the game has been reviewed."
        ),
    )

    def __init__(self, theme: str | None = None) -> None:
        super().__init__()
        self.theme = theme
        self.day = today()
        self.current: NumberedPuzzle | Card
        self._result = ""

    def on_mount(self) -> None:
        self.practice_log = PracticeLog(self.game.folder.parent)
        if self.practice_log.is_damaged:
            self.game.show_warning(damaged_text(self.game.texts))
        self.select_next()
        self.show_puzzle()
        self.query_one(ChoiceList).focus()

    @property
    def puzzle(self) -> Puzzle:
        return self.current.puzzle

    @property
    def heading(self) -> str:
        """The player's rating, or the number of decisions that are due."""
        log, texts = self.practice_log, self.game.texts
        if isinstance(self.current, Card):
            return describe_due(len(log.due(self.day)), texts)
        return describe_rating(log.player, texts)

    def result_lines(self) -> list[LogLine]:
        return [LogLine(self._result, "won")] if self.chosen is not None else []

    def corner(self, board: BoardState) -> str:
        del board
        title = self.game.texts.gettext("Rating")
        return f"{title} {round_half_up(self.practice_log.player.rating)}"

    def save_answer(self, action: Action) -> None:
        """Rate the answer to a puzzle, or schedule when the player's own decision comes back."""
        texts, cost = self.game.texts, self.puzzle.given_away(action)
        saved = save_answer(self.practice_log, self.current, cost, self.day, texts)
        self._result, is_saved = saved
        if not is_saved:
            self.game.show_warning(not_saved_text(texts))

    def select_next(self) -> None:
        """Select the next puzzle: an ordinary one if none of the player's decisions is due."""
        log = self.practice_log
        due = log.due(self.day) if self.theme == OWN else []
        theme = None if self.theme == OWN else self.theme
        self.current = due[0] if due else log.next(self.day, theme, random.SystemRandom())
