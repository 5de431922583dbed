"""How a game was played, in sentences: for people who hear the screen instead of seeing it."""

from __future__ import annotations

from collections.abc import Iterator

from pickomino.analysis.review_types import Review, ReviewedTurn, luckiest, unluckiest
from pickomino.i18n.narration import turn_title
from pickomino.i18n.numbers import percent
from pickomino.i18n.review_words import SUMS, decision_said, signed, sum_said, verdict_said
from pickomino.i18n.words import Speaker
from pickomino.record.game import Game


def review_lines(game: Game, review: Review, speaker: Speaker) -> list[str]:
    """Say what was luck and what was skill: in sum, by turn with every cost, and by roll."""
    lines = [verdict_said(review, speaker), *_sums(review, speaker)]
    for turn in review.turns:
        lines += _turn(turn, game, speaker)
    return [*lines, *_rolls(game, review, speaker)]


def _sums(review: Review, speaker: Speaker) -> Iterator[str]:
    """Explain each result by its sum; nothing is said of what is nothing."""
    texts = speaker.texts
    for name, sums in zip(speaker.names, review.seats, strict=True):
        parts = [
            f"{texts.gettext(heading)} {sum_said(figure, getattr(sums, figure), texts)}"
            for figure, heading in SUMS.items()
            if figure != "stand_ins" or sums.stand_ins
        ]
        yield f"{name}: {'; '.join(parts)}."


def _turn(turn: ReviewedTurn, game: Game, speaker: Speaker) -> Iterator[str]:
    texts, seat = speaker.texts, turn.seat
    mine = [each for each in turn.decisions if not each.by_stand_in]
    text = texts.gettext("Win chance from {before} to {after}; luck {luck}; given away {cost}.")
    told = text.format(
        before=percent(turn.before[seat], texts),
        after=percent(turn.after[seat], texts),
        luck=signed(sum(roll.luck[seat] for roll in turn.rolls), texts),
        cost=percent(sum(each.cost for each in mine), texts),
    )
    yield f"{turn_title(turn.label, seat, speaker)}. {told}"
    for decision in mine:
        if not decision.is_equal:
            yield decision_said(decision, game.position_before(decision.event), speaker)


def _rolls(game: Game, review: Review, speaker: Speaker) -> Iterator[str]:
    if not review.rolls:
        return
    yield speaker.texts.gettext("Each player's luckiest and unluckiest roll") + ":"
    for seat, name in enumerate(speaker.names):
        rolls = [
            f"{game.turn_label(game.turn_at(roll.event))}: {speaker.dice(roll.roll)}"
            f" {signed(roll.luck[seat], speaker.texts)}"
            for roll in (luckiest(review, seat), unluckiest(review, seat))
            if roll is not None
        ]
        yield f"{name}: {'; '.join(rolls)}."
