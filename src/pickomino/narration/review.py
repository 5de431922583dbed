"""Lines about a reviewed game: what each decision cost, and the answers for one player."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from pickomino.analysis.lessons import main_lesson
from pickomino.analysis.review_types import (
    JudgedChoice,
    Review,
    SeatSums,
    costliest,
    format_chance,
)
from pickomino.core.actions import Action
from pickomino.core.position import Position
from pickomino.narration.choices import action_line
from pickomino.narration.line import Line, line
from pickomino.narration.reasons import reason_line
from pickomino.record.game import Game

MUCH_LUCK: Final = 0.15
LITTLE_LUCK: Final = 0.02
LARGE_PART: Final = 0.05
"""Two parts of the luck that work against each other are both named from this size on."""
SMALL_SLIP: Final = 0.03
"""A single decision that costs less is no serious fault, and nothing to learn from."""
ROUGH_ERROR: Final = 0.1
"""A change that an estimate shows may be an error if it is smaller, and is not named."""


class Answers(Struct, frozen=True):
    """Answers to a player's questions: was I lucky, where did I go wrong, what should I learn."""

    luck: tuple[Line, ...] = ()
    mistake: tuple[Line, ...] = ()
    lesson: tuple[Line, ...] = ()


def decision_lines(
    position: Position,
    decision: JudgedChoice,
    *,
    is_rough: bool = False,
    option_line: Callable[[Position, Action], Line] = action_line,
) -> tuple[Line, ...]:
    """Return what a decision at `position` cost and what was better and, if it has a reason, why.

    `option_line` names an action. An estimate (`is_rough`) says only what the decision cost.
    """
    chosen = option_line(position, decision.chosen)
    if is_rough:
        return (_estimate_line(chosen, decision.cost),)
    best = option_line(position, decision.equals[0])
    reason = () if decision.reason is None else (reason_line(decision.reason),)
    return (_verdict_line(decision, chosen, best), *reason)


def _estimate_line(chosen: Line, cost: float) -> Line:
    if cost < ROUGH_ERROR:
        return chosen
    return line("choice_costs", chosen=chosen, cost=line("lost_about", percent=cost))


def _verdict_line(decision: JudgedChoice, chosen: Line, best: Line) -> Line:
    if not decision.is_equal and format_chance(decision.cost) != format_chance(0):
        lost = line("lost", percent=decision.cost)
        return line("better_choice", chosen=chosen, cost=lost, better=best)
    if decision.equals == (decision.chosen,):
        return line("best_choice", chosen=chosen)
    if decision.is_equal and decision.chosen != decision.equals[0]:
        return line("safer_choice", chosen=chosen, safer=best)
    return line("equal_choice", chosen=chosen)


def review_answers(game: Game, review: Review, seat: int) -> Answers:
    """Return the answers for a seat; those of a review that is only an estimate are hedged."""
    sums = review.seats[seat]
    if review.is_rough:
        luck, mistake = _rough_luck_line(sums.luck), _rough_mistake_line(game, review, seat)
        return Answers((luck,), (mistake,), (line("lesson_rough"),))
    lesson = _lesson_line(review, seat)
    return Answers((_luck_line(sums),), (_mistake_line(game, review, seat),), (lesson,))


def _rough_luck_line(luck: float) -> Line:
    if abs(luck) < ROUGH_ERROR:
        return line("rough_luck_none")
    return line(f"rough_luck_{'good' if luck > 0 else 'bad'}", about=abs(luck))


def _rough_mistake_line(game: Game, review: Review, seat: int) -> Line:
    own = (
        decision
        for decision in review.decisions
        if decision.seat == seat and not decision.by_stand_in
    )
    worst = max(own, key=lambda decision: decision.cost, default=None)
    if worst is None or worst.cost < ROUGH_ERROR:
        return line("rough_mistake_none")
    option = action_line(game.position_before(worst.event), worst.chosen)
    turn = game.turn_number(worst.event)
    return line("rough_mistake", turn=turn, option=option, about=worst.cost)


def _luck_line(sums: SeatSums) -> Line:
    luck, own, rivals = sums.luck, sums.own_luck, sums.rivals_luck
    much = "very" if abs(luck) >= MUCH_LUCK else "rather"
    answer = "none" if abs(luck) < LITTLE_LUCK else f"{much}_{'good' if luck > 0 else 'bad'}"
    if own * rivals > 0 or min(abs(own), abs(rivals)) < LARGE_PART:
        return line(f"luck_{answer}", percent=abs(luck))
    return line(
        "own_dice_helped" if own > 0 else "rivals_dice_helped",
        answer=line(f"answer_{answer}"),
        own=line("share", percent=abs(own)),
        rivals=line("share", percent=abs(rivals)),
    )


def _mistake_line(game: Game, review: Review, seat: int) -> Line:
    worst = costliest(review, 1, seat)
    if not worst:
        return line("mistake_none")
    (decision,) = worst
    turn, position = game.turn_number(decision.event), game.position_before(decision.event)
    if decision.cost < SMALL_SLIP:
        return line("mistake_small", turn=turn, percent=decision.cost)
    return line(
        "mistake_worst",
        turn=turn,
        option=action_line(position, decision.chosen),
        percent=decision.cost,
        best=action_line(position, decision.equals[0]),
    )


def _lesson_line(review: Review, seat: int) -> Line:
    """Return what to learn, with the decisions it follows from: the costliest may be another."""
    code = main_lesson(review, seat)
    if code is None:
        return line("lesson_none")
    costs = [
        decision.cost
        for decision in review.decisions
        if decision.seat == seat and decision.lesson == code
    ]
    if len(costs) == 1 and costs[0] < SMALL_SLIP:
        return line("lesson_small")
    lost = line("win_chance_lost", percent=sum(costs))
    return line("lesson", lesson=line(f"lesson_{code}"), count=len(costs), lost=lost)
