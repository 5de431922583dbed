"""What players type for an action: the same in the app, in plain text and in the adviser."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pickomino.core.actions import Action
from pickomino.core.errors import InvalidNotation
from pickomino.core.play import legal_actions
from pickomino.core.position import Phase, Position
from pickomino.core.roll import SYMBOLS

STOP_KEY: Final = "s"
GIVE_UP_KEY: Final = "q"


def parse_answer(position: Position, answer: str) -> Action | None:
    """Return the legal action that an answer stands for, or None if there is none.

    An answer is an action token, or a symbol to set aside. `s` stops: it takes the only tile that
    can be won or, if none can, gives the turn up. An empty answer takes the only tile that can be
    won, or does the only thing there is to do.

    >>> position = Position.from_wfen("standard oooooooooooooooo -/- a 4555www -")
    >>> [str(parse_answer(position, answer)) for answer in ("r", "s", "t34", "", "q")]
    ['r', 't34', 't34', 't34', 'None']
    """
    legal = legal_actions(position)
    text = answer.lower()
    if not text:
        return only_claim(legal) or (legal[0] if len(legal) == 1 else None)
    if text == STOP_KEY:
        return only_claim(legal) or next((action for action in legal if is_stop(action)), None)
    if position.turn.phase is Phase.CHOOSE and text in tuple(SYMBOLS):
        text = f"k{text}"
    try:
        action = Action.parse(text)
    except InvalidNotation:
        return None
    return action if action in legal else None


def claims(legal: Sequence[Action]) -> list[Action]:
    """Return the actions that win a tile."""
    return [action for action in legal if action.kind in "ts"]


def only_claim(legal: Sequence[Action]) -> Action | None:
    won = claims(legal)
    return won[0] if len(won) == 1 else None


def is_stop(action: Action) -> bool:
    """Return whether an action ends the turn with nothing."""
    return action.kind == GIVE_UP_KEY


def needs_confirmation(action: Action, legal: Sequence[Action]) -> bool:
    """Return whether an action gives up a turn that could go on, so that the player is asked."""
    return is_stop(action) and len(legal) > 1
