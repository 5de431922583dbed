"""Puzzles made from costly decisions in the player's own games."""

from __future__ import annotations

from typing import Final

from pickomino.analysis.review_types import Reason, Review, ReviewedDecision
from pickomino.core.position import Position
from pickomino.puzzles.puzzle import OWN, Puzzle, PuzzleChoice
from pickomino.record.game import Game

_DIFFICULTY: Final = {"blunder": 1, "mistake": 2, "inaccuracy": 3}
"""The difficulty for each label: the smaller the cost of a mistake, the harder the puzzle."""


def puzzles_from_review(game: Game, review: Review, seat: int) -> list[Puzzle]:
    """Return the labelled decisions of a seat as puzzles."""
    return [
        puzzle_from_decision(game.position_before(decision.event), decision)
        for turn in review.turns
        for decision in turn.decisions
        if decision.seat == seat and decision.label is not None
    ]


def puzzle_from_decision(position: Position, decision: ReviewedDecision) -> Puzzle:
    """Return a labelled decision as a puzzle, with chances rounded as in packs."""
    seat = position.seat
    chances = {choice.action: round(choice.chances[seat], 4) for choice in decision.choices}
    # Of the choices displayed with the same chance, the least risky counts as the best.
    best = decision.equals[0]
    top = max(chances.values())
    first = PuzzleChoice(best, top, round(_failure(decision, best), 4))
    others = [
        PuzzleChoice(
            choice.action,
            chances[choice.action],
            round(choice.failure, 4),
            decision.reason
            if choice.action == decision.chosen and decision.reason is not None
            else Reason("worth_more", {"better": top, "chosen": chances[choice.action]}),
        )
        for choice in sorted(decision.choices, key=lambda choice: -chances[choice.action])
        if choice.action != best
    ]
    return Puzzle(position, OWN, _DIFFICULTY[decision.label or "mistake"], (first, *others))


def _failure(decision: ReviewedDecision, action: object) -> float:
    return next(choice.failure for choice in decision.choices if choice.action == action)
