"""What happens around a game, and everything else that several screens say, in a language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pickomino.bots.registry import BOTS
from pickomino.core.errors import PickominoError, message
from pickomino.core.rules import Rules
from pickomino.i18n import Texts, said
from pickomino.i18n.names import shown_names
from pickomino.i18n.numbers import percent
from pickomino.i18n.options import LEVELS, REACTION_TEXTS, match_said, rules_titled
from pickomino.i18n.words import Speaker
from pickomino.record.names import BOT_TAG
from pickomino.record.verification import Verification
from pickomino.rooms.domain.lobby import FEWEST_VOTES
from pickomino.rooms.protocol import events
from pickomino.rooms.protocol.messages import Settings
from pickomino.rooms.protocol.score import Score
from pickomino.rooms.protocol.views import Room, RoomView, SeatView


def speaker_of(view: RoomView, texts: Texts) -> Speaker:
    """Call everybody at a table by name."""
    tags = view.room.names or [seat_tag(seat) for seat in view.room.seats]
    return Speaker(texts, shown_names(tags, texts))


def guarded_people(view: RoomView, texts: Texts) -> dict[int, str]:
    """Return whom no host can remove from a running game, but a vote can, by seat."""
    if not view.room.settings.is_public or view.phase != "playing":
        return {}
    names = speaker_of(view, texts).names
    seats = enumerate(view.room.seats)
    here = [number for number, seat in seats if seat.kind == "person" and not seat.is_absent]
    if len(here) <= FEWEST_VOTES:
        return {}
    return {number: names[number] for number in here if number not in view.you.seats}


def seat_tag(seat: SeatView) -> str:
    """Write who sits on a seat as records do."""
    return f"{BOT_TAG}{seat.bot}" if seat.kind == "bot" else seat.name or "?"


def names_of(seats: Sequence[SeatView], texts: Texts) -> str:
    """List the players of a saved game."""
    return ", ".join(shown_names([seat_tag(seat) for seat in seats], texts))


def bot_said(bot: str, texts: Texts) -> str:
    """Name a bot of LEVELS and its level."""
    title = texts.gettext(BOTS[bot.partition(":")[0]].title)
    return f"{title} · {texts.gettext(LEVELS[bot])}"


def installed_levels() -> list[str]:
    """Return the bots of LEVELS that can play here: some need libraries that may be missing."""
    return [bot for bot in LEVELS if not BOTS[bot.partition(":")[0]].missing]


def room_lines(room: Room, texts: Texts) -> list[str]:
    """Return what was chosen for a table: rules, who begins, the length of the match."""
    gettext, settings = texts.gettext, room.settings
    lines = [rules_titled(Rules.parse(settings.rules), texts)]
    if settings.starter == "lot":
        lines.append(gettext("Who begins is decided by lot, drawn with the dice."))
    elif settings.starter == "youngest":
        lines.append(gettext("The youngest begins."))
    if is_match(settings):
        length = match_said(settings.match_games, settings.match_wins, texts)
        lines.append(gettext("A match: {length}.").format(length=length))
    return lines


def is_match(settings: Settings) -> bool:
    """Return whether more than single games are played."""
    return settings.match_games > 1 or settings.match_wins > 0


def has_score(view: RoomView) -> bool:
    """Return whether there is a score to tell: not at the end of a single game."""
    games = view.room.score.games
    is_one_told = is_match(view.room.settings) or view.phase == "playing"
    return games > 1 or (games == 1 and is_one_told)


def is_match_open(view: RoomView) -> bool:
    """Return whether further games of a match are to be played."""
    return is_match(view.room.settings) and not view.room.score.winners


def can_ask_again(view: RoomView) -> bool:
    """Return whether people here may ask for another game: all who sit at the table may."""
    return view.phase == "over" and (view.you.is_host or bool(view.you.seats))


def match_line(view: RoomView, texts: Texts) -> str:
    """Return the score of a match, as soon as there is one."""
    if not has_score(view):
        return ""
    return score_said(view.room.settings, view.room.score, speaker_of(view, texts))


def score_said(settings: Settings, score: Score, speaker: Speaker) -> str:
    """Return how a match stands after some games."""
    texts, names = speaker.texts, speaker.names
    wins = " · ".join(f"{name} {won}" for name, won in zip(names, score.wins, strict=False))
    gettext, winners = texts.gettext, [names[seat] for seat in score.winners]
    if len(winners) == 1:
        told = gettext("{name} wins the match!").format(name=winners[0])
    elif winners:
        told = gettext("The match win is shared: {names}").format(names=", ".join(winners))
    elif settings.match_wins or not is_match(settings):
        told = match_said(score.games, settings.match_wins, texts)
    else:
        told = gettext("{count} of {total} games played").format(
            count=score.games, total=settings.match_games
        )
    return f"{told}  {wins}"


def highlights_said(view: RoomView, texts: Texts) -> str:
    """Return the four figures of a game that is over; nothing where an older server has none."""
    found, gettext = view.highlights, texts.gettext
    if found is None:
        return ""
    figures = {
        gettext("Steals"): str(found.steals),
        gettext("Busts"): str(found.failures),
        gettext("Lead changes"): str(found.leads),
    }
    if found.boldest is not None:
        name = speaker_of(view, texts).names[found.boldest.seat]
        figures[gettext("Boldest roll")] = f"{percent(found.boldest.risk, texts)} ({name})"
    return " · ".join(f"{title}: {figure}" for title, figure in figures.items())


def room_event_said(event: events.Event, speaker: Speaker) -> str:  # noqa: PLR0911 - one a kind
    """Return what happened around the game, or nothing."""
    gettext = speaker.texts.gettext
    seat = getattr(event, "seat", None)
    name = speaker.names[seat] if isinstance(seat, int) and seat < len(speaker.names) else "?"
    match event:
        case events.Absent():
            return gettext("{name} has lost the connection.").format(name=name)
        case events.Returned():
            return gettext("{name} is back.").format(name=name)
        case events.TakenOver():
            return _stand_in_said(event.reason, event.bot, name, speaker.texts)
        case events.Voted():
            told = gettext("{name} votes to remove {other}.")
            return told.format(name=speaker.names[event.by], other=name)
        case events.TakenBack():
            return gettext("{name} has taken over from the bot.").format(name=name)
        case events.SeatChanged() if event.now.kind == "bot":
            why = "removed" if event.by == "host" else event.by
            return _stand_in_said(why, event.now.bot, name, speaker.texts)
        case events.HostChanged():
            return gettext("{name} is the host now.").format(name=name)
        case events.Reacted():
            said_text = gettext(REACTION_TEXTS.get(event.reaction, event.reaction))
            return gettext("{name} says: {text}").format(name=name, text=said_text)
        case _:
            return ""


_STAND_INS: Final = {
    "host": message("The host lets {bot} play for {name}."),
    "removed": message("The host removed {name}: {bot} plays now."),
    "vote": message("{name} was voted out: {bot} plays now."),
    "dice": message("{name} did not add to the dice in time: {bot} plays now."),
}


def _stand_in_said(why: str, bot: str, name: str, texts: Texts) -> str:
    """Say that a bot plays for a person, and whose doing it is."""
    title = texts.gettext(BOTS[bot.partition(":")[0]].title)
    text = _STAND_INS.get(why, message("{bot} plays for {name} now."))
    return texts.gettext(text).format(bot=title, name=name)


def verification_said(found: Verification, texts: Texts) -> str:
    """Return whether the dice of a game were what they had to be."""
    if found.problem is not None:
        return said(texts, found.problem)
    text = texts.ngettext(
        "{count} roll recomputed: it is right.",
        "{count} rolls recomputed: all are right.",
        found.rolls,
    )
    doubts = "; ".join(said(texts, doubt) for doubt in found.doubts)
    return text.format(count=found.rolls) + (f" ({doubts})" if doubts else "")


def problem_said(texts: Texts, error: Exception) -> str:
    """Say an error in one line."""
    if isinstance(error, PickominoError):
        return said(texts, error.problems[0])
    return str(error)
