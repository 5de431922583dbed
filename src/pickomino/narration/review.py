"""Lines that sum up a review for one player: luck, the costliest mistake, and what to learn."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from pickomino.analysis.lessons import main_lesson
from pickomino.analysis.review_types import Review, costliest
from pickomino.narration.choices import action_line
from pickomino.narration.line import Line, line
from pickomino.record.game import Game

MUCH_LUCK: Final = 0.15
LITTLE_LUCK: Final = 0.02


class Answers(Struct, frozen=True):
    """Answers to a player's questions: was I lucky, where did I go wrong, what should I learn."""

    luck: tuple[Line, ...] = ()
    mistake: tuple[Line, ...] = ()
    lesson: tuple[Line, ...] = ()


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
