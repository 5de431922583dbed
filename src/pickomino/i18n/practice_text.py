"""Texts for practice: ratings, and when decisions from the player's games come back."""

from __future__ import annotations

from datetime import date

from pickomino.i18n import Texts
from pickomino.i18n.daily_text import THEMES
from pickomino.i18n.numbers import round_half_up
from pickomino.profile.practice_log import Card, NumberedPuzzle, PracticeLog, after_answer
from pickomino.profile.ratings import GlickoRating
from pickomino.puzzles.puzzle import OWN
from pickomino.puzzles.puzzle import THEMES as PACK_THEMES

_DEVIATIONS = 2
"""A margin of two standard deviations gives a 95 % interval."""


def describe_rating(rating: GlickoRating, texts: Texts) -> str:
    text = texts.gettext("Puzzle rating {rating} ± {margin}")
    margin = round_half_up(_DEVIATIONS * rating.deviation)
    return text.format(rating=round_half_up(rating.rating), margin=margin)


def save_answer(
    log: PracticeLog, task: NumberedPuzzle | Card, cost: float, day: date, texts: Texts
) -> tuple[str, bool]:
    """Save an answer; return the new rating or due date in words, and whether it was saved."""
    if isinstance(task, Card):
        is_saved = log.answer_card(task, cost, day)
        return _describe_return(after_answer(task, cost, day), day, texts), is_saved
    before = log.player
    is_saved = log.answer(task, cost)
    difference = round_half_up(log.player.rating) - round_half_up(before.rating)
    change = f"{difference:+}".replace("-", "−")
    return f"{describe_rating(log.player, texts)} ({'0' if change == '+0' else change})", is_saved


def describe_due(count: int, texts: Texts) -> str:
    if not count:
        return texts.gettext(
            "Nothing is due today. Costly decisions from games that you have reviewed come back "
            "here after 1, 3, 7 and 21 days."
        )
    text = texts.ngettext(
        "{count} decision from your own games is due.",
        "{count} decisions from your own games are due.",
        count,
    )
    return text.format(count=count)


def _describe_return(following: Card | None, day: date, texts: Texts) -> str:
    if following is None:
        return texts.gettext("You know this one now: it does not come back.")
    days = (following.due - day).days
    text = texts.ngettext("It comes back in {count} day.", "It comes back in {count} days.", days)
    return text.format(count=days)


def theme_choices(due: int, texts: Texts) -> list[tuple[str, str]]:
    """Return what can be practised: everything, the player's due decisions, or any one theme."""
    choices = [("", texts.gettext("Everything"))]
    if due:
        choices.append((OWN, describe_due(due, texts)))
    return [*choices, *((theme, texts.gettext(THEMES[theme])) for theme in PACK_THEMES)]


def damaged_text(texts: Texts) -> str:
    return texts.gettext("Your stored practice is damaged: the rating starts again.")


def not_saved_text(texts: Texts) -> str:
    return texts.gettext("Nothing can be kept here: the rating ends with this session.")
