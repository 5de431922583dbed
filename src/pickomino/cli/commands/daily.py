"""`pickomino daily`: the five puzzles of a day."""

from __future__ import annotations

import json as json_format
from datetime import date as Date  # noqa: N812 - `date` is the option

from pickomino.cli.folders import data_folder
from pickomino.cli.options import Flag, Language
from pickomino.cli.plain.puzzle_prompt import ask_puzzle, print_evaluation, show_puzzle
from pickomino.cli.plain.table import print_lines
from pickomino.core.actions import Action
from pickomino.core.errors import PickominoError
from pickomino.i18n import Texts, select_texts
from pickomino.i18n.daily_text import describe_streak, puzzle_narrator, puzzle_title
from pickomino.i18n.narrator import Narrator
from pickomino.i18n.numbers import format_percent
from pickomino.profile.daily_log import DailyLog
from pickomino.puzzles.packs import (
    PUZZLES_PER_DAY,
    daily_puzzles,
    pack_for,
    parse_day,
    past_days,
    today,
)
from pickomino.puzzles.puzzle import Puzzle
from pickomino.puzzles.scores import MARKS, band, share_line

_PAST_DAYS = 28


def daily(
    *, date: str | None = None, past: Flag = False, json: Flag = False, language: Language = None
) -> int:
    """Answer the five puzzles of a day: the same ones for everybody.

    Parameters
    ----------
    date
        A past day, such as 2026-11-16; by default today (UTC).
    past
        List the last four weeks with your results.
    json
        Print the puzzles of the day with the value of every choice as JSON, without asking for
        answers.
    """
    texts = select_texts(language)
    now = today()
    day = now if date is None else parse_day(date)
    if day > now:
        raise PickominoError("day_to_come", date=day.isoformat())
    if json:
        print(json_format.dumps(_as_json(day), indent=1))
        return 0
    log = DailyLog(data_folder())
    if log.is_damaged:
        print(texts.gettext("The results of past days are damaged: the streak starts again."))
    if past:
        print_lines([_day_line(past_day, log) for past_day in past_days(_PAST_DAYS, now)])
    else:
        _Day(day, log, texts).play()
    return 0


def _as_json(day: Date) -> dict[str, object]:
    return {
        "date": day.isoformat(),
        "pack": pack_for(day).version,
        "puzzles": [
            {
                "wfen": puzzle.position.wfen(),
                "theme": puzzle.theme,
                "difficulty": puzzle.difficulty,
                "best": str(puzzle.best),
                "choices": [
                    {
                        "action": str(choice.action),
                        "chance": choice.chance,
                        "failure": choice.failure,
                    }
                    for choice in puzzle.choices
                ],
            }
            for puzzle in daily_puzzles(day)
        ],
    }


def _day_line(day: Date, log: DailyLog) -> str:
    marks = "".join(MARKS[band(cost)] for cost in log.costs(day))
    return f"{day.isoformat()} {marks}".rstrip()


class _Day:
    """Presents the puzzles of one day."""

    def __init__(self, day: Date, log: DailyLog, texts: Texts) -> None:
        self.day = day
        self.log = log
        self.texts = texts

    def play(self) -> None:
        """Pose the unanswered puzzles, then print the result.

        A player who leaves keeps the answers so far.
        """
        puzzles = daily_puzzles(self.day)
        for number in range(len(self.log.costs(self.day)), PUZZLES_PER_DAY):
            narrator = puzzle_narrator(puzzles[number].position, self.texts)
            print(puzzle_title(self.day, number, self.texts))
            show_puzzle(puzzles[number], narrator)
            action = ask_puzzle(puzzles[number], narrator)
            if action is None:
                print(self.texts.gettext("`pickomino daily` continues here."))
                return
            self._answer(number, puzzles[number], action, narrator)
        self._print_result()

    def _answer(self, number: int, puzzle: Puzzle, action: Action, narrator: Narrator) -> None:
        print_evaluation(puzzle, action, narrator)
        if not self.log.add(self.day, number, puzzle.given_away(action), today()):
            print(
                self.texts.gettext(
                    "Your answers cannot be kept here, so they do not count towards a streak."
                )
            )
        print()

    def _print_result(self) -> None:
        costs = self.log.costs(self.day)
        text = self.texts.gettext("Given away in all: {cost} of a win.")
        print(text.format(cost=format_percent(sum(costs), self.texts)))
        print(share_line(self.day, costs))
        print(describe_streak(self.log.streak(today()), self.texts))
