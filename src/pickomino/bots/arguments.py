"""What our bots say if they are asked with values of wrong types."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import wraps
from typing import TypeVar, cast

from pickomino.bots.protocol import SECONDS_EXPECTED, Thinking
from pickomino.core.actions import Action
from pickomino.core.errors import check_type, wrong_type
from pickomino.core.position import FIELD_ERRORS, Position, check_position

_Choose = TypeVar("_Choose", bound=Callable[..., Action])


def checked(choose: _Choose) -> _Choose:
    """Return a bot's method that says what it expects if wrong arguments made it fail.

    Checking before every decision would take 3 us, which is longer than a quick bot thinks.
    """

    @wraps(choose)
    def choose_checked(bot: object, position: Position, thinking: Thinking) -> Action:
        try:
            return choose(bot, position, thinking)
        except FIELD_ERRORS:
            check_position(position)
            _check_thinking(thinking)
            raise

    return cast("_Choose", choose_checked)


def _check_thinking(thinking: object) -> None:
    if not isinstance(thinking, Thinking):
        raise wrong_type(thinking, "Thinking, such as Thinking(random.Random(1))")
    check_type(thinking.generator, random.Random, "a random.Random as thinking.generator")
    check_type(thinking.seconds, int | float, f"{SECONDS_EXPECTED} as thinking.seconds")
