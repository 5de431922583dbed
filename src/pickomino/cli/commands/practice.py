"""`pickomino practice`: endless puzzles by theme, and decisions from the player's games."""

from __future__ import annotations

import random
from itertools import count
from typing import Literal

from pickomino.cli.files import data_folder
from pickomino.cli.options import Flag, Language
from pickomino.cli.plain.puzzle_prompt import answer_puzzle
from pickomino.i18n import select_texts
from pickomino.i18n.practice_text import (
    damaged_text,
    describe_due,
    describe_rating,
    not_saved_text,
    save_answer,
)
from pickomino.profile.practice_log import PracticeLog
from pickomino.puzzles.packs import today

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
    day, chance = today(), random.SystemRandom()
    due = log.due(day)
    if own:
        print(describe_due(len(due), texts))
    else:
        print(describe_rating(log.player, texts))
        if due:
            print(describe_due(len(due), texts), "pickomino practice --own")
    for task in due if own else (log.next(day, theme, chance) for _ in count()):
        print()
        cost = answer_puzzle(task.puzzle, texts)
        if cost is None:
            break
        result, is_saved = save_answer(log, task, cost, day, texts)
        print(result)
        if not is_saved:
            print(not_saved_text(texts))
    return 0
