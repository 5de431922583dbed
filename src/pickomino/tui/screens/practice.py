"""Practice on the board: puzzles without end, and decisions of one's own games."""

from __future__ import annotations

import random

from pickomino.core.actions import Action
from pickomino.core.errors import message
from pickomino.i18n.practice_words import (
    change_said,
    damaged_said,
    due_said,
    rating_said,
    return_said,
    unkept_said,
)
from pickomino.profile.practice_log import Card, Numbered, PracticeLog, after_answer
from pickomino.puzzles.packs import today
from pickomino.puzzles.puzzle import OWN, Puzzle, read
from pickomino.tables.game_log import Line
from pickomino.tui.scene import Scene
from pickomino.tui.screens.puzzle import PuzzleScreen
from pickomino.tui.widgets.choice_list import ChoiceList


class PracticeScreen(PuzzleScreen):
    """Asks puzzles about as hard as the player is good, or own decisions that are due."""

    TITLE_OF_HELP = message("Practice")
    HELP_TEXTS = (
        message("Endless puzzles that match your skill: you and they are rated."),
        message(
            "Decisions that cost you 1 % of a win or more come back after 1, 3, 7 and 21 days, "
            "once the game has been reviewed."
        ),
    )

    def __init__(self, theme: str | None = None) -> None:
        super().__init__()
        self.theme = theme
        self.day = today()
        self.asked: Numbered | Card
        self._said = ""

    def on_mount(self) -> None:
        """Ask the first."""
        self.log_of_practice = PracticeLog(self.game.folder.parent)
        if self.log_of_practice.is_damaged:
            self.game.complain(damaged_said(self.game.texts))
        self.go_on()
        self.show_puzzle()
        self.query_one(ChoiceList).focus()

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that is shown."""
        asked = self.asked
        return read(asked.line) if isinstance(asked, Card) else asked.puzzle

    @property
    def title_said(self) -> str:
        """How good the player is, or what is waiting."""
        log, texts = self.log_of_practice, self.game.texts
        if isinstance(self.asked, Card):
            return due_said(len(log.due(self.day)), texts)
        return rating_said(log.player, texts)

    def result(self) -> list[Line]:
        """Return what the answer changed."""
        return [Line(self._said, "won")] if self.chosen is not None else []

    def corner(self, scene: Scene) -> str:
        """Return the rating."""
        del scene
        title = self.game.texts.gettext("Rating")
        return f"{title} {round(self.log_of_practice.player.rating)}"

    def keep(self, action: Action) -> None:
        """Rate the answer, or have the own decision come back."""
        log, texts, asked = self.log_of_practice, self.game.texts, self.asked
        cost = self.puzzle.given_away(action)
        if isinstance(asked, Card):
            is_kept = log.answer_card(asked, cost, self.day)
            self._said = return_said(after_answer(asked, cost, self.day), self.day, texts)
        else:
            before = log.player
            is_kept = log.answer(asked, cost)
            self._said = change_said(before, log.player, texts)
        if not is_kept:
            self.game.complain(unkept_said(texts))

    def go_on(self) -> None:
        """Choose the next one; who is through with the own decisions gets puzzles."""
        log = self.log_of_practice
        due = log.due(self.day) if self.theme == OWN else []
        theme = None if self.theme == OWN else self.theme
        self.asked = due[0] if due else log.next(self.day, theme, random.SystemRandom())
