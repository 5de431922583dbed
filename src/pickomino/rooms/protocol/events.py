"""The events of a room. A room's log is a sequence of these events and nothing else.

Some fields are private to the log: `redact` empties them before an event is sent to clients.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from pickomino.rooms.protocol.messages import Settings
from pickomino.rooms.protocol.score import Score

SeatKind = Literal["open", "person", "bot"]
MAX_TIMESTAMP: Final = 250_000_000_000
"""In seconds since 1970: the year 9892, about a century before the limit of `datetime`."""


class _Event(msgspec.Struct, frozen=True, tag=True, tag_field="type", omit_defaults=True): ...


class _AtSeat(_Event, frozen=True):
    seat: int


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who plays a seat."""

    kind: SeatKind = "open"
    name: str = ""
    """The person's name; empty for a bot."""
    bot: str = ""
    """The specification of a bot, as in the registry."""
    token: str = ""
    """Private: the hash of the token of the player who holds the seat."""
    chicken: int | None = None
    """The picture that the player would like to be; None for any."""


class RoomCreated(_Event, frozen=True):
    """A room was created."""

    code: str
    settings: Settings
    seats: tuple[Seat, ...]
    host: str = ""
    """Private: the hash of the host's token."""
    seed: int | None = None
    """Private: a fixed seed for the dice of the first practice game."""
    starter: int = 0
    """The seat that begins, unless lots are drawn."""
    score: Score = Score()
    """The score of a match that began in another room."""


class SeatChanged(_AtSeat, frozen=True):
    """A seat was changed or, if `seat` is the number after the last seat, added."""

    now: Seat
    by: Literal["", "host", "vote"] = ""
    """Who removed the previous player from the seat; empty if no one did."""


class SettingsChanged(_Event, frozen=True):
    """The host changed the settings."""

    settings: Settings


class StarterChosen(_AtSeat, frozen=True):
    """The host chose the seat that begins."""


class HostAway(_Event, frozen=True):
    """A host without a seat has disconnected, or has come back."""

    is_away: bool


class HostChanged(_AtSeat, frozen=True):
    """The host left or stayed away, and another player became host."""

    host: str = ""
    """Private."""


class SeatsArranged(_Event, frozen=True):
    """Open seats were closed: the new seat i is the old seat order[i]."""

    order: tuple[int, ...]


class DiceCommitted(_Event, frozen=True):
    """The server committed to the dice of the next game; players now commit to nonces."""

    game_id: str
    commitment: str
    secret: str = ""
    """Private."""
    time: str = ""
    """When the server committed, as written in the dice terms; empty for dice of version 1."""
    round: int = 0
    """The number of times the server has committed to dice for this game, including this one."""
    number: int = 0
    """The number of the game in its room, counted from 1; 0 for dice before version 4."""


class NonceCommitted(_AtSeat, frozen=True):
    """A player committed to a nonce, hashed by `core.dice.nonce_commitment`."""

    commitment: str


class NonceGiven(_AtSeat, frozen=True):
    """A player revealed the nonce that they had committed to."""

    nonce: str


class GameStarted(_Event, frozen=True):
    """A game started; with committed dice, `nonces` has one entry per seat, empty for bots."""

    game_id: str
    commitment: str = ""
    nonces: tuple[str, ...] = ()
    seed: int | None = None
    """Private until the game has ended: the seed of practice dice."""
    starter: int = 0
    """The seat that begins, whether chosen or drawn by lot."""


class Rolled(_AtSeat, frozen=True):
    """Dice were rolled."""

    roll: str


class Acted(_AtSeat, frozen=True):
    """A player acted; `by_bot` is also true for a bot that stands in for a person."""

    action: str
    by_bot: bool = False


class TurnEnded(_AtSeat, frozen=True):
    """How a turn ended. Only in old logs: it follows from the event before it and the rules."""


class GameEnded(_Event, frozen=True):
    """The game is over or was stopped at its turn limit; the dice secrets are revealed."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    is_stopped: bool = False
    secret: str = ""
    """The secret of committed dice, in hex."""
    seed: int | None = None
    """The seed of practice dice."""


class Undone(_Event, frozen=True):
    """Practice: all but the first `kept` events of the game were undone.

    Every roll, every action and every end of a turn counts as one event.
    """

    kept: int


class Absent(_AtSeat, frozen=True):
    """The player in a seat has disconnected."""


class Returned(_AtSeat, frozen=True):
    """The player in a seat has reconnected."""


class TakenOver(_AtSeat, frozen=True):
    """A bot plays a person's seat until the person takes it back."""

    bot: str
    reason: Literal["clock", "absence", "host", "dice"]
    """`dice` means that the player did not commit to or reveal a nonce in time."""


class Voted(_AtSeat, frozen=True):
    """The player in seat `by` voted to remove the player in `seat`."""

    by: int


class TakenBack(_AtSeat, frozen=True):
    """A player took their seat back from a bot."""


class Reacted(_AtSeat, frozen=True):
    """A player sent one of the preset reactions."""

    reaction: str


class RematchOpened(_Event, frozen=True):
    """The room was reopened for its next game: the new seat i is the old seat order[i]."""

    order: tuple[int, ...]
    """The seats now keep their order; an earlier version rotated them by one."""
    starter: int = 0
    """The seat that begins, unless lots are drawn."""


class Agreed(_AtSeat, frozen=True):
    """The player in a seat wants another game."""


Event = (
    RoomCreated
    | SeatChanged
    | SettingsChanged
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
"""Events that do not make commands stale, because they do not affect the player to act."""


class LogEntry(msgspec.Struct, frozen=True):
    """An event in a log, with its time and the version it led to; versions are counted from 1."""

    version: int
    at: Annotated[float, msgspec.Meta(ge=0, le=MAX_TIMESTAMP)]
    event: Event


Log = tuple[LogEntry, ...]


def redact(event: Event) -> Event:
    """Return an event without its private fields.

    >>> redact(DiceCommitted("g", "sha256:00", secret="5e"))
    DiceCommitted(game_id='g', commitment='sha256:00', secret='', time='', round=0, number=0)
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
    """Return log entries without their private fields."""
    return tuple(LogEntry(entry.version, entry.at, redact(entry.event)) for entry in log)
