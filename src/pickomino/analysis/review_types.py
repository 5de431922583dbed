"""What a review says, as frozen values; docs/review.md defines every one of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from pickomino.core.actions import Action
from pickomino.core.roll import Roll
from pickomino.evaluation.protocol import Chances

Label = Literal["inaccuracy", "mistake", "blunder"]

LIMITS: Final[tuple[tuple[Label, float], ...]] = (
    ("blunder", 0.05),
    ("mistake", 0.025),
    ("inaccuracy", 0.01),
)
"""What a decision must cost, in win chance, to be called so; the worst first."""


class Reason(NamedTuple):
    """Why one choice is better than another: a code that the shells put into words."""

    code: str
    parameters: Mapping[str, float | int]
    """Chances from 0 to 1, tiles and seats by their numbers."""


class ReviewedRoll(NamedTuple):
    """A roll and what it was worth."""

    event: int
    """The place of the roll among the events of the game."""
    seat: int
    roll: Roll
    luck: Chances
    """By seat: the chances after the roll, if its player goes on best, less those before it."""


class ReviewedChoice(NamedTuple):
    """What might have been chosen."""

    action: Action
    chances: Chances
    """By seat, if the player goes on best afterwards."""
    failure: float
    """The chance that the turn then fails."""


class ReviewedDecision(NamedTuple):
    """A decision and what it cost."""

    event: int
    """The place of the decision among the events of the game."""
    seat: int
    chosen: Action
    best: Action
    """The best choice; of equals the first in the engine's order."""
    cost: float
    """The player's chance under the best choice less that under the chosen one."""
    gifts: Chances
    """By seat: what the others gained by the choice; 0 for the player."""
    choices: tuple[ReviewedChoice, ...]
    """Every legal action, in the engine's order."""
    equals: tuple[Action, ...]
    """The choices that show the same digits as the best one, the least likely to fail first."""
    label: Label | None = None
    """None for less than 1 %, for a stand-in, and in a rough estimate."""
    reason: Reason | None = None
    """Why `equals[0]` is better than what was chosen; None without a label."""
    by_stand_in: bool = False
    """A bot played for somebody who was away: nobody's cost."""

    @property
    def is_equal(self) -> bool:
        """Whether the chosen action shows the same digits as the best one."""
        return self.chosen in self.equals


class ReviewedTurn(NamedTuple):
    """A turn, from its first roll to the next turn's."""

    turn: int
    """Counted from 0."""
    label: str
    """As records name it: 3b."""
    seat: int
    before: Chances
    """By seat, at its start."""
    after: Chances
    """By seat, as the judge saw its end; where the game breaks off, the chances there."""
    rolls: tuple[ReviewedRoll, ...]
    decisions: tuple[ReviewedDecision, ...]
    remainder: Chances
    """By seat: the chances at the start of the next turn less `after`: the judge's correction."""


class SeatSums(NamedTuple):
    """What explains the result of a seat, in win chance.

    start + own_luck + rivals_luck + gifts - given_away + stand_ins + remainder = result
    """

    start: float
    own_luck: float
    """Of the seat's own rolls."""
    rivals_luck: float
    """What the rolls of others did to the seat."""
    gifts: float
    """What the decisions of others did to the seat."""
    given_away: float
    """The cost of the seat's own decisions."""
    stand_ins: float
    """What bots did to the seat while they played for people who were away."""
    remainder: float
    """The judge's correction."""
    result: float
    """1 for a win, a share of it for a shared one; the chance now in a game that is not over."""

    @property
    def luck(self) -> float:
        """All luck of the seat."""
        return self.own_luck + self.rivals_luck

    @property
    def adjusted(self) -> float:
        """The result with the luck taken out."""
        return self.result - self.luck


class Review(NamedTuple):
    """A game with its luck apart from its decisions."""

    rules: str
    players: int
    judge: str
    """Whose judgement it is: another name means other figures."""
    is_over: bool
    is_rough: bool
    """The judge does not know these rules well: figures are rough, and there is no verdict."""
    turns: tuple[ReviewedTurn, ...]
    seats: tuple[SeatSums, ...]

    @property
    def decisions(self) -> tuple[ReviewedDecision, ...]:
        """All decisions, in order."""
        return tuple(decision for turn in self.turns for decision in turn.decisions)

    @property
    def rolls(self) -> tuple[ReviewedRoll, ...]:
        """All rolls, in order."""
        return tuple(roll for turn in self.turns for roll in turn.rolls)


def costliest(review: Review, count: int = 3, seat: int | None = None) -> list[ReviewedDecision]:
    """Return the decisions that cost most, of one seat or of all; none that look equal."""
    found = [
        each
        for each in review.decisions
        if seat in (None, each.seat) and not each.by_stand_in and not each.is_equal
    ]
    return sorted(found, key=lambda decision: -decision.cost)[:count]


def luckiest(review: Review, seat: int) -> ReviewedRoll | None:
    """Return the roll, of anybody, that helped a seat most; None without rolls."""
    return max(review.rolls, key=lambda roll: roll.luck[seat], default=None)


def unluckiest(review: Review, seat: int) -> ReviewedRoll | None:
    """Return the roll, of anybody, that hurt a seat most; None without rolls."""
    return min(review.rolls, key=lambda roll: roll.luck[seat], default=None)


def label_of(cost: float) -> Label | None:
    """Return the label of a decision with this cost.

    >>> label_of(0.03), label_of(0.009)
    ('mistake', None)
    """
    return next((label for label, limit in LIMITS if cost >= limit), None)


def format_chance(chance: float) -> str:
    """Write a chance with the digits that people see.

    >>> format_chance(0.12345)
    '12.3'
    """
    return f"{100 * chance:.1f}"
