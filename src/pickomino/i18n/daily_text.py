"""Texts of the five daily puzzles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Final

from pickomino.bots.registry import BOTS
from pickomino.core.actions import Action
from pickomino.core.errors import message
from pickomino.core.position import Position, rotate
from pickomino.i18n import Texts
from pickomino.i18n.narrator import Narrator
from pickomino.i18n.numbers import format_percent, round_half_up
from pickomino.i18n.options import rules_title
from pickomino.i18n.review_text import describe_decision
from pickomino.profile.daily_log import DailyLog
from pickomino.puzzles.packs import PUZZLES_PER_DAY, today
from pickomino.puzzles.puzzle import HARDEST, Puzzle
from pickomino.puzzles.scores import MARKS, band, share_line

THEMES: Final[Mapping[str, str]] = {
    "stop": message("Stop or roll?"),
    "symbol": message("Which symbol?"),
    "steal": message("Steal or not?"),
    "end": message("Endgame"),
    "behind": message("Behind"),
    "many": message("A full table"),
    "extrawurm": message("Extrawurm"),
    "own": message("From a game of yours"),
}
RIVALS: Final = ("family", "expert", "beginner", "champion", "strategist", "random")
"""The bots after which the rivals in puzzles are named, starting at the player's left."""


def puzzle_narrator(position: Position, texts: Texts) -> Narrator:
    """Return a narrator for a puzzle: the player is "You", and rivals are named after bots."""
    names = [texts.gettext("You")]
    names += [texts.gettext(BOTS[name].title) for name in RIVALS[: position.players - 1]]
    return Narrator(texts, rotate(names, -position.seat))


def puzzle_title(day: date, number: int, texts: Texts) -> str:
    """Return the heading of a daily puzzle; `number` counts from 0."""
    text = texts.gettext("The five for {date}: {number} of {count}")
    return text.format(date=day.isoformat(), number=number + 1, count=PUZZLES_PER_DAY)


def describe_puzzle(puzzle: Puzzle, texts: Texts) -> str:
    """Return the theme, difficulty and rules of a puzzle."""
    stars = "★" * puzzle.difficulty + "☆" * (HARDEST - puzzle.difficulty)
    rules = rules_title(puzzle.position.rules, texts)
    return f"{texts.gettext(THEMES[puzzle.theme])} {stars} · {rules}"


def describe_answer(puzzle: Puzzle, action: Action, narrator: Narrator) -> str:
    """Return what an answer costs and, in one sentence, why."""
    decision = puzzle.judge(action)
    return f"{MARKS[band(decision.cost)]} {describe_decision(decision, puzzle.position, narrator)}"


def describe_choices(puzzle: Puzzle, narrator: Narrator) -> Iterator[tuple[float, str]]:
    """Yield each choice's win probability, and a text about how 100 games would go."""
    for choice in puzzle.choices:
        wins, fails = round_half_up(100 * choice.chance), round_half_up(100 * choice.failure)
        text = narrator.texts.gettext("{wins} of 100 games won, {fails} of 100 turns fail")
        named = narrator.choice(puzzle.position, choice.action)
        yield choice.chance, f"{named}: {text.format(wins=wins, fails=fails)}"


def result_lines(log: DailyLog, day: date, texts: Texts) -> list[str]:
    """Return the result of a day whose puzzles are all answered, and the streak."""
    costs = log.costs(day)
    text = texts.gettext("In total, you gave away {cost} of a win.")
    total = text.format(cost=format_percent(sum(costs), texts))
    return [total, share_line(day, costs), describe_streak(log.streak(today()), texts)]


def not_kept_text(texts: Texts) -> str:
    return texts.gettext("Your answers cannot be kept here, so they do not count towards a streak.")


def describe_streak(count: int, texts: Texts) -> str:
    text = texts.ngettext("{count} day in a row", "{count} days in a row", count)
    return text.format(count=count)
