"""Puzzles as the browser shows them: with the table, the legal actions and the cost of each choice.

The files are made from the package alone, so that they can be served or exported.
"""

from __future__ import annotations

from itertools import chain
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from pickomino.core.errors import PickominoError
from pickomino.core.play import legal_actions
from pickomino.narration.board import board_rows, dice_lines
from pickomino.narration.line import Line
from pickomino.narration.reasons import reason_line
from pickomino.puzzles.packs import daily_puzzles, parse_day, practice_puzzles, puzzle_by_number
from pickomino.puzzles.puzzle import Puzzle, PuzzleChoice
from pickomino.rooms.protocol.frames import Frame, frame_of, with_texts
from pickomino.rooms.protocol.messages import encode

_DAY: Final = "day-"
_PRACTICE: Final = "practice-"


class PuzzleChoiceView(Struct, frozen=True):
    """A choice of a puzzle."""

    action: str
    chance: float
    """The player's win chance."""
    failure: float
    """The chance that the turn then fails."""
    cost: float
    """The win chance given away."""
    reason: Line | None
    """Why the best choice is better than this one."""


class PuzzleView(Struct, frozen=True):
    """A puzzle with its solution."""

    theme: str
    difficulty: int
    frame: Frame
    legal: tuple[str, ...]
    """The legal actions in the order of the rules, which does not reveal the best one."""
    choices: tuple[PuzzleChoiceView, ...]
    """Every legal choice, the best first."""
    board: tuple[Line, ...] = ()
    """The board and the dice in words, for screen readers."""


def puzzle_view(puzzle: Puzzle) -> PuzzleView:
    """Return a puzzle ready to be shown."""
    # What the sum still needs would be a hint.
    frame = replace(with_texts(frame_of(puzzle.position, "")), targets=())
    legal = tuple(map(str, legal_actions(puzzle.position)))
    choices = tuple(_choice_view(puzzle, choice) for choice in puzzle.choices)
    rows = (*board_rows(puzzle.position), tuple(dice_lines(puzzle.position)))
    board = tuple(chain.from_iterable(rows))
    return PuzzleView(puzzle.theme, puzzle.difficulty, frame, legal, choices, board)


def puzzle_file(name: str) -> bytes | None:
    """Return a JSON file of puzzles by its name, or None if there is no such file.

    `day-2026-11-16` has the five puzzles of a day, `practice-2026-11` the list of puzzles to
    practise in a month, and `1-17` the puzzle with that number.
    """
    try:
        if name.startswith(_DAY):
            day = parse_day(name.removeprefix(_DAY))
            return encode(list(map(puzzle_view, daily_puzzles(day))))
        if name.startswith(_PRACTICE):
            return encode(practice_puzzles(parse_day(f"{name.removeprefix(_PRACTICE)}-01")))
        return encode(puzzle_view(puzzle_by_number(name)))
    except (PickominoError, OverflowError):
        return None


def _choice_view(puzzle: Puzzle, choice: PuzzleChoice) -> PuzzleChoiceView:
    cost = round(puzzle.given_away(choice.action), 4)
    reason = None if choice.reason is None else reason_line(choice.reason)
    return PuzzleChoiceView(str(choice.action), choice.chance, choice.failure, cost, reason)
