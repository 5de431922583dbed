"""A review as it is sent to the browser: only what the page shows.

The numbers are those of `pickomino.analysis.review_types`, rounded to a millionth. Decisions with
only one choice are omitted.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from pickomino.analysis.review_types import Label, Review, ReviewedDecision, ReviewedTurn
from pickomino.rooms.bots.coach import CoachView
from pickomino.rooms.protocol.frames import Frame
from pickomino.server.storage.finished_games import FinishedGame


class ChoiceView(Struct, frozen=True):
    """A possible choice."""

    action: str
    chance: float
    """The player's chance of winning after this choice, with best play."""
    failure: float
    """The chance that the turn fails after this choice."""


class ReasonView(Struct, frozen=True):
    """Why a choice is better: a code that the page translates."""

    code: str
    parameters: dict[str, float]


class DecisionView(Struct, frozen=True):
    """A decision and its cost."""

    event: int
    """The index of the decision among the events of the game."""
    chosen: str
    equals: tuple[str, ...]
    """The best choices, which are equal in the digits shown, the least likely to fail first."""
    cost: float
    choices: tuple[ChoiceView, ...]
    """Every legal action."""
    label: Label | None = None
    reason: ReasonView | None = None
    by_stand_in: bool = False


class RollView(Struct, frozen=True):
    """A roll and the luck of each seat in it."""

    event: int
    roll: str
    luck: tuple[float, ...]


class TurnView(Struct, frozen=True):
    """A turn; `before` holds each seat's chance of winning at the start of the turn."""

    label: str
    seat: int
    before: tuple[float, ...]
    rolls: tuple[RollView, ...]
    decisions: tuple[DecisionView, ...]


class SumsView(Struct, frozen=True):
    """start + own_luck + rivals_luck + gifts - given_away + stand_ins + remainder = result."""

    start: float
    own_luck: float
    rivals_luck: float
    gifts: float
    given_away: float
    stand_ins: float
    remainder: float
    result: float


class ReviewView(Struct, frozen=True):
    """A reviewed game."""

    judge: str
    is_rough: bool
    """Whether the judge is too inaccurate under these rules to label decisions."""
    turns: tuple[TurnView, ...]
    seats: tuple[SumsView, ...]


class Reviewing(Struct, frozen=True):
    """A review, or its progress: poll until the review is included."""

    game: FinishedGame
    """The game's summary, including the seats of the caller."""
    review: ReviewView | None = None
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


MAX_UPLOAD_BYTES: Final = 2_000_000


def review_view(review: Review) -> ReviewView:
    """Return the part of a review that the page shows."""
    return ReviewView(
        review.judge,
        review.is_rough,
        tuple(_turn(turn) for turn in review.turns),
        tuple(SumsView(*map(_round, sums)) for sums in review.seats),
    )


def _turn(turn: ReviewedTurn) -> TurnView:
    return TurnView(
        turn.label,
        turn.seat,
        _round_all(turn.before),
        tuple(RollView(roll.event, roll.roll.text, _round_all(roll.luck)) for roll in turn.rolls),
        tuple(_decision(decision) for decision in turn.decisions if len(decision.choices) > 1),
    )


def _decision(decision: ReviewedDecision) -> DecisionView:
    reason = decision.reason
    return DecisionView(
        decision.event,
        str(decision.chosen),
        tuple(map(str, decision.equals)),
        _round(decision.cost),
        tuple(
            ChoiceView(
                str(choice.action), _round(choice.chances[decision.seat]), _round(choice.failure)
            )
            for choice in decision.choices
        ),
        decision.label,
        None if reason is None else ReasonView(reason.code, dict(reason.parameters)),
        decision.by_stand_in,
    )


def _round_all(values: Iterable[float]) -> tuple[float, ...]:
    return tuple(map(_round, values))


def _round(value: float) -> float:
    return round(value, 6)
