"""Prompts for a player, and answers read from a terminal or a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Final

from pickomino.core.actions import Action
from pickomino.core.errors import InvalidNotation
from pickomino.core.play import legal_actions
from pickomino.core.position import Phase, Position
from pickomino.i18n import Texts
from pickomino.i18n.narration import describe_targets
from pickomino.i18n.narrator import Narrator
from pickomino.i18n.options import capitalize

Read = Callable[[], str | None]
"""Reads a line; returns None at the end of the input."""

HELP: Final = "?"
LEAVE: Final = "x"
UNDO: Final = "u"
TABLE: Final = "g"
COACH: Final = "c"
REVIEW: Final = "r"


def question(position: Position, narrator: Narrator) -> list[str]:
    """Return the totals to aim for, and the question with the legal answers."""
    gettext = narrator.texts.gettext
    answers = "; ".join(
        f"{action} {narrator.choice(position, action)}" for action in legal_actions(position)
    )
    name = narrator.names[position.seat]
    targets = describe_targets(position, narrator)
    ask = gettext("{name}, choose: {answers}. (? for help)").format(name=name, answers=answers)
    return [f"{capitalize(targets)}.", ask] if targets else [ask]


def help_lines(narrator: Narrator) -> list[str]:
    """Return the explanation of the answers that are always possible."""
    gettext = narrator.texts.gettext
    return [
        gettext("Answer with the code in front of a choice; for dice, the number or w is enough."),
        gettext("Enter alone takes the only choice there is."),
        gettext("Other answers: g grill and stacks, c coach, u take back, x leave."),
        gettext("To win a tile you need a worm, and a sum that reaches one."),
    ]


def after_game(texts: Texts, *, is_last: bool) -> str:
    """Return the question after a game."""
    if is_last:
        return texts.gettext("r tells how the game was played, Enter ends.")
    return texts.gettext(
        "Enter starts the next game of the match, r tells how this one was played, x leaves."
    )


def read_answer(prompt: str = "> ") -> str | None:
    """Read one line; return None at the end of the input."""
    if sys.stdin.isatty():
        print(prompt, end="", flush=True)
    sys.stdout.flush()
    line = sys.stdin.readline(1000)
    return line.strip() if line else None


def is_sure(position: Position, answer: str, narrator: Narrator, read: Read) -> bool:
    """Return whether to accept an answer; giving up the turn by choice must be confirmed."""
    action = parse_answer(position, answer)
    if action is None or action.kind != "q" or not answer or len(legal_actions(position)) == 1:
        return True
    print(narrator.texts.gettext("The turn would fail. Type q again to stop with nothing."))
    again = read()
    return again is not None and again.lower() == "q"


def parse_answer(position: Position, answer: str) -> Action | None:
    """Return the legal action that an answer stands for, or None if there is none."""
    legal = legal_actions(position)
    if not answer:
        return legal[0] if len(legal) == 1 else None
    text = answer.lower()
    if position.turn.phase is Phase.CHOOSE and len(text) == 1 and text in "12345w":
        text = f"k{text}"
    try:
        action = Action.parse(text)
    except InvalidNotation:
        return None
    return action if action in legal else None
