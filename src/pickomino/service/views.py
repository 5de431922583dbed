"""What a client sees of a room: one snapshot for a holder of seats, or for anybody who watches."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from pickomino.service.events import Logged, SeatKind
from pickomino.service.messages import PROTOCOL, Settings

MOST_SHOWN_EVENTS: Final = 1000
"""So many events at most come with a view."""

Phase = Literal["lobby", "nonces", "playing", "over"]


class SeatView(msgspec.Struct, frozen=True):
    """A seat as everybody sees it."""

    kind: SeatKind
    name: str
    """Of a person; a bot has its registry's title, which the shells translate."""
    bot: str
    """Of a bot, as in the registry."""
    is_yours: bool = False
    is_host: bool = False
    is_absent: bool = False
    stand_in: str = ""
    """The bot that plays for an absent person, or nothing."""


class RoomView(msgspec.Struct, frozen=True, tag=True, tag_field="type"):
    """Everything a shell needs to draw a room; it decides no rule itself."""

    code: str
    version: int
    """Send this as `expected`."""
    phase: Phase
    """`lobby`: people sit down; `nonces`: they add to the dice; then `playing` and `over`."""
    settings: Settings
    seats: tuple[SeatView, ...]
    is_host: bool
    game_id: str = ""
    commitment: str = ""
    """Of committed dice, `sha256:...`."""
    nonces_wanted: tuple[int, ...] = ()
    """Own seats that must send a nonce now."""
    names: tuple[str, ...] = ()
    """Who began the game, by seat; a bot is `bot:family`. A person who left is still named here."""
    wfen: str = ""
    """The position, from `playing` on."""
    to_act: int | None = None
    """The seat that must act."""
    is_your_turn: bool = False
    legal: tuple[str, ...] = ()
    """What you may do now, as action tokens; nothing for others."""
    claims: tuple[str, ...] = ()
    """What stopping would win now."""
    total: int = 0
    """The sum that counts for claims."""
    scores: tuple[int, ...] = ()
    ranks: tuple[int, ...] = ()
    """As it stands, by seat: 1 for the first; who cannot be told apart share a rank."""
    winners: tuple[int, ...] = ()
    """Empty until the game is over."""
    turn: str = ""
    """The turn as records name it: `3b`."""
    can_undo: bool = False
    deadline: float | None = None
    """When a bot will take over, in seconds since 1970."""
    now: float = 0.0
    """The service's clock, to compare with `deadline`."""
    events: tuple[Logged, ...] = ()
    """What happened since the version that was asked for, at most MOST_SHOWN_EVENTS."""
    is_gap: bool = False
    """Whether earlier events since then were left off."""
    protocol: int = PROTOCOL


class RoomSummary(msgspec.Struct, frozen=True):
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
