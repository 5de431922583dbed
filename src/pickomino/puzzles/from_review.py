"""Puzzles made from costly decisions in the player's own games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pickomino.analysis.review_types import Choice, JudgedChoice, Reason, Review
from pickomino.core.position import Position
from pickomino.puzzles.puzzle import OWN, Puzzle, PuzzleChoice
from pickomino.record.game import Game

_DIFFICULTY: Final = {"blunder": 1, "mistake": 2, "inaccuracy": 3}
"""The difficulty for each label: the smaller the cost of a mistake, the harder the puzzle."""


def puzzles_from_review(game: Game, review: Review, seat: int) -> list[Puzzle]:
    return [
        puzzle_from_decision(game.position_before(decision.event), decision, decision.choices)
        for turn in review.turns
        for decision in turn.decisions
        if decision.seat == seat and decision.label is not None
    ]


def puzzle_from_decision(
    position: Position, decision: JudgedChoice, choices: Sequence[Choice]
) -> Puzzle:
    """Return a labelled decision as a puzzle, with chances rounded as in packs."""
    chances = {choice.action: round(choice.chance, 4) for choice in choices}
    top = max(chances.values())

    def puzzle_choice(choice: Choice) -> PuzzleChoice:
        chance, failure = chances[choice.action], round(choice.failure, 4)
        # Of the choices displayed with the same chance, the least risky counts as the best.
        if choice.action == decision.equals[0]:
            return PuzzleChoice(choice.action, top, failure)
        reason = decision.reason if choice.action == decision.chosen else None
        worth_more = Reason("worth_more", {"better": top, "chosen": chance})
        return PuzzleChoice(choice.action, chance, failure, reason or worth_more)

    ranked = sorted(
        map(puzzle_choice, choices), key=lambda choice: (choice.reason is not None, -choice.chance)
    )
    return Puzzle(position, OWN, _DIFFICULTY[decision.label or "mistake"], tuple(ranked))
