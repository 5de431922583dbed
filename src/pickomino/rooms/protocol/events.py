"""What has happened in a room. The log of a room is a sequence of these, and nothing else.

Some fields are for the log alone: `redact` empties them before an event leaves the service.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from pickomino.core.turns import TurnEnd
from pickomino.rooms.protocol.messages import Settings
from pickomino.rooms.protocol.score import Score

SeatKind = Literal["open", "person", "bot"]
MAX_TIMESTAMP: Final = 250_000_000_000
"""Seconds since 1970 to some time before the year 10000, where calendars end."""


class _Event(msgspec.Struct, frozen=True, tag=True, tag_field="type", omit_defaults=True): ...


class _AtSeat(_Event, frozen=True):
    seat: int


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who is meant to sit on a seat."""

    kind: SeatKind = "open"
    name: str = ""
    """Of a person."""
    bot: str = ""
    """Of a bot, as in the registry."""
    token: str = ""
    """Private: the hash of the token that holds the seat."""


class RoomCreated(_Event, frozen=True):
    """A room was made."""

    code: str
    settings: Settings
    seats: tuple[Seat, ...]
    host: str = ""
    """Private: the hash of the host's token."""
    seed: int | None = None
    """Private: the dice of the first practice game, where somebody asked for certain ones."""
    starter: int = 0
    """The seat that begins, where no lot is drawn."""
    score: Score = Score()
    """Of a match that began in another room."""


class SeatChanged(_AtSeat, frozen=True):
    """Somebody else sits on a seat now; the number after the last seat is a new one."""

    now: Seat
    by: Literal["", "host", "vote"] = ""
    """Who took the seat from a person."""


class StarterChosen(_AtSeat, frozen=True):
    """Another seat is to begin."""


class HostAway(_Event, frozen=True):
    """A host without a seat left, or is back."""

    is_away: bool


class HostChanged(_AtSeat, frozen=True):
    """The host left or stays away, and a person became host."""

    host: str = ""
    """Private."""


class SeatsArranged(_Event, frozen=True):
    """Seats were closed: the new seat i is the old seat order[i]."""

    order: tuple[int, ...]


class DiceCommitted(_Event, frozen=True):
    """The dice of the next game are fixed but for the nonces, which people now commit to."""

    game_id: str
    commitment: str
    secret: str = ""
    """Private."""
    time: str = ""
    """As in the dice's terms; logs of dice of version 1 have none."""
    round: int = 0
    """From 1: how often dice were committed to for this game."""


class NonceCommitted(_AtSeat, frozen=True):
    """A person is bound to a nonce, as `core.dice.nonce_commitment` hashes it."""

    commitment: str


class NonceGiven(_AtSeat, frozen=True):
    """A person added to the dice what they were bound to."""

    nonce: str


class GameStarted(_Event, frozen=True):
    """A game began; with committed dice, `nonces` are by seat and empty for bots."""

    game_id: str
    commitment: str = ""
    nonces: tuple[str, ...] = ()
    seed: int | None = None
    """Private until the game has ended: practice dice."""
    starter: int = 0
    """The seat that begins, chosen or drawn."""


class Rolled(_AtSeat, frozen=True):
    """Dice fell."""

    roll: str


class Acted(_AtSeat, frozen=True):
    """A seat decided; `by_bot` also if a bot stood in for a person."""

    action: str
    by_bot: bool = False


class SpecialistMoved(msgspec.Struct, frozen=True):
    """Extrawurm: a specialist's place before and after, as in the core."""

    specialist: int
    before: int
    after: int


class TurnEnded(_Event, frozen=True):
    """How a turn ended; the fields are those of `pickomino.TurnEnd`.

    It follows from the rules and travels in frames; only old logs contain it.
    """

    seat: int
    result: str
    reason: str | None = None
    total: int | None = None
    tile: int | None = None
    robbed: int | None = None
    returned: int | None = None
    turned: int | None = None
    also_turned: int | None = None
    specialists: tuple[SpecialistMoved, ...] = ()
    bratwurms: tuple[int, ...] = ()


class GameEnded(_Event, frozen=True):
    """The game is over, or stopped at its limit of turns; the dice are revealed."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    is_stopped: bool = False
    secret: str = ""
    """Of committed dice, in hex."""
    seed: int | None = None
    """Of practice dice."""


class Undone(_Event, frozen=True):
    """Practice: all but the first `kept` events of the game (rolls, actions, ends of turns)."""

    kept: int


class Absent(_AtSeat, frozen=True):
    """The person of a seat has lost the connection."""


class Returned(_AtSeat, frozen=True):
    """The person of a seat is back."""


class TakenOver(_AtSeat, frozen=True):
    """A bot plays a person's seat until they take it back."""

    bot: str
    reason: Literal["clock", "absence", "host", "dice"]
    """`dice`: the person did not add to the dice in time."""


class Voted(_AtSeat, frozen=True):
    """The person of seat `by` wants the person of a seat to be removed."""

    by: int


class TakenBack(_AtSeat, frozen=True):
    """A person plays their seat again."""


class Reacted(_AtSeat, frozen=True):
    """A person said one of the preset reactions."""

    reaction: str


class RematchOpened(_Event, frozen=True):
    """The room waits for its next game: the new seat i is the old seat order[i]."""

    order: tuple[int, ...]
    """Seats stay where they are; logs of an earlier version moved them on by one."""
    starter: int = 0
    """The seat that begins, where no lot is drawn."""


class Agreed(_AtSeat, frozen=True):
    """The person of a seat wants to play the next game."""


Event = (
    RoomCreated
    | SeatChanged
    | StarterChosen
    | HostChanged
    | HostAway
    | SeatsArranged
    | DiceCommitted
    | NonceCommitted
    | NonceGiven
    | GameStarted
    | Rolled
    | Acted
    | TurnEnded
    | GameEnded
    | Undone
    | Absent
    | Returned
    | TakenOver
    | Voted
    | TakenBack
    | Reacted
    | RematchOpened
    | Agreed
)

QUIET_EVENTS: Final = (Absent, Returned, HostAway, Voted, Reacted, Agreed)
"""Events that make no command stale: whoever is about to act need not care."""


class LogEntry(msgspec.Struct, frozen=True):
    """An event in its log: the version it led to, counted from 1, and when it happened."""

    version: int
    at: Annotated[float, msgspec.Meta(ge=0, le=MAX_TIMESTAMP)]
    event: Event


Log = tuple[LogEntry, ...]


def redact(event: Event) -> Event:
    """Return an event without what is for the log alone.

    >>> redact(DiceCommitted("g", "sha256:00", secret="5e"))
    DiceCommitted(game_id='g', commitment='sha256:00', secret='', time='', round=0)
    """
    match event:
        case RoomCreated():
            seats = tuple(msgspec.structs.replace(seat, token="") for seat in event.seats)
            return msgspec.structs.replace(event, seats=seats, host="", seed=None)
        case SeatChanged():
            return msgspec.structs.replace(event, now=msgspec.structs.replace(event.now, token=""))
        case HostChanged():
            return msgspec.structs.replace(event, host="")
        case DiceCommitted():
            return msgspec.structs.replace(event, secret="")
        case GameStarted():
            return msgspec.structs.replace(event, seed=None)
        case _:
            return event


def redact_log(log: tuple[LogEntry, ...]) -> tuple[LogEntry, ...]:
    """Return a piece of a log without what is for the log alone."""
    return tuple(LogEntry(entry.version, entry.at, redact(entry.event)) for entry in log)


def turn_ended(end: TurnEnd) -> TurnEnded:
    """Turn the core's result of a turn into an event."""
    moved = tuple(SpecialistMoved(*map(int, change)) for change in end.specialists)
    return TurnEnded(*end[:-2], moved, end.bratwurms)
