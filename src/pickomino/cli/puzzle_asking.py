"""A puzzle in plain text: the board, the question, and what every choice is worth."""

from __future__ import annotations

from pickomino.cli.bars import bar
from pickomino.cli.plain import asking
from pickomino.cli.plain.session import print_lines
from pickomino.cli.plain.table import table_lines
from pickomino.core.actions import Action
from pickomino.i18n.daily_words import answer_said, puzzle_about, tries_said
from pickomino.i18n.narration import dice_line
from pickomino.i18n.numbers import percent
from pickomino.i18n.words import Speaker
from pickomino.puzzles.puzzle import Puzzle

_BAR_WIDTH = 24


def pose(puzzle: Puzzle, speaker: Speaker) -> None:
    """Show the board of a puzzle."""
    position = puzzle.position
    print(puzzle_about(puzzle, speaker.texts))
    print_lines(table_lines(position, speaker))
    if position.turn.set_aside.size:
        text = speaker.texts.gettext("Set aside: {dice}.")
        print(text.format(dice=speaker.dice(position.turn.set_aside)))
    print(dice_line(position, speaker))


def asked(puzzle: Puzzle, speaker: Speaker) -> Action | None:
    """Ask until an answer is legal; None to leave."""
    gettext = speaker.texts.gettext
    while True:
        print_lines(asking.question(puzzle.position, speaker))
        answer = asking.read_answer()
        if answer is None or answer.lower() == asking.LEAVE:
            return None
        action = asking.understood(puzzle.position, answer)
        if action is not None:
            return action
        if answer == asking.HELP:
            print(
                gettext(
                    "Answer with the code in front of a choice; "
                    "for dice, the number or w is enough."
                )
            )
            print(gettext("x leaves; your answers are kept."))
        else:
            print(gettext("That is not possible here: {answer}").format(answer=repr(answer)))


def tell_worth(puzzle: Puzzle, action: Action, speaker: Speaker) -> None:
    """Say what an answer costs, why, and how a hundred tries of every choice would go."""
    print(answer_said(puzzle, action, speaker))
    for chance, told in tries_said(puzzle, speaker):
        shown = percent(chance, speaker.texts)
        print(f"{shown:>8} {bar(chance, _BAR_WIDTH):{_BAR_WIDTH}} {told}")
