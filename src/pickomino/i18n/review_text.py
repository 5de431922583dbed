"""Texts of a game review."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from pickomino.analysis.review_types import JudgedChoice, Review, ReviewedTurn, SeatSums
from pickomino.core.errors import message
from pickomino.core.position import Position
from pickomino.i18n import Texts
from pickomino.i18n.narrator import Narrator
from pickomino.i18n.numbers import format_percent, percent_pattern
from pickomino.i18n.options import capitalize
from pickomino.narration.choices import choice_line
from pickomino.narration.line import Line, line
from pickomino.narration.review import Answers, decision_lines, review_answers
from pickomino.record.game import Game
from pickomino.record.names import BOT_TAG

LABELS: Final[Mapping[str, str]] = {
    "inaccuracy": message("inaccuracy"),
    "mistake": message("mistake"),
    "blunder": message("blunder"),
}

SUMS: Final[Mapping[str, str]] = {
    "start": message("Win chance at the start"),
    "own_luck": message("What the player’s dice did"),
    "rivals_luck": message("What rivals’ dice did"),
    "gifts": message("What rivals’ choices did"),
    "given_away": message("Given away"),
    "stand_ins": message("Bots standing in"),
    "remainder": message("Small print"),
    "result": message("Result"),
}
"""Headings of the terms that add up to a player's result, in order."""

QUESTIONS: Final[Mapping[str, str]] = {
    "luck": message("Was {name} lucky?"),
    "mistake": message("Where did {name} go wrong?"),
    "lesson": message("What should {name} learn?"),
}
"""The questions that a review answers first."""


def format_signed_percent(change: float, texts: Texts, pattern: str = "0.0") -> str:
    r"""Return a change in probability, with its sign.

    >>> from pickomino.i18n import texts_in
    >>> format_signed_percent(0.0312, texts_in("en")), format_signed_percent(-0.5, texts_in("de"))
    ('+3.1%', '−50,0\xa0%')
    """
    text = format_percent(abs(change), texts, pattern)
    if text == format_percent(0, texts, pattern):
        return text
    return f"{'−' if change < 0 else '+'}{text}"


def format_sums(seats: Sequence[SeatSums], texts: Texts) -> Iterator[tuple[str, str, list[str]]]:
    """Yield the name, the heading and each seat's value of the terms of the sum.

    Probabilities have no sign, changes have one. The term for stand-ins is left out if it is 0.
    Do not show the terms of a rough estimate, which are mostly its errors.
    """
    for figure, heading in SUMS.items():
        values: list[float] = [getattr(seat, figure) for seat in seats]
        if figure in ("start", "result"):
            yield figure, texts.gettext(heading), [format_percent(value, texts) for value in values]
        elif figure != "stand_ins" or any(values):
            sign = -1 if figure == "given_away" else 1
            cells = [format_signed_percent(sign * value, texts) for value in values]
            yield figure, texts.gettext(heading), cells


def turn_figures(turn: ReviewedTurn, review: Review, texts: Texts) -> dict[str, str]:
    """Return the win chance before and after a turn, its luck, and what it gave away."""
    pattern = percent_pattern(is_estimate=review.is_rough)
    return {
        "before": format_percent(turn.before[turn.seat], texts, pattern),
        "after": format_percent(turn.after[turn.seat], texts, pattern),
        "luck": format_signed_percent(turn.luck, texts, pattern),
        "cost": format_percent(turn.given_away, texts, pattern),
    }


def describe_decision(decision: JudgedChoice, position: Position, narrator: Narrator) -> str:
    """Return what a decision cost, what was better and why; it was made at `position`."""
    lines = decision_lines(position, decision, option_line=choice_line)
    text = " ".join(narrator.render_all(lines))
    if decision.label is None:
        return text
    return f"{capitalize(narrator.texts.gettext(LABELS[decision.label]))}: {text}"


def describe_answers(game: Game, review: Review, narrator: Narrator) -> list[str]:
    """Return for each person how lucky they were, where they went wrong, and what to learn."""
    people = [seat for seat, name in enumerate(game.names) if not name.startswith(BOT_TAG)]
    return [
        " ".join([question.format(name=narrator.names[seat]), *narrator.render_all(lines)])
        for seat in people
        for question, lines in _questions(review_answers(game, review, seat), narrator.texts)
        if lines
    ]


def _questions(answers: Answers, texts: Texts) -> Iterator[tuple[str, tuple[Line, ...]]]:
    for name, question in QUESTIONS.items():
        yield texts.gettext(question), getattr(answers, name)


def describe_verdict(review: Review, narrator: Narrator) -> str:
    """Return who played best and whom the dice helped; a rough estimate gets no verdict."""
    gettext = narrator.texts.gettext
    if review.is_rough:
        return narrator.render(line("estimate"))
    seats = range(review.players)
    best = min(seats, key=lambda seat: review.seats[seat].given_away)
    lucky = max(seats, key=lambda seat: review.seats[seat].luck)
    text = gettext(
        "{best} gave away the least: {cost} of a win. The dice helped {lucky} most: {luck}."
    )
    return text.format(
        best=narrator.names[best],
        cost=format_percent(review.seats[best].given_away, narrator.texts),
        lucky=narrator.names[lucky],
        luck=format_signed_percent(review.seats[lucky].luck, narrator.texts),
    )
