"""The question to a person and the answer, read from a terminal or a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Final

from pickomino.core.actions import Action
from pickomino.core.errors import InvalidNotation
from pickomino.core.play import legal_actions
from pickomino.core.position import Phase, Position
from pickomino.i18n import Texts
from pickomino.i18n.needs import need_said
from pickomino.i18n.options import capital
from pickomino.i18n.words import Speaker

Read = Callable[[], str | None]
"""Gets a line from the person."""

HELP: Final = "?"
LEAVE: Final = "x"
UNDO: Final = "u"
TABLE: Final = "g"
COACH: Final = "c"
REVIEW: Final = "r"


def question(position: Position, speaker: Speaker) -> list[str]:
    """Say what the sum still lacks, ask what to do and list the legal answers."""
    gettext = speaker.texts.gettext
    answers = "; ".join(
        f"{action} {speaker.choice(position, action)}" for action in legal_actions(position)
    )
    name = speaker.names[position.seat]
    need = need_said(position, speaker)
    ask = gettext("{name}, choose: {answers}. (? for help)").format(name=name, answers=answers)
    return [f"{capital(need)}.", ask] if need else [ask]


def help_lines(speaker: Speaker) -> list[str]:
    """Explain the answers that are always there."""
    gettext = speaker.texts.gettext
    return [
        gettext("Answer with the code in front of a choice; for dice, the number or w is enough."),
        gettext("Enter alone takes the only choice there is."),
        gettext("Other answers: g grill and stacks, c coach, u take back, x leave."),
        gettext("To win a tile you need a worm, and a sum that reaches one."),
    ]


def after_game(texts: Texts, *, is_last: bool) -> str:
    """Ask what to do when a game is over."""
    if is_last:
        return texts.gettext("r tells how the game was played, Enter ends.")
    return texts.gettext(
        "Enter starts the next game of the match, r tells how this one was played, x leaves."
    )


def read_answer(prompt: str = "> ") -> str | None:
    """Read one line; None at the end of the input."""
    if sys.stdin.isatty():
        print(prompt, end="", flush=True)
    sys.stdout.flush()
    line = sys.stdin.readline(1000)
    return line.strip() if line else None


def is_sure(position: Position, answer: str, speaker: Speaker, read: Read) -> bool:
    """Ask before a turn is thrown away, unless there is nothing else to do."""
    action = understood(position, answer)
    if action is None or action.kind != "q" or not answer or len(legal_actions(position)) == 1:
        return True
    print(speaker.texts.gettext("The turn would fail. Type q again to stop with nothing."))
    again = read()
    return again is not None and again.lower() == "q"


def understood(position: Position, answer: str) -> Action | None:
    """Find the legal action that an answer means, None if there is none."""
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
