"""`pickomino practice`: puzzles without end, by theme, and decisions of one's own games."""

from __future__ import annotations

import random
from typing import Literal

from pickomino.cli.folders import data_folder
from pickomino.cli.options import Flag, Language
from pickomino.cli.puzzle_asking import asked, pose, tell_worth
from pickomino.i18n import Texts, chosen_texts
from pickomino.i18n.daily_words import puzzle_speaker
from pickomino.i18n.practice_words import (
    change_said,
    damaged_said,
    due_said,
    rating_said,
    return_said,
    unkept_said,
)
from pickomino.profile.practice_log import PracticeLog, after_answer
from pickomino.puzzles.packs import today
from pickomino.puzzles.puzzle import Puzzle, read

Theme = Literal["stop", "symbol", "steal", "end", "behind", "many", "extrawurm"]


def practice(*, theme: Theme | None = None, own: Flag = False, language: Language = None) -> int:
    """Answer puzzles that match your skill, one after the other; x leaves.

    Parameters
    ----------
    theme
        What they are about; by default everything.
    own
        Ask again what went wrong in games of yours, after 1, 3, 7 and 21 days.
    """
    texts = chosen_texts(language)
    log = PracticeLog(data_folder())
    if log.is_damaged:
        print(damaged_said(texts))
    if own:
        _ask_own(log, texts)
        return 0
    print(rating_said(log.player, texts))
    due = len(log.due(today()))
    if due:
        print(due_said(due, texts), "pickomino practice --own")
    _ask_puzzles(log, theme, texts)
    return 0


def _ask_puzzles(log: PracticeLog, theme: str | None, texts: Texts) -> None:
    chance = random.SystemRandom()
    while True:
        numbered = log.next(today(), theme, chance)
        cost = _cost_of_answer(numbered.puzzle, texts)
        if cost is None:
            return
        before = log.player
        is_kept = log.answer(numbered, cost)
        print(change_said(before, log.player, texts))
        if not is_kept:
            print(unkept_said(texts))


def _ask_own(log: PracticeLog, texts: Texts) -> None:
    day = today()
    cards = log.due(day)
    print(due_said(len(cards), texts))
    for card in cards:
        cost = _cost_of_answer(read(card.line), texts)
        if cost is None:
            return
        is_kept = log.answer_card(card, cost, day)
        print(return_said(after_answer(card, cost, day), day, texts))
        if not is_kept:
            print(unkept_said(texts))


def _cost_of_answer(puzzle: Puzzle, texts: Texts) -> float | None:
    """Pose a puzzle and say what the answer is worth; None if they have had enough."""
    speaker = puzzle_speaker(puzzle.position, texts)
    print()
    pose(puzzle, speaker)
    action = asked(puzzle, speaker)
    if action is None:
        return None
    tell_worth(puzzle, action, speaker)
    return puzzle.given_away(action)
