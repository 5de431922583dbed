"""The views of a room that are sent to clients, whether they hold seats or only watch.

Fields of `RoomView` and `You` with default values are not sent. Only `You` differs between clients,
so the rest of a view is encoded once for all of them.
"""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from pickomino.narration.choices import Preview
from pickomino.narration.line import Line
from pickomino.rooms.protocol.events import SeatKind
from pickomino.rooms.protocol.frames import NO_TABLE, Frame
from pickomino.rooms.protocol.highlights import Highlights
from pickomino.rooms.protocol.messages import Settings
from pickomino.rooms.protocol.score import Score

MAX_FRAMES: Final = 1000
"""The maximum number of frames in one view."""

RoomPhase = Literal["lobby", "nonces", "playing", "over"]


class SeatView(Struct, frozen=True):
    """A seat as every client sees it."""

    kind: SeatKind
    name: str
    """A person's name; for a bot, clients show the translated title from the registry."""
    bot: str
    """The specification of a bot, as in the registry."""
    is_host: bool = False
    is_absent: bool = False
    stand_in: str = ""
    """The bot that plays for an absent person; empty if none does."""
    agrees: bool = False
    """Whether the player wants another game after the last one."""
    chicken: int = 0
    """The picture of the player, which no other seat has."""


class Room(Struct, frozen=True):
    """The part of a view that seldom changes, and is sent only when it has changed."""

    code: str = ""
    settings: Settings = Settings()
    seats: tuple[SeatView, ...] = ()
    names: tuple[str, ...] = ()
    """Each seat's player at the start of the game, including players who have left since; a bot is
    written `bot:family`. Empty until the server commits to the dice or a practice game starts."""
    game_id: str = ""
    commitment: str = ""
    """The server's dice commitment, `sha256:...`."""
    dice_time: str = ""
    """When the server committed; the commitment covers this time, the game id, rules, names and
    round."""
    dice_round: int = 0
    """The number of the dice round, counted from 1; it increases when the round is restarted."""
    nonce_commitments: tuple[str, ...] = ()
    """Each seat's commitment to a nonce; empty for bots, and for players until they commit."""
    dice_starter: str = ""
    """Who begins, as written in the commitment: a seat's letter or `lot`; empty for seat a."""
    dice_game: int = 0
    """The number of the game in this room, counted from 1; 0 for dice before version 4."""
    dice_seats: str = ""
    """The letters of the seats that add a nonce, as written in the commitment."""
    voided_rounds: tuple[str, ...] = ()
    """The earlier dice rounds of this game, as written in the commitment and in the record."""
    starter: int | None = 0
    """The seat that begins or began; if lots decide, None until they are drawn."""
    score: Score = Score()
    """The score of the match so far, or of all single games in the room."""
    score_line: Line | None = None
    """How the match stands; None if there is no score to show."""
    has_verdict: bool = False
    """Whether decisions can be judged; otherwise win chances under these rules are estimates."""


class You(Struct, frozen=True, omit_defaults=True):
    """The client's seats, and what the client may do now."""

    seats: tuple[int, ...] = ()
    is_host: bool = False
    is_your_turn: bool = False
    legal: tuple[str, ...] = ()
    """The tokens of the actions that are legal now."""
    commitments_wanted: tuple[int, ...] = ()
    """Your seats that must commit to a nonce now."""
    nonces_wanted: tuple[int, ...] = ()
    """Your seats that must reveal their nonce now."""
    can_undo: bool = False
    texts: dict[str, Line] = {}
    """What each legal action does, keyed by token."""
    previews: dict[str, Preview] = {}
    """What setting aside each symbol, or stopping with nothing, would lead to."""
    voteable: tuple[int, ...] = ()
    """The seats whose players you can vote to remove."""
    removable: tuple[int, ...] = ()
    """The seats whose players you can remove as host."""

    def __hash__(self) -> int:
        """Hash without the dicts: Litestar requires that the default in `RoomView` is hashable."""
        return hash((self.seats, self.legal))


SAME_ROOM: Final = Room()
SPECTATOR: Final = You()


class RoomView(Struct, frozen=True, tag=True, tag_field="type", omit_defaults=True):
    """Everything a client needs to draw a room without knowing the rules."""

    version: int
    """Clients send this as `expected` with their next command."""
    phase: RoomPhase
    """`lobby`: players take seats; `nonces`: they agree on the dice; then `playing` and `over`."""
    room: Room = SAME_ROOM
    """Omitted if unchanged since the previous view."""
    frames: tuple[Frame, ...] = ()
    """What happened since the previous view; the last frame with a `wfen` is the current table."""
    is_whole: bool = False
    """Whether the frames cover the whole current game and replace all earlier frames."""
    deadline: float | None = None
    """When a bot will take over, in seconds since 1970; None if there is no time limit."""
    now: float = 0.0
    """The service's time, to compare with `deadline`; sent only if there is a deadline."""
    you: You = SPECTATOR
    highlights: Highlights | None = None
    """None until the game is over."""
    digest: str = ""
    """The first digits of the digest of the room's log up to `version`."""
    digest_before: str = ""
    """The digest of the log up to the version that the client has seen, in the first view of a
    connection and whenever it may not be the digest in the previous view. It differs from the
    digest seen then if the log has changed."""

    @property
    def table(self) -> Frame:
        """The last frame that shows the table, or NO_TABLE."""
        return next((frame for frame in reversed(self.frames) if frame.wfen), NO_TABLE)

    def after(self, before: RoomView) -> RoomView:
        """Return this view, with the unchanged parts filled in from the previous view.

        >>> first = RoomView(1, "lobby", Room("ABC"))
        >>> RoomView(2, "lobby").after(first).room.code
        'ABC'
        """
        room = before.room if self.room is SAME_ROOM else self.room
        frames = self.frames
        if self.phase in ("playing", "over") and not self.table.wfen:
            frames = (replace(before.table, event=None, ended=None), *frames)
        return replace(self, room=room, frames=frames)


class RoomSummary(Struct, frozen=True):
    """A room, as shown in a list."""

    code: str
    phase: RoomPhase
    settings: Settings
    seats: tuple[SeatView, ...]
    version: int
    created_at: float
    updated_at: float
    turn: str = ""
    scores: tuple[int, ...] = ()
