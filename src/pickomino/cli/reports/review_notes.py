"""Records annotated with the review of each turn."""

from __future__ import annotations

from typing import Final

from pickomino.analysis.review_types import Review, ReviewedTurn
from pickomino.i18n.narrator import Narrator
from pickomino.i18n.numbers import format_percent
from pickomino.i18n.review_text import LABELS, format_signed_percent
from pickomino.record.game import Game

MARK: Final = "¶ "
"""Marks where the review starts in a comment; text before this mark is kept."""


def annotate_game(game: Game, review: Review, narrator: Narrator) -> str:
    """Return a game as WGN with one comment per turn: luck, costs and better choices."""
    comments = dict(game.comments)
    try:
        for turn in review.turns:
            before = comments.get(turn.turn, "").partition(MARK)[0].strip()
            game.comments[turn.turn] = f"{before} {MARK}{_note(turn, review, narrator)}".strip()
        return game.wgn()
    finally:
        game.comments.clear()
        game.comments.update(comments)


def _note(turn: ReviewedTurn, review: Review, narrator: Narrator) -> str:
    gettext, texts = narrator.texts.gettext, narrator.texts
    notes = [gettext("Luck {luck}.").format(luck=format_signed_percent(turn.luck, texts))]
    for decision in turn.decisions:
        if review.is_rough or decision.is_equal or decision.by_stand_in:
            continue
        parts = {
            "chosen": decision.chosen,
            "cost": format_percent(decision.cost, texts),
            "better": decision.equals[0],
        }
        if decision.label is None:
            notes.append(gettext("{chosen} costs {cost}; {better} is better.").format(**parts))
        else:
            label = gettext(LABELS[decision.label])
            text = gettext("{chosen} costs {cost} ({label}); {better} is better.")
            notes.append(text.format(label=label, **parts))
    return " ".join(notes)
