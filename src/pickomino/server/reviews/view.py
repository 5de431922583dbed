"""The messages about reviews, uploads and positions."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta, Raw, Struct

from pickomino.rooms.bots.coach import CoachView
from pickomino.rooms.protocol.frames import Frame
from pickomino.server.storage.finished_games import FinishedGame

MAX_UPLOAD_BYTES: Final = 2_000_000
StoredReview = Annotated[Raw, Meta(extra_json_schema={"$ref": "#/components/schemas/Review"})]
"""A `pickomino.analysis.review_types.Review` as JSON.

Reviews stored by earlier versions have fewer fields: the page must not need `after`, `remainder`,
`best` or `gifts`.
"""


class Reviewing(Struct, frozen=True):
    """A review, or its progress: poll until the review is included."""

    game: FinishedGame
    """The game's summary, including the seats of the caller."""
    review: StoredReview | None = None
    share: float = 0.0
    """The progress, from 0 to 1."""
    place: int = 0
    """How many reviews will be created before this one."""


class Upload(Struct, frozen=True, forbid_unknown_fields=True):
    """A record of any finished game, as WGN or JSON."""

    record: str


class PositionView(Struct, frozen=True):
    """Any position, with odds and advice."""

    wfen: str
    frame: Frame
    legal: tuple[str, ...]
    advice: CoachView | None
    """None if the game is over."""
