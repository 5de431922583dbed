"""What happens around a game, and everything else that several screens say, in a language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, cast

from pickomino.bots.registry import BOTS
from pickomino.core.errors import MESSAGES, PickominoError, Problem, message, quoted
from pickomino.i18n import Texts, said
from pickomino.i18n.names import BOT_TAG, shown_names
from pickomino.i18n.words import Speaker
from pickomino.record.verification import Verification
from pickomino.service import events
from pickomino.service.messages import Refused
from pickomino.service.views import RoomView, SeatView

LANGUAGE_NAMES: Final = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "it": "Italiano",
    "pt_BR": "Português (Brasil)",
    "nl": "Nederlands",
    "es": "Español",
}
RULE_LINES: Final[Mapping[str, str]] = {
    "standard": message("Today's box: an exact rival's tile must be stolen."),
    "classic": message("The box of 2005: stealing is your choice."),
    "short": message("Shorter games: a returned tile that is the highest is turned."),
    "manual": message("Take any tile up to your sum; failing empty-handed turns a tile."),
    "mini": message("The small box; plays like standard."),
}
LEVELS: Final[Mapping[str, str]] = {
    "random": message("for little chicks"),
    "beginner": message("easy"),
    "family": message("medium"),
    "expert": message("hard"),
    "strategist": message("very hard"),
    "champion": message("extreme"),
    "champion:depth=2": message("beyond extreme"),
}
"""How strong each bot is that a new game offers, in the words of the browser client."""
REACTION_TEXTS: Final[Mapping[str, str]] = {
    "hello": message("Hello!"),
    "good_luck": message("Good luck!"),
    "well_done": message("Well done!"),
    "ouch": message("Ouch!"),
    "lucky": message("How lucky!"),
    "thinking": message("I am thinking."),
    "hurry": message("Hurry up!"),
    "thanks": message("Thank you!"),
    "sorry": message("Sorry!"),
    "good_game": message("Good game!"),
}


def speaker_of(view: RoomView, texts: Texts) -> Speaker:
    """Call everybody at a table by name."""
    tags = view.names or [seat_tag(seat) for seat in view.seats]
    return Speaker(texts, shown_names(tags, texts))


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


def room_event_said(event: events.Event, speaker: Speaker) -> str:  # noqa: PLR0911 - one a kind
    """Tell what happened around the game, or nothing."""
    gettext = speaker.texts.gettext
    seat = getattr(event, "seat", None)
    name = speaker.names[seat] if isinstance(seat, int) and seat < len(speaker.names) else "?"
    match event:
        case events.Absent():
            return gettext("{name} has lost the connection.").format(name=name)
        case events.Returned():
            return gettext("{name} is here again.").format(name=name)
        case events.TakenOver():
            return gettext("A bot plays for {name}.").format(name=name)
        case events.TakenBack():
            return gettext("{name} plays again.").format(name=name)
        case events.SeatChanged() if event.now.kind == "bot":
            return gettext("A bot plays for {name}.").format(name=name)
        case events.HostChanged():
            return gettext("{name} is the host now.").format(name=name)
        case events.Reacted():
            said_text = gettext(REACTION_TEXTS.get(event.reaction, event.reaction))
            return gettext("{name}: “{reaction}”").format(name=name, reaction=said_text)
        case _:
            return ""


def verification_said(found: Verification, texts: Texts) -> str:
    """Tell whether the dice of a game were what they had to be."""
    if found.problem is not None:
        return said(texts, found.problem)
    text = texts.ngettext(
        "{count} roll recomputed: it is right.",
        "{count} rolls recomputed: all are right.",
        found.rolls,
    )
    return text.format(count=found.rolls)


def refusal_error(refused: Refused) -> PickominoError:
    """Turn what a server refused into an error that can be said."""
    try:
        if refused.code in MESSAGES:
            return PickominoError(refused.code, **_parameters(refused.parameters))
    except (LookupError, TypeError, ValueError):
        pass  # Another version of the server gives other parameters.
    return PickominoError("bad_message", reason=quoted(refused.code))


def problem_said(texts: Texts, error: Exception) -> str:
    """Say an error in one line."""
    if isinstance(error, PickominoError):
        return said(texts, error.problems[0])
    return str(error)


def _parameters(plain: Mapping[str, object]) -> dict[str, object]:
    return {name: _parameter(value) for name, value in plain.items()}


def _parameter(value: object) -> object:
    match value:
        case {"code": str(code), "parameters": dict()} if code in MESSAGES:
            inner = cast("dict[str, dict[str, object]]", value)["parameters"]
            return Problem(code, _parameters(inner))
        case _:
            return value
