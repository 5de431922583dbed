"""Lines about what happens around a game: votes, lost connections, bots that stand in."""

from __future__ import annotations

from pickomino.narration.line import Line, line
from pickomino.rooms.protocol import events


def room_event_lines(event: events.Event) -> tuple[Line, ...]:
    """Return the line about a room event, if it has one; moves are narrated from the game."""
    about = _room_event_line(event)
    return () if about is None else (about,)


def _room_event_line(event: events.Event) -> Line | None:  # noqa: PLR0911 - one return per event
    match event:
        case events.Absent(seat):
            return line("absent", name=seat)
        case events.Returned(seat):
            return line("returned", name=seat)
        case events.TakenOver(seat, bot, reason):
            return _stand_in(seat, bot, reason)
        case events.Voted(seat, by):
            return line("votes", name=by, other=seat)
        case events.TakenBack(seat):
            return line("taken_back", name=seat)
        case events.SeatChanged(seat, now, by) if now.kind == "bot":
            return _stand_in(seat, now.bot, "removed" if by == "host" else by)
        case events.HostChanged(seat):
            return line("host_now", name=seat)
        case events.Reacted(seat, reaction):
            return line("says", name=seat, text=reaction)
        case events.Undone():
            return line("undone")
        case _:
            return None


def _stand_in(seat: int, bot: str, why: str) -> Line:
    """Return which bot now plays for a person, and why."""
    key = f"stands_in_{why}" if why in ("host", "removed", "vote", "dice") else "stands_in"
    return line(key, bot=bot, name=seat)
