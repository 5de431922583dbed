"""`pickomino practice`: endless puzzles by theme, and decisions from the player's games."""

from __future__ import annotations

import random
from typing import Literal

from pickomino.cli.folders import data_folder
from pickomino.cli.options import Flag, Language
from pickomino.cli.plain.puzzle_prompt import ask_puzzle, print_evaluation, show_puzzle
from pickomino.i18n import Texts, select_texts
from pickomino.i18n.daily_text import puzzle_narrator
from pickomino.i18n.practice_text import (
    damaged_text,
    describe_due,
    describe_rating,
    describe_rating_change,
    describe_return,
    not_saved_text,
)
from pickomino.profile.practice_log import PracticeLog, after_answer
from pickomino.puzzles.packs import today
from pickomino.puzzles.puzzle import Puzzle, parse_puzzle

Theme = Literal["stop", "symbol", "steal", "end", "behind", "many", "extrawurm"]


def practice(*, theme: Theme | None = None, own: Flag = False, language: Language = None) -> int:
    """Answer puzzles that match your skill, one after the other; x leaves.

    Parameters
    ----------
    theme
        The theme of the puzzles; by default all themes.
    own
        Repeat costly decisions from your own games after 1, 3, 7 and 21 days.
    """
    texts = select_texts(language)
    log = PracticeLog(data_folder())
    if log.is_damaged:
        print(damaged_text(texts))
    if own:
        _ask_own(log, texts)
        return 0
    print(describe_rating(log.player, texts))
    due = len(log.due(today()))
    if due:
        print(describe_due(due, texts), "pickomino practice --own")
    _ask_puzzles(log, theme, texts)
    return 0


def _ask_puzzles(log: PracticeLog, theme: str | None, texts: Texts) -> None:
    rng = random.SystemRandom()
    while True:
        numbered = log.next(today(), theme, rng)
        cost = _cost_of_answer(numbered.puzzle, texts)
        if cost is None:
            return
        before = log.player
        is_saved = log.answer(numbered, cost)
        print(describe_rating_change(before, log.player, texts))
        if not is_saved:
            print(not_saved_text(texts))


def _ask_own(log: PracticeLog, texts: Texts) -> None:
    day = today()
    cards = log.due(day)
    print(describe_due(len(cards), texts))
    for card in cards:
        cost = _cost_of_answer(parse_puzzle(card.line), texts)
        if cost is None:
            return
        is_saved = log.answer_card(card, cost, day)
        print(describe_return(after_answer(card, cost, day), day, texts))
        if not is_saved:
            print(not_saved_text(texts))


def _cost_of_answer(puzzle: Puzzle, texts: Texts) -> float | None:
    """Pose a puzzle; print and return what the answer costs.

    Return None if the player leaves.
    """
    narrator = puzzle_narrator(puzzle.position, texts)
    print()
    show_puzzle(puzzle, narrator)
    action = ask_puzzle(puzzle, narrator)
    if action is None:
        return None
    print_evaluation(puzzle, action, narrator)
    return puzzle.given_away(action)
