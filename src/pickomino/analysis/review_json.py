"""A review as JSON; docs/review.md lists the fields."""

from __future__ import annotations

from typing import Any, Final

from pickomino.analysis.review_types import Review, ReviewedDecision, ReviewedTurn

FORMAT: Final = "pickomino-review"
VERSION: Final = 1


def to_json(review: Review) -> dict[str, Any]:
    """Return a review as JSON values.

    >>> from pickomino import Game, Rules
    >>> from pickomino.analysis.review import review
    >>> data = to_json(review(Game(Rules.preset("mini"), 2)))
    >>> data["players"], data["turns"], sorted(data["seats"][0])[:3]
    (2, [], ['adjusted', 'gifts', 'given_away'])
    """
    return {
        "format": FORMAT,
        "version": VERSION,
        "rules": review.rules,
        "players": review.players,
        "judge": review.judge,
        "is_over": review.is_over,
        "is_rough": review.is_rough,
        "seats": [sums._asdict() | {"adjusted": sums.adjusted} for sums in review.seats],
        "turns": [_turn(turn) for turn in review.turns],
    }


def _turn(turn: ReviewedTurn) -> dict[str, Any]:
    return turn._asdict() | {
        "rolls": [
            {"event": roll.event, "roll": str(roll.roll), "luck": roll.luck} for roll in turn.rolls
        ],
        "decisions": [_decision(decision) for decision in turn.decisions],
    }


def _decision(decision: ReviewedDecision) -> dict[str, Any]:
    reason = decision.reason
    return {
        "event": decision.event,
        "chosen": str(decision.chosen),
        "best": str(decision.best),
        "equals": [str(action) for action in decision.equals],
        "cost": decision.cost,
        "gifts": decision.gifts,
        "label": decision.label,
        "reason": None if reason is None else {"code": reason.code, **reason.parameters},
        "by_stand_in": decision.by_stand_in,
        "choices": [
            {"action": str(choice.action), "chances": choice.chances, "failure": choice.failure}
            for choice in decision.choices
        ],
    }
