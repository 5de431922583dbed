"""A game review in sentences, for screen readers."""

from __future__ import annotations

from collections.abc import Iterator

from pickomino.analysis.review_types import Review, ReviewedTurn, extreme_rolls
from pickomino.i18n.narration import turn_title
from pickomino.i18n.narrator import Narrator
from pickomino.i18n.numbers import percent_pattern
from pickomino.i18n.review_text import (
    describe_answers,
    describe_decision,
    describe_verdict,
    format_signed_percent,
    format_sums,
    turn_figures,
)
from pickomino.record.game import Game
from pickomino.record.state import turn_number


def review_lines(game: Game, review: Review, narrator: Narrator) -> list[str]:
    """Return lines about luck and skill in a game: sums, costs of each turn, notable rolls."""
    lines = [
        *describe_answers(game, review, narrator),
        describe_verdict(review, narrator),
    ]
    if not review.is_rough:
        lines += _sums(review, narrator)
    for turn in review.turns:
        lines.append(_turn(turn, review, game, narrator))
        if not review.is_rough:
            lines += _decisions(turn, game, narrator)
    return [*lines, *_rolls(game, review, narrator)]


def _sums(review: Review, narrator: Narrator) -> Iterator[str]:
    """Yield a line per player with the terms of the result; a stand-in term of zero is omitted."""
    for name, sums in zip(narrator.names, review.seats, strict=True):
        parts = [f"{title} {cell}" for _, title, (cell,) in format_sums([sums], narrator.texts)]
        yield f"{name}: {'; '.join(parts)}."


def _turn(turn: ReviewedTurn, review: Review, game: Game, narrator: Narrator) -> str:
    texts = narrator.texts
    number = str(turn_number(game.start, turn.turn))
    text = texts.gettext("Win chance from {before} to {after}; luck {luck}; given away {cost}.")
    summary = text.format(**turn_figures(turn, review, texts))
    return f"{turn_title(number, turn.seat, narrator)}. {summary}"


def _decisions(turn: ReviewedTurn, game: Game, narrator: Narrator) -> Iterator[str]:
    for decision in turn.decisions:
        if not decision.is_equal and not decision.by_stand_in:
            yield describe_decision(decision, game.position_before(decision.event), narrator)


def _rolls(game: Game, review: Review, narrator: Narrator) -> Iterator[str]:
    if not review.rolls:
        return
    pattern = percent_pattern(is_estimate=review.is_rough)
    yield narrator.texts.gettext("Each player’s luckiest and unluckiest roll") + ":"
    for seat, name in enumerate(narrator.names):
        rolls = [
            f"{game.turn_number(roll.event)}: {narrator.dice(roll.roll)}"
            f" {format_signed_percent(roll.luck[seat], narrator.texts, pattern)}"
            for roll in extreme_rolls(review, seat)
        ]
        yield f"{name}: {'; '.join(rolls)}."
