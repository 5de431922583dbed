"""Texts of the player profile: sections of figures, and the ladder of bots."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from pickomino.bots.registry import BOTS
from pickomino.core.errors import PickominoError
from pickomino.core.rules import Rules
from pickomino.i18n import Texts
from pickomino.i18n.names import display_names
from pickomino.i18n.numbers import format_number, format_percent
from pickomino.i18n.options import rules_title
from pickomino.i18n.review_text import format_signed_percent
from pickomino.profile.figures import Count, Estimate, Figures, beaten_bots, compute_figures
from pickomino.profile.game_log import PlayedGame


class Section(NamedTuple):
    """A heading, labelled figures, and a note below."""

    title: str
    rows: list[tuple[str, str]]
    note: str = ""


def profile_sections(games: Iterable[PlayedGame], texts: Texts) -> list[Section]:
    played = list(games)
    figures = compute_figures(played)
    gettext = texts.gettext
    by_rules = {_rules(name, texts): count for name, count in figures.rules.items()}
    by_rival = {display_names([name], texts)[0]: count for name, count in figures.rivals.items()}
    sections = [
        Section(gettext("Games"), _games(figures, texts), _games_note(figures, texts)),
        Section(gettext("By rule set"), _counts(by_rules, texts)),
        Section(gettext("By number of players"), _counts(figures.players, texts)),
        Section(gettext("By rival"), _counts(by_rival, texts)),
        Section(
            gettext("Luck and skill"),
            list(_estimates(figures, texts)),
            _skill_note(figures, texts),
        ),
        ladder_section(played, texts),
    ]
    return [section for section in sections if section.rows or section.note]


def ladder_section(games: Iterable[PlayedGame], texts: Texts) -> Section:
    """Return the bots from weakest to strongest, and which one to beat next."""
    gettext, lost = texts.gettext, beaten_bots(games)
    bots = [(name, gettext(kind.title)) for name, kind in BOTS.items() if name != "external"]
    rows: list[tuple[str, str]] = []
    has_next = False
    for place, (name, title) in enumerate(bots):
        following = bots[place + 1][1] if place + 1 < len(bots) else ""
        status = gettext("beaten") if name in lost else ""
        if not status and not has_next:
            has_next = True
            text = gettext("Beat {name} to meet {next}.") if following else gettext("Beat {name}.")
            status = text.format(name=title, next=following)
        rows.append((title, status))
    note = gettext("You can play against any of them at any time.")
    return Section(gettext("The ladder"), rows, note)


def damaged_text(texts: Texts) -> str:
    return texts.gettext("Some of what was stored about your games is damaged; the rest is shown.")


def not_saved_text(texts: Texts) -> str:
    return texts.gettext("This game cannot be kept in your profile.")


def _games_note(figures: Figures, texts: Texts) -> str:
    none = texts.gettext("No game has been finished here yet.")
    shared = texts.gettext(
        "Games in which a device is passed around do not count here: "
        "their luck and mistakes are not yours alone."
    )
    return shared if figures.all.games else f"{none} {shared}"


def _skill_note(figures: Figures, texts: Texts) -> str:
    """Return how to get figures, if there are none, and which reviews do not count."""
    notes: list[str] = []
    if figures.given_away is None:
        notes.append(
            texts.gettext("Review a game to see what your decisions cost and what the dice did.")
        )
    if figures.estimates:
        text = texts.ngettext(
            "{count} review is only an estimate and does not count here.",
            "{count} reviews are only estimates and do not count here.",
            figures.estimates,
        )
        notes.append(text.format(count=figures.estimates))
    return " ".join(notes)


def _rules(name: str, texts: Texts) -> str:
    try:
        return rules_title(Rules.parse(name), texts)
    except PickominoError:
        return name


def _games(figures: Figures, texts: Texts) -> list[tuple[str, str]]:
    gettext = texts.gettext
    if not figures.all.games:
        return []
    return [
        (gettext("All games"), _count(figures.all, texts)),
        (gettext("Turns"), str(figures.turns)),
        (gettext("Steals"), str(figures.steals)),
        (gettext("Busts"), str(figures.busts)),
        (gettext("Best turn"), str(figures.best)),
    ]


def _counts(counts: Mapping[str, Count], texts: Texts) -> list[tuple[str, str]]:
    return [(name, _count(count, texts)) for name, count in counts.items()]


def _count(count: Count, texts: Texts) -> str:
    won = format_number(count.won, texts, "0.#")
    return texts.gettext("{won} of {games} won").format(won=won, games=count.games)


def _estimates(figures: Figures, texts: Texts) -> Iterator[tuple[str, str]]:
    gettext = texts.gettext
    for title, estimate in (
        (gettext("Given away per game"), figures.given_away),
        (gettext("Given away lately"), figures.lately),
    ):
        if estimate is not None:
            yield title, _estimate(estimate, format_percent, texts)
    if figures.luck is not None:
        yield gettext("Luck per game"), _estimate(figures.luck, format_signed_percent, texts)


def _estimate(estimate: Estimate, format_share: Callable[[float, Texts], str], texts: Texts) -> str:
    mean = format_share(estimate.mean, texts)
    count = texts.ngettext("{count} review", "{count} reviews", estimate.games)
    reviews = count.format(count=estimate.games)
    if estimate.low is None or estimate.high is None:
        note = texts.gettext("too few to tell")
        return f"{mean} ({reviews}; {note})"
    low, high = (format_share(end, texts) for end in (estimate.low, estimate.high))
    text = texts.gettext("{mean} ({low} to {high}; {reviews})")
    return text.format(mean=mean, low=low, high=high, reviews=reviews)
