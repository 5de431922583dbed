"""A puzzle in plain text: the board, the question, and the value of every choice."""

from __future__ import annotations

from pickomino.cli.plain import prompts
from pickomino.cli.plain.table import print_lines, table_lines
from pickomino.cli.reports.bars import bar
from pickomino.core.actions import Action
from pickomino.i18n import Texts
from pickomino.i18n.daily_text import (
    describe_answer,
    describe_choices,
    describe_puzzle,
    puzzle_narrator,
)
from pickomino.i18n.narration import dice_line
from pickomino.i18n.narrator import Narrator
from pickomino.i18n.numbers import format_percent
from pickomino.puzzles.puzzle import Puzzle
from pickomino.tables.answers import parse_answer

_BAR_WIDTH = 24


def answer_puzzle(puzzle: Puzzle, texts: Texts) -> float | None:
    """Ask a puzzle, print and return what the answer costs; return None if the player leaves."""
    narrator = puzzle_narrator(puzzle.position, texts)
    show_puzzle(puzzle, narrator)
    action = ask_puzzle(puzzle, narrator)
    if action is None:
        return None
    print_evaluation(puzzle, action, narrator)
    return puzzle.given_away(action)


def show_puzzle(puzzle: Puzzle, narrator: Narrator) -> None:
    position = puzzle.position
    print(describe_puzzle(puzzle, narrator.texts))
    print_lines(table_lines(position, narrator))
    if position.turn.set_aside.size:
        text = narrator.texts.gettext("Set aside: {dice}.")
        print(text.format(dice=narrator.dice(position.turn.set_aside)))
    print(dice_line(position, narrator))


def ask_puzzle(puzzle: Puzzle, narrator: Narrator) -> Action | None:
    """Ask until the answer is legal; return None if the player leaves."""
    gettext = narrator.texts.gettext
    while True:
        print_lines(prompts.question(puzzle.position, narrator))
        answer = prompts.read_answer()
        if answer is None or answer.lower() == prompts.LEAVE:
            return None
        action = parse_answer(puzzle.position, answer)
        if action is not None:
            return action
        if answer == prompts.HELP:
            print(
                gettext(
                    "Answer with the code in front of a choice; "
                    "for dice, the number or w is enough."
                )
            )
            print(gettext("x leaves; your answers are kept."))
        else:
            print(gettext("That is not possible here: {answer}").format(answer=repr(answer)))


def print_evaluation(puzzle: Puzzle, action: Action, narrator: Narrator) -> None:
    """Print what an answer costs, why, and how 100 games after each choice would go."""
    print(describe_answer(puzzle, action, narrator))
    for chance, text in describe_choices(puzzle, narrator):
        shown = format_percent(chance, narrator.texts)
        print(f"{shown:>8} {bar(chance, _BAR_WIDTH):{_BAR_WIDTH}} {text}")
