"""Lines about a reviewed game: what each decision cost, and the answers for one player."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from pickomino.analysis.lessons import main_lesson
from pickomino.analysis.review_types import JudgedChoice, Review, costliest, format_chance
from pickomino.core.actions import Action
from pickomino.core.position import Position
from pickomino.narration.choices import action_line
from pickomino.narration.line import Line, line
from pickomino.narration.reasons import reason_line
from pickomino.record.game import Game

MUCH_LUCK: Final = 0.15
LITTLE_LUCK: Final = 0.02
ROUGH_ZERO: Final = 0.005
"""An estimate below this is shown as 0%."""


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
    if cost < ROUGH_ZERO:
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
    """Return the answers for a seat; a review that is only an estimate answers nothing."""
    if review.is_rough:
        return Answers()
    luck = _luck_line(review.seats[seat].luck)
    return Answers((luck,), (_mistake_line(game, review, seat),), (_lesson_line(review, seat),))


def _luck_line(luck: float) -> Line:
    if abs(luck) < LITTLE_LUCK:
        return line("luck_none", percent=abs(luck))
    much = "very" if abs(luck) >= MUCH_LUCK else "rather"
    return line(f"luck_{much}_{'good' if luck > 0 else 'bad'}", percent=abs(luck))


def _mistake_line(game: Game, review: Review, seat: int) -> Line:
    worst = costliest(review, 1, seat)
    if not worst:
        return line("mistake_none")
    (decision,) = worst
    position = game.position_before(decision.event)
    return line(
        "mistake_worst",
        turn=game.turn_number(decision.event),
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
    lost = line("win_chance_lost", percent=sum(costs))
    return line("lesson", lesson=line(f"lesson_{code}"), count=len(costs), lost=lost)
