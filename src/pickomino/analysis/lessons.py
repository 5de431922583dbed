"""What a player can learn from a game: the kinds of costly decisions.

| code | costly decision |
|---|---|
| roll_on | stopped with a tile where rolling on was better |
| stop | rolled on where a tile was better |
| keep_going, give_up | stopped with nothing where rolling on was better, and the opposite |
| steal, take, other_tile | took the wrong tile; better: a steal, a tile of the grill, any other |
| worms, worms_later | set aside numbers where the worms were better, and the opposite |
| high_numbers | set aside a lower number than the best one |
| fewer_dice, sums, more_dice | set aside a higher number; better: fewer, as many, more of a lower |
| weasel, raven | used the Weasel, or the Raven, in the wrong way |
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pickomino.core.position import Position
from pickomino.core.roll import WORM

if TYPE_CHECKING:
    from pickomino.analysis.review_types import Review
    from pickomino.core.actions import Action

LessonCode = Literal[
    "roll_on",
    "stop",
    "keep_going",
    "give_up",
    "steal",
    "take",
    "other_tile",
    "worms",
    "worms_later",
    "high_numbers",
    "fewer_dice",
    "sums",
    "more_dice",
    "weasel",
    "raven",
]


def main_lesson(review: Review, seat: int) -> LessonCode | None:
    """Return the kind of costly decisions that cost a seat most, or None without any."""
    costs: dict[LessonCode, float] = {}
    for decision in review.decisions:
        if decision.seat == seat and decision.lesson is not None:
            costs[decision.lesson] = costs.get(decision.lesson, 0.0) + decision.cost
    return max(costs, key=lambda code: costs[code], default=None)


def lesson_code(position: Position, chosen: Action, better: Action) -> LessonCode:  # noqa: PLR0911
    """Return what to learn from a decision.

    >>> from pickomino import Action
    >>> position = Position.from_wfen("standard oooooooooooooooo -/- a - 1112355w")
    >>> lesson_code(position, Action.parse("k1"), Action.parse("kw"))
    'worms'
    """
    match chosen.kind, better.kind:
        case ("z", _) | (_, "z"):
            return "weasel"
        case "b", _:
            return "raven"
        case "k", _:
            return _symbol_lesson(position, chosen.value, better.value)
        case "q", _:
            return "keep_going"
        case _, "q":
            return "give_up"
        case _, "r":
            return "roll_on"
        case "r", _:
            return "stop"
        case "t", "s":
            return "steal"
        case "s", "t":
            return "take"
        case _:
            return "other_tile"


def _symbol_lesson(position: Position, chosen: int, better: int) -> LessonCode:
    if WORM in (chosen, better):
        return "worms" if better == WORM else "worms_later"
    if better > chosen:
        return "high_numbers"
    more = position.turn.rolled.count(better) - position.turn.rolled.count(chosen)
    if more == 0:
        return "sums"
    return "more_dice" if more > 0 else "fewer_dice"
