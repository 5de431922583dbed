"""Why a key of the game does nothing at the moment."""

from __future__ import annotations

from typing import Final

from pickomino.core.position import Phase
from pickomino.core.roll import SYMBOLS, WORM
from pickomino.i18n import Texts
from pickomino.tui.action_keys import ROLL_KEY, STOP_KEY, WEASEL_KEY
from pickomino.tui.board_state import BoardState

GAME_KEYS: Final = (*SYMBOLS, ROLL_KEY, STOP_KEY, WEASEL_KEY)


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
    if key == STOP_KEY:
        return gettext("Several things can be claimed: choose one by its number.")
    return gettext("Roll on or stop first.")


def _symbol_refusal(key: str, board: BoardState, texts: Texts) -> str:
    if key in (ROLL_KEY, STOP_KEY):
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
