"""`pickomino daily`: the five puzzles of a day."""

from __future__ import annotations

from datetime import date as Date  # noqa: N812 - `date` is the option

from pickomino.cli import outputs
from pickomino.cli.files import data_folder, print_json
from pickomino.cli.options import Flag, Language
from pickomino.cli.plain.puzzle_prompt import answer_puzzle
from pickomino.cli.plain.table import print_lines
from pickomino.core.errors import PickominoError
from pickomino.i18n import Texts, select_texts
from pickomino.i18n.daily_text import not_kept_text, puzzle_title, result_lines
from pickomino.profile.daily_log import DailyLog
from pickomino.puzzles.packs import (
    PUZZLES_PER_DAY,
    daily_puzzles,
    pack_for,
    parse_day,
    past_days,
    today,
)
from pickomino.puzzles.scores import MARKS, band

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
        print_json(_as_json(day))
        return 0
    log = DailyLog(data_folder())
    if log.is_damaged:
        print(texts.gettext("The results of past days are damaged: the streak starts again."))
    if past:
        print_lines([_day_line(past_day, log) for past_day in past_days(_PAST_DAYS, now)])
    else:
        _play(day, log, texts)
    return 0


def _as_json(day: Date) -> outputs.Daily:
    return outputs.Daily(
        date=day.isoformat(),
        pack=pack_for(day).version,
        puzzles=[
            outputs.DailyPuzzle(
                wfen=puzzle.position.wfen(),
                theme=puzzle.theme,
                difficulty=puzzle.difficulty,
                best=str(puzzle.best),
                choices=[
                    outputs.PuzzleChoice(str(choice.action), choice.chance, choice.failure)
                    for choice in puzzle.choices
                ],
            )
            for puzzle in daily_puzzles(day)
        ],
    )


def _day_line(day: Date, log: DailyLog) -> str:
    marks = "".join(MARKS[band(cost)] for cost in log.costs(day))
    return f"{day.isoformat()} {marks}".rstrip()


def _play(day: Date, log: DailyLog, texts: Texts) -> None:
    """Ask the unanswered puzzles, then print the result; leaving keeps the answers so far."""
    puzzles = daily_puzzles(day)
    for number in range(len(log.costs(day)), PUZZLES_PER_DAY):
        print(puzzle_title(day, number, texts))
        cost = answer_puzzle(puzzles[number], texts)
        if cost is None:
            print(texts.gettext("`pickomino daily` continues here."))
            return
        if not log.add(day, number, cost, today()):
            print(not_kept_text(texts))
        print()
    print_lines(result_lines(log, day, texts))
