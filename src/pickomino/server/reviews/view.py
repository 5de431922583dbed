"""A review as it travels to the browser: what the page shows, and no more.

The figures are those of `pickomino.analysis.review_types`, rounded to a millionth. Decisions without a
choice are left out.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from pickomino.analysis.review_types import Label, Review, ReviewedDecision, ReviewedTurn
from pickomino.rooms.bots.coach import CoachView
from pickomino.rooms.protocol.frames import Frame
from pickomino.server.storage.archive import FinishedGame


class ChoiceView(Struct, frozen=True):
    """What might have been chosen."""

    action: str
    chance: float
    """The mover's chance to win, going on best."""
    failure: float
    """The chance that the turn then fails."""


class ReasonView(Struct, frozen=True):
    """Why a choice is better: a code that the page puts into words."""

    code: str
    parameters: dict[str, float]


class DecisionView(Struct, frozen=True):
    """A decision and what it cost."""

    event: int
    """Its place among the events of the game, from 0."""
    chosen: str
    equals: tuple[str, ...]
    """The best choices to the digit shown, the least likely to fail first."""
    cost: float
    choices: tuple[ChoiceView, ...]
    """Every legal action."""
    label: Label | None = None
    reason: ReasonView | None = None
    by_stand_in: bool = False


class RollView(Struct, frozen=True):
    """A roll and its luck by seat."""

    event: int
    roll: str
    luck: tuple[float, ...]


class TurnView(Struct, frozen=True):
    """A turn; `before` are the chances of all seats at its start."""

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
    """The judge does not know these rules well: there is no verdict."""
    turns: tuple[TurnView, ...]
    seats: tuple[SumsView, ...]


class Reviewing(Struct, frozen=True):
    """A review, or how far it has come: ask again until it is there."""

    game: FinishedGame
    """With the seats of whoever asks."""
    review: ReviewView | None = None
    share: float = 0.0
    """How much of it is done, from 0 to 1."""
    place: int = 0
    """How many reviews are made before."""


class Upload(Struct, frozen=True, forbid_unknown_fields=True):
    """A record of any finished game, as WGN or JSON."""

    record: str


class PositionView(Struct, frozen=True):
    """Any position, with odds and advice."""

    wfen: str
    frame: Frame
    legal: tuple[str, ...]
    advice: CoachView | None
    """None when the game is over."""


MOST_UPLOAD_BYTES: Final = 2_000_000


def review_view(review: Review) -> ReviewView:
    """Return what the page shows of a review."""
    return ReviewView(
        review.judge,
        review.is_rough,
        tuple(_turn(turn) for turn in review.turns),
        tuple(SumsView(*map(_rounded, sums)) for sums in review.seats),
    )


def _turn(turn: ReviewedTurn) -> TurnView:
    return TurnView(
        turn.label,
        turn.seat,
        _all_rounded(turn.before),
        tuple(RollView(roll.event, roll.roll.text, _all_rounded(roll.luck)) for roll in turn.rolls),
        tuple(_decision(each) for each in turn.decisions if len(each.choices) > 1),
    )


def _decision(decision: ReviewedDecision) -> DecisionView:
    reason = decision.reason
    return DecisionView(
        decision.event,
        str(decision.chosen),
        tuple(map(str, decision.equals)),
        _rounded(decision.cost),
        tuple(
            ChoiceView(
                str(each.action), _rounded(each.chances[decision.seat]), _rounded(each.failure)
            )
            for each in decision.choices
        ),
        decision.label,
        None if reason is None else ReasonView(reason.code, dict(reason.parameters)),
        decision.by_stand_in,
    )


def _all_rounded(values: Iterable[float]) -> tuple[float, ...]:
    return tuple(map(_rounded, values))


def _rounded(value: float) -> float:
    return round(value, 6)
