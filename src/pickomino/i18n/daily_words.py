"""The five of a day in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Final

from pickomino.bots.registry import BOTS
from pickomino.core.actions import Action
from pickomino.core.errors import message
from pickomino.core.position import Position
from pickomino.i18n import Texts
from pickomino.i18n.options import rules_titled
from pickomino.i18n.review_words import decision_said, reason_said
from pickomino.i18n.words import Speaker
from pickomino.puzzles.packs import A_DAY
from pickomino.puzzles.puzzle import HARDEST, Puzzle
from pickomino.puzzles.scores import MARKS, band

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
"""What puzzles are about."""
RIVALS: Final = ("family", "expert", "beginner", "champion", "strategist", "random")
"""Whose names the rivals in puzzles have, in this order from the player's left."""


def puzzle_speaker(position: Position, texts: Texts) -> Speaker:
    """Return who speaks of a puzzle: you, and rivals with the names of bots."""
    names = [texts.gettext("You")]
    names += [texts.gettext(BOTS[name].title) for name in RIVALS[: position.players - 1]]
    turn = -position.seat % position.players
    return Speaker(texts, [*names[turn:], *names[:turn]])


def puzzle_title(day: date, number: int, texts: Texts) -> str:
    """Head a puzzle of a day; they are counted from 0."""
    text = texts.gettext("The five for {date}: {number} of {count}")
    return text.format(date=day.isoformat(), number=number + 1, count=A_DAY)


def puzzle_about(puzzle: Puzzle, texts: Texts) -> str:
    """Say what a puzzle is about, how hard it is, and by which rules."""
    stars = "★" * puzzle.difficulty + "☆" * (HARDEST - puzzle.difficulty)
    rules = rules_titled(puzzle.position.rules, texts)
    return f"{texts.gettext(THEMES[puzzle.theme])} {stars} · {rules}"


def answer_said(puzzle: Puzzle, action: Action, speaker: Speaker) -> str:
    """Say what an answer costs, and in one sentence why."""
    decision = puzzle.decision(action)
    told = f"{MARKS[band(decision.cost)]} {decision_said(decision, puzzle.position, speaker)}"
    if decision.is_equal and decision.reason is not None:
        return f"{told} {reason_said(decision.reason, speaker)}"
    return told


def tries_said(puzzle: Puzzle, speaker: Speaker) -> Iterator[tuple[float, str]]:
    """Return the win chance of every choice, and how a hundred tries would go."""
    for choice in puzzle.choices:
        wins, fails = _of_a_hundred(choice.chance), _of_a_hundred(choice.failure)
        text = speaker.texts.gettext("{wins} of 100 games won, {fails} of 100 turns fail")
        named = speaker.choice(puzzle.position, choice.action)
        yield choice.chance, f"{named}: {text.format(wins=wins, fails=fails)}"


def streak_said(count: int, texts: Texts) -> str:
    """Count the days in a row."""
    text = texts.ngettext("{count} day in a row", "{count} days in a row", count)
    return text.format(count=count)


def _of_a_hundred(share: float) -> int:
    """Round as people and browsers do.

    >>> _of_a_hundred(0.125), _of_a_hundred(0.135)
    (13, 14)
    """
    return int(100 * share + 0.5)
