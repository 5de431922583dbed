"""Texts about rooms: seats, matches, events such as votes, and texts that screens share."""

from __future__ import annotations

from collections.abc import Sequence

from pickomino.bots.registry import BOTS
from pickomino.core.errors import PickominoError
from pickomino.core.rules import Rules
from pickomino.i18n import Texts, describe_problem
from pickomino.i18n.names import display_names
from pickomino.i18n.narrator import Narrator
from pickomino.i18n.numbers import format_percent
from pickomino.i18n.options import LEVELS, describe_match, rules_title
from pickomino.record.names import BOT_TAG
from pickomino.rooms.protocol import events
from pickomino.rooms.protocol.highlights import Highlights
from pickomino.rooms.protocol.room_lines import room_event_lines
from pickomino.rooms.protocol.score import is_match
from pickomino.rooms.protocol.views import Room, RoomView, SeatView


def narrator_for(view: RoomView, texts: Texts) -> Narrator:
    tags = view.room.names or [seat_tag(seat) for seat in view.room.seats]
    return Narrator(texts, display_names(tags, texts))


def seat_tag(seat: SeatView) -> str:
    """Return the name that records use for the player in a seat."""
    return f"{BOT_TAG}{seat.bot}" if seat.kind == "bot" else seat.name or "?"


def seat_names(seats: Sequence[SeatView], texts: Texts) -> str:
    return ", ".join(display_names([seat_tag(seat) for seat in seats], texts))


def seats_line(seats: Sequence[SeatView], texts: Texts) -> str:
    """Return who is seated, and how many seats are open."""
    names = seat_names([seat for seat in seats if seat.kind != "open"], texts)
    free = sum(seat.kind == "open" for seat in seats)
    text = texts.ngettext("{count} open seat", "{count} open seats", free).format(count=free)
    return "; ".join(filter(None, (names, text if free else "")))


def describe_bot(bot: str, texts: Texts) -> str:
    title = texts.gettext(BOTS[bot.partition(":")[0]].title)
    return f"{title} · {texts.gettext(LEVELS[bot])}"


def installed_levels() -> list[str]:
    """Return the bots of LEVELS that can play here: some need libraries that may be missing."""
    return [bot for bot in LEVELS if not BOTS[bot.partition(":")[0]].missing]


def room_lines(room: Room, texts: Texts) -> list[str]:
    """Return the settings of a table: rules, who begins, match length."""
    gettext, settings = texts.gettext, room.settings
    lines = [rules_title(Rules.parse(settings.rules), texts)]
    if settings.starter == "lot":
        lines.append(gettext("Who begins is decided by lot, drawn with the dice."))
    elif settings.starter == "youngest":
        lines.append(gettext("The youngest begins."))
    if is_match(settings):
        length = describe_match(settings.match_games, settings.match_wins, texts)
        lines.append(gettext("A match: {length}.").format(length=length))
    return lines


def is_match_open(view: RoomView) -> bool:
    """Return whether further games of a match are to be played."""
    return is_match(view.room.settings) and not view.room.score.winners


def can_request_rematch(view: RoomView) -> bool:
    """Return whether this client may ask for another game: every seated player may."""
    return view.phase == "over" and (view.you.is_host or bool(view.you.seats))


def match_line(view: RoomView, texts: Texts) -> str:
    """Return the score of a match; empty until there is a score to show."""
    if view.room.score_line is None:
        return ""
    narrator = narrator_for(view, texts)
    wins = zip(narrator.names, view.room.score.wins, strict=False)
    standings = " · ".join(f"{name} {won}" for name, won in wins)
    return f"{narrator.render(view.room.score_line)}  {standings}"


def describe_highlights(view: RoomView, texts: Texts) -> str:
    """Return the highlights of a finished game as text; empty if an older server sends none."""
    highlights, gettext = view.highlights, texts.gettext
    if highlights is None:
        return ""
    figures = {
        gettext("Steals"): str(highlights.steals),
        gettext("Busts"): _failures(highlights, view.you.seats, texts),
        gettext("Lead changes"): str(highlights.leads),
    }
    if highlights.boldest is not None:
        name = narrator_for(view, texts).names[highlights.boldest.seat]
        risk = format_percent(highlights.boldest.risk, texts, "0")
        text = texts.ngettext("{count} die", "{count} dice", highlights.boldest.dice)
        dice = text.format(count=highlights.boldest.dice)
        risky = gettext("{percent} risk").format(percent=risk)
        figures[gettext("Boldest roll")] = f"{risky} ({name}, {dice})"
    return " · ".join(f"{title}: {figure}" for title, figure in figures.items())


def _failures(highlights: Highlights, own: Sequence[int], texts: Texts) -> str:
    """Return how many turns failed and, for a single player at a device, how many were theirs."""
    failures, by_seat = highlights.failures, highlights.failures_by_seat
    if len(own) != 1 or not by_seat:
        return str(failures)
    yours = by_seat[own[0]]
    whose = texts.gettext("yours {yours}, theirs {theirs}")
    return f"{failures} ({whose.format(yours=yours, theirs=failures - yours)})"


def describe_room_event(event: events.Event, narrator: Narrator) -> str:
    """Return the text of a room event such as a vote or a lost connection; empty for moves."""
    return " ".join(narrator.render_all(room_event_lines(event)))


def describe_log_mark(version: int, mark: str, texts: Texts) -> str:
    """Return a sentence with the characters that players compare."""
    text = texts.gettext(
        "Check code at step {version}: {mark}. All devices at this table show the same one."
    )
    return text.format(version=version, mark=mark)


def describe_exception(texts: Texts, error: Exception) -> str:
    """Return an error in one line."""
    if isinstance(error, PickominoError):
        return describe_problem(texts, error.problems[0])
    return str(error)
