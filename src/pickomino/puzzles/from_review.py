"""Costly decisions of somebody's own games as puzzles."""

from __future__ import annotations

from typing import Final

from pickomino.analysis.review_types import Reason, Review, ReviewedDecision
from pickomino.core.position import Position
from pickomino.puzzles.puzzle import OWN, Puzzle, PuzzleChoice
from pickomino.record.game import Game

_DIFFICULTY: Final = {"blunder": 1, "mistake": 2, "inaccuracy": 3}
"""What cost little was hard to see."""


def puzzles_from_review(game: Game, review: Review, seat: int) -> list[Puzzle]:
    """Return the decisions of a seat that have a label, as puzzles."""
    return [
        puzzle_from_decision(game.position_before(decision.event), decision)
        for turn in review.turns
        for decision in turn.decisions
        if decision.seat == seat and decision.label is not None
    ]


def puzzle_from_decision(position: Position, decision: ReviewedDecision) -> Puzzle:
    """Return a decision that has a label as a puzzle, rounded as those of packs are."""
    seat = position.seat
    chances = {each.action: round(each.chances[seat], 4) for each in decision.choices}
    best = decision.equals[0]
    # Of choices that show the same digits, the least likely to fail stands for the best.
    top = max(chances.values())
    first = PuzzleChoice(best, top, round(_failure(decision, best), 4))
    others = [
        PuzzleChoice(
            each.action,
            chances[each.action],
            round(each.failure, 4),
            decision.reason
            if each.action == decision.chosen and decision.reason is not None
            else Reason("worth_more", {"better": top, "chosen": chances[each.action]}),
        )
        for each in sorted(decision.choices, key=lambda each: -chances[each.action])
        if each.action != best
    ]
    return Puzzle(position, OWN, _DIFFICULTY[decision.label or "mistake"], (first, *others))


def _failure(decision: ReviewedDecision, action: object) -> float:
    return next(each.failure for each in decision.choices if each.action == action)
