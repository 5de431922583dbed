"""The 50 actions as numbers, and the mask of the legal actions."""

from __future__ import annotations

import operator
from functools import lru_cache
from typing import Final, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from pickomino.core.actions import ACTION_NUMBERS, NUMBERED_ACTIONS, Action
from pickomino.core.errors import InvalidNotation, quote
from pickomino.core.play import legal_actions
from pickomino.core.position import Position

ACTIONS: Final = NUMBERED_ACTIONS
"""All actions in numerical order; the second letter of `ba` to `bg` is an absolute seat."""
COUNT: Final = len(ACTIONS)


def index_of(action: Action) -> int:
    """Return the number of an action.

    >>> index_of(Action.parse("kw")), index_of(Action.parse("t25"))
    (5, 14)
    """
    if action not in ACTION_NUMBERS:
        raise InvalidNotation("bad_action", text=quote(action))
    return ACTION_NUMBERS[action]


def action_of(index: SupportsIndex) -> Action:
    """Return the action with this number.

    >>> str(action_of(26)), str(action_of(np.int64(49)))
    ('s21', 'bg')
    """
    number = operator.index(index)
    if not 0 <= number < COUNT:
        raise InvalidNotation("bad_action", text=quote(number))
    return ACTIONS[number]


def mask(position: Position) -> NDArray[np.int8]:
    """Return a new array with 1 for every legal action and 0 for the others.

    >>> mask(Position.from_wfen("classic ooo.oooooooooooo 24/- b 55ww 1134"))[:8]
    array([1, 0, 1, 1, 0, 0, 0, 0], dtype=int8)
    """
    return _mask(legal_actions(position)).copy()


@lru_cache(maxsize=4096)
def _mask(legal: tuple[Action, ...]) -> NDArray[np.int8]:
    bits = np.zeros(COUNT, np.int8)
    bits[[ACTION_NUMBERS[action] for action in legal]] = 1
    return bits
