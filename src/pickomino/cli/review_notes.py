"""A record with a comment of the review on every turn."""

from __future__ import annotations

from typing import Final

from pickomino.analysis.review_types import Review, ReviewedTurn
from pickomino.i18n.numbers import percent
from pickomino.i18n.review_words import LABELS, signed
from pickomino.i18n.words import Speaker
from pickomino.record.game import Game

MARK: Final = "¶ "
"""Where the review begins in a comment; what stands before it is kept."""


def annotated(game: Game, review: Review, speaker: Speaker) -> str:
    """Write a game as WGN with one comment a turn: luck, costs and better choices."""
    kept = dict(game.comments)
    try:
        for turn in review.turns:
            before = kept.get(turn.turn, "").partition(MARK)[0].strip()
            game.comments[turn.turn] = f"{before} {MARK}{_note(turn, speaker)}".strip()
        return game.wgn()
    finally:
        game.comments = kept


def _note(turn: ReviewedTurn, speaker: Speaker) -> str:
    gettext, texts = speaker.texts.gettext, speaker.texts
    luck = sum(roll.luck[turn.seat] for roll in turn.rolls)
    notes = [gettext("Luck {luck}.").format(luck=signed(luck, texts))]
    for decision in turn.decisions:
        if decision.is_equal or decision.by_stand_in:
            continue
        parts = {
            "chosen": decision.chosen,
            "cost": percent(decision.cost, texts),
            "better": decision.equals[0],
        }
        if decision.label is None:
            notes.append(gettext("{chosen} costs {cost}, {better} is better.").format(**parts))
        else:
            label = gettext(LABELS[decision.label])
            text = gettext("{chosen} costs {cost} ({label}), {better} is better.")
            notes.append(text.format(label=label, **parts))
    return " ".join(notes)
