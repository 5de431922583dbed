"""What a client sees of a room: one view for a holder of seats, or for anybody who watches.

In `RoomView` and `You` what has its default is not sent. Most of a view is the same for everybody,
so that it is written once; `You` is what differs.
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

MOST_FRAMES: Final = 1000
"""So many frames at most come with a view."""

Phase = Literal["lobby", "nonces", "playing", "over"]


class SeatView(Struct, frozen=True):
    """A seat as everybody sees it."""

    kind: SeatKind
    name: str
    """Of a person; a bot has its registry's title, which the shells translate."""
    bot: str
    """Of a bot, as in the registry."""
    is_host: bool = False
    is_absent: bool = False
    stand_in: str = ""
    """The bot that plays for an absent person, or nothing."""
    agrees: bool = False
    """Whether the person wants the next game, after one is over."""


class Room(Struct, frozen=True):
    """Who plays what: the part of a view that seldom changes, sent when it does."""

    code: str = ""
    settings: Settings = Settings()
    seats: tuple[SeatView, ...] = ()
    names: tuple[str, ...] = ()
    """Who began the game, by seat; a bot is `bot:family`. A person who left is still named here.
    Known since the dice were committed to."""
    game_id: str = ""
    commitment: str = ""
    """Of committed dice, `sha256:...`."""
    dice_time: str = ""
    """When the server committed: with id, rules, names and round, what it committed to."""
    dice_round: int = 0
    """From 1; one more each time somebody did not add to the dice and all began anew."""
    nonce_commitments: tuple[str, ...] = ()
    """What people are bound to, by seat; empty where there is nothing yet, and for bots."""
    dice_starter: str = ""
    """Who begins, as it was committed to: a seat's letter or `lot`; empty for seat a."""
    starter: int | None = 0
    """The seat that begins or began; None until the lot is drawn."""
    score: Score = Score()
    """Of the match so far, and over all games of a room of single games."""


class You(Struct, frozen=True, omit_defaults=True):
    """What the holder of a token may do."""

    seats: tuple[int, ...] = ()
    is_host: bool = False
    is_your_turn: bool = False
    legal: tuple[str, ...] = ()
    """What you may do now, as action tokens."""
    commitments_wanted: tuple[int, ...] = ()
    """Own seats that must commit to a nonce now."""
    nonces_wanted: tuple[int, ...] = ()
    """Own seats that must reveal their nonce now."""
    can_undo: bool = False
    previews: tuple[Preview, ...] = ()
    """The sum after each symbol that you may set aside now."""


SAME_ROOM: Final = Room()
NOBODY: Final = You()


class RoomView(Struct, frozen=True, tag=True, tag_field="type", omit_defaults=True):
    """Everything a shell needs to draw a room; it decides no rule itself."""

    version: int
    """Send this as `expected`."""
    phase: Phase
    """`lobby`: people sit down; `nonces`: they add to the dice; then `playing` and `over`."""
    room: Room = SAME_ROOM
    """Left out where it is as in the view before."""
    frames: tuple[Frame, ...] = ()
    """What happened since the last view; the last that has a table is the table now."""
    is_whole: bool = False
    """Whether the frames are all of the present game, in place of those before."""
    deadline: float | None = None
    """When a bot will take over, in seconds since 1970."""
    now: float = 0.0
    """The service's clock, to compare with `deadline`; sent where there is one."""
    you: You = NOBODY
    highlights: Highlights | None = None
    """When the game is over."""

    @property
    def table(self) -> Frame:
        """The table now, where one of the frames shows it."""
        return next((frame for frame in reversed(self.frames) if frame.wfen), NO_TABLE)

    def after(self, before: RoomView) -> RoomView:
        """Fill in what has not changed since the view before.

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
    phase: Phase
    settings: Settings
    seats: tuple[SeatView, ...]
    version: int
    created_at: float
    updated_at: float
    turn: str = ""
    scores: tuple[int, ...] = ()
