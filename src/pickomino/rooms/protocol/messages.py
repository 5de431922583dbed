"""The messages between clients and the service, as JSON; `type` names the struct.

A command is sent in a `Request`, with the version of the room that the client has seen. Seat tokens
are not part of a request: they belong to the connection.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal, TypeVar, cast

import msgspec

from pickomino.core.errors import ALL_MESSAGES, PickominoError, Problem, quote
from pickomino.core.rules import MAX_PLAYERS
from pickomino.record.state import TURN_LIMIT

PROTOCOL: Final = 3
MAX_MESSAGE_BYTES: Final = 16_384
MAX_MATCH_GAMES: Final = 50
MAX_MATCH_WINS: Final = 10
REACTIONS: Final = (
    "hello",
    "good_luck",
    "well_done",
    "ouch",
    "lucky",
    "thinking",
    "hurry",
    "thanks",
    "sorry",
    "good_game",
)
"""The reactions that a player may send; there is no free-text chat."""

_T = TypeVar("_T")
_Text = Annotated[str, msgspec.Meta(max_length=200)]
_Name = Annotated[str, msgspec.Meta(min_length=1, max_length=160)]
"""Longer than a valid name, because `record.names` checks the length after normalizing."""
_Seat = Annotated[int, msgspec.Meta(ge=0, lt=MAX_PLAYERS)]
_Chicken = Annotated[int, msgspec.Meta(ge=0, lt=MAX_PLAYERS)]
"""One of as many pictures as a table has seats."""


class _Message(
    msgspec.Struct, frozen=True, tag=True, tag_field="type", forbid_unknown_fields=True
): ...


class _ForSeat(_Message, frozen=True):
    seat: _Seat


class OpenSeat(_Message, frozen=True):
    """A seat that any player may take."""


class PersonSeat(_Message, frozen=True, omit_defaults=True):
    """A seat for a person at the same device as the caller."""

    name: _Name
    chicken: _Chicken | None = None
    """The picture that the player would like to be; None for any."""


class BotSeat(_Message, frozen=True):
    """A seat for a bot, specified as in the registry: `family` or `strategist:depth=1`."""

    bot: _Text


Starter = Literal["host", "youngest", "lot"]
SeatPlan = OpenSeat | PersonSeat | BotSeat


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a room; the host may change them before a game."""

    rules: _Text = "standard"
    """Written as in WFEN, for example `classic+extrawurm(steal=forced)`."""
    practice: bool = False
    """Whether games are practice games: with undo, and with seeded instead of committed dice."""
    hints: bool = False
    """Whether clients may show the coach."""
    guided: bool = False
    """Whether the first game explains itself: its frames have hints, and the bots' first turns are
    arranged. Only practice games can be guided."""
    turn_seconds: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 0
    """After this many seconds a bot takes over the turn; at least 5, or 0 for no turn clock."""
    is_public: bool = False
    """Whether the room is listed publicly."""
    turn_limit: Annotated[int, msgspec.Meta(ge=1, le=TURN_LIMIT)] = TURN_LIMIT
    """The game is stopped after this many turns, because the rules allow endless play."""
    starter: Starter = "host"
    """Who begins: the seat that the host chooses, the youngest player (the host says who that is),
    or a seat drawn by lot. In the next game the next seat begins, or lots are drawn again."""
    match_games: Annotated[int, msgspec.Meta(ge=1, le=MAX_MATCH_GAMES)] = 1
    """The number of games in a match; 1 means single games."""
    match_wins: Annotated[int, msgspec.Meta(ge=0, le=MAX_MATCH_WINS)] = 0
    """The number of wins that decides a match; 0 if `match_games` decides it instead."""


class CreateRoom(_Message, frozen=True):
    """Create a room; the caller becomes its host and holds every PersonSeat in it."""

    seats: Annotated[tuple[SeatPlan, ...], msgspec.Meta(max_length=MAX_PLAYERS)]
    settings: Settings = Settings()
    starter: _Seat = 0
    """The seat that begins, unless lots are drawn."""


class Join(_Message, frozen=True):
    """Take an open seat, by default the first one; a caller without a token is given one."""

    name: _Name
    seat: _Seat | None = None
    chicken: _Chicken | None = None
    """The picture that the player would like to be; None for any."""


class Leave(_ForSeat, frozen=True):
    """Give up a seat for good: in the lobby it becomes open, otherwise a bot takes it."""


class SetSeat(_ForSeat, frozen=True):
    """Host, before the game: change a seat, or add one by giving the number after the last seat."""

    plan: SeatPlan


class ChangeSettings(_Message, frozen=True):
    """Host, before the game: change the settings, except whether the room is listed publicly."""

    settings: Settings


class ChooseStarter(_ForSeat, frozen=True):
    """Host, before the game: choose the seat that begins, unless lots are drawn."""


class Start(_Message, frozen=True):
    """Host: close open seats and start. With committed dice, players first commit to nonces."""


class CommitNonce(_ForSeat, frozen=True):
    """Commit to a nonce of 32 random bytes, after the server has committed to its secret.

    The commitment is `sha256:` and the hash of these lines, joined by line feeds: `pickomino nonce
    2`, the server's commitment, the seat, the nonce in hex.
    """

    commitment: Annotated[str, msgspec.Meta(pattern=r"^sha256:[0-9a-f]{64}$(?!\n)")]


class GiveNonce(_ForSeat, frozen=True):
    """Reveal a nonce as 64 hexadecimal digits, after all players have committed to theirs."""

    nonce: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]


class Act(_Message, frozen=True):
    """Play the action with this token: `k5`, `r`, `t25`, ..."""

    action: Annotated[str, msgspec.Meta(max_length=8)]


class Undo(_Message, frozen=True):
    """Practice games only: undo your last decision and everything since."""


class TakeBack(_ForSeat, frozen=True):
    """Take your seat back from the bot that took it over."""


class HostRemove(_ForSeat, frozen=True):
    """Host: remove a player from a seat for good.

    In a running game at a public table, this and `HostReplaceByBot` work only on absent players.
    """


class HostReplaceByBot(_ForSeat, frozen=True):
    """Host: let a bot play a player's seat until the player takes it back."""

    bot: _Text


class Vote(_ForSeat, frozen=True):
    """In a running game: vote to remove a player.

    Removal takes at least two votes and a majority of the other players; at a public table, the
    votes must come from at least two addresses.
    """


class React(_ForSeat, frozen=True):
    """Send a reaction, one of REACTIONS."""

    reaction: Annotated[str, msgspec.Meta(max_length=20)]


class Rematch(_Message, frozen=True):
    """After a game: return to the lobby. The next seat will begin, unless lots are drawn."""


class PlayAgain(_Message, frozen=True):
    """After a game: ask for another game, for all your seats. It starts once all players ask."""


Command = (
    Join
    | Leave
    | SetSeat
    | ChangeSettings
    | ChooseStarter
    | Start
    | CommitNonce
    | GiveNonce
    | Act
    | Undo
    | TakeBack
    | HostRemove
    | HostReplaceByBot
    | Vote
    | React
    | Rematch
    | PlayAgain
)


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command, and the version of the room that the client had seen; the answer repeats `id`."""

    command: Command
    expected: Annotated[int, msgspec.Meta(ge=0, le=2**53)] | None = None
    """Required except for Join, Leave, CommitNonce, GiveNonce, TakeBack, Vote, React, PlayAgain."""
    protocol: int = PROTOCOL
    id: Annotated[int, msgspec.Meta(ge=0, le=2**53)] = 0


class Hello(_Message, frozen=True):
    """The first message on a live connection: the client's token, and the version it has seen."""

    protocol: int
    token: Annotated[str, msgspec.Meta(max_length=200)] | None = None
    since: Annotated[int, msgspec.Meta(ge=0, le=2**53)] | None = None


class Ping(msgspec.Struct, frozen=True, tag=True, tag_field="type"):
    """Sent by a client to check that the connection is alive."""


class Pong(msgspec.Struct, frozen=True, tag=True, tag_field="type"):
    """The answer to a Ping."""


class Created(msgspec.Struct, frozen=True, tag=True, tag_field="type"):
    """A room was created; this is the only message that contains the host's token."""

    code: str
    token: str
    version: int


class Done(msgspec.Struct, frozen=True, tag=True, tag_field="type", omit_defaults=True):
    """A command was carried out; after a Join, only this message contains the new token."""

    version: int
    token: str | None = None
    id: int = 0


class Refused(msgspec.Struct, frozen=True, tag=True, tag_field="type"):
    """Why a command was refused: an error code and its parameters, which may be nested."""

    code: str
    parameters: Mapping[str, object] = {}
    id: int = 0


_requests: Final = msgspec.json.Decoder(Request)
_creations: Final = msgspec.json.Decoder(CreateRoom)


def decode_request(data: bytes) -> Request:
    """Decode a request; raises PickominoError if it is invalid.

    >>> decode_request(b'{"command": {"type": "Act", "action": "k5"}, "expected": 7}').expected
    7
    """
    request = decode_message(_requests, _require_small(data))
    if request.protocol != PROTOCOL:
        raise PickominoError("bad_protocol", found=request.protocol, expected=PROTOCOL)
    return request


def decode_create(data: bytes) -> CreateRoom:
    """Decode a request for a new room; raises PickominoError if it is invalid.

    >>> decode_create(b'{"type": "CreateRoom", "seats": [{"type": "OpenSeat"}]}').settings.rules
    'standard'
    """
    return decode_message(_creations, _require_small(data))


def encode(message: object) -> bytes:
    """Encode one of this package's structs as JSON.

    >>> encode(Act("k5"))
    b'{"type":"Act","action":"k5"}'
    """
    return msgspec.json.encode(message)


def refusal(error: PickominoError, request_id: int = 0) -> Refused:
    """Convert an error to a message.

    >>> refusal(PickominoError("room_full"))
    Refused(code='room_full', parameters={}, id=0)
    """
    return Refused(error.code, _to_plain(error.parameters), request_id)


def error_of(refused: Refused) -> PickominoError:
    """Convert a message from `refusal` back to an error.

    >>> error_of(refusal(PickominoError("seat_taken", seat=2)))
    PickominoError('seat 2 is taken')
    """
    try:
        if refused.code in ALL_MESSAGES:
            return PickominoError(refused.code, **_from_plain(refused.parameters))
    except (LookupError, TypeError, ValueError):
        pass  # Other versions may send other parameters.
    return PickominoError("bad_message", reason=quote(refused.code))


def _from_plain(plain: Mapping[str, object]) -> dict[str, object]:
    return {name: _from_plain_value(value) for name, value in plain.items()}


def _from_plain_value(value: object) -> object:
    match value:
        case {"code": str(code), "parameters": dict()} if code in ALL_MESSAGES:
            inner = cast("dict[str, dict[str, object]]", value)["parameters"]
            return Problem(code, _from_plain(inner))
        case _:
            return value


def _to_plain(parameters: Mapping[str, object]) -> dict[str, object]:
    return {name: _to_plain_value(value) for name, value in parameters.items()}


def _to_plain_value(value: object) -> object:
    if isinstance(value, Problem):
        return {"code": value.code, "parameters": _to_plain(value.parameters)}
    return value if isinstance(value, int | str) else str(value)


def _require_small(data: bytes) -> bytes:
    if len(data) > MAX_MESSAGE_BYTES:
        raise PickominoError("message_too_big", limit=MAX_MESSAGE_BYTES)
    return data


def decode_message(decoder: msgspec.json.Decoder[_T], data: bytes) -> _T:
    """Decode a message; raises `bad_message` if it is invalid."""
    try:
        return decoder.decode(data)
    except (ValueError, RecursionError) as error:
        raise PickominoError("bad_message", reason=quote(error)) from error
