"""Practice in words: ratings, and when own decisions come back."""

from __future__ import annotations

from datetime import date

from pickomino.i18n import Texts
from pickomino.i18n.daily_words import THEMES
from pickomino.profile.practice_log import Card
from pickomino.profile.ratings import Rating
from pickomino.puzzles.puzzle import OWN
from pickomino.puzzles.puzzle import THEMES as PACK_THEMES

_SURE = 2
"""Two deviations: the truth is within that in 95 of 100 cases."""


def rating_said(rating: Rating, texts: Texts) -> str:
    """Say how good somebody is at puzzles, and how sure that is."""
    text = texts.gettext("Puzzle rating {rating} ± {margin}")
    return text.format(rating=round(rating.rating), margin=round(_SURE * rating.deviation))


def change_said(before: Rating, after: Rating, texts: Texts) -> str:
    """Say how an answer changed the rating."""
    change = f"{round(after.rating) - round(before.rating):+}".replace("-", "−")
    return f"{rating_said(after, texts)} ({'0' if change == '+0' else change})"


def due_said(count: int, texts: Texts) -> str:
    """Say how many own decisions are waiting."""
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


def return_said(following: Card | None, day: date, texts: Texts) -> str:
    """Say when an own decision comes back."""
    if following is None:
        return texts.gettext("You know this one now: it does not come back.")
    days = (following.due - day).days
    text = texts.ngettext("It comes back in {count} day.", "It comes back in {count} days.", days)
    return text.format(count=days)


def theme_choices(due: int, texts: Texts) -> list[tuple[str, str]]:
    """Return what can be practised: everything, what is due of the own decisions, every theme."""
    found = [("", texts.gettext("Everything"))]
    if due:
        found.append((OWN, due_said(due, texts)))
    return [*found, *((theme, texts.gettext(THEMES[theme])) for theme in PACK_THEMES)]


def damaged_said(texts: Texts) -> str:
    """Say that what was kept cannot be read."""
    return texts.gettext("What was kept of your practice is damaged: the rating starts again.")


def unkept_said(texts: Texts) -> str:
    """Say that an answer is not kept."""
    return texts.gettext("This cannot be kept here: the rating ends with this session.")
