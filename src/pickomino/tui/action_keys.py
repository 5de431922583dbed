"""The keys of actions: which one plays what, in which order, and why one does nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from pickomino.core.actions import Action
from pickomino.core.position import Phase
from pickomino.core.roll import SYMBOLS, WORM
from pickomino.i18n import Texts
from pickomino.tables.answers import GIVE_UP_KEY, STOP_KEY
from pickomino.tui.board_state import BoardState

ROLL_KEY: Final = "r"
WEASEL_KEY: Final = "z"
GAME_KEYS: Final = (*SYMBOLS, ROLL_KEY, STOP_KEY, GIVE_UP_KEY, WEASEL_KEY)
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
            return GIVE_UP_KEY
        case "z":
            return WEASEL_KEY
        case _:
            return STOP_KEY if has_one_claim else numbered.get(action, "")


def refusal_reason(key: str, board: BoardState) -> str:  # noqa: PLR0911 - one return per reason
    """Return why a game key does nothing at the moment; empty for other keys."""
    texts = board.narrator.texts
    gettext = texts.gettext
    if key not in GAME_KEYS:
        return ""
    if board.is_over:
        return gettext("The game is over.")
    if not board.is_yours and board.seat is not None:
        return gettext("It is {name}’s turn.").format(name=board.narrator.names[board.seat])
    if key == WEASEL_KEY:
        return gettext("The Weasel cannot help here.")
    if board.position.turn.phase is Phase.CHOOSE:
        return _symbol_refusal(key, board, texts)
    if key == ROLL_KEY:
        return gettext("No dice can be rolled any more.")
    if key in (STOP_KEY, GIVE_UP_KEY):
        return gettext("You can win a tile: choose one by its key.")
    return gettext("Roll on or stop first.")


def _symbol_refusal(key: str, board: BoardState, texts: Texts) -> str:
    if key in (ROLL_KEY, STOP_KEY, GIVE_UP_KEY):
        return texts.gettext("Set aside a symbol first.")
    face = SYMBOLS.index(key) + 1
    is_set_aside = board.position.turn.set_aside.has(face)
    if face == WORM:
        if is_set_aside:
            return texts.gettext("Worms are already set aside.")
        return texts.gettext("No worm was rolled.")
    if is_set_aside:
        return texts.gettext("The {symbol} is already set aside.").format(symbol=key)
    return texts.gettext("No {symbol} was rolled.").format(symbol=key)
