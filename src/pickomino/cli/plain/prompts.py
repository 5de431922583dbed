"""Prompts for a player, and answers read from a terminal or a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Final

from pickomino.core.play import legal_actions
from pickomino.core.position import Position
from pickomino.core.rules import Rules
from pickomino.i18n import Texts
from pickomino.i18n.help_text import EXTRA_TILES_TITLE, STEAL_RULE, WORM_RULE, extrawurm_line
from pickomino.i18n.narration import describe_targets
from pickomino.i18n.narrator import Narrator
from pickomino.i18n.options import capitalize, describe_rules, rules_title
from pickomino.operating_system import wait_for_line
from pickomino.tables.answers import needs_confirmation, parse_answer

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


def help_lines(rules: Rules, narrator: Narrator) -> list[str]:
    texts = narrator.texts
    gettext = texts.gettext
    lines = [
        gettext("Answer with the code in front of a choice; for dice, the number or w is enough."),
        gettext("s or Enter alone takes the tile, if only one can be won; t25 names a tile."),
        gettext("Enter alone also makes the only choice there is."),
        gettext("Other answers: g grill and stacks, c coach, u take back, x leave."),
        gettext(WORM_RULE),
        gettext("Rule set {rules}: {line}").format(
            rules=rules_title(rules, texts), line=describe_rules(rules, texts)
        ),
        gettext(STEAL_RULE),
    ]
    if rules.extrawurm:
        lines.append(extrawurm_line(EXTRA_TILES_TITLE, texts))
    return lines


def after_game(texts: Texts, *, is_last: bool) -> str:
    if is_last:
        return texts.gettext("r reviews the game, Enter ends.")
    return texts.gettext("Enter starts the next game of the match, r reviews this one, x leaves.")


def read_answer(prompt: str = "> ") -> str | None:
    """Read one line; return None at the end of the input."""
    if sys.stdin.isatty():
        print(prompt, end="", flush=True)
        wait_for_line(sys.stdin)
    sys.stdout.flush()
    line = sys.stdin.readline(1000)
    return line.strip() if line else None


def is_sure(position: Position, answer: str, narrator: Narrator, read: Read) -> bool:
    """Return whether to accept an answer; giving up the turn by choice must be confirmed."""
    action = parse_answer(position, answer)
    if action is None or not needs_confirmation(action, legal_actions(position)):
        return True
    text = narrator.texts.gettext("The turn would fail. Type {answer} again to stop with nothing.")
    print(text.format(answer=answer))
    again = read()
    return again is not None and again.lower() == answer.lower()
