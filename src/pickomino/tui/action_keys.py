"""The key of each legal action, and the order in which actions are listed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from pickomino.core.actions import Action
from pickomino.core.roll import SYMBOLS

ROLL_KEY: Final = "r"
STOP_KEY: Final = "s"
WEASEL_KEY: Final = "z"
_DIGITS: Final = "123456789"


class KeyedAction(NamedTuple):
    """A legal action and its key; claims after the ninth have no key, only a place in the list."""

    key: str
    action: Action


def keyed_actions(legal: Sequence[Action]) -> list[KeyedAction]:
    """Return every legal action with its key, in the order of the list.

    >>> [(key, str(action)) for key, action in keyed_actions([Action("t", 25), Action("r")])]
    [('r', 'r'), ('s', 't25')]
    """
    numbered = [action for action in legal if action.kind in "tsb"]
    has_one_claim = len(numbered) == 1 and numbered[0].kind in "ts"
    keys = dict(zip(numbered, _DIGITS, strict=False))
    actions = [
        KeyedAction(_key(action, keys, has_one_claim=has_one_claim), action) for action in legal
    ]
    return sorted(actions, key=lambda keyed: keyed.action.kind != "r")


def _key(action: Action, numbered: dict[Action, str], *, has_one_claim: bool) -> str:
    match action.kind:
        case "k":
            return SYMBOLS[action.value - 1]
        case "r":
            return ROLL_KEY
        case "q":
            return STOP_KEY
        case "z":
            return WEASEL_KEY
        case _:
            return STOP_KEY if has_one_claim else numbered.get(action, "")
