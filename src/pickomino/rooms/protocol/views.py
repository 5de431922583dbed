"""The views of a room that clients get, whether they hold seats or only watch.

Default values in `RoomView` and `You` are not sent. Only `You` differs between clients; the rest of
a view is encoded once for all of them.
"""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from pickomino.rooms.protocol.events import SeatKind
from pickomino.rooms.protocol.frames import NO_TABLE, Frame
from pickomino.rooms.protocol.highlights import Highlights
from pickomino.rooms.protocol.messages import Settings
from pickomino.rooms.protocol.score import Score
from pickomino.rooms.protocol.targets import Preview

MAX_FRAMES: Final = 1000
"""Per view."""

RoomPhase = Literal["lobby", "nonces", "playing", "over"]


class SeatView(Struct, frozen=True):
    """A seat as every client sees it."""

    kind: SeatKind
    name: str
    """The name of a person; clients show a bot by its title in the registry, translated."""
    bot: str
    """The specification of a bot, as in the registry."""
    is_host: bool = False
    is_absent: bool = False
    stand_in: str = ""
    """The bot that plays for an absent person; empty if none does."""
    agrees: bool = False
    """Whether the player wants another game after one is over."""


class Room(Struct, frozen=True):
    """The part of a view that seldom changes, sent only when it does."""

    code: str = ""
    settings: Settings = Settings()
    seats: tuple[SeatView, ...] = ()
    names: tuple[str, ...] = ()
    """The players at the start of the game, by seat; a bot is `bot:family`. Includes players who
    have left. Known from the dice commitment on."""
    game_id: str = ""
    commitment: str = ""
    """The server's dice commitment, `sha256:...`."""
    dice_time: str = ""
    """When the server committed; part of the commitment, as are id, rules, names and round."""
    dice_round: int = 0
    """Counted from 1; increased when a player omitted a nonce and the round was restarted."""
    nonce_commitments: tuple[str, ...] = ()
    """The players' commitments to nonces, by seat; empty if not yet made, and for bots."""
    dice_starter: str = ""
    """Who begins, as in the commitment: a seat's letter or `lot`; empty for seat a."""
    starter: int | None = 0
    """The seat that begins or began; None until the lot is drawn."""
    score: Score = Score()
    """Of the match so far, or of all single games in the room."""


class You(Struct, frozen=True, omit_defaults=True):
    """What the holder of a token may do."""

    seats: tuple[int, ...] = ()
    is_host: bool = False
    is_your_turn: bool = False
    legal: tuple[str, ...] = ()
    """The legal actions now, as tokens."""
    commitments_wanted: tuple[int, ...] = ()
    """Your seats that must commit to a nonce now."""
    nonces_wanted: tuple[int, ...] = ()
    """Your seats that must reveal their nonce now."""
    can_undo: bool = False
    previews: tuple[Preview, ...] = ()
    """The sum after each symbol that you may set aside now."""


SAME_ROOM: Final = Room()
SPECTATOR: Final = You()


class RoomView(Struct, frozen=True, tag=True, tag_field="type", omit_defaults=True):
    """Everything a client needs to draw a room without knowing the rules."""

    version: int
    """Send this as `expected`."""
    phase: RoomPhase
    """`lobby`: players take seats; `nonces`: they agree on the dice; then `playing` and `over`."""
    room: Room = SAME_ROOM
    """Omitted if unchanged since the previous view."""
    frames: tuple[Frame, ...] = ()
    """What happened since the previous view; the last frame with a table is the current one."""
    is_whole: bool = False
    """Whether the frames are those of the whole current game and replace all earlier ones."""
    deadline: float | None = None
    """When a bot will take over, in seconds since 1970."""
    now: float = 0.0
    """The service's clock, to compare with `deadline`; sent only if there is one."""
    you: You = SPECTATOR
    highlights: Highlights | None = None
    """None until the game is over."""

    @property
    def table(self) -> Frame:
        """The current table, if one of the frames shows it."""
        return next((frame for frame in reversed(self.frames) if frame.wfen), NO_TABLE)

    def after(self, before: RoomView) -> RoomView:
        """Fill in what has not changed since the previous view.

        >>> first = RoomView(1, "lobby", Room("ABC"))
        >>> RoomView(2, "lobby").after(first).room.code
        'ABC'
        """
        room = before.room if self.room is SAME_ROOM else self.room
        frames = self.frames
        if self.phase in ("playing", "over") and not self.table.wfen:
            frames = (replace(before.table, event=None), *frames)
        return replace(self, room=room, frames=frames)


class RoomSummary(Struct, frozen=True):
    """A room in a list."""

    code: str
    phase: RoomPhase
    settings: Settings
    seats: tuple[SeatView, ...]
    version: int
    created_at: float
    updated_at: float
    turn: str = ""
    scores: tuple[int, ...] = ()
